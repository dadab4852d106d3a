"""How many cores are free: a model that takes them all stalls as soon as anything else runs, and one that never does is slow."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import psutil

LOOK_SECONDS = 0.08
"""Long enough for a look: the system counts in hundredths of a second."""
STALE_SECONDS = 1.0
BUSY = 0.4
"""From so much of one core on, somebody else is at work: an import, what makes vectors, another program."""


@dataclass(frozen=True, slots=True)
class Worked:
    """Seconds of processor time since some moment, by everybody and by this process, at a moment of the clock."""

    at: float
    everybody: float
    own: float


def measure() -> Worked:
    """What was worked until now."""
    times = psutil.cpu_times()
    idle = times.idle + getattr(times, "iowait", 0.0) + getattr(times, "guest", 0.0) + getattr(times, "guest_nice", 0.0)
    return Worked(time.monotonic(), sum(times) - idle, time.process_time())


class FreeCores:
    """Says with how many threads to work from now on: as many as there are cores, one fewer while somebody else works."""

    def __init__(self, cores: int, worked: Callable[[], Worked] = measure, wait: Callable[[float], None] = time.sleep) -> None:
        self._cores = cores
        self._worked = worked
        self._wait = wait
        self._before: Worked | None = None
        self._threads = max(1, cores - 1)

    def before_work(self) -> int:
        """The number before something is begun; looks for a moment where the last look was long ago."""
        if self._before is None or self._worked().at - self._before.at > STALE_SECONDS:
            self._before = self._worked()
            self._wait(LOOK_SECONDS)
        return self.meanwhile()

    def meanwhile(self) -> int:
        """The number while something goes on: the same until enough time has passed for another look."""
        now = self._worked()
        if self._before is None:
            self._before = now
        passed = now.at - self._before.at
        if passed >= LOOK_SECONDS:
            others = (now.everybody - self._before.everybody - (now.own - self._before.own)) / passed
            self._threads = self._cores if others < BUSY else max(1, self._cores - 1)
            self._before = now
        return self._threads


def available_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
