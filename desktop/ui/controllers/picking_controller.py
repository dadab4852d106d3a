"""Lets the person pick a document, for whoever needs one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery
from desktop.domain.document import DocumentSummary
from desktop.ui.controllers.picker_filling import PickerFilling
from desktop.ui.dialogs.document_picker import SHOWN, DocumentPicker
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.library import Library

Found = tuple[str, int, tuple[DocumentSummary, ...]]


class PickingController(QObject):
    """Opens a picker and fills it; `picked` carries the id and the title of what was chosen."""

    picked = Signal(str, str)
    noticed = Signal(object)

    def __init__(self, library: Library, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._filling = PickerFilling(lane, "picking", self)
        self._filling.noticed.connect(self.noticed)

    def pick(self, heading: str, choose: str, parent: QWidget | None) -> None:
        """Ask for a document."""
        dialog = DocumentPicker(heading, choose, parent)
        dialog.picked.connect(self.picked)
        self._filling.attend(dialog, partial(_listing, self._library), lambda found: dialog.show_rows(*cast("Found", found)))

    def close(self) -> None:
        """Ask for nothing more."""
        self._filling.close()


def _listing(library: Library, text: str) -> UseCase:
    query = DocumentQuery(text, "title", descending=False, offset=0, limit=SHOWN)

    def fetch(_: JobContext) -> Found:
        return text, library.count(query), library.rows(query)

    return fetch
