from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.ach import Rating
from desktop.domain.errors import StorageProblem
from desktop.domain.fact import indexed_id
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.board_controller import BoardController
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.board import BoardDialog
from desktop.ui.widgets.board_table import FIRST
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


@pytest.fixture
def controller(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> Iterator[BoardController]:
    window, services = QWidget(), vault.services
    qtbot.addWidget(window)
    writing = Writing(lane, backlogs_of(services), owner)
    controller = BoardController(services.boards, services.memory, lane, writing, window, changeable=True, parent=owner)
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
