"""The main window: menus, toolbar, status bar, messages, and a place for the workspace of a vault."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QEvent, QSize, Signal, Slot
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QMainWindow, QMessageBox, QStackedLayout, QVBoxLayout, QWidget

from desktop.domain.marking import Marking
from desktop.domain.source import SourceState
from desktop.ui.actions import Actions
from desktop.ui.controllers.import_controller import ImportSummary
from desktop.ui.dialogs.about import AboutDialog
from desktop.ui.dialogs.problems import ProblemsDialog
from desktop.ui.dialogs.shortcuts import ShortcutsDialog
from desktop.ui.dialogs.sources import SourcesDialog
from desktop.ui.drops import dropped
from desktop.ui.jobs.bug_report import version_facts
from desktop.ui.notifier import Notice, NoticeAction, Notifier, Severity
from desktop.ui.session import Session
from desktop.ui.theme import ThemeChoice, application_icon
from desktop.ui.widgets.case_switch import CaseSwitch
from desktop.ui.widgets.drop_hint import DropHint
from desktop.ui.widgets.entrance import Entrance
from desktop.ui.widgets.import_status import ImportStatus
from desktop.ui.widgets.messages import MessagesArea
from desktop.ui.widgets.next_import import NextImport
from desktop.ui.widgets.shield import Shield
from desktop.ui.widgets.vault_status import VaultStatus
from desktop.ui.workspace import Workspace

SIZE = (1280, 820)
SUMMARY_SECONDS = 15.0


class MainWindow(QMainWindow):
    """Places things, and passes on what the person asks for."""

    vault_requested = Signal(object, bool)
    sample_requested = Signal()
    theme_chosen = Signal(object)
    closed = Signal()

    def __init__(self, notifier: Notifier) -> None:
        super().__init__()
        self.commands = Actions(self)
        self.messages = MessagesArea()
        self.import_status = ImportStatus()
        self.vault_status = VaultStatus()
        self.shield = Shield()
        self.next_import = NextImport()
        self.case_switch = CaseSwitch()
        self._notifier = notifier
        self._workspace: Workspace | None = None
        self._session: Session | None = None
        self._summary: ImportSummary | None = None
        self.setWindowTitle("Coffer")
        self.setWindowIcon(application_icon())
        self.setAcceptDrops(True)
        self.resize(QSize(*SIZE).boundedTo(self.screen().availableSize()))
        self._build_body()
        self.commands.fill_menus(self.menuBar())
        self.addToolBar(self.commands.make_toolbar(self.case_switch, self.next_import))
        self._build_status_bar()
        self._connect()
        self._allow()

    # --- what the application tells

    def show_welcome(self, folder: Path) -> None:
        """Ask whoever is here for the first time where their vault shall be, and offer a folder."""
        self.entrance.show_welcome(folder)

    def show_opening(self, folder: Path) -> None:
        """Say that a vault is being opened."""
        self._take_workspace_away()
        self.entrance.show_opening(folder)

    def show_no_vault(self, heading: str, text: str, vacant: Path | None = None) -> None:
        """Say that no vault is open, and offer to open or make one; `vacant` is a folder where one may be made."""
        self._take_workspace_away()
        self.entrance.show_reason(heading, text, vacant)

    def show_session(self, session: Session, workspace: Workspace) -> None:
        """Show an open vault."""
        self._take_workspace_away()
        self._session, self._workspace, self._summary = session, workspace, None
        services = session.services
        self._body.addWidget(workspace)
        self._body.setCurrentWidget(workspace)
        self.vault_status.show_vault(services.paths.root, services.writer, services.warnings)
        self.next_import.begin(None if session.read_only else services.paths.root, Marking(services.settings.imports.default_tlp))
        self.case_switch.setEnabled(True)
        session.casework.offered.connect(self.case_switch.show_cases)
        session.casework.chosen.connect(self._show_case)
        self.case_switch.chosen.connect(session.casework.choose)
        self.case_switch.other_wanted.connect(session.casework.ask)
        self._show_case("")
        for busy in session.busy:
            busy.activity_changed.connect(self.import_status.show_activity)
        session.upkeep.problems_found.connect(self._show_problems)
        session.upkeep.sources_differ.connect(self._show_sources)
        session.imports.finished.connect(self._sum_up)
        session.noticed.connect(self._notifier.post)
        for stoppable in (session.imports, session.upkeep, session.reconversion):
            self.import_status.cancel_requested.connect(stoppable.cancel)
        self.commands.check.triggered.connect(session.upkeep.check)
        self.commands.backup.triggered.connect(session.backup.choose)
        self.commands.make_bundle.triggered.connect(session.make_bundle)
        self.commands.open_bundle.triggered.connect(session.bundles.choose)
        self.commands.stick.triggered.connect(session.stick.show)
        self.commands.audit.triggered.connect(session.audit.show)
        self.commands.export.triggered.connect(session.export_graph)
        self.commands.check_sources.triggered.connect(session.upkeep.check_sources)
        session.settings.saved.connect(self._reopen)
        session.presence.reopen_requested.connect(self._reopen)
        self.commands.undo.triggered.connect(session.undoing.undo)
        workspace.obey(self.commands)
        workspace.documents.selection_changed.connect(self._allow)
        workspace.screen_changed.connect(self._allow)
        workspace.documents.import_files_requested.connect(self.choose_files)
        workspace.imports.import_files_requested.connect(self.choose_files)
        workspace.documents.import_folder_requested.connect(self.choose_folder)
        self._allow()
        self._tell_limits()

    def show_theme_choice(self, choice: ThemeChoice) -> None:
        """Mark which theme is chosen in the menu."""
        self.commands.theme_choices[choice].setChecked(True)

    # --- what the person asks for

    @Slot()
    def choose_files(self) -> None:
        """Ask for files, and import them."""
        names, _ = QFileDialog.getOpenFileNames(self, f"Import files as {self.next_import.describe()}")
        self._import([Path(name) for name in names])

    @Slot()
    def choose_folder(self) -> None:
        """Ask for a folder, and import what is in it."""
        name = QFileDialog.getExistingDirectory(self, f"Import every file in a folder and below it as {self.next_import.describe()}")
        self._import([Path(name)] if name else [])

    @Slot()
    def choose_vault(self) -> None:
        """Ask for a vault to open."""
        name = QFileDialog.getExistingDirectory(self, "Open a vault: choose its folder")
        if name:
            self.leave_for(Path(name))

    @Slot()
    def choose_new_vault(self) -> None:
        """Ask where to make a vault."""
        name, _ = QFileDialog.getSaveFileName(self, "New vault: name its folder", str(Path.home() / "Vault"))
        if name:
            self.leave_for(Path(name), create=True)

    def leave_for(self, folder: Path, *, create: bool = False) -> None:
        """Ask for another vault, unless a text was changed that the person would rather keep."""
        if self._may_leave():
            self.vault_requested.emit(folder, create)

    @Slot(object)
    def _make_vault_here(self, folder: Path) -> None:
        self.leave_for(folder, create=True)

    @Slot()
    def _open_sample(self) -> None:
        if self._may_leave():
            self.sample_requested.emit()

    def restore_place(self, geometry: str) -> None:
        """Stand where the window stood when it was closed."""
        self.restoreGeometry(QByteArray.fromBase64(geometry.encode()))

    @property
    def place_on_screen(self) -> str:
        """Where the window stands, as text."""
        return self.saveGeometry().toBase64().toStdString()

    # --- Qt

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Say that files may be dropped."""
        if self._session and (carried := dropped(event)):
            event.acceptProposedAction()
            if carried.models:
                self._hint.cover("Drop to look at this language model", "It is not imported; you decide whether it is used.")
            elif carried.bundles:
                self._hint.cover("Drop to open this case bundle", "It is verified first, and nothing is taken in before you say so.")
            elif self._session.read_only:
                self._hint.cover("This vault is open for reading only", "Nothing can be imported.")
            else:
                chosen = self.next_import.options
                self._hint.cover("Drop to import", "Files, or folders with everything below them", self.next_import.marking, chosen.tags)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Take the hint away."""
        self._hint.hide()
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Import what was dropped; a language model is shown instead."""
        self._hint.hide()
        carried = dropped(event)
        if carried:
            event.acceptProposedAction()
            self._import(carried.others)
        if self._session and carried.models:
            self._session.models.show_file(carried.models[0], self)
        if self._session and carried.bundles:
            self._session.bundles.open_file(carried.bundles[0])
        if carried.passed_over:
            self._notifier.post(Notice(Severity.INFO, carried.passed_over, key="models"))

    def changeEvent(self, event: QEvent) -> None:
        """Draw the icons anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.commands.redraw()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Close, unless a text was changed that the person would rather keep; an import is gone on with when the vault is next opened."""
        if not self._may_leave():
            event.ignore()
            return
        event.accept()
        self.closed.emit()

    # --- building

    def _build_body(self) -> None:
        self.entrance = Entrance()
        self.entrance.make_here_requested.connect(self._make_vault_here)
        self.entrance.open_requested.connect(self.choose_vault)
        self.entrance.new_requested.connect(self.choose_new_vault)
        self.entrance.sample_requested.connect(self._open_sample)
        self.entrance.evidence_requested.connect(self.shield.click)
        ground = QWidget()
        self._body = QStackedLayout(ground)
        self._body.addWidget(self.entrance)
        middle = QWidget()
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(ground, 1)
        layout.addWidget(self.messages)
        self.setCentralWidget(middle)
        self._hint = DropHint(middle)

    def _build_status_bar(self) -> None:
        self.statusBar().setSizeGripEnabled(False)
        self.statusBar().addWidget(self.import_status, 1)
        self.statusBar().addPermanentWidget(self.shield)
        self.statusBar().addPermanentWidget(self.vault_status)

    def _connect(self) -> None:
        does = self.commands
        does.import_files.triggered.connect(self.choose_files)
        does.import_folder.triggered.connect(self.choose_folder)
        does.next_import.triggered.connect(self.next_import.open_panel)
        does.case.triggered.connect(self.case_switch.open_menu)
        does.open_vault.triggered.connect(self.choose_vault)
        does.new_vault.triggered.connect(self.choose_new_vault)
        does.sample.triggered.connect(self._open_sample)
        does.quit.triggered.connect(self.close)
        does.rebuild.triggered.connect(self._rebuild)
        does.trash.triggered.connect(self._show_trash)
        does.settings.triggered.connect(self._show_settings)
        does.models.triggered.connect(self._show_models)
        does.offline.triggered.connect(self.shield.click)
        does.shortcuts.triggered.connect(self._show_shortcuts)
        does.about.triggered.connect(self._show_about)
        does.themes.triggered.connect(self._choose_theme)
        self.vault_status.limits_requested.connect(self._tell_limits)
        self._notifier.posted.connect(self.messages.show_notice)
        self._notifier.open()

    # --- inside

    def _take_workspace_away(self) -> None:
        if self._workspace:
            self._body.removeWidget(self._workspace)
            self._workspace.deleteLater()
        self._workspace = self._session = None
        self._body.setCurrentWidget(self.entrance)
        self.import_status.show_activity(None)
        self.vault_status.show_vault(None)
        self.next_import.setEnabled(False)
        self.case_switch.show_cases((), "")
        self.case_switch.setEnabled(False)
        self._allow()

    @Slot()
    def _allow(self) -> None:
        session = self._session
        for action in self.commands.needing_vault:
            action.setEnabled(session is not None)
        writable = session is not None and not session.read_only
        for action in self.commands.changing_vault:
            action.setEnabled(writable)
        selected = self._workspace is not None and self._workspace.shows_selected_documents
        for action in (self.commands.delete, self.commands.edit_documents, self.commands.convert_again):
            action.setEnabled(writable and selected)

    def _show_summary(self) -> None:
        if self._workspace and self._summary:
            self._workspace.show_imports_of(self._summary.job, attention=self._summary.severity is not Severity.SUCCESS)

    def _import(self, paths: Sequence[Path]) -> None:
        if self._session and paths:
            self._session.import_paths(list(paths), self.next_import.options)

    @Slot(object)
    def _sum_up(self, summary: ImportSummary) -> None:
        self._summary = summary
        failure, said = summary.failure, f"{summary.sentence}."
        show = NoticeAction("Show files…", self._show_summary)
        self._notifier.post(
            Notice(
                summary.severity,
                failure.text if failure else said,
                f"{failure.hint} So far: {said}".strip() if failure else summary.hint,
                actions=(*failure.actions, show) if failure else (show,),
                key="import",  # so that what cut an import short is no longer said once it was gone on with
                seconds=SUMMARY_SECONDS if summary.severity is Severity.SUCCESS else None,
            )
        )

    @Slot(str)
    def _show_case(self, case: str) -> None:
        if self._session:
            self.next_import.scope_to(case, self._session.casework.default_marking)
            self.setWindowTitle(" – ".join(filter(None, (case, self._session.services.paths.root.name, "Coffer"))))

    @Slot()
    def _tell_limits(self) -> None:
        for notice in self._session.limits if self._session else ():
            self._notifier.post(notice)

    @Slot()
    def _show_settings(self) -> None:
        if self._session:
            self._session.settings.show(self)

    @Slot()
    def _show_models(self) -> None:
        if self._session:
            self._session.models.show(self)

    @Slot()
    def _show_trash(self) -> None:
        if self._session:
            self._session.editing.show_trash(self)

    def _may_leave(self) -> bool:
        return self._workspace is None or self._workspace.may_leave()

    @Slot()
    def _reopen(self) -> None:
        if self._session:
            self.leave_for(self._session.services.paths.root)

    @Slot()
    def _rebuild(self) -> None:
        asked = "No file changes. Until the vectors are made anew too, search by meaning finds less.\n\nRebuild the index?"
        if self._session and QMessageBox.question(self, "Rebuild the index", asked) == QMessageBox.StandardButton.Yes:
            self._session.upkeep.rebuild()

    @Slot(object)
    def _show_problems(self, problems: tuple[str, ...]) -> None:
        ProblemsDialog(problems, self).open()

    @Slot(object)
    def _show_sources(self, states: tuple[SourceState, ...]) -> None:
        if self._session:
            dialog = SourcesDialog(states, self, changeable=not self._session.read_only)
            dialog.import_requested.connect(self._session.import_paths)
            dialog.open_requested.connect(self._session.open_document)
            dialog.reveal_requested.connect(self._session.desk.reveal)
            dialog.open()

    @Slot()
    def _show_shortcuts(self) -> None:
        ShortcutsDialog(self.commands.shortcut_list(), self).open()

    @Slot()
    def _show_about(self) -> None:
        vault = [("Vault", str(self._session.services.paths.root))] if self._session else []
        AboutDialog([*version_facts(), *vault], self).open()

    @Slot(QAction)
    def _choose_theme(self, action: QAction) -> None:
        self.theme_chosen.emit(ThemeChoice(action.data()))
