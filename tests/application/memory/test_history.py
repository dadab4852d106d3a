"""What happened to a fact, and taking it back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop.domain.errors import FactNotFound, UsageError
from desktop.domain.fact import FactDraft, FactStatus
from tests.application.memory.conftest import Desk


def keep(desk: Desk, text: str) -> str:
    return desk.memory.remember(FactDraft(text)).fact.id


def test_a_history_tells_every_change_newest_first(desk: Desk) -> None:
    fact_id = keep(desk, "First.")
    first = desk.memory.read(fact_id)
    desk.memory.edit(replace(first.fact, grade="B2"), "Second.")
    events = desk.history.of(fact_id)
    assert [(each.action, each.kept) for each in events] == [("edit", True), ("remember", True)]
    assert (events[0].before, events[0].after) == (first.sha256, desk.memory.read(fact_id).sha256)
    with pytest.raises(FactNotFound):
        desk.history.of("nowhere")


def test_each_action_can_be_taken_back_and_that_again(desk: Desk) -> None:
    fact_id = keep(desk, "First.")
    desk.memory.edit(desk.memory.read(fact_id).fact, "Second.")
    desk.history.undo(fact_id)
    assert desk.memory.read(fact_id).text == "First.\n"
    desk.history.undo(fact_id)
    assert desk.memory.read(fact_id).text == "Second.\n"
    desk.memory.forget(fact_id)
    desk.history.undo(fact_id)
    assert desk.memory.read(fact_id).text == "Second.\n"


def test_several_steps_are_taken_back_one_after_the_other(desk: Desk) -> None:
    fact_id = keep(desk, "First.")
    for text in ("Second.", "Third."):
        desk.memory.edit(desk.memory.read(fact_id).fact, text)
    desk.memory.forget(fact_id)
    for text in ("Third.\n", "Second.\n", "First.\n"):
        assert desk.history.undo_all([fact_id]).facts == {fact_id}
        assert desk.memory.read(fact_id).text == text
    desk.history.undo_all([fact_id])
    with pytest.raises(FactNotFound):
        desk.memory.read(fact_id)


def test_taking_back_a_supersession_frees_both(desk: Desk) -> None:
    old, new = keep(desk, "Old."), keep(desk, "New.")
    desk.memory.supersede(old, new)
    assert desk.history.undo(new).facts == {old, new}
    assert (desk.memory.read(old).fact.superseded_by, desk.memory.read(new).fact.supersedes) == (None, None)


def test_what_another_program_wrote_is_told_and_not_taken_back(desk: Desk) -> None:
    fact_id = keep(desk, "First.")
    path = desk.paths.fact(fact_id)
    path.write_text(path.read_text().replace("First.", "By another program."))
    assert desk.synchronise() == {fact_id}
    event = desk.history.of(fact_id)[0]
    assert (event.action, event.outside) == ("edit", True)
    with pytest.raises(UsageError, match="cannot be taken back"):
        desk.history.undo(fact_id)


def test_what_another_program_wrote_is_told_though_something_is_changed_before_it_was_noticed(desk: Desk) -> None:
    fact_id = desk.memory.remember(FactDraft("One.")).fact.id
    path = desk.paths.fact(fact_id)
    path.write_text(path.read_text().replace("One.", "One by hand."))
    desk.memory.decide([fact_id], FactStatus.REJECTED)
    assert [(each.action, each.outside) for each in desk.history.of(fact_id)] == [("reject", False), ("edit", True), ("remember", False)]
    desk.synchronise()
    assert len(desk.history.of(fact_id)) == 3
    path.write_text(path.read_text().replace("by hand", "by another hand"))
    desk.memory.forget(fact_id)
    assert [(each.action, each.outside) for each in desk.history.of(fact_id)][:2] == [("forget", False), ("edit", True)]


def test_an_earlier_version_becomes_the_present_one(desk: Desk) -> None:
    fact_id = keep(desk, "First.")
    first = desk.memory.read(fact_id)
    for text in ("Second.", "Third."):
        desk.memory.edit(desk.memory.read(fact_id).fact, text)
    desk.memory.put_back(fact_id, first.sha256)
    assert desk.memory.read(fact_id) == first
    desk.memory.empty_trash()
    desk.memory.edit(first.fact, "Fourth.")
    with pytest.raises(FactNotFound, match="not kept"):
        desk.memory.put_back(fact_id, "0" * 64)


def test_what_another_program_wrote_is_recorded_once_though_nothing_came_of_what_was_asked_for_here(desk: Desk) -> None:
    fact_id = desk.memory.remember(FactDraft("One.")).fact.id
    desk.memory.decide([fact_id], FactStatus.REJECTED)
    path = desk.paths.fact(fact_id)
    path.write_text(path.read_text().replace("One.", "One by hand."))
    for _ in range(2):
        desk.memory.decide([fact_id], FactStatus.REJECTED)
    with pytest.raises(FactNotFound):
        desk.memory.put_back(fact_id, desk.memory.read(fact_id).sha256)
    desk.synchronise()
    assert [(each.action, each.outside) for each in desk.history.of(fact_id)] == [("edit", True), ("reject", False), ("remember", False)]
