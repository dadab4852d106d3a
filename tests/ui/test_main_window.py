from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QItemSelectionModel, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from desktop.application.ingest.extracting import EntitiesFound
from desktop.application.ports import DocumentQuery, LexiconTable
from desktop.domain.candidate import CandidateKind, Verdict
from desktop.domain.changes import Changes
from desktop.domain.errors import StorageProblem
from desktop.domain.fact import FactDraft
from desktop.domain.graph_export import ExportFormat
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import LedgerRow
from desktop.domain.marking import Marking
from desktop.domain.reading import OpenRequest
from desktop.domain.source import SourceCondition, SourceState
from desktop.ui.dialogs.about import AboutDialog
from desktop.ui.dialogs.document_picker import DocumentPicker
from desktop.ui.dialogs.edit_documents import DocumentEdit
from desktop.ui.dialogs.entity_picker import EntityPicker
from desktop.ui.dialogs.export_graph import ExportGraphDialog
from desktop.ui.dialogs.models import ModelsDialog
from desktop.ui.dialogs.open_bundle import OpenBundleDialog
from desktop.ui.dialogs.problems import ProblemsDialog
from desktop.ui.dialogs.shortcuts import ShortcutsDialog
from desktop.ui.dialogs.sources import SourcesDialog
from desktop.ui.dialogs.why_not import WhyNotDialog
from desktop.ui.jobs.lane import Lanes
from desktop.ui.main_window import MainWindow
from desktop.ui.notifier import Notice, Notifier, Severity
from desktop.ui.session import Session
from desktop.ui.theme import ThemeChoice
from desktop.ui.widgets.drop_hint import DropHint
from desktop.ui.widgets.navigation import Place
from desktop.ui.workspace import Workspace
from tests.fakes.documents import a_document
from tests.fakes.extractions import APT28, HEADLACE, put_extracted
from tests.fakes.lanes import HeldLane, InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import button, heard, visible_texts


class Opened:
    """A window with an open vault, on lanes without threads."""

    def __init__(self, qtbot: QtBot, vault: FakeVault, ingest: InlineLane | HeldLane) -> None:
        self.vault = vault
        self.window = MainWindow(Notifier())
        qtbot.addWidget(self.window)
        self.workspace = Workspace()
        lanes = Lanes(*cast("Any", (ingest, InlineLane(), InlineLane(), InlineLane())))
        self.session = Session(vault.services, self.workspace, lanes, parent=self.window)
        self.window.show()
        self.window.show_session(self.session, self.workspace)
        self.session.begin()

    @property
    def notices(self) -> list[str]:
        return [notice.text for notice in self.window.messages.notices()]

    @property
    def importing(self) -> list[tuple[Path, ...]]:
        return self.vault.importer.calls


@pytest.fixture
def open_window(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[..., Opened]]:
    opened: list[Opened] = []

    def make(ingest: InlineLane | HeldLane | None = None, **facts: Any) -> Opened:
        vault = FakeVault(tmp_path / "North", **{"documents": 12, **facts})
        opened.append(Opened(qtbot, vault, ingest or InlineLane()))
        return opened[-1]

    yield make
    for each in opened:
        each.session.close()


def shown_rows(opened: Opened) -> list[LedgerRow]:
    model = opened.workspace.imports.model
    return [row for each in range(model.rowCount()) if (row := model.row_at(each))]


def mime(*urls: str) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl(url) for url in urls])
    return data


