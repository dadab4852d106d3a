"""What leaves the graph pane: rows of its tables, copied or written, and the picture; all of it passes the gate."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.domain.errors import CofferError
from desktop.domain.graph_rows import NodeRow, TieRow
from desktop.domain.leaving import Release
from desktop.ui.controllers import graph_fetching as fetching
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.each import EachJob
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.models.graph_steps import GraphSteps
from desktop.ui.notifier import Notice, Severity
from desktop.ui.panes.graph import GraphPane
from desktop.ui.widgets.graph_image import draw_image
from desktop.ui.widgets.outlet import outlet

if TYPE_CHECKING:
    from desktop.application.graph.picture_sources import PictureSources
    from desktop.domain.marking import Marking

SECONDS = 8.0


class GraphLeaving(QObject):
    """Asks the gate on a lane, then copies or writes what may leave of what the steps led to."""

    noticed = Signal(object)

    def __init__(self, pane: GraphPane, sources: PictureSources, steps: GraphSteps, lane: RunsJobs, parent: QObject) -> None:
        super().__init__(parent)
        self._pane = pane
        self._sources = sources
        self._steps = steps
        self._copying = LatestJob(lane, self)
        self._writing, self._drawing, self._imaging = (EachJob(lane, self) for _ in range(3))
        self._copying.succeeded.connect(self._copy)
        self._writing.succeeded.connect(self._tell_left)
        self._drawing.succeeded.connect(self._let_image_out)
        self._imaging.succeeded.connect(self._tell_image)
        self._jobs = (self._copying, self._writing, self._drawing, self._imaging)
        for each in self._jobs:
            each.failed.connect(self._fail)
        pane.copy_requested.connect(self._want_copy)
        pane.export_requested.connect(self._export)
        pane.image_requested.connect(self._want_image)

    def drop(self) -> None:
        """Ask for nothing more."""
        for each in self._jobs:
            each.drop()

    @Slot(str, object)
    def _want_copy(self, text: str, rows: tuple[NodeRow | TieRow, ...]) -> None:
        self._copying.start(fetching.made_of(self._sources, text, rows))

    @Slot(object)
    def _copy(self, found: object) -> None:
        text, made_of = cast("tuple[str, tuple[str, ...]]", found)
        outlet.copy(text, "The table", made_of)

    @Slot(object, object)
    def _export(self, rows: tuple[NodeRow | TieRow, ...], target: Path) -> None:
        self._writing.start(fetching.writing(self._sources, rows, target))

    @Slot(object)
    def _tell_left(self, found: object) -> None:
        target, release = cast("tuple[Path, Release]", found)
        held = f" {release.explanation}" if release.withheld else ""
        severity = Severity.WARNING if release.withheld else Severity.SUCCESS
        hint = "Change the limit in the settings, or mark the documents otherwise, if they may leave." if held else ""
        said = f"{len(release.allowed):,} rows were written to {target}.{held}"
        self.noticed.emit(Notice(severity, said, hint, key="graph", seconds=None if held else SECONDS))

    @Slot(object)
    def _want_image(self, target: Path) -> None:
        self._drawing.start(fetching.letting_out(self._sources, self._steps.view, target))

    @Slot(object)
    def _let_image_out(self, found: object) -> None:
        """Write the picture, if the gate says so; one that changed since the gate looked at it is shown to the gate anew."""
        examined = cast("fetching.Examined", found)
        target, release = examined.target, examined.release
        if (examined.nodes, examined.ties) != fetching.outgoing(self._steps.view):
            self._want_image(target)
            return
        if release.withheld:
            hint = "Hide what may not leave, change the limit in the settings, or mark the documents otherwise."
            self.noticed.emit(Notice(Severity.WARNING, f"No picture was written: {release.explanation}", hint, key="graph"))
            return
        try:
            content = draw_image(self._pane.canvas, release.marking, target.suffix)
        except CofferError as problem:
            self._fail(problem)
            return
        self._imaging.start(fetching.writing_image(content, release.marking, target))

    @Slot(object)
    def _tell_image(self, found: object) -> None:
        target, marking = cast("tuple[Path, Marking]", found)
        said = f"The picture was written to {target}, marked TLP:{marking}."
        self.noticed.emit(Notice(Severity.SUCCESS, said, key="graph", seconds=SECONDS))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="graph"))
