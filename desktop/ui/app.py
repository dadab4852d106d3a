"""The window's program: shows the window, opens the vault meanwhile, remembers, and closes everything cleanly."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, Signal, Slot
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from desktop.domain.errors import CofferError, VaultNotFound
from desktop.domain.golden import QualityReport
from desktop.domain.guide import Chapter, keyboard_chapter
from desktop.domain.start_request import StartRequest
from desktop.ui.controllers.bundle_controller import KEY as BUNDLE_KEY
from desktop.ui.controllers.failures import describe_bug_report, describe_failure
from desktop.ui.controllers.faults_controller import FaultsController, KeepsFaults
from desktop.ui.controllers.offline_controller import OfflineController
from desktop.ui.controllers.starts_controller import HearsStarts, StartsController
from desktop.ui.controllers.vault_controller import OpensVaults, VaultController
from desktop.ui.dialogs.guide import GuideWindow
from desktop.ui.faults import Faults
from desktop.ui.jobs.bug_report import BugReport
from desktop.ui.jobs.lane import Lane, Lanes
from desktop.ui.main_window import MainWindow
from desktop.ui.memory import KeepsState, Memory, Remembered
from desktop.ui.notifier import Notice, Notifier, Severity
from desktop.ui.session import Session
from desktop.ui.theme import Theme, ThemeChoice
from desktop.ui.widgets.clipboard_watch import ClipboardWatch
from desktop.ui.widgets.menu_key import MenuKey
from desktop.ui.widgets.outlet import outlet
from desktop.ui.workspace import Workspace

if TYPE_CHECKING:
    from desktop.application.offline import Offline
    from desktop.application.services import Services


@dataclass(frozen=True, slots=True)
class Start:
    """Which vault to open first, and which folder is the sample case's; `first`: none was ever opened, so the person is asked.

    `bundle` is a case bundle to open in the vault.
    """

    vault: Path
    sample: Path
    first: bool = False
    bundle: Path | None = None


def run(opens: OpensVaults, start: Start, around: Surroundings, arguments: Sequence[str] = ()) -> int:
    """Show the window until it is closed; returns the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends at once: every file is written atomically
    application = Application(["coffer", *arguments])
    application.setApplicationName("coffer")
    application.setApplicationDisplayName("Coffer")
    application.setDesktopFileName("coffer")
    coffer = Coffer(application, opens, around)
    application.file_opened.connect(coffer.open_bundle)
    coffer.begin(start)
    status = application.exec()
    if not coffer.end():
        # A thread that does not stop would make Qt abort; what it had in hand is not in the vault yet.
        os._exit(status or 1)
    return status


