"""A board says what its evidence says today, is marked as it is, and every change is recorded."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop.adapters.board_files import BoardFiles
from desktop.application.gate import MarkingGate
from desktop.application.memory.boards import Boards
from desktop.application.settings import MarkingSettings
from desktop.domain.ach import Rating
from desktop.domain.errors import UsageError
from desktop.domain.marking import Marking
from desktop.domain.vault import VaultPaths
from tests.fakes.facts_vault import FactsVault


class Desk(FactsVault):
    def __init__(self, root: Path) -> None:
        super().__init__()
        gate = MarkingGate(self.index, MarkingSettings())
        self.boards = Boards(
            BoardFiles(VaultPaths(root)), self.memory, gate, self.audit, clock=lambda: datetime(2026, 12, 1, 8, tzinfo=UTC)
        )


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_board_is_begun_changed_and_opened_again(desk: Desk) -> None:
    fact = desk.keep("Heron was seen.", tlp=Marking.AMBER)
    board = desk.boards.begin("  Who   did it? ")
    assert (board.title, board.updated_at) == ("Who did it?", "2026-12-01T08:00:00Z")
    changed = board.with_hypothesis("Heron").with_evidence(fact).rated(0, 0, Rating.CONSISTENT)
    desk.boards.keep(changed)
    sheet = desk.boards.read(board.id)
    assert (sheet.board, sheet.names, sheet.marked, sheet.warnings) == (changed, {fact: "Heron was seen."}, Marking.AMBER, ())
    assert desk.boards.all() == (changed,)
    assert desk.audit.done()[-2:] == [("board", f"boards/{board.id}")] * 2


def test_evidence_that_is_gone_is_said_and_still_counts(desk: Desk) -> None:
    fact = desk.keep("Heron was seen.")
    board = desk.boards.begin("Who?").with_hypothesis("Heron").with_evidence(fact).rated(0, 0, Rating.INCONSISTENT)
    desk.boards.keep(board)
    desk.memory.forget(fact)
    sheet = desk.boards.read(board.id)
    assert sheet.names == {}
    assert sheet.warnings == (f"The fact {fact} is not in the vault any more; it still counts as it was rated.",)
    assert sheet.board.inconsistency == (1.0,)


def test_a_board_needs_a_question(desk: Desk) -> None:
    with pytest.raises(UsageError, match="needs a question"):
        desk.boards.begin("  ")


def test_a_change_is_taken_back_unless_the_board_was_changed_since(desk: Desk) -> None:
    before = desk.boards.begin("Who?")
    after = desk.boards.keep(before.with_hypothesis("Heron"))
    assert desk.boards.put_back(before, after).hypotheses == ()
    desk.boards.keep(after.with_hypothesis("Otter"))
    with pytest.raises(UsageError, match="changed since"):
        desk.boards.put_back(before, after)
    assert desk.boards.read(before.id).board.hypotheses == ("Heron", "Otter")


def test_a_board_is_deleted_brought_back_and_removed_and_that_is_recorded(desk: Desk) -> None:
    board = desk.boards.begin("Who?")
    name = f"boards/{board.id}"
    assert desk.boards.forget(board.id) == "Who?"
    assert desk.boards.restore(board.id).boards == {board.id}
    desk.boards.forget(board.id)
    assert desk.boards.empty_trash() == 1
    assert [done for done in desk.audit.done() if done[1] == name][1:] == [
        ("delete", name), ("restore", name), ("delete", name), ("remove", name),
    ]  # fmt: skip
    with pytest.raises(UsageError, match="holds no board"):
        desk.boards.restore(board.id)


def test_boards_are_listed_by_case(desk: Desk) -> None:
    winter, other = desk.boards.begin("Winter?", "winter"), desk.boards.begin("Other?")
    assert desk.boards.all("winter") == (winter,)
    assert set(desk.boards.all()) == {winter, other}
