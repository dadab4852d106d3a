"""What may leave, and what is held back."""

from __future__ import annotations

import pytest

from desktop.application.gate import MarkingGate
from desktop.application.settings import MarkingSettings
from desktop.domain.leaving import Exit, Outgoing, Withheld
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters


class Markings:
    def effective_markings(self, ids: list[str]) -> dict[str, Marking]:
        known = {"clear": Marking.CLEAR, "green": Marking.GREEN, "memory/strict": Marking.AMBER_STRICT}
        return {each: known[each] for each in ids if each in known}


def gate(export: Marking = Marking.RED) -> MarkingGate:
    return MarkingGate(Markings(), MarkingSettings(export_max=export.value))


def test_what_is_made_of_several_is_marked_as_the_highest_of_them() -> None:
    assert gate().effective(["clear", "green"]) is Marking.GREEN
    assert gate().effective(["clear", "memory/strict"]) is Marking.AMBER_STRICT
    assert gate().effective(["clear", "unknown"]) is Marking.RED
    assert gate().effective([]) is Marking.CLEAR


@pytest.mark.parametrize("exit_", list(Exit))
def test_through_no_exit_leaves_what_is_above_the_limit_alone_or_folded_in(exit_: Exit) -> None:
    items = [Outgoing("a", ("clear",)), Outgoing("b", ("memory/strict",)), Outgoing("c", ("clear", "memory/strict")), Outgoing("d", ("?",))]
    release = gate(Marking.GREEN).examine(exit_, items)
    assert release.allowed == (0,)
    assert release.withheld[1] == Withheld("c", Marking.AMBER_STRICT, ("memory/strict",))
    assert [each.name for each in release.withheld] == ["b", "c", "d"]
    assert release.marking is Marking.CLEAR
    assert "3 things may not leave" in release.explanation


def test_a_remote_provider_is_sent_nothing_above_clear_unless_somebody_says_so() -> None:
    assert gate().limit(Exit.REMOTE) is Marking.CLEAR
    assert gate().examine(Exit.REMOTE, [Outgoing("a", ("green",))]).allowed == ()
    assert gate().examine(Exit.CLIPBOARD, [Outgoing("a", ("green",))]).complete


def test_less_may_be_wanted_never_more() -> None:
    assert gate(Marking.AMBER).limit(Exit.CSV, Marking.GREEN) is Marking.GREEN
    assert gate(Marking.AMBER).limit(Exit.CSV, Marking.RED) is Marking.AMBER
    assert gate(Marking.AMBER).narrowed(Exit.CSV, Filters()) == Filters(tlp_max=Marking.AMBER)
    assert gate().narrowed(Exit.CSV, Filters()) == Filters()
