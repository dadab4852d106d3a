"""Graphs by name: kept in the vault as files, listed, opened, renamed, moved to the trash and brought back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, Signal, Slot

from desktop.ui.controllers import graph_fetching as fetching
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.dialogs.kept_graphs import KeptGraphsDialog
from desktop.ui.jobs.each import EachJob
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.models.graph_steps import GraphSteps
from desktop.ui.notifier import Notice, NoticeAction, Severity
from desktop.ui.panes.graph import GraphPane

if TYPE_CHECKING:
    from desktop.application.graph.named_graphs import NamedGraphs, OpenedGraph
    from desktop.domain.named_graph import GraphHead

SECONDS, UNDO_SECONDS = 8.0, 20.0
MOST_MISSING = 5


class NamedGraphsController(QObject):
    """Saves what the steps led to, one after the other, and reads the graph that is asked for last.

    What is kept while a case is worked on belongs to it.
    """

    noticed = Signal(object)
    opened = Signal(object)  # an OpenedGraph
    changed = Signal()
    undoable = Signal(object)
    undone = Signal(object)

    def __init__(self, pane: GraphPane, named: NamedGraphs, steps: GraphSteps, lane: RunsJobs, parent: QObject) -> None:
        super().__init__(parent)
        self.case = ""
        self._pane = pane
        self._named = named
        self._steps = steps
        self._dialog: KeptGraphsDialog | None = None
        self._saving, self._renaming, self._forgetting, self._restoring = (EachJob(lane, self) for _ in range(4))
        self._opening, self._listing = LatestJob(lane, self), LatestJob(lane, self)
        self._saving.succeeded.connect(self._tell_saved)
        self._renaming.succeeded.connect(self._tell_renamed)
        self._forgetting.succeeded.connect(self._tell_forgotten)
        self._restoring.succeeded.connect(self._tell_restored)
        self._opening.succeeded.connect(self._open)
        self._listing.succeeded.connect(self._show)
        self._jobs = (self._saving, self._renaming, self._forgetting, self._restoring, self._opening, self._listing)
        for each in self._jobs:
            each.failed.connect(self._fail)
        pane.save_requested.connect(self._save)
        pane.named_requested.connect(self._want)
        pane.kept_requested.connect(self._ask)

    def drop(self) -> None:
        """Ask for nothing more."""
        for each in self._jobs:
            each.drop()

    def restore(self, file: str) -> None:
        """Bring a graph back from the trash."""
        self.undone.emit(BringBack(file, self))
        self._restoring.start(fetching.bringing_back(self._named, file))

    @Slot(str)
    def _save(self, name: str) -> None:
        self._saving.start(fetching.saving(self._named, name, self._steps.view, self._pane.layout_kind, self.case))

    @Slot(object)
    def _tell_saved(self, name: object) -> None:
        self._pane.chosen.called = str(name)
        whose = f" with the case {self.case}" if self.case else ""
        said = f"“{name}” is kept{whose} in the vault’s folder graphs, and opens again from More."
        self._tell(said)

    @Slot(str)
    def _want(self, name: str) -> None:
        self._opening.start(fetching.opening(self._named, name))

    @Slot(object)
    def _open(self, found: object) -> None:
        opened = cast("OpenedGraph", found)
        self._pane.chosen.called = opened.name
        self.opened.emit(opened)
        if opened.missing:
            few = ", ".join(opened.missing[:MOST_MISSING])
            more = f" and {len(opened.missing) - MOST_MISSING:,} more" if len(opened.missing) > MOST_MISSING else ""
            said = f"{len(opened.missing):,} of what “{opened.name}” held is not in the vault any more."
            self.noticed.emit(Notice(Severity.WARNING, said, f"It was {few}{more}.", key="graph"))

    # --- the list

    @Slot()
    def _ask(self) -> None:
        self._dialog = KeptGraphsDialog(self.case, may_change=self._pane.chosen.may_save, parent=self._pane)
        self._dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._dialog.finished.connect(self._forget_dialog)
        self._dialog.open_requested.connect(self._want)
        self._dialog.rename_requested.connect(self._rename)
        self._dialog.trash_requested.connect(self._trash)
        self._dialog.open()
        self._listing.start(fetching.listing(self._named))

    @Slot()
    def _forget_dialog(self) -> None:
        self._dialog = None

    @Slot(object)
    def _show(self, heads: object) -> None:
        if self._dialog:
            self._dialog.show_graphs(cast("tuple[GraphHead, ...]", heads))

    @Slot(str, str)
    def _rename(self, name: str, new_name: str) -> None:
        self._renaming.start(fetching.renaming(self._named, name, new_name))

    @Slot(str)
    def _trash(self, name: str) -> None:
        self._forgetting.start(fetching.forgetting(self._named, name))

    @Slot(object)
    def _tell_renamed(self, names: object) -> None:
        was, new = cast("tuple[str, str]", names)
        if self._pane.chosen.called == was:  # so that it is kept by this name next time, not once more by the other
            self._pane.chosen.called = new
        self._tell(f"The graph is called “{new}” now.")

    @Slot(object)
    def _tell_forgotten(self, found: object) -> None:
        name, file = cast("tuple[str, str]", found)
        undo = BringBack(file, self)
        self.undoable.emit(undo)
        said = f"The graph “{name}” was moved to the vault’s trash."
        self.noticed.emit(Notice(Severity.INFO, said, "", (NoticeAction("Undo", undo),), "graph", UNDO_SECONDS))
        self._look_anew()

    @Slot(object)
    def _tell_restored(self, name: object) -> None:
        self._tell(f"The graph “{name}” is back.")

    def _tell(self, said: str) -> None:
        self.noticed.emit(Notice(Severity.SUCCESS, said, key="graph", seconds=SECONDS))
        self._look_anew()

    def _look_anew(self) -> None:
        self.changed.emit()
        if self._dialog:
            self._listing.start(fetching.listing(self._named))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="graph"))


@dataclass(frozen=True, slots=True)
class BringBack:
    """Brings back what was moved to the trash."""

    file: str
    controller: NamedGraphsController

    def __call__(self) -> None:
        """Do it."""
        self.controller.restore(self.file)
