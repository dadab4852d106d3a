"""Ticks of an event loop, and how far apart they were."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Qt, QTimer

from tests.benchmarks.measuring import Figures, percentile

TICK_MS = 10
BUDGET_MS = 50.0


class Heartbeat(QObject):
    """Ticks every 10 ms on the thread that made it, and keeps the gaps in milliseconds."""

    def __init__(self) -> None:
        super().__init__()
        self.gaps: list[float] = []
        self._last = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)

    def begin(self) -> None:
        """Forget what was measured, and tick."""
        self.gaps = []
        self._last = time.perf_counter()
        self._timer.start()

    def end(self) -> Figures:
        """Stop, and say how long the gaps were."""
        self._tick()
        self._timer.stop()
        return gap_figures(self.gaps)

    def _tick(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last) * 1000)
        self._last = now


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