def drag(window: MainWindow, data: QMimeData) -> QDragEnterEvent:
    event = QDragEnterEvent(QPoint(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    window.dragEnterEvent(event)
    return event


def drop(window: MainWindow, data: QMimeData) -> None:
    window.dropEvent(QDropEvent(QPointF(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier))


def test_dropped_files_are_imported_and_summed_up(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    data = mime("file:///cases/a.pdf", "file:///cases/fail.pdf")
    assert drag(opened.window, data).isAccepted()
    assert "Drop to import" in visible_texts(opened.window)

    drop(opened.window, data)

    assert opened.importing == [(Path("/cases/a.pdf"), Path("/cases/fail.pdf"))]
    assert "Drop to import" not in visible_texts(opened.window)
    assert opened.notices == ["1 imported, 1 failed."]
    qtbot.waitUntil(lambda: "13 documents" in visible_texts(opened.window))

    button(opened.window.messages, "Show files…").click()
    assert opened.workspace.place is Place.IMPORTS
    assert [row.path for row in shown_rows(opened)] == ["/cases/fail.pdf"]


def test_what_is_no_file_of_this_machine_cannot_be_dropped(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    data = mime("https://example.org/report.pdf")
    assert not drag(opened.window, data).isAccepted()
    drop(opened.window, data)
    assert opened.importing == []


def test_a_dropped_language_model_is_shown_and_not_imported(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    data = mime("file:///stick/own.GGUF", "file:///cases/a.pdf", "file:///stick/second.gguf")
    drag(opened.window, data)
    assert "Drop to look at this language model" in visible_texts(opened.window)
    drop(opened.window, data)
    assert opened.importing == [(Path("/cases/a.pdf"),)]
    (dialog,) = opened.window.findChildren(ModelsDialog)
    assert dialog.card.path.text().endswith("\n/stick/own.GGUF")
    assert "One language model is looked at at a time: not second.gguf." in opened.notices
    dialog.reject()


def test_the_model_in_use_is_shown_on_request(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.window.commands.models.trigger()
    (dialog,) = opened.window.findChildren(ModelsDialog)
    assert dialog.isVisible()
    opened.session.models.close()
    assert not dialog.isVisible()


def test_a_drag_that_leaves_takes_its_hint_along(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    data = mime("file:///cases/a.pdf")
    drag(opened.window, data)
    opened.window.dragLeaveEvent(QDragLeaveEvent())
    assert "Drop to import" not in visible_texts(opened.window)


def test_no_text_field_swallows_a_drop(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    assert not opened.workspace.search.box.acceptDrops()
    assert not opened.workspace.documents.filter_box.acceptDrops()


def test_files_and_folders_can_be_chosen(qtbot: QtBot, open_window: Callable[..., Opened], monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_window()
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (["/cases/a.pdf"], ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "/cases/all")
    opened.window.commands.import_files.trigger()
    opened.window.commands.import_folder.trigger()
    assert opened.importing == [(Path("/cases/a.pdf"),), (Path("/cases/all"),)]

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([], ""))
    opened.window.commands.import_files.trigger()
    assert len(opened.importing) == 2


def test_a_document_opens_beside_the_list_and_closes_again(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    reader = opened.workspace.reader
    assert not reader.isVisible()

    opened.workspace.documents.open_requested.emit(OpenRequest("report-000001"))
    assert reader.isVisible()
    assert opened.workspace.documents.isVisible()

    opened.window.commands.close_reader.trigger()
    assert not reader.isVisible()


def test_documents_whose_selection_is_not_seen_are_not_deleted_from_another_place(open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.workspace.documents.table.selectRow(0)
    commands = opened.window.commands
    changing = (commands.delete, commands.edit_documents, commands.convert_again)
    assert all(each.isEnabled() for each in changing)
    commands.graph.trigger()
    assert not any(each.isEnabled() for each in changing)
    commands.documents.trigger()
    assert all(each.isEnabled() for each in changing)


def test_deleting_the_document_that_is_read_closes_it(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    documents = opened.workspace.documents
    assert not opened.window.commands.delete.isEnabled()
    documents.table.selectRow(0)
    documents.open_current()
    assert opened.window.commands.delete.isEnabled()

    opened.window.commands.delete.trigger()

    assert opened.notices == ["1 document moved to the vault’s trash."]
    assert not opened.workspace.reader.isVisible()
    button(opened.window.messages, "Undo").click()
    assert documents.model.rowCount() == 12


def test_what_was_imported_is_found_by_the_search_that_stands_once_it_has_been_taken_in(
    qtbot: QtBot, open_window: Callable[..., Opened]
) -> None:
    opened = open_window()
    opened.workspace.search.box.setText("ryuk")
    asked = opened.vault.searcher.queries
    qtbot.waitUntil(lambda: len(asked) == 1)

    opened.session.writing.backlogs_ended.emit()
    assert len(asked) == 1

    opened.session.imports.changed.emit(Changes(frozenset({"report-000001"})))
    assert len(asked) == 1
    opened.session.writing.backlogs_ended.emit()
    assert [each.text for each in asked] == ["ryuk", "ryuk"]


def test_the_keyboard_is_in_the_list_as_soon_as_a_vault_is_open(open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    assert opened.window.focusWidget() is opened.workspace.documents.table


def test_what_documents_mention_is_offered_in_the_graph_as_soon_as_it_was_found(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.window.commands.graph.trigger()
    assert "APT28" not in visible_texts(opened.workspace.graph.starts)
    body = "APT28 uses Headlace."
    opened.vault.facts.documents.place(a_document("one"), body)
    put_extracted(opened.vault.index, "one", body)

    opened.session.writing.backlog_partial.emit((EntitiesFound("one"),))

    qtbot.waitUntil(lambda: "APT28" in visible_texts(opened.workspace.graph.starts))


def test_the_marking_of_what_a_picture_of_the_graph_was_made_of_is_shown(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    body = "APT28 uses Headlace."
    opened.vault.facts.documents.place(a_document("one"), body)
    put_extracted(opened.vault.index, "one", body)
    opened.window.commands.graph.trigger()
    assert opened.workspace.on_screen == ()
    changed = heard(opened.workspace.screen_changed)

    opened.workspace.graph.begin_requested.emit((APT28.id,))

    assert opened.workspace.on_screen == ("one",)
    assert changed
    opened.workspace.graph.clear_requested.emit()
    assert opened.workspace.on_screen == ()


def test_everything_is_shown_anew_from_an_index_that_was_made_anew(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    body = "APT28 uses Headlace."
    opened.vault.facts.documents.place(a_document("one"), body)
    put_extracted(opened.vault.index, "one", body)
    opened.vault.facts.memory.remember(FactDraft("Headlace is theirs."))

    opened.session.upkeep.rebuilt.emit()

    assert opened.workspace.memory.model.rowCount() == 1
    opened.window.commands.graph.trigger()
    assert "APT28" in visible_texts(opened.workspace.graph.starts)


def test_keys_lead_to_places(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    assert opened.workspace.place is Place.DOCUMENTS
    opened.window.commands.search_box.trigger()
    assert opened.workspace.place is Place.SEARCH
    opened.window.commands.documents.trigger()
    assert opened.workspace.place is Place.DOCUMENTS
    opened.window.commands.search.trigger()
    assert opened.workspace.place is Place.SEARCH


def test_find_goes_where_one_reads(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.window.commands.find.trigger()
    assert opened.window.focusWidget() is opened.workspace.documents.filter_box

    opened.workspace.documents.open_requested.emit(OpenRequest("report-000001"))
    opened.window.commands.find.trigger()
    assert opened.workspace.reader.find_bar.isVisible()


def test_a_vault_for_reading_is_shown_as_such(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window(writer="Coffer on desk-4 (process 12)")
    commands = opened.window.commands

    assert opened.notices == ["This vault is open for reading only: it is held by Coffer on desk-4 (process 12)."]
    assert opened.window.vault_status.text == "Read only · North"
    assert not any(action.isEnabled() for action in (commands.import_files, commands.import_folder, commands.delete))
    drop(opened.window, mime("file:///cases/a.pdf"))
    assert opened.importing == []
    assert opened.vault.maintenance.runs == 0

    opened.workspace.documents.table.setFocus()
    opened.workspace.documents.table.selectRow(0)
    qtbot.keyClick(opened.workspace.documents.table, Qt.Key.Key_Delete)
    assert opened.vault.library.in_trash == {}


def test_what_does_not_work_is_said_once_and_again_on_request(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window(warnings=("No embedding model.", "No language model."))
    assert opened.notices == ["No embedding model.", "No language model."]
    assert opened.window.vault_status.text == "2 limits · North"

    for key in ("limit: No embedding model.", "limit: No language model."):
        opened.window.messages.dismiss(key)
    opened.window.vault_status.limits_requested.emit()
    assert len(opened.notices) == 2


def test_progress_is_in_the_status_bar_and_can_be_stopped(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    held = HeldLane()
    opened = open_window(held)
    held.run_all()
    opened.session.import_paths([Path("a.pdf")])
    assert opened.window.import_status.isVisible()

    button(opened.window.import_status, "Stop").click()
    held.run_all()

    assert opened.importing == []
    assert not opened.window.import_status.isVisible()


def test_closing_during_an_import_needs_no_question_for_it_is_gone_on_with(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    held = HeldLane()
    opened = open_window(held)
    held.run_all()
    closed = heard(opened.window.closed)
    opened.session.import_paths([Path("a.pdf")])

    assert opened.window.close()
    assert len(closed) == 1
    opened.session.imports.cancel()
    held.run_all()


@pytest.mark.parametrize(("answer", "closes"), [(QMessageBox.StandardButton.Cancel, False), (QMessageBox.StandardButton.Discard, True)])
def test_a_changed_text_keeps_the_window_and_the_vault_open_unless_it_is_let_go(
    qtbot: QtBot, open_window: Callable[..., Opened], monkeypatch: pytest.MonkeyPatch, answer: QMessageBox.StandardButton, closes: bool
) -> None:
    opened = open_window()
    opened.session.open(OpenRequest("report-000001"))
    reader = opened.workspace.reader
    reader.begin_editing()
    qtbot.keyClicks(reader.editor.text, "X")
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answer)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "/cases/South")
    requested = heard(opened.window.vault_requested)

    opened.window.commands.open_vault.trigger()
    assert len(requested) == int(closes)
    reader.editor.text.document().setModified(True)
    reader.editor.show()
    assert opened.window.close() is closes


@pytest.mark.parametrize(("answer", "closes"), [(QMessageBox.StandardButton.Cancel, False), (QMessageBox.StandardButton.Discard, True)])
def test_a_fact_that_is_written_keeps_the_window_and_the_vault_open_unless_it_is_let_go(
    qtbot: QtBot, open_window: Callable[..., Opened], monkeypatch: pytest.MonkeyPatch, answer: QMessageBox.StandardButton, closes: bool
) -> None:
    opened = open_window()
    memory = opened.workspace.memory
    memory.begin_draft()
    memory.form.text.setPlainText("What I concluded.")
    opened.workspace.show_documents()
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answer)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "/cases/South")
    requested = heard(opened.window.vault_requested)

    opened.window.commands.open_vault.trigger()
    assert len(requested) == int(closes)
    assert opened.window.close() is closes
    assert memory.form.text.toPlainText() == "What I concluded."


def test_earlier_imports_can_be_looked_up(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.session.import_paths([Path("a.pdf"), Path("again.pdf")])
    opened.window.commands.imports.trigger()
    qtbot.waitUntil(lambda: [row.path for row in shown_rows(opened)] == ["again.pdf", "a.pdf"])


def test_vaults_are_asked_for(qtbot: QtBot, open_window: Callable[..., Opened], monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_window()
    requested: list[tuple[Path, bool]] = []
    opened.window.vault_requested.connect(lambda folder, create: requested.append((folder, create)))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "/cases/South")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("/cases/New", ""))

    opened.window.commands.open_vault.trigger()
    opened.window.commands.new_vault.trigger()

    assert requested == [(Path("/cases/South"), False), (Path("/cases/New"), True)]


def test_without_a_vault_one_can_be_made_where_none_is(qtbot: QtBot) -> None:
    window = MainWindow(Notifier())
    qtbot.addWidget(window)
    window.show()
    requested: list[tuple[Path, bool]] = []
    window.vault_requested.connect(lambda folder, create: requested.append((folder, create)))

    window.show_opening(Path("/cases/North"))
    assert {"Opening the vault…", "/cases/North"} <= visible_texts(window)
    window.show_no_vault("There is no vault here", "/cases/North", Path("/cases/North"))
    button(window, "Make a vault here").click()
    window.show_no_vault("This vault is newer than this Coffer.", "Update Coffer.")

    assert requested == [(Path("/cases/North"), True)]
    assert "Make a vault here" not in visible_texts(window)
    assert not window.commands.import_files.isEnabled()


def test_help_is_there(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.window.commands.about.trigger()
    opened.window.commands.shortcuts.trigger()
    dialogs = [*opened.window.findChildren(AboutDialog), *opened.window.findChildren(ShortcutsDialog)]
    assert [dialog.isVisible() for dialog in dialogs] == [True, True]
    for dialog in dialogs:
        dialog.close()


def test_a_theme_can_be_chosen(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    chosen = heard(opened.window.theme_chosen)
    opened.window.show_theme_choice(ThemeChoice.SYSTEM)
    opened.window.commands.theme_choices[ThemeChoice.DARK].trigger()
    assert chosen == [ThemeChoice.DARK]


def test_messages_from_before_the_window_are_drawn(qtbot: QtBot) -> None:
    notifier = Notifier()
    notifier.post(Notice(Severity.INFO, "Early bird."))
    window = MainWindow(notifier)
    qtbot.addWidget(window)
    assert [notice.text for notice in window.messages.notices()] == ["Early bird."]


def test_the_window_stands_again_where_it_stood(qtbot: QtBot) -> None:
    first, second = MainWindow(Notifier()), MainWindow(Notifier())
    for window in (first, second):
        qtbot.addWidget(window)
    first.resize(700, 600)
    second.restore_place(first.place_on_screen)
    assert second.size() == first.size()
    second.restore_place("no geometry at all")


def test_what_is_dropped_is_marked_and_tagged_as_was_chosen_before(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.window.next_import.panel.choices[Marking.AMBER].click()
    opened.window.next_import.panel.tag_line.setText("case-7")
    drag(opened.window, mime("file:///cases/a.pdf"))
    hint = opened.window.findChild(DropHint)
    assert hint is not None
    assert {"TLP:AMBER", "Tagged case-7"} <= visible_texts(hint)
    drop(opened.window, mime("file:///cases/a.pdf"))
    qtbot.waitUntil(lambda: opened.vault.importer.options == [ImportOptions(Marking.AMBER, ("case-7",))])


def test_what_cut_an_import_short_is_no_longer_said_once_it_was_gone_on_with(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    messages = opened.window.messages
    opened.vault.importer.failure = StorageProblem("The disk is full.", "Free some space.")
    opened.session.import_paths([Path("a.pdf"), Path("b.pdf")])
    qtbot.waitUntil(lambda: [each.text for each in messages.notices()] == ["The disk is full."])
    assert messages.notices()[0].hint == "Free some space. So far: 2 not read yet."
    opened.vault.importer.failure = None
    opened.session.imports.resume("job-1")
    qtbot.waitUntil(lambda: [each.text for each in messages.notices()] == ["2 imported."])


def test_originals_that_changed_are_listed_and_can_be_imported_again(
    qtbot: QtBot, qapp: QApplication, open_window: Callable[..., Opened]
) -> None:
    opened = open_window()
    opened.vault.maintenance.states = (SourceState("report-000001", "/cases/a.pdf", SourceCondition.CHANGED),)
    opened.window.commands.check_sources.trigger()
    qtbot.waitUntil(lambda: opened.window.findChild(SourcesDialog) is not None)
    button(opened.window.findChild(SourcesDialog), "Import the changed again").click()
    qtbot.waitUntil(lambda: opened.vault.importer.calls == [(Path("/cases/a.pdf"),)])


def test_the_vault_is_checked_and_its_problems_are_listed(qtbot: QtBot, qapp: QApplication, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.window.commands.check.trigger()
    assert opened.notices == ["The vault is sound: files, index and audit log agree."]

    opened.vault.maintenance.problems = ("docs/a.md is gone.", "docs/b.md is gone.")
    opened.window.commands.check.trigger()
    dialog = opened.window.findChildren(ProblemsDialog)[0]
    assert "2 problems were found" in visible_texts(dialog)
    button(dialog, "Copy list").click()
    assert qapp.clipboard().text() == "docs/a.md is gone.\ndocs/b.md is gone."
    dialog.close()


@pytest.mark.parametrize(("answer", "rebuilds"), [(QMessageBox.StandardButton.Yes, 1), (QMessageBox.StandardButton.No, 0)])
def test_the_index_is_rebuilt_only_when_that_was_meant(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, open_window: Callable[..., Opened], answer: QMessageBox.StandardButton, rebuilds: int
) -> None:
    opened = open_window()
    monkeypatch.setattr(QMessageBox, "question", lambda *_: answer)
    opened.window.commands.rebuild.trigger()
    assert opened.vault.maintenance.rebuilds == rebuilds


def test_who_may_only_read_is_not_offered_to_rebuild(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window(writer="Coffer (process 1 on north)")
    assert not opened.window.commands.rebuild.isEnabled()
    assert not opened.window.commands.check.isEnabled()


def test_a_key_goes_into_the_open_document_and_back(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    space = opened.workspace
    space.documents.table.setFocus()
    opened.window.commands.other_side.trigger()
    assert opened.window.focusWidget() is space.documents.table

    opened.session.open(OpenRequest(opened.vault.library.rows(DocumentQuery())[0].document.id))
    opened.window.commands.other_side.trigger()
    assert opened.window.focusWidget() is space.reader.markdown
    opened.window.commands.other_side.trigger()
    assert opened.window.focusWidget() is space.documents.table

    opened.window.commands.other_side.trigger()
    opened.window.commands.close_reader.trigger()
    assert opened.window.focusWidget() is space.documents.table


def test_the_key_of_a_place_puts_the_keyboard_there(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.window.commands.search.trigger()
    assert opened.window.focusWidget() is opened.workspace.search.box
    opened.window.commands.documents.trigger()
    assert opened.window.focusWidget() is opened.workspace.documents.table


def test_what_was_deleted_comes_back_by_a_key_even_when_its_message_is_gone(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    for row in (0, 3):
        opened.workspace.documents.table.selectRow(row)
        opened.window.commands.delete.trigger()
    opened.window.messages.dismiss("delete")
    assert opened.vault.library.count(DocumentQuery()) == 10

    opened.window.commands.undo.trigger()
    opened.window.commands.undo.trigger()
    assert opened.vault.library.count(DocumentQuery()) == 12
    opened.window.commands.undo.trigger()
    assert opened.notices[-1] == "Nothing was done that could be taken back."


def test_what_was_brought_back_by_its_message_is_not_brought_back_again(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.workspace.documents.table.selectRow(0)
    opened.window.commands.delete.trigger()
    button(opened.window.messages, "Undo").click()
    opened.window.commands.undo.trigger()
    assert opened.notices[-1] == "Nothing was done that could be taken back."


def test_a_marking_is_taken_back_by_the_key_that_takes_back_a_deletion(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.session.editing.update(("report-000002",), DocumentEdit(tlp=Marking.RED))
    opened.workspace.documents.table.selectRow(0)
    opened.window.commands.delete.trigger()
    opened.window.commands.undo.trigger()
    assert opened.vault.library.count(DocumentQuery()) == 12
    assert opened.vault.document_history.undone == []
    opened.window.commands.undo.trigger()
    assert opened.vault.document_history.undone == [("report-000002",)]


def test_the_history_of_what_is_selected_or_open_is_a_key_away(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.window.commands.history.trigger()
    assert opened.session.history.dialog is None
    opened.workspace.documents.table.selectRow(0)
    opened.window.commands.history.trigger()
    dialog = opened.session.history.dialog
    assert dialog is not None
    assert dialog.isVisible()
    dialog.bring_back.click()
    assert opened.notices[-1] == "That text is the present one again."
    dialog.close()


def searched(qtbot: QtBot, opened: Opened, text: str = "headlace") -> None:
    opened.workspace.show_search()
    opened.workspace.search.box.setText(text)
    qtbot.waitUntil(lambda: bool(opened.workspace.search.results.model().rowCount()))


def test_whoever_reads_a_hit_goes_on_to_the_next_and_back_to_the_query(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    reader, search = opened.workspace.reader, opened.workspace.search
    searched(qtbot, opened)
    search.step(1)
    assert reader.header.title.text() == "Report 000001"

    reader.focus_text()
    qtbot.keyClick(reader.markdown, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert reader.header.title.text() == "Report 000002"
    qtbot.keyClick(reader.markdown, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert reader.header.title.text() == "Report 000001"
    assert reader.markdown.hasFocus()

    qtbot.keyClick(reader.markdown, Qt.Key.Key_Escape)
    assert opened.window.focusWidget() is search.box


def test_an_editor_keeps_the_keys_that_step(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    searched(qtbot, opened)
    opened.workspace.search.step(1)
    reader = opened.workspace.reader
    reader.begin_editing()
    qtbot.keyClick(reader.editor.text, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert reader.header.title.text() == "Report 000001"
    assert reader.editor.text.textCursor().hasSelection()
    reader.end_editing("report-000001")


def test_searches_are_made_ready_for_in_the_background_once_a_vault_is_open(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    qtbot.waitUntil(lambda: opened.vault.searcher.woken == 1)
    drop(opened.window, mime("file:///cases/a.pdf"))
    qtbot.waitUntil(lambda: opened.vault.searcher.woken == 2)


def test_a_document_is_picked_to_search_in(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    searched(qtbot, opened)
    opened.workspace.search.document_wanted.emit()
    picker = opened.window.findChildren(DocumentPicker)[0]
    picker.filter_box.setText("000007")
    picker.accept()
    assert [chip.words for chip in opened.workspace.search.steering.chips] == ["In: Report 000007"]


def test_lookup_and_quality_are_places_of_their_own(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.window.commands.lookup.trigger()
    assert opened.workspace.place is Place.LOOKUP
    assert opened.window.focusWidget() is opened.workspace.lookup.box
    opened.window.commands.quality.trigger()
    assert opened.workspace.place is Place.QUALITY
    assert opened.window.focusWidget() is opened.workspace.quality.begin


def test_the_current_search_becomes_a_golden_query(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.workspace.quality.begin.click()
    assert opened.notices == ["Search for something first: what stands in the search box becomes the golden query."]
    searched(qtbot, opened)
    opened.workspace.quality.begin.click()
    picker = opened.window.findChildren(DocumentPicker)[0]
    picker.filter_box.setText("000007")
    picker.accept()
    golden = opened.workspace.quality.current_query
    assert golden is not None
    assert (golden.query, golden.expected) == ("headlace", ("report-000007",))
    opened.workspace.quality.search_requested.emit("ryuk")
    assert opened.workspace.search.box.text() == "ryuk"


def test_why_a_document_is_not_found_is_asked_of_the_search_and_of_the_list(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.workspace.documents.why_requested.emit("report-000001")
    assert opened.notices[0].startswith("Search for something first")
    opened.vault.desk.put("report-000001", "nothing", "Report 000001")
    searched(qtbot, opened)
    opened.workspace.search.said.why.click()
    picker = opened.window.findChildren(DocumentPicker)[0]
    picker.filter_box.setText("000001")
    picker.accept()
    dialog = opened.window.findChildren(WhyNotDialog)[0]
    assert "Report 000001" in visible_texts(dialog)
    dialog.expecting.click()
    dialog.reject()
    assert opened.workspace.quality.model.row_of("headlace") == 0


def test_what_was_asked_is_kept_and_opened_again_from_the_list(open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    pane = opened.workspace.search
    opened.workspace.show_search()
    pane.box.setText("Who is APT28?")
    pane.ask.click()
    pane.card.put_away()
    pane.box.clear()
    titles = [pane.kept.model().index(row, 0).data() for row in range(pane.kept.model().rowCount())]
    assert titles[:2] == ["Asked lately", "Who is APT28?"]
    pane.kept.enter()
    pane.kept.clicked.emit(pane.kept.model().index(1, 0))
    assert (pane.card.isVisible(), pane.card.question.text()) == (True, "Who is APT28?")


def test_what_is_at_hand_is_shown_in_the_graph(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    graph, place = opened.workspace.graph, opened.workspace.show_place
    documents, how = opened.workspace.documents, QItemSelectionModel.SelectionFlag
    documents.table.selectionModel().setCurrentIndex(documents.model.index(0, 0), how.ClearAndSelect | how.Rows)
    (chosen,) = documents.selected_ids()
    put_extracted(opened.vault.index, chosen, "APT28 uses Headlace. APT28 targets Poland.", title="Twelve")
    opened.window.commands.show_in_graph.trigger()
    assert opened.workspace.place is Place.GRAPH
    assert {each.label for each in graph.picture.nodes} == {"Twelve", "APT28", "Headlace", "Poland"}
    graph.clear_requested.emit()
    place(Place.SEARCH)
    searched(qtbot, opened)
    opened.workspace.search.results.enter()
    begun = heard(graph.passage_requested)
    opened.window.commands.show_in_graph.trigger()
    passage = opened.workspace.search.results.current_passage
    assert passage
    assert begun == [(passage.document_id, passage.start, passage.end)]


def test_an_entity_of_the_graph_leads_into_the_reader(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.workspace.graph.open_requested.emit(OpenRequest("report-000003"))
    assert opened.workspace.reader.shown_document == "report-000003"


def test_a_name_is_merged_in_the_review_and_an_acceptance_taken_back_by_the_key_of_undo(
    qtbot: QtBot, open_window: Callable[..., Opened]
) -> None:
    opened = open_window()
    body = "APT28 uses Headlace. Tsar Team was there."
    opened.vault.facts.documents.place(a_document("one"), body)
    put_extracted(opened.vault.index, "one", body)
    opened.window.commands.review.trigger()
    review = opened.workspace.review
    assert (opened.workspace.place, opened.workspace.on_screen) == (Place.REVIEW, ("one",))
    review.give_verdict(Verdict.ACCEPTED)
    assert len(opened.vault.facts.files.files) == 1
    opened.window.commands.undo.trigger()
    assert opened.vault.facts.files.files == {}

    review.filters.choose_kind(CandidateKind.SHARED)
    review.give_verdict(Verdict.MERGED)
    (picker,) = opened.window.findChildren(EntityPicker)
    picker.accept()
    (row,) = opened.vault.lexicon.rows(LexiconTable.ALIASES)
    assert (row["name"], row["status"], row["other"]) == ("Tsar Team", "same", APT28.id)


def test_a_bundle_that_is_dropped_is_opened_and_not_imported(open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    drag(opened.window, mime("file:///stick/alpha.coffer"))
    hint = opened.window.findChild(DropHint)
    assert hint is not None
    assert "Drop to open this case bundle" in visible_texts(hint)
    drop(opened.window, mime("file:///stick/alpha.coffer", "file:///stick/beta.coffer.age"))
    assert [source for source, _ in opened.vault.bundles.openings] == [Path("/stick/alpha.coffer")]
    assert opened.importing == []
    assert "One case bundle is looked at at a time: not beta.coffer.age." in opened.notices
    dialog = opened.window.findChild(OpenBundleDialog)
    assert dialog is not None
    dialog.reject()


def test_what_is_drawn_in_the_graph_is_offered_for_export(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    documents, how = opened.workspace.documents, QItemSelectionModel.SelectionFlag
    documents.table.selectionModel().setCurrentIndex(documents.model.index(0, 0), how.ClearAndSelect | how.Rows)
    put_extracted(opened.vault.index, documents.selected_ids()[0], "APT28 uses Headlace.", title="One")
    opened.window.commands.show_in_graph.trigger()
    assert opened.workspace.graph.drawn_entities == (APT28.id, HEADLACE.id)
    opened.window.commands.export.trigger()
    (dialog,) = opened.window.findChildren(ExportGraphDialog)
    assert dialog.scope.currentText() == "What the graph shows, or what is chosen in it (2)"
    dialog.reject()


def test_the_graph_s_own_menu_offers_the_form_that_was_asked_for(qtbot: QtBot, open_window: Callable[..., Opened]) -> None:
    opened = open_window()
    opened.workspace.graph.graph_export_requested.emit(ExportFormat.STIX)
    (dialog,) = opened.window.findChildren(ExportGraphDialog)
    assert dialog.form.currentText() == "STIX 2.1 bundle"
    dialog.reject()
