"""What a lane's thread runs: a use case, with a mailbox through which it is heard."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from desktop.application.job import CancelToken, JobContext, Progress
from desktop.domain.errors import Cancelled, CofferError
from desktop.ui.jobs.bug_report import BugReport, describe_bug

LOG = logging.getLogger("coffer.jobs")

UseCase = Callable[[JobContext], object]


@dataclass(frozen=True, slots=True)
class Succeeded:
    """The use case returned this."""

    result: object


@dataclass(frozen=True, slots=True)
class Failed:
    """The use case raised; the failure is a known error, or the report of a bug."""

    failure: CofferError | BugReport


@dataclass(frozen=True, slots=True)
class Stopped:
    """The person, or newer work, stopped the use case."""


End = Succeeded | Failed | Stopped


@dataclass(frozen=True, slots=True)
class Mail:
    """What has come since the last time: the newest progress, every partial result, the end if it has come."""

    progress: Progress | None
    partials: tuple[object, ...]
    end: End | None


class Task:
    """Runs a use case once, in whatever thread; holds no Qt object, so any thread may drop it last.

    The mailbox keeps the newest progress and all partial results, and rings once until it is emptied:
    a use case that reports a thousand times a second costs the window one ring.
    """

    def __init__(self, use_case: UseCase) -> None:
        self.cancel = CancelToken()
        self._use_case = use_case
        self._ring: Callable[[], object] | None = None
        self._lock = threading.Lock()
        self._claimed = False
        self._rung = False
        self._progress: Progress | None = None
        self._partials: list[object] = []
        self._end: End | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing more will come."""
        with self._lock:
            return self._end is not None

    def run(self, ring: Callable[[], object]) -> None:
        """Run, unless it was withdrawn; `ring` is called when there is mail, and in any case at the end."""
        if self._claim():
            self._ring = ring
            end = self._run_use_case()
            with self._lock:
                self._end = end
        ring()

    def withdraw(self) -> bool:
        """Stop it before it began; False if it has begun already."""
        if not self._claim():
            return False
        with self._lock:
            self._end = Stopped()
        return True

    def put_progress(self, progress: Progress) -> None:
        """Take progress in place of what was there."""
        with self._lock:
            self._progress = progress
        self._ring_once()

    def put_partial(self, partial: object) -> None:
        """Add a partial result to what waits."""
        with self._lock:
            self._partials.append(partial)
        self._ring_once()

    def empty_mailbox(self) -> Mail:
        """Take what has come."""
        with self._lock:
            mail = Mail(self._progress, tuple(self._partials), self._end)
            self._progress, self._partials, self._rung = None, [], False
        return mail

    def _claim(self) -> bool:
        with self._lock:
            claimed, self._claimed = self._claimed, True
        return not claimed

    def _run_use_case(self) -> End:
        context = JobContext(self.cancel, self.put_progress, self.put_partial)
        try:
            self.cancel.raise_if_cancelled()
            return Succeeded(self._use_case(context))
        except Cancelled:
            return Stopped()
        except CofferError as error:
            return Failed(error)
        except Exception as error:
            LOG.exception("A job failed")
            return Failed(describe_bug(error))

    def _ring_once(self) -> None:
        with self._lock:
            rung, self._rung = self._rung, True
        if not rung and self._ring:
            self._ring()
