"""Lanes: permanent threads that each run one job at a time, in order."""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import count
from typing import Protocol, cast

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import Task

# macOS gives threads half a megabyte by default, too little for deep recursion in a parser.
STACK_BYTES = 16 * 1024 * 1024
PATIENCE_SECONDS = 10.0


class RunsJobs(Protocol):
    """Where a controller sends its jobs."""

    def submit(self, job: QtJob) -> None:
        """Run it when its turn comes."""
        ...

    def cancel_all(self) -> None:
        """Cancel the job in hand and those that wait."""
        ...


class _Runner(QObject):
    """Lives in the lane's thread, whose event loop hands it one task after the other."""

    rung = Signal(int)

    @Slot(int, object)
    def run(self, ticket: int, task: Task) -> None:
        self._ticket = ticket
        task.run(self._ring)

    def _ring(self) -> None:
        self.rung.emit(self._ticket)


class Lane(QObject):
    """A permanent thread with an event loop, which runs one job at a time in the order they came.

    The lane holds each job until its end was told, so that no job object dies in the lane's thread.
    """

    _handed = Signal(int, object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: dict[int, QtJob] = {}
        self._tickets = count(1)
        self._thread = QThread(self)
        self._thread.setObjectName(f"coffer-{name}")
        self._thread.setStackSize(STACK_BYTES)
        self._runner = _Runner()
        self._runner.moveToThread(self._thread)
        self._handed.connect(self._runner.run, Qt.ConnectionType.QueuedConnection)
        self._runner.rung.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """Whether a job runs or waits."""
        return bool(self._jobs)

    def submit(self, job: QtJob) -> None:
        """Run it when its turn comes."""
        ticket = next(self._tickets)
        self._jobs[ticket] = job
        self._handed.emit(ticket, job.task)

    def cancel_all(self) -> None:
        """Cancel the job in hand and those that wait."""
        for job in list(self._jobs.values()):
            job.cancel()

    def quit(self) -> None:
        """Cancel everything and let the thread end; `wait` tells when it has."""
        self.cancel_all()
        self._thread.quit()

    def wait(self, seconds: float = PATIENCE_SECONDS) -> bool:
        """Wait for the thread to end, from any thread but its own; False if it has not by then."""
        return self._thread.wait(int(seconds * 1000))

    def stop(self, seconds: float = PATIENCE_SECONDS) -> bool:
        """Cancel everything, wait for the thread to end, and tell each job's end."""
        self.quit()
        ended = self.wait(seconds)
        for ticket in list(self._jobs):
            self._deliver(ticket)
        return ended

    @Slot(int)
    def _deliver(self, ticket: int) -> None:
        job = self._jobs.get(ticket)
        if job and job.deliver():
            del self._jobs[ticket]


@dataclass(frozen=True, slots=True)
class Lanes:
    """One lane for each thing that must not wait for the others; `ingest` alone changes the vault."""

    ingest: Lane
    query: Lane
    answer: Lane
    view: Lane

    @classmethod
    def start(cls) -> Lanes:
        """Start all four threads."""
        return cls(**{each.name: Lane(each.name) for each in fields(cls)})

    def each(self) -> tuple[Lane, ...]:
        """All lanes."""
        return tuple(cast("Lane", getattr(self, each.name)) for each in fields(self))

    def quit(self) -> None:
        """Cancel everything on every lane and let the threads end."""
        for lane in self.each():
            lane.quit()

    def wait(self, seconds: float = PATIENCE_SECONDS) -> bool:
        """Wait for all threads to end, from a thread that is none of them."""
        ended = [lane.wait(seconds) for lane in self.each()]
        return all(ended)

    def stop(self) -> bool:
        """Cancel everything, wait for the threads, tell each job's end; False if a thread did not end in time."""
        self.quit()
        ended = [lane.stop() for lane in self.each()]
        return all(ended)
