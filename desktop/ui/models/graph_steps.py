"""The steps that led to what is seen of the graph, each of which can be taken back and taken again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from desktop.domain.graph_view import GraphView

MOST_STEPS = 200


@dataclass(frozen=True, slots=True)
class Step:
    """Something a person did: what it is called, and what it makes of a view.

    Of steps in a row that have the same `run`, such as one key pressed again and again, only one is taken back.
    """

    words: str
    change: Callable[[GraphView], GraphView]
    run: str = ""


class GraphSteps:
    """The view as it is, with those before and after it."""

    def __init__(self) -> None:
        self.view = GraphView()
        self._done: list[tuple[str, GraphView]] = []
        self._undone: list[tuple[str, GraphView]] = []
        self._run = ""

    @property
    def undo_words(self) -> str:
        """What would be taken back; empty if there is nothing."""
        return self._done[-1][0] if self._done else ""

    @property
    def redo_words(self) -> str:
        """What would be done again; empty if there is nothing."""
        return self._undone[-1][0] if self._undone else ""

    def take(self, step: Step) -> bool:
        """Carry a step out; whether it changed anything."""
        changed = step.change(self.view)
        if changed == self.view:
            return False
        goes_on = bool(step.run) and step.run == self._run and bool(self._done)
        before = self._done.pop()[1] if goes_on else self.view
        self._done = [*self._done[-MOST_STEPS:], (step.words, before)]
        self._run = step.run
        self._undone = []
        self.view = changed
        return True

    def undo(self) -> str:
        """Take the last step back; returns its words."""
        if not self._done:
            return ""
        self._run = ""
        words, before = self._done.pop()
        self._undone.append((words, self.view))
        self.view = before
        return words

    def redo(self) -> str:
        """Take the step again that was taken back last; returns its words."""
        if not self._undone:
            return ""
        words, after = self._undone.pop()
        self._done.append((words, self.view))
        self.view = after
        return words

    def amend(self, change: Callable[[GraphView], GraphView]) -> None:
        """Change the view by what is no step of its own, such as places for what has none."""
        self.view = change(self.view)

    def replace(self, view: GraphView) -> None:
        """Look at another view, with nothing before it and nothing after."""
        self.view, self._done, self._undone = view, [], []
