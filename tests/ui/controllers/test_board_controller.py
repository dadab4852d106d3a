from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QInputDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.ach import Rating
from desktop.domain.errors import StorageProblem
from desktop.domain.fact import indexed_id
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.board_controller import BoardController
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.board import BoardDialog
from desktop.ui.widgets.board_table import FIRST
from tests.fakes.documents import a_document
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


@pytest.fixture
def controller(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> Iterator[BoardController]:
    window, services = QWidget(), vault.services
    qtbot.addWidget(window)
    writing = Writing(lane, backlogs_of(services), owner)
    controller = BoardController(
        services.boards, services.board_exports, services.memory, lane, writing, window, changeable=True, parent=owner
    )
    yield controller
    controller.close()
    if controller.dialog:
        controller.dialog.close()


def shown(controller: BoardController) -> BoardDialog:
    controller.show()
    assert controller.dialog is not None
    return controller.dialog


def test_a_board_is_begun_rated_and_there_again(qtbot: QtBot, controller: BoardController, vault: FakeVault) -> None:
    fact_id = vault.facts.keep("Heron was seen.")
    dialog = shown(controller)
    dialog.begin_requested.emit("Who did it?")
    board = vault.services.boards.all()[0]
    dialog.show_sheet(vault.services.boards.read(vault.services.boards.keep(board.with_hypothesis("Heron")).id))
    dialog.forget()
    dialog.facts.setCurrentRow(0)
    dialog.add_evidence.click()
    dialog.table.setCurrentCell(0, FIRST)
    qtbot.keyClick(dialog.table, Qt.Key.Key_I)
    kept = vault.services.boards.all()[0]
    assert (kept.title, kept.evidence[0].fact_id, kept.evidence[0].ratings) == ("Who did it?", fact_id, (Rating.INCONSISTENT,))
    opened = heard(controller.open_requested)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    assert opened == [indexed_id(fact_id)]


def test_what_cannot_be_kept_is_said(controller: BoardController, vault: FakeVault, monkeypatch: pytest.MonkeyPatch) -> None:
    noticed = heard(controller.noticed)
    dialog = shown(controller)

    def refuse(*_: object, **__: object) -> None:
        raise StorageProblem("The disk is full.", "Free some space.")

    monkeypatch.setattr("desktop.adapters.board_files.replace_file", refuse)
    dialog.begin_requested.emit("Who?")
    assert [each.text for each in noticed] == ["The disk is full."]


def begun(controller: BoardController, title: str = "Who?") -> BoardDialog:
    dialog = shown(controller)
    dialog.begin_requested.emit(title)
    return dialog


def titles(dialog: BoardDialog) -> list[str]:
    return [dialog.boards.itemText(place) for place in range(dialog.boards.count())]


def test_what_was_changed_is_taken_back_in_turn(controller: BoardController, vault: FakeVault) -> None:
    dialog, steps = begun(controller), heard(controller.undoable)
    first = vault.services.boards.all()[0].with_hypothesis("Heron")
    for board in (first, first.with_hypothesis("Otter")):
        dialog.changed.emit(board)
    assert vault.services.boards.all()[0].hypotheses == ("Heron", "Otter")
    steps[1]()
    assert vault.services.boards.all()[0].hypotheses == ("Heron",)
    assert dialog.table.columnCount() == FIRST + 1
    steps[0]()
    assert vault.services.boards.all()[0].hypotheses == ()


def test_a_board_is_renamed_moved_to_the_trash_and_back(
    controller: BoardController, vault: FakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog, steps = begun(controller), heard(controller.undoable)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: (" Who  else? ", True))
    dialog.rename.click()
    assert (titles(dialog), vault.services.boards.all()[0].title) == (["Who else?"], "Who else?")
    dialog.trash.click()
    assert (titles(dialog), vault.services.boards.all(), dialog.table.columnCount()) == ([], (), FIRST)
    steps[-1]()
    assert (titles(dialog), vault.services.boards.all()[0].title) == (["Who else?"], "Who else?")


def test_undo_from_the_board_asks_for_what_was_done_last(qtbot: QtBot, controller: BoardController) -> None:
    dialog = begun(controller)
    with qtbot.waitSignal(controller.undo_requested, timeout=1000):
        qtbot.keyClick(dialog.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


def test_a_key_opens_the_sources_of_evidence_one_after_the_other(qtbot: QtBot, controller: BoardController, vault: FakeVault) -> None:
    body = "Heron was seen. Heron was seen again."
    vault.facts.documents.place(a_document("report-1", "A report"), body)
    sources = (("report-1", 0, 15), ("report-1", 16, 37))
    dialog = begun(controller)
    opened = heard(controller.source_opened)
    board = vault.services.boards.all()[0]
    vault.services.boards.keep(board.with_evidence(vault.facts.keep("Heron was seen.", sources=sources)))
    dialog.forget()
    dialog.table.setCurrentCell(0, 0)
    for _ in range(3):
        qtbot.keyClick(dialog.table, Qt.Key.Key_S)
    assert [(each.document_id, each.start, each.end) for each in opened] == [("report-1", 0, 15), ("report-1", 16, 37), ("report-1", 0, 15)]
    assert dialog.said.text() == "Source 1 of 2, shown in the window behind: A report."


def test_the_case_scopes_boards_and_facts_and_all_is_one_of_them(controller: BoardController, vault: FakeVault) -> None:
    vault.facts.keep("Of winter.", tags=("winter",))
    vault.facts.keep("Of none.")
    begun(controller, "Any?")
    controller.scope_to("winter")
    dialog = begun(controller, "Winter?")
    controller.show()
    assert (titles(dialog), [dialog.facts.item(row).text() for row in range(dialog.facts.count())]) == (["Winter?"], ["Of winter."])
    assert dialog.scope.isVisible()
    dialog.scope_chosen.emit("")
    assert (sorted(titles(dialog)), dialog.facts.count()) == (["Any?", "Winter?"], 2)


def test_what_was_given_out_is_told_with_its_marking(controller: BoardController, vault: FakeVault, tmp_path: Path) -> None:
    dialog, noticed = begun(controller), heard(controller.noticed)
    controller.export(vault.services.boards.all()[0].id, tmp_path / "who.md")
    assert noticed[-1].text == f"The board was written to {tmp_path / 'who.md'}, marked TLP:CLEAR."
    assert "# Who?" in (tmp_path / "who.md").read_text(encoding="utf-8")
    assert dialog.said.text() == noticed[-1].text
