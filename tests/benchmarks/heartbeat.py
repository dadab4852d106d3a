"""Ticks of an event loop, and how far apart they were."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer

from tests.benchmarks.measuring import Figures, percentile

TICK_MS = 10
BUDGET_MS = 50.0


@dataclass(frozen=True, slots=True)
class Gap:
    """Milliseconds from one tick to the next: on the wall, worked by this thread, and waited for a free processor."""

    wall: float
    own: float
    waited: float


class Schedule:
    """How long the thread that made it has stood in line for a processor; nothing where the system does not say."""

    def __init__(self) -> None:
        path = Path(f"/proc/self/task/{threading.get_native_id()}/schedstat")
        self._file = os.open(path, os.O_RDONLY) if path.exists() else -1

    def waited(self) -> float:
        """Seconds so far."""
        return int(os.pread(self._file, 100, 0).split()[1]) / 1e9 if self._file >= 0 else 0.0

    def close(self) -> None:
        """Ask no more."""
        if self._file >= 0:
            os.close(self._file)


class Heartbeat(QObject):
    """Ticks every 10 ms on the thread that made it, and keeps the gaps.

    What a gap holds of the thread's own work is the window's doing; what it waited for a processor is the machine's; the rest
    is waiting for the interpreter's lock, or sleep.
    """

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[Gap] = []
        self._schedule = Schedule()
        self._last = (0.0, 0.0, 0.0)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)

    def begin(self) -> None:
        """Forget what was measured, and tick."""
        self.gaps = []
        self._last = self._now()
        self._timer.start()

    def end(self) -> Figures:
        """Stop, and say how long the gaps were."""
        self._tick()
        self._timer.stop()
        self._schedule.close()
        return gap_figures(self.gaps)

    def _tick(self) -> None:
        now = self._now()
        self.gaps.append(Gap(*((new - old) * 1000 for new, old in zip(now, self._last, strict=True))))
        self._last = now

    def _now(self) -> tuple[float, float, float]:
        return time.perf_counter(), time.thread_time(), self._schedule.waited()


def gap_figures(gaps: list[Gap]) -> Figures:
    """The gaps as they were, without the wait for a processor, and the window's own work in them."""
    return {
        "seconds": round(sum(gap.wall for gap in gaps) / 1000, 1),
        "ticks": len(gaps),
        **_spread([gap.wall for gap in gaps]),
        "without_waiting_for_a_processor": _spread([gap.wall - gap.waited for gap in gaps]),
        "own_work": _spread([gap.own for gap in gaps]),
    }


def _spread(values: list[float]) -> Figures:
    return {
        "longest_ms": round(max(values), 1),
        "p99_ms": round(percentile(values, 99), 1),
        "p50_ms": round(percentile(values, 50), 1),
        "over_50_ms": sum(1 for value in values if value > BUDGET_MS),
        "longest_six_ms": [round(value, 1) for value in sorted(values, reverse=True)[:6]],
    }
