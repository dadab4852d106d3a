"""Graphs by name: kept in the vault as files, and opened again."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.ui.controllers import graph_fetching as fetching
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.each import EachJob
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.models.graph_steps import GraphSteps
from desktop.ui.notifier import Notice, Severity
from desktop.ui.panes.graph import GraphPane

if TYPE_CHECKING:
    from desktop.application.graph.named_graphs import NamedGraphs, OpenedGraph

SECONDS = 8.0


class NamedGraphsController(QObject):
    """Saves what the steps led to, one after the other, and reads the graph that is asked for last."""

    noticed = Signal(object)
    opened = Signal(object)  # an OpenedGraph
    changed = Signal()

    def __init__(self, pane: GraphPane, named: NamedGraphs, steps: GraphSteps, lane: RunsJobs, parent: QObject) -> None:
        super().__init__(parent)
        self._pane = pane
        self._named = named
        self._steps = steps
        self._saving = EachJob(lane, self)
        self._opening = LatestJob(lane, self)
        self._saving.succeeded.connect(self._tell_saved)
        self._opening.succeeded.connect(self._open)
        self._jobs = (self._saving, self._opening)
        for each in self._jobs:
            each.failed.connect(self._fail)
        pane.save_requested.connect(self._save)
        pane.named_requested.connect(self._want)

    def drop(self) -> None:
        """Ask for nothing more."""
        for each in self._jobs:
            each.drop()

    @Slot(str)
    def _save(self, name: str) -> None:
        self._saving.start(fetching.saving(self._named, name, self._steps.view, self._pane.layout_kind))

    @Slot(object)
    def _tell_saved(self, name: object) -> None:
        said = f"“{name}” is kept in the vault’s folder graphs, and opens again from More."
        self.noticed.emit(Notice(Severity.SUCCESS, said, key="graph", seconds=SECONDS))
        self.changed.emit()

    @Slot(str)
    def _want(self, name: str) -> None:
        self._opening.start(fetching.opening(self._named, name))

    @Slot(object)
    def _open(self, found: object) -> None:
        opened = cast("OpenedGraph", found)
        self.opened.emit(opened)
        if opened.missing:
            said = f"{opened.missing:,} of what “{opened.name}” held is not in the vault any more."
            self.noticed.emit(Notice(Severity.INFO, said, key="graph", seconds=SECONDS))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="graph"))
