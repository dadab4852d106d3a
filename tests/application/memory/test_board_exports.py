"""A board leaves whole or not at all, marked as its evidence is."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.board_files import BoardFiles
from desktop.application.gate import MarkingGate
from desktop.application.memory.board_exports import BoardExports
from desktop.application.settings import MarkingSettings
from desktop.domain.ach import Board, Rating, Weight
from desktop.domain.errors import UsageError
from desktop.domain.marking import Marking
from desktop.domain.vault import VaultPaths
from tests.fakes.facts_vault import FactsVault


class Desk(FactsVault):
    def __init__(self, root: Path) -> None:
        super().__init__()
        self.boards = BoardFiles(VaultPaths(root))
        self.exports = BoardExports(self.boards, self.memory, MarkingGate(self.index, MarkingSettings()), self.audit)
        self.amber, self.strict = self.keep("=Heron | was *seen*", tlp=Marking.AMBER), self.keep("Otter was not.", tlp=Marking.AMBER_STRICT)
        board = Board("who", "Who <b>did</b> it?", ("Heron", "Otter"), updated_at="2026-12-01T08:00:00Z").with_evidence(self.amber)
        self.plain = board.rated(0, 0, Rating.INCONSISTENT).rated(0, 1, Rating.CONSISTENT).weighed(0, Weight.HIGH)
        self.boards.write(self.plain)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "vault")


def test_as_markdown_it_says_its_marking_ratings_and_scores_and_nothing_is_taken_for_markup(desk: Desk, tmp_path: Path) -> None:
    target = tmp_path / "who.md"
    assert desk.exports.export("who", target) is Marking.AMBER
    lines = target.read_text(encoding="utf-8").splitlines()
    assert lines[0] == lines[-1] == "TLP:AMBER"
    assert r"# Who \<b\>did\</b\> it?" in lines
    assert rf"| =Heron \| was \*seen\* | {desk.amber} | TLP:AMBER |  | high | 50% | I | C |" in lines
    assert "| Weight of what speaks against it |  |  |  |  |  | 1.4 | 0.0 |" in lines
    assert desk.audit.done()[-1] == ("export", "who.md")


def test_as_a_table_nothing_is_taken_for_a_formula(desk: Desk, tmp_path: Path) -> None:
    target = tmp_path / "who.csv"
    desk.exports.export("who", target)
    lines = target.read_text(encoding="utf-8").splitlines()
    assert lines == [
        "Evidence,Fact,TLP,Grade,Weight,Diagnosticity,Heron,Otter",
        f"'=Heron | was *seen*,{desk.amber},TLP:AMBER,,high,50%,I,C",
        "Weight of what speaks against it,,,,,,1.4,0.0",
    ]


@pytest.mark.parametrize("ending", [".md", ".csv"])
def test_evidence_above_the_limit_keeps_the_whole_board_here_and_is_named(desk: Desk, tmp_path: Path, ending: str) -> None:
    desk.boards.write(desk.plain.with_evidence(desk.strict))
    target = tmp_path / f"who{ending}"
    with pytest.raises(UsageError, match=r"above TLP:GREEN.*Otter was not\. \(TLP:AMBER\+STRICT\)"):
        desk.exports.export("who", target, Marking.GREEN)
    assert not target.exists()


def test_evidence_that_is_gone_counts_as_red(desk: Desk, tmp_path: Path) -> None:
    desk.boards.write(desk.plain.with_evidence("gone-1"))
    with pytest.raises(UsageError, match=r"gone-1 \(gone\) \(TLP:RED\)"):
        desk.exports.export("who", tmp_path / "who.md", Marking.AMBER_STRICT)
    assert desk.exports.export("who", tmp_path / "who.md", Marking.RED) is Marking.RED
