"""Lets the person choose who a name is merged with."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop.application.extraction.aliases import family_of
from desktop.application.job import JobContext
from desktop.domain.candidate import Candidate
from desktop.domain.entity import EntityType
from desktop.domain.graph import EntityQuery, EntitySummary, NamedEntity
from desktop.ui.controllers.picker_filling import PickerFilling
from desktop.ui.dialogs.entity_picker import SHOWN, EntityPicker
from desktop.ui.jobs.lane import RunsJobs
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
        self._candidate: Candidate | None = None
        self._filling = PickerFilling(lane, "merging", self)
        self._filling.noticed.connect(self.noticed)

    def choose(self, candidate: Candidate, parent: QWidget | None) -> None:
        """Ask who a name is."""
        self._candidate = candidate
        dialog = EntityPicker(f"{candidate.subject.value} is another name of …", candidate.options, parent)
        dialog.picked.connect(self._take)
        seek = partial(_listing, self._explorer, candidate.subject)
        self._filling.attend(dialog, seek, lambda found: dialog.show_entities(*cast("Found", found)))

    def close(self) -> None:
        """Ask for nothing more."""
        self._filling.close()

    @Slot(str, str)
    def _take(self, entity_id: str, _words: str) -> None:
        if self._candidate:
            self.chosen.emit(self._candidate, entity_id)


def _listing(explorer: GraphExplorer, own: NamedEntity, text: str) -> UseCase:
    """Those of a kind that a name of this entity can be a name of."""
    query = EntityQuery(tuple(each for each in EntityType if family_of(each) is family_of(own.type)), text, limit=SHOWN)

    def fetch(_: JobContext) -> Found:
        found = explorer.entities(query)
        return text, explorer.count_entities(query), tuple(each for each in found if each.id != own.id)

    return fetch
