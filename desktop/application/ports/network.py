"""The port of what keeps Coffer off every network."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from desktop.domain.network import NetworkAttempt, NetworkTrial


class NetworkGuard(Protocol):
    """Refuses and remembers every attempt of this process, and remembers what its workers refused."""

    def attempts(self) -> tuple[NetworkAttempt, ...]:
        """Attempts since the program started, oldest first; the newest thousand."""
        ...

    def listen(self, heard: Callable[[], None]) -> None:
        """Call `heard` after each attempt, in whatever thread it was made."""
        ...

    def try_out(self) -> NetworkTrial:
        """Have this process reach for a network in every way it knows; none of it counts as an attempt."""
        ...


class TriesNetwork(Protocol):
    """Makes one worker reach for a network."""

    def __call__(self) -> NetworkTrial:
        """Start it, have it try, and end it. WorkerDied if it cannot be started."""
        ...
