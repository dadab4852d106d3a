"""Fills a picker with what is sought in it, as long as it is open."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal, Slot

from desktop.ui.controllers.failures import describe_failure
from desktop.ui.dialogs.picker import Picker
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase


class PickerFilling(QObject):
    """Attends one picker at a time."""

    noticed = Signal(object)

    def __init__(self, lane: RunsJobs, key: str, parent: QObject | None = None) -> None:
        """`key` names the notices of what failed."""
        super().__init__(parent)
        self._key = key
        self._dialog: Picker | None = None
        self._seek: Callable[[str], UseCase] | None = None
        self._show: Callable[[object], None] | None = None
        self._listing = LatestJob(lane, self)
        self._listing.succeeded.connect(self._fill)
        self._listing.failed.connect(self._fail)

    def attend(self, dialog: Picker, seek: Callable[[str], UseCase], show: Callable[[object], None]) -> None:
        """Open a picker: what `seek` finds for its text is handed to `show`."""
        self._dialog, self._seek, self._show = dialog, seek, show
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.listing_wanted.connect(self._fetch)
        dialog.finished.connect(self._end)
        dialog.begin()

    def close(self) -> None:
        """Ask for nothing more."""
        self._listing.drop()

    @Slot(str)
    def _fetch(self, text: str) -> None:
        if self._seek:
            self._listing.start(self._seek(text))

    @Slot(object)
    def _fill(self, found: object) -> None:
        if self._show:
            self._show(found)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key=self._key))

    @Slot()
    def _end(self) -> None:
        self._listing.drop()
        self._dialog = self._seek = self._show = None
