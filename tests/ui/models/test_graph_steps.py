"""Steps taken, taken back, and taken again."""

from __future__ import annotations

from functools import partial

from desktop.domain.graph_timeline import Period
from desktop.domain.graph_view import GraphView, hide, keep_to, move, pin
from desktop.ui.models.graph_steps import MOST_STEPS, GraphSteps, Step

HIDE, PIN = Step("hide it", partial(hide, keys=["a"])), Step("pin it", partial(pin, keys=["a"], pinned=True))


def test_every_step_can_be_taken_back_and_again() -> None:
    steps = GraphSteps()
    assert steps.take(HIDE)
    assert steps.take(PIN)
    assert (steps.undo_words, steps.redo_words) == ("pin it", "")
    assert (steps.undo(), steps.view.pinned, steps.view.hidden) == ("pin it", frozenset(), {"a"})
    assert (steps.undo_words, steps.redo_words) == ("hide it", "pin it")
    assert (steps.redo(), steps.view.pinned) == ("pin it", {"a"})


def test_another_step_ends_what_could_be_taken_again() -> None:
    steps = GraphSteps()
    steps.take(HIDE)
    steps.undo()
    steps.take(PIN)
    assert (steps.redo(), steps.redo_words) == ("", "")


def test_what_changes_nothing_is_no_step() -> None:
    steps = GraphSteps()
    assert steps.take(HIDE)
    assert not steps.take(HIDE)
    steps.undo()
    assert (steps.undo(), steps.view) == ("", GraphView())


def test_places_are_no_step_and_another_view_has_nothing_before_it() -> None:
    steps = GraphSteps()
    steps.take(HIDE)
    steps.amend(partial(move, spots={"a": (1.0, 2.0)}))
    assert (steps.view.spots, steps.undo_words) == ({"a": (1.0, 2.0)}, "hide it")
    steps.replace(GraphView())
    assert (steps.view, steps.undo_words) == (GraphView(), "")


def test_old_steps_are_forgotten() -> None:
    steps = GraphSteps()
    for number in range(MOST_STEPS + 9):
        steps.take(Step(str(number), partial(move, spots={"a": (float(number), 0.0)})))
    taken = 0
    while steps.undo():
        taken += 1
    assert taken == MOST_STEPS + 1


def test_steps_of_one_run_are_taken_back_together() -> None:
    steps = GraphSteps()
    for day in ("2022", "2023", "2024"):
        steps.take(Step(f"show {day}", partial(keep_to, period=Period(f"{day}-01-01", f"{day}-12-31")), "keys"))
    assert (steps.undo(), steps.view.period, steps.undo_words) == ("show 2024", None, "")
    steps.redo()
    steps.take(Step("show 2025", partial(keep_to, period=Period("2025-01-01", "2025-12-31")), "keys"))
    assert steps.undo_words == "show 2025"
    assert (steps.undo(), steps.view.period) == ("show 2025", Period("2024-01-01", "2024-12-31"))
