"""Messages to the person, as plain values; they wait until there is a window to draw them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Signal


class Severity(StrEnum):
    """How much a message matters; each has its own icon and colour."""

    INFO = "info"
    SUCCESS = "success"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class NoticeAction:
    """Something the person can do about a message; it closes the message too."""

    label: str
    run: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Notice:
    """A message: what happened, what to do next, and buttons for it.

    `key` makes a newer message take the place of an older one about the same thing. `seconds` is how long it
    stays; None until it is closed. `made_of` are the documents and facts that its words are made of: none at all where they are Coffer's
    own or the person's; None where nobody knows, so that they leave only as far as everything may.
    """

    severity: Severity
    text: str
    hint: str = ""
    actions: tuple[NoticeAction, ...] = ()
    key: str = ""
    seconds: float | None = None
    made_of: tuple[str, ...] | None = None


class Notifier(QObject):
    """Takes messages from anywhere in the window's thread; keeps them until someone draws them."""

    posted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[Notice] | None = []

    def post(self, notice: Notice) -> None:
        """Show a message, now or once there is a window."""
        if self._waiting is None:
            self.posted.emit(notice)
        else:
            self._waiting.append(notice)

    def open(self) -> None:
        """Say that `posted` is connected: give what has waited, in order, and hold nothing back from now on."""
        waiting, self._waiting = self._waiting or [], None
        for notice in waiting:
            self.posted.emit(notice)
