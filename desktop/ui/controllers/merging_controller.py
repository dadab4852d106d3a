"""Lets the person choose who a name is merged with."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop.application.graph.aliases import family_of
from desktop.application.job import JobContext
from desktop.domain.candidate import Candidate
from desktop.domain.entity import EntityType
from desktop.domain.graph import EntityQuery, EntitySummary, NamedEntity
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.dialogs.entity_picker import SHOWN, EntityPicker
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.graph.exploring import GraphExplorer

Found = tuple[str, int, tuple[EntitySummary, ...]]


class MergingController(QObject):
    """Opens a picker and fills it; `chosen` carries the candidate and the id of who it is."""

    chosen = Signal(object, str)
    noticed = Signal(object)

    def __init__(self, explorer: GraphExplorer, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._explorer = explorer
        self._dialog: EntityPicker | None = None
        self._candidate: Candidate | None = None
        self._listing = LatestJob(lane, self)
        self._listing.succeeded.connect(self._show)
        self._listing.failed.connect(self._fail)

    def choose(self, candidate: Candidate, parent: QWidget | None) -> None:
        """Ask who a name is."""
        self._candidate = candidate
        dialog = self._dialog = EntityPicker(f"{candidate.subject.value} is another name of …", candidate.options, parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.listing_wanted.connect(self._fetch)
        dialog.picked.connect(self._take)
        dialog.finished.connect(self._end)
        dialog.begin()

    def close(self) -> None:
        """Ask for nothing more."""
        self._listing.drop()

    @Slot(str)
    def _fetch(self, text: str) -> None:
        if self._candidate:
            self._listing.start(_listing(self._explorer, text, self._candidate.subject))

    @Slot(str, str)
    def _take(self, entity_id: str, _words: str) -> None:
        if self._candidate:
            self.chosen.emit(self._candidate, entity_id)

    @Slot(object)
    def _show(self, found: object) -> None:
        if self._dialog:
            self._dialog.show_entities(*cast("Found", found))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="merging"))

    @Slot()
    def _end(self) -> None:
        self._listing.drop()
        self._dialog = None


def _listing(explorer: GraphExplorer, text: str, own: NamedEntity) -> UseCase:
    """Those of a kind that a name of this entity can be a name of."""
    query = EntityQuery(tuple(each for each in EntityType if family_of(each) is family_of(own.type)), text, limit=SHOWN)

    def fetch(_: JobContext) -> Found:
        found = explorer.entities(query)
        return text, explorer.count_entities(query), tuple(each for each in found if each.id != own.id)

    return fetch
