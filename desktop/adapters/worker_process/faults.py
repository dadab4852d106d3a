"""How a worker process can fail its caller."""

from __future__ import annotations

import signal

from desktop.domain.errors import Cancelled, CofferError, WorkerDied


class WorkerCrashed(WorkerDied):
    """The worker ended, or broke off the call, without an answer."""


class WorkerTimedOut(WorkerDied):
    """The worker did not answer in time and was ended."""


class WorkerOutgrew(WorkerDied):
    """The worker needed more memory than it may have and was ended."""


def named_error(code: str, message: str, hint: str) -> CofferError:
    """The error that a worker named by its code."""
    if code == Cancelled.code:
        return Cancelled()
    return _classes(CofferError).get(code, WorkerCrashed)(message, hint)


def _classes(base: type[CofferError]) -> dict[str, type[CofferError]]:
    found = {base.code: base}
    for child in base.__subclasses__():
        found = _classes(child) | found  # a subclass that shares its parent's code stands behind it
    return found


def describe_end(status: int | None) -> str:
    """How a process ended, in words."""
    if status is None:
        return "without a status"
    if status >= 0:
        return f"with status {status}"
    try:
        return f"by {signal.Signals(-status).name}"
    except ValueError:
        return f"by signal {-status}"
