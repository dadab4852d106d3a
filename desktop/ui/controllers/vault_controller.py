"""Opens a vault, and closes the one before, without the window waiting for either."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

from desktop.application.job import JobContext
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.services import Services


class OpensVaults(Protocol):
    """What builds the services of a vault."""

    def __call__(self, folder: Path, *, create: bool) -> Services:
        """Open the vault in `folder`; where there is none, make one if `create`, else raise VaultNotFound."""
        ...


class VaultController(QObject):
    """Sends opening and closing to a lane of their own, one after the other."""

    opened = Signal(object)
    failed = Signal(object)

    def __init__(self, opens: OpensVaults, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._opens = opens
        self._lane = lane

    def open(self, folder: Path, *, create: bool, before: Callable[[], object] | None = None) -> None:
        """Open a vault, after `before` has closed the one that was open."""
        job = QtJob(_opening(self._opens, folder, before, create=create))
        job.succeeded.connect(self.opened)
        job.failed.connect(self.failed)
        self._lane.submit(job)


def _opening(opens: OpensVaults, folder: Path, before: Callable[[], object] | None, *, create: bool) -> UseCase:
    def open_vault(_: JobContext) -> Services:
        if before:
            before()
        return opens(folder, create=create)

    return open_vault
