"""The one shape of background work: a plain function that takes a JobContext."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from desktop.domain.errors import Cancelled


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a stage is: `done` of `total` (None where nobody can know), and what is in hand."""

    stage: str
    done: int
    total: int | None = None
    detail: str = ""


class CancelToken:
    """Asks a job to stop; safe to use from any thread."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.RLock()  # a signal may cancel within `on_cancel`, on the same thread
        self._callbacks: list[Callable[[], None]] = []

    @property
    def cancelled(self) -> bool:
        """Whether someone asked to stop."""
        return self._event.is_set()

    def cancel(self) -> None:
        """Ask to stop: sets the flag, then calls what `on_cancel` registered."""
        with self._lock:
            self._event.set()
            callbacks = list(self._callbacks)
        for callback in callbacks:
            callback()

    def raise_if_cancelled(self) -> None:
        """Raise Cancelled at a safe point."""
        if self._event.is_set():
            raise Cancelled

    @contextmanager
    def on_cancel(self, callback: Callable[[], None]) -> Iterator[None]:
        """While the block runs, `callback` is called when someone cancels (at once if someone has), perhaps twice."""
        with self._lock:
            self._callbacks.append(callback)
        if self._event.is_set():
            callback()
        try:
            yield
        finally:
            with self._lock:
                self._callbacks.remove(callback)


def ignore(_: object) -> None:
    """Take a report and do nothing with it."""


@dataclass(frozen=True, slots=True)
class JobContext:
    """What a use case gets from whoever runs it.

    `report` takes progress, `emit` takes partial results (a ledger row, an answer so far); both may be
    called from the job's thread only.
    """

    cancel: CancelToken = field(default_factory=CancelToken)
    report: Callable[[Progress], None] = ignore
    emit: Callable[[object], None] = ignore
