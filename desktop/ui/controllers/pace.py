"""How fast work goes, and how long it will still take."""

from __future__ import annotations

from collections import deque

WINDOW_SECONDS = 60.0
LEAST_SECONDS = 2.0
LEAST_DONE = 2


class Pace:
    """Judges speed by the last minute, so that one slow file does not colour the whole import."""

    def __init__(self) -> None:
        self._marks: deque[tuple[float, int]] = deque()

    def mark(self, now: float, done: int) -> None:
        """Say that `done` things were done at the moment `now`, in seconds of any clock that only goes forward."""
        if self._marks and done < self._marks[-1][1]:
            self._marks.clear()
        self._marks.append((now, done))
        while now - self._marks[0][0] > WINDOW_SECONDS:
            self._marks.popleft()

    @property
    def per_minute(self) -> float | None:
        """Things a minute; None while it is too early to tell."""
        if not self._marks:
            return None
        (began, at_first), (now, at_last) = self._marks[0], self._marks[-1]
        if now - began < LEAST_SECONDS or at_last - at_first < LEAST_DONE:
            return None
        return (at_last - at_first) * 60.0 / (now - began)

    def seconds_left(self, total: int | None) -> float | None:
        """Seconds until `total` are done; None while it is too early to tell."""
        rate = self.per_minute
        if total is None or rate is None:
            return None
        return max(0, total - self._marks[-1][1]) * 60.0 / rate
