"""Ticks of an event loop, and how far apart they were."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Qt, QTimer

from tests.benchmarks.measuring import Figures, percentile

TICK_MS = 10
BUDGET_MS = 50.0


class Heartbeat(QObject):
    """Ticks every 10 ms on the thread that made it, and keeps the gaps in milliseconds.

    Beside the wall time of a gap it keeps the processor time that the thread itself spent in it: what is long there is the window's
    own doing, what is long only on the wall is waiting for the interpreter's lock or for a processor.
    """

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []
        self.own: list[float] = []
        self._last = self._last_own = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)

    def begin(self) -> None:
        """Forget what was measured, and tick."""
        self.gaps, self.own = [], []
        self._last, self._last_own = time.perf_counter(), time.thread_time()
        self._timer.start()

    def end(self) -> Figures:
        """Stop, and say how long the gaps were."""
        self._tick()
        self._timer.stop()
        return {**gap_figures(self.gaps), "own_work": own_figures(self.own)}

    def _tick(self) -> None:
        now, own = time.perf_counter(), time.thread_time()
        self.gaps.append((now - self._last) * 1000)
        self.own.append((own - self._last_own) * 1000)
        self._last, self._last_own = now, own


def gap_figures(gaps: list[float]) -> Figures:
    """The longest gap, the 99th percentile, and how many were over the budget."""
    return {
        "seconds": round(sum(gaps) / 1000, 1),
        "ticks": len(gaps),
        "longest_ms": round(max(gaps), 1),
        "p99_ms": round(percentile(gaps, 99), 1),
        "p50_ms": round(percentile(gaps, 50), 1),
        "over_50_ms": sum(1 for gap in gaps if gap > BUDGET_MS),
        "longest_ten_ms": [round(gap, 1) for gap in sorted(gaps, reverse=True)[:10]],
    }


def own_figures(own: list[float]) -> Figures:
    """The most processor time that the window's thread spent between two ticks, and in all."""
    return {
        "longest_cpu_ms": round(max(own), 1),
        "over_50_cpu_ms": sum(1 for each in own if each > BUDGET_MS),
        "cpu_seconds": round(sum(own) / 1000, 2),
        "longest_ten_cpu_ms": [round(each, 1) for each in sorted(own, reverse=True)[:10]],
    }
