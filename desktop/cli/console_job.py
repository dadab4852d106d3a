"""A use case run in the console: progress on standard error, Ctrl-C as cancel."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from desktop.application.job import CancelToken, JobContext, Progress

LINE_WIDTH = 78


class ProgressLine:
    """Progress for a person: one line that rewrites itself on a terminal, a line a stage elsewhere."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._stage = ""

    def show(self, progress: Progress) -> None:
        """Say how far a stage is."""
        total = f" of {progress.total}" if progress.total is not None else ""
        line = f"{progress.stage} {progress.done}{total} {progress.detail}"
        if self._terminal:
            sys.stderr.write("\r" + line[:LINE_WIDTH].ljust(LINE_WIDTH))
        elif progress.stage != self._stage:
            sys.stderr.write(f"{progress.stage} …\n")
        self._stage = progress.stage
        sys.stderr.flush()

    def end(self) -> None:
        """Leave the line as it stands."""
        if self._terminal and self._stage:
            sys.stderr.write("\n")


@contextmanager
def console_job() -> Iterator[JobContext]:
    """A context whose progress goes to standard error and which Ctrl-C cancels; a second Ctrl-C interrupts."""
    cancel, line = CancelToken(), ProgressLine()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        cancel.cancel()

    previous = signal.signal(signal.SIGINT, stop)
    try:
        yield JobContext(cancel=cancel, report=line.show)
    finally:
        signal.signal(signal.SIGINT, previous)
        line.end()
