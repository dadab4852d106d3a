from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.changes import Changes
from desktop.domain.chunk import content_hash
from desktop.domain.errors import DocumentChanged
from desktop.domain.marking import Marking
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.editing_controller import EditingController
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.edit_documents import DocumentEdit, EditDocumentsDialog
from desktop.ui.dialogs.trash import TrashDialog
from tests.fakes.lanes import InlineLane
from tests.fakes.services import BODY, FakeVault
from tests.ui.hearing import button, heard


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.fixture
def editing(vault: FakeVault, lane: InlineLane, owner: QObject) -> Iterator[EditingController]:
    services = vault.services
    writing = Writing(lane, backlogs_of(services), owner)
    controller = EditingController(services.library, services.document_history, services.trash, lane, writing, owner)
    yield controller
    controller.close()


def test_a_text_is_saved_and_told_before_it_is_read_anew(vault: FakeVault, editing: EditingController) -> None:
    told: list[str] = []
    editing.text_saved.connect(lambda _: told.append("saved"))
    editing.changed.connect(lambda _: told.append("changed"))
    editing.save_text("report-000001", "Another text.\n", content_hash(BODY))
    assert vault.library.bodies["report-000001"] == "Another text.\n"
    assert told == ["saved", "changed"]


def test_a_text_that_changed_meanwhile_is_not_overwritten(vault: FakeVault, editing: EditingController) -> None:
    vault.library.failure = DocumentChanged("report-000001 was changed by another program.", "Copy your text.")
    saved, noticed = heard(editing.text_saved), heard(editing.noticed)
    editing.save_text("report-000001", "Another text.\n", content_hash(BODY))
    assert saved == []
    assert [(each.text, each.hint) for each in noticed] == [("report-000001 was changed by another program.", "Copy your text.")]


def test_many_documents_are_marked_at_once(vault: FakeVault, window: QWidget, editing: EditingController) -> None:
    changed = heard(editing.changed)
    documents = tuple(summary.document for summary in vault.library.summaries[:2])
    editing.edit_documents(documents, window)
    dialog = window.findChildren(EditDocumentsDialog)[0]
    dialog.marking.setCurrentIndex(dialog.marking.findText("TLP:RED"))
    dialog.accept()
    assert vault.library.updates == [(tuple(document.id for document in documents), Marking.RED, None, (), ())]
    assert changed == [Changes(frozenset(document.id for document in documents))]


def test_a_title_alone_touches_nothing_else(vault: FakeVault, editing: EditingController) -> None:
    editing.update(("report-000001",), DocumentEdit(title="A better title"))
    assert (vault.library.updates, vault.library.renamed) == ([], [("report-000001", "A better title")])


def test_what_could_not_be_done_is_told(vault: FakeVault, editing: EditingController) -> None:
    vault.library.problems = ("b.md could not be understood.",)
    noticed = heard(editing.noticed)
    editing.update(("a", "b"), DocumentEdit(tlp=Marking.RED))
    assert [each.text for each in noticed] == ["2 documents were changed.", "b.md could not be understood."]


def test_the_trash_is_listed_brought_back_and_emptied(
    vault: FakeVault, window: QWidget, editing: EditingController, monkeypatch: pytest.MonkeyPatch
) -> None:
    for summary in vault.library.summaries[:3]:
        vault.library.delete(summary.document.id)
    changed = heard(editing.changed)
    editing.show_trash(window)
    dialog = window.findChildren(TrashDialog)[0]
    assert dialog.table.rowCount() == 3

    dialog.table.selectRow(0)
    restored = dialog.selected_ids()
    button(dialog, "Restore").click()
    assert changed == [Changes(frozenset(restored))]
    assert dialog.table.rowCount() == 2

    dialog.remove_requested.emit(None)
    assert dialog.table.rowCount() == 0
    dialog.accept()


def test_what_was_edited_can_be_taken_back_by_its_message(vault: FakeVault, editing: EditingController) -> None:
    noticed, undoable, undone = heard(editing.noticed), heard(editing.undoable), heard(editing.undone)
    editing.update(("report-000001", "report-000002"), DocumentEdit(tlp=Marking.RED))
    editing.save_text("report-000001", "Another text.\n", content_hash(BODY))
    assert [each.text for each in noticed] == ["2 documents were changed.", "The text was saved and can be searched."]
    noticed[0].actions[0].run()
    assert vault.document_history.undone == [("report-000001", "report-000002")]
    assert [each.text for each in noticed[2:]] == [
        "It is taken back in a moment.",
        "The last change of each of 2 documents was taken back.",
    ]
    assert not any(each.actions for each in noticed[2:])
    assert undone == undoable[:1]


def test_an_earlier_text_is_brought_back(vault: FakeVault, editing: EditingController) -> None:
    changed, noticed = heard(editing.changed), heard(editing.noticed)
    editing.put_back("report-000001", "aa")
    assert vault.library.bodies["report-000001"] == "aa"
    assert changed == [Changes(frozenset({"report-000001"}))]
    assert noticed[-1].text == "That text is the present one again."
