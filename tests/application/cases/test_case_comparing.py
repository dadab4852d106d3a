"""Which of two is newer is told by what either side has seen."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from desktop.application.cases.case_comparing import compare
from desktop.domain.case_bundle import ALL_OF_IT, Item, ItemKind, PartDifference, Standing, States, states_of, with_states

KEY = "fact:f"


def fact(**parts: str) -> dict[str, Item]:
    return {KEY: Item(ItemKind.FACT, "f", "A fact", {"text": "one", "tlp": "GREEN", "tags": "a", "grade": ""} | parts)}


def differing(
    mine: Mapping[str, Item], theirs: Mapping[str, Item], here: States | None = None, there: States | None = None, cut: tuple[str, ...] = ()
) -> tuple[Standing, tuple[PartDifference, ...]]:
    found = compare(mine, theirs, here or {}, there or {}, {KEY: cut})
    (item,) = found.items
    return item.standing, item.parts


def seen(*states: Mapping[str, Item]) -> States:
    merged: States = {}
    for each in states:
        merged = with_states(merged, states_of(each))
    return merged


def test_what_nobody_has_here_is_new() -> None:
    assert differing({}, fact()) == (Standing.NEW, ())


def test_what_says_the_same_is_the_same() -> None:
    assert differing(fact(), fact()) == (Standing.SAME, ())


def test_what_was_changed_there_after_it_was_seen_there_is_taken() -> None:
    standing, (part,) = differing(fact(), fact(text="two"), there=seen(fact(), fact(text="two")))
    assert (standing, part.part, part.merged) == (Standing.CHANGED_THERE, "text", "two")


def test_what_was_changed_here_after_it_was_exchanged_stays() -> None:
    standing, (part,) = differing(fact(text="two"), fact(), here=seen(fact()), there=seen(fact()))
    assert (standing, part.merged) == (Standing.CHANGED_HERE, "two")


def test_different_parts_that_either_side_changed_are_no_conflict() -> None:
    base = fact()
    mine, theirs = fact(text="two"), fact(grade="B2")
    standing, parts = differing(mine, theirs, here=seen(base), there=seen(base, theirs))
    assert standing is Standing.CHANGED_THERE
    assert {each.part: (each.standing, each.merged) for each in parts} == {
        "text": (Standing.CHANGED_HERE, "two"),
        "grade": (Standing.CHANGED_THERE, "B2"),
    }


def test_the_same_part_changed_on_both_sides_is_a_conflict() -> None:
    base = fact()
    standing, (part,) = differing(fact(text="two"), fact(text="three"), here=seen(base), there=seen(base))
    assert (standing, part.mine, part.theirs, part.merged) == (Standing.CONFLICT, "two", "three", "two")


def test_both_sides_writing_the_same_is_no_conflict() -> None:
    assert differing(fact(text="two"), fact(text="two"), here=seen(fact()), there=seen(fact()))[0] is Standing.SAME


@pytest.mark.parametrize(("mine", "theirs", "standing"), [("", "B2", Standing.CHANGED_THERE), ("B2", "", Standing.CHANGED_HERE)])
def test_a_decision_is_newer_than_none(mine: str, theirs: str, standing: Standing) -> None:
    assert differing(fact(grade=mine), fact(grade=theirs))[0] is standing


def test_a_decision_that_was_taken_back_there_is_taken_back_here() -> None:
    standing, (part,) = differing(fact(grade="B2"), fact(), there=seen(fact(grade="B2")))
    assert (standing, part.merged) == (Standing.CHANGED_THERE, "")


def test_tags_of_both_sides_count_where_nobody_knows_which_are_newer() -> None:
    standing, (part,) = differing(fact(tags="a\nb"), fact(tags="a\nc"))
    assert (standing, part.merged) == (Standing.CHANGED_THERE, "a\nb\nc")


def test_a_tag_that_was_removed_there_goes() -> None:
    base = fact(tags="a\nb")
    standing, (part,) = differing(base, fact(tags="a"), here=seen(base), there=seen(base))
    assert (standing, part.merged) == (Standing.CHANGED_THERE, "a")


def test_a_marking_is_never_lowered_without_a_word() -> None:
    base = fact(tlp="AMBER+STRICT")
    standing, (part,) = differing(base, fact(tlp="GREEN"), here=seen(base), there=seen(base))
    assert (standing, part.merged) == (Standing.CONFLICT, "AMBER+STRICT")


def test_a_marking_that_was_raised_there_is_raised_here() -> None:
    standing, (part,) = differing(fact(), fact(tlp="RED"), there=seen(fact()))
    assert (standing, part.merged) == (Standing.CHANGED_THERE, "RED")


def test_a_marking_that_was_raised_here_since_is_no_question() -> None:
    assert differing(fact(tlp="RED"), fact(), here=seen(fact()))[0] is Standing.CHANGED_HERE


def test_what_was_deleted_here_and_is_unchanged_there_stays_deleted() -> None:
    assert differing({}, fact(), here=seen(fact())) == (Standing.GONE_HERE, ())


def test_what_was_deleted_here_and_changed_there_is_asked_about() -> None:
    standing, (part,) = differing({}, fact(text="two"), here=seen(fact()))
    assert (standing, part.part) == (Standing.CONFLICT, ALL_OF_IT)


def test_parts_that_were_cut_out_say_nothing() -> None:
    assert differing(fact(text="two"), fact(text=""), cut=("text",)) == (Standing.SAME, ())


def test_what_a_third_vault_changed_reaches_us_through_the_second() -> None:
    """A sent `one` to C, who wrote `two` and sent it to B: B's bundle knows A's state, although B never had it from A."""
    at_c = seen(fact(), fact(text="two"))
    assert differing(fact(), fact(text="two"), here=seen(fact()), there=at_c)[0] is Standing.CHANGED_THERE


def test_what_was_declined_is_not_asked_about_again() -> None:
    base, theirs = fact(), fact(tlp="CLEAR", text="two")
    declined = {KEY: {"tlp": states_of(theirs)[KEY]["tlp"], "text": states_of(theirs)[KEY]["text"]}}
    (item,) = compare(base, theirs, seen(base, theirs), seen(base, theirs), {}, declined).items
    assert item.standing is Standing.CHANGED_HERE
    assert [each.merged for each in item.parts] == ["one", "GREEN"]
    (absent,) = compare({}, theirs, seen(base), {}, {}, states_of(theirs)).items
    assert absent.standing is Standing.GONE_HERE
