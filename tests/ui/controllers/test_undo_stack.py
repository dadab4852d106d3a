from __future__ import annotations

from PySide6.QtCore import QObject

from desktop.ui.controllers.undo_stack import UndoStack
from tests.ui.hearing import heard


def test_what_was_done_last_is_taken_back_first_and_only_once(owner: QObject) -> None:
    done: list[str] = []
    stack = UndoStack(owner)
    noticed = heard(stack.noticed)

    def first() -> None:
        done.append("first")

    def second() -> None:
        done.append("second")

    for step in (first, second, first):
        stack.push(step)
    stack.forget(first)  # taken back by its message
    for _ in range(3):
        stack.undo()
    assert done == ["second", "first"]
    assert [each.text for each in noticed] == ["Nothing was done that could be taken back."]


def test_two_steps_that_do_the_same_are_two_steps(owner: QObject) -> None:
    done: list[str] = []
    stack = UndoStack(owner)

    def step() -> None:
        stack.forget(step)  # as whoever takes something back tells that it did
        done.append("taken back")

    stack.push(step)
    stack.push(step)
    stack.undo()
    stack.undo()
    stack.undo()
    assert done == ["taken back", "taken back"]
