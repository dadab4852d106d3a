"""A guard that a test makes attempts with, and an `Offline` on a quiet one."""

from __future__ import annotations

from collections.abc import Callable

from desktop.application.offline import Offline
from desktop.domain.network import NetworkAttempt, NetworkTrial


class ScriptedGuard:
    def __init__(self, *, refuses: bool = True) -> None:
        self.refuses = refuses
        self._attempts: list[NetworkAttempt] = []
        self._listeners: list[Callable[[], None]] = []

    def attempts(self) -> tuple[NetworkAttempt, ...]:
        return tuple(self._attempts)

    def listen(self, heard: Callable[[], None]) -> None:
        self._listeners.append(heard)

    def try_out(self) -> NetworkTrial:
        return NetworkTrial("window and commands", self.refuses, "As the test has it.")

    def attempt(self, component: str, what: str) -> None:
        self._attempts.append(NetworkAttempt("2026-05-04T10:00:00+00:00", component, what))
        for heard in self._listeners:
            heard()


OFFLINE = Offline(ScriptedGuard(), ())