class Application(QApplication):
    """Qt's program, which on macOS hears of files that are opened with it from the system's desktop."""

    file_opened = Signal(object)

    def event(self, event: QEvent) -> bool:
        """Tell of a file that is to be opened; all else is Qt's."""
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_opened.emit(Path(event.file()))
            return True
        return super().event(event)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What there is around any vault: what is remembered between starts, what shows that nothing leaves, the guide, reports of faults,
    and what hears of further starts.
    """

    keeper: KeepsState
    offline: Offline
    guide: Callable[[], Sequence[Chapter]]
    faults: KeepsFaults
    place: HearsStarts


class Coffer(QObject):
    """The running program: one window, at most one open vault, and what goes on between them."""

    def __init__(self, application: QApplication, opens: OpensVaults, around: Surroundings) -> None:
        super().__init__()
        self._around = around
        self._memory = Memory(around.keeper)
        self._theme = Theme(application, _remembered_theme(self._memory.recall(Remembered.THEME)))
        self._notifier = Notifier(self)
        self._faults = Faults(self)
        self._faults.reported.connect(self._tell_bug)
        self._faults.install()
        self._lane = Lane("vault", self)
        self._vaults = VaultController(opens, self._lane, self)
        self._vaults.opened.connect(self._take_services)
        self._vaults.failed.connect(self._fail)
        self._session: Session | None = None
        self._opening: Path | None = None
        self._bundle: Path | None = None
        self._sample = Path()
        self._fills = False
        self._ending = False
        self._guide: GuideWindow | None = None
        self._measured: dict[Path, QualityReport] = {}
        self.window = MainWindow(self._notifier)
        ClipboardWatch(application.clipboard(), outlet, self)
        MenuKey(self.window)
        self._offline = OfflineController(around.offline, self._lane, self)
        self._offline.attempts_changed.connect(self.window.shield.show_attempts)
        self._offline.attempts_changed.connect(self.window.entrance.show_attempts)
        self._offline.reaches_changed.connect(self.window.shield.show_reaches)
        self._offline.noticed.connect(self._notifier.post)
        self._starts = StartsController(around.place, self)
        self._starts.requested.connect(self._obey_start)
        self._starts.noticed.connect(self._notifier.post)
        self._reports = FaultsController(around.faults, self._lane, self)
        self._reports.noticed.connect(self._notifier.post)
        self.window.commands.faults.triggered.connect(self._reports.show)
        self.window.shield.clicked.connect(self._show_offline)
        self.window.commands.guide.triggered.connect(self._show_guide)
        self.window.vault_requested.connect(self.open_vault)
        self.window.sample_requested.connect(self._open_sample)
        self.window.theme_chosen.connect(self._choose_theme)
        self.window.closed.connect(self._remember_window)
        self.window.show_theme_choice(self._theme.choice)
        self.window.restore_place(self._memory.recall(Remembered.GEOMETRY))

    def begin(self, start: Start) -> None:
        """Show the window, then open the vault while it stands, or ask where it shall be."""
        self._sample = start.sample
        self.window.show()
        self._reports.begin(self.window)
        self._starts.begin(self.window)
        if start.bundle:
            self.open_bundle(start.bundle)
        if start.first:
            self.window.show_welcome(start.vault)
        else:
            self.open_vault(start.vault, create=False)

    def end(self) -> bool:
        """Close the vault and stop every thread; False if one did not stop in time."""
        self._ending = True
        finish = self._session.close() if self._session else None
        self._session = None
        ended = finish() if finish else True
        ended = self._lane.stop() and ended
        self._faults.uninstall()
        return ended

    def import_paths(self, paths: Sequence[Path]) -> None:
        """Import files and folders into the open vault."""
        if self._session:
            self._session.imports.import_paths(paths)

    @Slot(object, bool)
    def open_vault(self, folder: Path, create: bool) -> None:
        """Close the vault that is open and open another; while one is being opened, nothing else is."""
        if self._opening:
            return
        before = None
        if self._session:
            before = self._session.close()
            self._session.deleteLater()
            self._session = None
        self._opening = folder
        self.window.show_opening(folder)
        self._vaults.open(folder, create=create, before=before)

    @Slot(object)
    def open_bundle(self, source: Path) -> None:
        """Open a case bundle in the vault; while none is open, the bundle waits for one."""
        self._bundle = source
        if self._session:
            self._open_waiting_bundle()
        else:
            self._notifier.post(Notice(Severity.INFO, f"{source.name} is opened as soon as a vault is.", key=BUNDLE_KEY))

    @Slot(object)
    def _obey_start(self, request: StartRequest) -> None:
        """Open what another start asks for: a vault if it is another one, and nothing is lost by it; a bundle in it."""
        if request.vault and self._is_elsewhere(request.vault):
            self.window.leave_for(request.vault)
        stayed = self._session is not None and request.vault is not None and self._is_elsewhere(request.vault)
        if request.bundle and not stayed:
            self.open_bundle(request.bundle)

    def _is_elsewhere(self, vault: Path) -> bool:
        return self._session is None or self._session.services.paths.root != vault

    def _open_waiting_bundle(self) -> None:
        source, self._bundle = self._bundle, None
        if self._session and source:
            self._session.bundles.open_file(source)

    @Slot()
    def _open_sample(self) -> None:
        self._fills = True
        self.open_vault(self._sample, create=True)

    @Slot(object)
    def _take_services(self, opened: object) -> None:
        services = cast("Services", opened)
        self._opening = None
        if self._ending:
            services.close()
            return
        self._offline.expect(services.reaches)
        workspace = Workspace()
        mode = self._memory.recall(Remembered.MODE)
        session = self._session = Session(services, workspace, Lanes.start(), mode, self)
        session.mode_used.connect(self._remember_mode)
        session.casework.chosen.connect(self._remember_case)
        if measured := self._measured.get(services.paths.root):
            session.searching.quality.recall(measured)
        session.searching.quality.measured.connect(self._keep_measured)
        self.window.show_session(session, workspace)
        self._remember(Remembered.VAULT, str(services.paths.root))
        session.casework.choose(self._cases().get(str(services.paths.root), ""))
        session.begin()
        if self._fills and services.paths.root == self._sample and not session.read_only:
            session.sample.fill()
        self._fills = False
        self._open_waiting_bundle()

    @Slot(object)
    def _fail(self, failure: object) -> None:
        folder, self._opening = self._opening, None
        if isinstance(failure, VaultNotFound):
            self.window.show_no_vault("There is no vault here", f"{folder}", folder)
        elif isinstance(failure, CofferError):
            self.window.show_no_vault(failure.message, failure.hint)
        else:
            self.window.show_no_vault("The vault could not be opened", f"{folder}")
            self._notifier.post(describe_failure(failure, key="vault"))

    @Slot()
    def _show_offline(self) -> None:
        self._offline.show(self.window)

    @Slot()
    def _show_guide(self) -> None:
        try:
            self._guide = self._guide or GuideWindow(
                [*self._around.guide(), keyboard_chapter(self.window.commands.shortcut_list())], self.window
            )
        except CofferError as error:
            self._notifier.post(describe_failure(error, key="guide"))
            return
        self._guide.show()
        self._guide.raise_()
        self._guide.box.setFocus()

    @Slot(object)
    def _tell_bug(self, report: BugReport) -> None:
        self._notifier.post(describe_bug_report(report, key=f"bug: {report.summary}"))

    @Slot(object)
    def _choose_theme(self, choice: ThemeChoice) -> None:
        self._theme.choose(choice)
        self._remember(Remembered.THEME, str(choice))

    @Slot(object)
    def _keep_measured(self, report: QualityReport) -> None:
        """Settings count from the next opening on: what was measured under the old ones is shown beside what is measured then."""
        if self._session:
            self._measured[self._session.services.paths.root] = report

    @Slot(object)
    def _remember_mode(self, mode: object) -> None:
        self._remember(Remembered.MODE, str(mode))

    @Slot(str)
    def _remember_case(self, case: str) -> None:
        if self._session:
            cases = self._cases() | {str(self._session.services.paths.root): case}
            self._remember(Remembered.CASES, json.dumps({vault: named for vault, named in cases.items() if named}))

    def _cases(self) -> dict[str, str]:
        """The case that was last worked on, by the folder of the vault; nothing where that was damaged."""
        try:
            found = json.loads(self._memory.recall(Remembered.CASES) or "{}")
        except ValueError:
            return {}
        return {str(vault): str(case) for vault, case in found.items()} if isinstance(found, dict) else {}

    @Slot()
    def _remember_window(self) -> None:
        self._remember(Remembered.GEOMETRY, self.window.place_on_screen)

    def _remember(self, name: Remembered, value: str) -> None:
        try:
            self._memory.remember(name, value)
        except CofferError as error:
            self._notifier.post(describe_failure(error, key="memory"))


def _remembered_theme(name: str) -> ThemeChoice:
    return ThemeChoice(name) if name in set(ThemeChoice) else ThemeChoice.SYSTEM
