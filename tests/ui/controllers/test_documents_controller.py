from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from desktop.application.ports import DocumentQuery
from desktop.domain.changes import Changes
from desktop.domain.errors import StorageProblem
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.documents_controller import DocumentsController
from desktop.ui.controllers.undo_stack import UndoStack
from desktop.ui.controllers.writing import Writing
from desktop.ui.models.blocks_model import BLOCK
from desktop.ui.panes.documents import DocumentsPane
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault, make_summary
from tests.ui.hearing import heard


@pytest.fixture
def pane(qtbot: QtBot) -> DocumentsPane:
    pane = DocumentsPane()
    qtbot.addWidget(pane)
    pane.resize(1000, 600)
    pane.show()
    return pane


@pytest.fixture
def documents(pane: DocumentsPane, vault: FakeVault, lane: InlineLane, owner: QObject) -> Iterator[DocumentsController]:
    controller = DocumentsController(pane, vault.services.library, lane, Writing(lane, backlogs_of(vault.services), owner), owner)
    yield controller
    controller.close()


def titles(pane: DocumentsPane, count: int) -> list[object]:
    return [pane.model.data(pane.model.index(row, 0)) for row in range(count)]


def test_the_list_begins_with_the_newest(qtbot: QtBot, pane: DocumentsPane, documents: DocumentsController, vault: FakeVault) -> None:
    documents.reload()

    assert pane.model.rowCount() == 450
    assert titles(pane, 2) == ["Report 000447", "Report 000419"]
    assert vault.library.queries == [DocumentQuery("", "imported_at", True, 0, 3 * BLOCK)]


def test_typing_filters_after_a_pause_and_asks_once(
    qtbot: QtBot, pane: DocumentsPane, documents: DocumentsController, vault: FakeVault
) -> None:
    documents.reload()
    for text in ("0", "00", "00044"):
        pane.filter_box.setText(text)
    qtbot.waitUntil(lambda: pane.model.rowCount() == 11)

    assert [query.text for query in vault.library.queries] == ["", "00044"]


def test_another_order_comes_at_once(qtbot: QtBot, pane: DocumentsPane, documents: DocumentsController) -> None:
    documents.reload()
    pane.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    assert titles(pane, 2) == ["Report 000001", "Report 000002"]


def test_rows_farther_down_are_fetched_when_they_are_looked_at(
    qtbot: QtBot, pane: DocumentsPane, documents: DocumentsController, vault: FakeVault
) -> None:
    vault.library.summaries = [make_summary(number) for number in range(2000)]
    documents.reload()
    pane.table.scrollToBottom()
    pane.table.viewport().repaint()

    qtbot.waitUntil(lambda: pane.model.row_at(1999) is not None)

    assert vault.library.queries[-1] == DocumentQuery("", "imported_at", True, 1800, BLOCK)


def test_many_changes_make_one_reload(qtbot: QtBot, pane: DocumentsPane, documents: DocumentsController, vault: FakeVault) -> None:
    documents.reload()
    vault.library.summaries.append(make_summary(1000))
    for _ in range(20):
        documents.take_changes(Changes(frozenset({"report-001000"})))
    qtbot.waitUntil(lambda: pane.model.rowCount() == 451)

    assert len(vault.library.queries) == 2


def test_no_change_is_no_reload(qtbot: QtBot, pane: DocumentsPane, documents: DocumentsController, vault: FakeVault) -> None:
    documents.take_changes(Changes())
    documents.reload()
    assert len(vault.library.queries) == 1


def test_deleting_can_be_undone(qtbot: QtBot, pane: DocumentsPane, documents: DocumentsController, vault: FakeVault) -> None:
    documents.reload()
    noticed, changed = heard(documents.noticed), heard(documents.changed)

    pane.delete_requested.emit(("report-000001", "report-000002"))
    assert noticed[-1].text == "2 documents moved to the vault’s trash."
    assert pane.model.rowCount() == 448

    noticed[-1].actions[0].run()
    assert [each.text for each in noticed[-2:]] == ["2 documents will be back in a moment.", "2 documents restored."]
    assert pane.model.rowCount() == 450
    assert changed == [Changes(frozenset({"report-000001", "report-000002"}))] * 2


def test_a_deletion_that_fails_midway_says_how_far_it_came(
    qtbot: QtBot, pane: DocumentsPane, documents: DocumentsController, vault: FakeVault
) -> None:
    noticed = heard(documents.noticed)
    vault.library.fail_after(1, StorageProblem("The file is locked.", "Close it there."))

    documents.delete(("report-000001", "report-000002", "report-000003"))

    assert [each.text for each in noticed] == ["The file is locked.", "1 document of 3 moved to the vault’s trash."]
    assert set(vault.library.in_trash) == {"report-000001"}


def test_a_failing_index_is_told(qtbot: QtBot, pane: DocumentsPane, documents: DocumentsController, vault: FakeVault) -> None:
    noticed = heard(documents.noticed)
    vault.library.failure = StorageProblem("The index could not be read.", "Run reindex.")

    documents.reload()

    assert [(each.text, each.hint) for each in noticed] == [("The index could not be read.", "Run reindex.")]


def test_what_could_not_be_brought_back_can_be_tried_again(
    qtbot: QtBot, pane: DocumentsPane, documents: DocumentsController, vault: FakeVault
) -> None:
    stack = UndoStack(documents)
    documents.undoable.connect(stack.push)
    documents.undone.connect(stack.forget)
    documents.delete(("report-000001", "report-000002"))
    vault.library.fail_after(1, StorageProblem("The disk is full."))
    stack.undo()
    assert set(vault.library.in_trash) == {"report-000002"}

    stack.undo()
    assert vault.library.in_trash == {}
