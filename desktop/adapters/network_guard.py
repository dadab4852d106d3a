"""Keeps this process off every network, and remembers each attempt of its own and of its workers."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from desktop.adapters.worker_process.client import REFUSED_EVENT, WorkerProcess, worker_name
from desktop.adapters.worker_process.no_network import LocalSockets, refuse_network, try_network
from desktop.adapters.worker_process.server import TRY_NETWORK
from desktop.domain.network import NetworkAttempt, NetworkTrial

MOST_REMEMBERED = 1000
HERE = "window and commands"
TRIAL_SECONDS = 60.0


class ProcessNetworkGuard:
    """The guard of this process, from its making to the process's end: make one, first of all.

    `local` are the paths of the sockets on this machine that Python code may use; Qt's own, to the display, are not Python's.
    """

    def __init__(self, local: Iterable[str] = ()) -> None:
        self._attempts: deque[NetworkAttempt] = deque(maxlen=MOST_REMEMBERED)
        self._listeners: list[Callable[[], None]] = []
        self._trial = threading.local()
        refuse_network(self._take_own, LocalSockets(local))
        sys.addaudithook(self._take_workers)

    def attempts(self) -> tuple[NetworkAttempt, ...]:
        """Attempts since the program started, oldest first; the newest thousand."""
        return tuple(self._attempts)

    def listen(self, heard: Callable[[], None]) -> None:
        """Call `heard` after each attempt, in whatever thread it was made."""
        self._listeners.append(heard)

    def try_out(self) -> NetworkTrial:
        """Have this process reach for a network in every way Python has; none of it counts as an attempt."""
        self._trial.runs = True
        try:
            refused, detail = try_network(by_machine_code=False)
        finally:
            self._trial.runs = False
        return NetworkTrial(HERE, refused, detail)

    def _take_own(self, what: str) -> None:
        if not getattr(self._trial, "runs", False):
            self._remember(HERE, what)

    def _take_workers(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == REFUSED_EVENT:
            name, what = arguments
            self._remember(component_of(name), what)

    def _remember(self, component: str, what: str) -> None:
        at = datetime.now().astimezone().isoformat(timespec="seconds")
        self._attempts.append(NetworkAttempt(at, component, what))
        for heard in self._listeners:
            heard()


class WorkerTrial:
    """Makes the worker that a command starts reach for a network."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)

    def __call__(self) -> NetworkTrial:
        """Start it, have it try, end it."""
        worker = WorkerProcess(self._command)
        try:
            reply = worker.call(TRY_NETWORK, timeout=TRIAL_SECONDS)
        finally:
            worker.close()
        return NetworkTrial(component_of(worker_name(self._command)), bool(reply.result["refused"]), str(reply.result["detail"]))


def component_of(worker: str) -> str:
    """How a worker is called beside the other parts of Coffer."""
    return f"worker {worker}"
