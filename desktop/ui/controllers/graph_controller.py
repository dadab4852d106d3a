"""The graph pane: fetches what comes into the picture, keeps the steps, finds places, and tells what stands behind nodes and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.domain.changes import Changes
from desktop.domain.errors import CofferError, EntityNotFound
from desktop.domain.graph_card import Card, Choice, Evidence
from desktop.domain.graph_rows import NodeRow, TieRow
from desktop.domain.graph_view import GraphView, Node, Spot, Tie, add, as_of, draw, move, renew
from desktop.domain.layout import LayoutKind
from desktop.domain.leaving import Release
from desktop.ui.controllers import graph_fetching as fetching
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.each import EachJob
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.models.graph_steps import GraphSteps, Step
from desktop.ui.notifier import Notice, NoticeAction, Severity
from desktop.ui.panes.graph import GraphPane
from desktop.ui.widgets.graph_image import draw_image
from desktop.ui.widgets.outlet import outlet

if TYPE_CHECKING:
    from desktop.application.graph.named_graphs import OpenedGraph
    from desktop.application.library import Library
    from desktop.application.services import GraphDesk
    from desktop.domain.marking import Marking

SECONDS = 8.0
SETTLING_MS = 900
STARTS = 14


class GraphController(QObject):
    """Whatever comes in is added to the view as it is by then; what has no place yet is placed on a lane of its own."""

    noticed = Signal(object)

    def __init__(
        self,
        pane: GraphPane,
        desk: GraphDesk,
        library: Library,
        lane: RunsJobs,
        drawing: RunsJobs,
        parent: QObject | None = None,
    ) -> None:
        """`lane` answers at once; `drawing` fetches what is drawn and lays it out."""
        super().__init__(parent)
        self._pane = pane
        self._desk = desk
        self._library = library
        self._case = ""
        self._steps = GraphSteps()
        self._growing = EachJob(drawing, self)
        self._growing.succeeded.connect(self._grow)
        self._placing = LatestJob(drawing, self)
        self._placing.succeeded.connect(self._place)
        self._laying_out = LatestJob(drawing, self)
        self._laying_out.succeeded.connect(self._lay_out)
        self._renewing = LatestJob(drawing, self)
        self._renewing.succeeded.connect(self._renew)
        self._suggesting, self._starting, self._card, self._evidence = (LatestJob(lane, self) for _ in range(4))
        self._copying, self._opening, self._looking_back = (LatestJob(drawing, self) for _ in range(3))
        self._leaving, self._saving, self._drawing, self._imaging = (EachJob(drawing, self) for _ in range(4))
        self._looking_back.succeeded.connect(self._look_back)
        self._drawing.succeeded.connect(self.let_image_out)
        self._imaging.succeeded.connect(self._tell_image)
        self._saving.succeeded.connect(self._tell_saved)
        self._opening.succeeded.connect(self._open)
        self._copying.succeeded.connect(self._copy)
        self._leaving.succeeded.connect(self._tell_left)
        self._suggesting.succeeded.connect(self._show_suggestions)
        self._starting.succeeded.connect(self._show_starts)
        self._card.succeeded.connect(self._show_card)
        self._evidence.succeeded.connect(self._show_evidence)
        self._jobs = (
            self._placing, self._laying_out, self._renewing, self._suggesting, self._starting, self._card, self._evidence,
            self._copying, self._leaving, self._saving, self._opening, self._looking_back, self._drawing, self._growing,
            self._imaging,
        )  # fmt: skip
        for each in self._jobs:
            each.failed.connect(self._fail)
        self._settling = QTimer(self, singleShot=True, interval=SETTLING_MS)
        self._settling.timeout.connect(self.renew)
        self._connect(pane)

    def begin(self) -> None:
        """Offer what a picture may begin with."""
        self._starting.start(fetching.starting(self._desk.picturing, self._library, self._desk.named, self._case))

    def scope_to(self, case: str) -> None:
        """Let a picture begin with this case; what is around a node comes from the whole vault all the same."""
        self._case = case
        self.begin()

    @Slot()
    def renew(self) -> None:
        """Look anew at what the picture is made of."""
        self.begin()
        self._look_anew()

    def take_changes(self, changes: Changes) -> None:
        """Documents or facts came, changed or went; of many changes in a row the last counts."""
        if changes:
            self._settling.start()

    def close(self) -> None:
        """Ask for nothing more."""
        self._settling.stop()
        for each in self._jobs:
            each.drop()

    def _connect(self, pane: GraphPane) -> None:
        pane.suggestions_wanted.connect(self._suggest)
        pane.begin_requested.connect(self.begin_at)
        pane.passage_requested.connect(self.begin_at_passage)
        pane.case_requested.connect(self.begin_with_case)
        pane.expand_requested.connect(self._expand)
        pane.two_deep_requested.connect(self._two_deep)
        pane.paths_requested.connect(self._paths)
        pane.save_requested.connect(self._save)
        pane.day_requested.connect(self._want_day)
        pane.image_requested.connect(self._want_image)
        pane.named_requested.connect(self._want_named)
        pane.step_requested.connect(self._take)
        pane.undo_requested.connect(self._undo)
        pane.redo_requested.connect(self._redo)
        pane.clear_requested.connect(self._clear)
        pane.layout_requested.connect(self._want_layout)
        pane.card_wanted.connect(self._want_card)
        pane.evidence_wanted.connect(self._want_evidence)
        pane.copy_requested.connect(self._want_copy)
        pane.export_requested.connect(self._export)

    # --- what comes in

    @Slot(object)
    def begin_at(self, keys: Sequence[str]) -> None:
        """Put nodes into the picture, with the strongest of what is around them."""
        view = self._steps.view
        self._growing.start(fetching.beginning(self._desk.picturing, tuple(keys), tuple(view.nodes), view.as_of))

    @Slot(str, int, int)
    def begin_at_passage(self, document_id: str, start: int, end: int) -> None:
        """Put what a passage mentions into the picture."""
        view = self._steps.view
        self._growing.start(fetching.passage(self._desk.picturing, document_id, start, end, view))

    @Slot(str)
    def begin_with_case(self, tag: str) -> None:
        """Put the documents of a case into the picture, with what they have in common."""
        view = self._steps.view
        self._growing.start(fetching.case(self._desk.picturing, tag, view))

    @Slot(str, object)
    def _expand(self, key: str, choice: Choice | None) -> None:
        view = self._steps.view
        drawn = tuple(each for each in view.nodes if each not in view.collected and each not in view.hidden)
        label = view.nodes[key].label if key in view.nodes else key
        self._growing.start(fetching.expanding(self._desk.picturing, key, label, choice, drawn, view))

    @Slot(str)
    def _two_deep(self, key: str) -> None:
        view = self._steps.view
        if key in view.nodes:
            self._growing.start(fetching.two_deep(self._desk.picturing, key, view.nodes[key].label, view))

    @Slot(str, str)
    def _paths(self, one: str, other: str) -> None:
        view = self._steps.view
        if one in view.nodes and other in view.nodes:
            self._growing.start(fetching.paths(self._desk.picturing, view.nodes[one], view.nodes[other], view))

    @Slot(object)
    def _grow(self, found: object) -> None:
        grown = cast("fetching.Grown", found)
        if not grown.addition.nodes:
            self._tell(f"Nothing more was found: {grown.words}.")
            return
        before = draw(self._steps.view).single
        self._take(Step(grown.words, partial(add, addition=grown.addition)))
        if grown.as_of or self._steps.view.as_of:  # what came may be of another day, or later than this one
            self._look_anew()
        self._pane.canvas.select(grown.select or (grown.addition.anchor,), reveal=False)
        if before and draw(self._steps.view).single == before:
            self._tell("All of this is in the picture already, or in one of its collections.")

    def _look_anew(self) -> None:
        view = self._steps.view
        if view.nodes:
            self._renewing.start(fetching.renewing(self._desk.picturing, tuple(view.nodes), view.as_of))

    @Slot(object)
    def _renew(self, found: object) -> None:
        renewed, view = cast("fetching.Renewed", found), self._steps.view
        if (renewed.keys, renewed.as_of) != (tuple(view.nodes), view.as_of):  # it knows nothing of what came meanwhile
            self._look_anew()
            return
        self._steps.amend(partial(renew, addition=renewed.addition))
        self._steps.amend(partial(as_of, day=renewed.as_of, ties=renewed.addition.ties, later=renewed.later))
        self._show()

    # --- graphs by name

    @Slot(str)
    def _save(self, name: str) -> None:
        self._saving.start(fetching.saving(self._desk.named, name, self._steps.view, self._pane.layout_kind))

    @Slot(object)
    def _tell_saved(self, name: object) -> None:
        said = f"“{name}” is kept in the vault’s folder graphs, and opens again from More."
        self.noticed.emit(Notice(Severity.SUCCESS, said, key="graph", seconds=SECONDS))
        self.begin()

    @Slot(str)
    def _want_named(self, name: str) -> None:
        self._opening.start(fetching.opening(self._desk.named, name))

    @Slot(object)
    def _open(self, found: object) -> None:
        opened = cast("OpenedGraph", found)
        self._take(Step(f"open “{opened.name}”", partial(_instead, view=opened.view)))
        self._pane.choose_layout(opened.layout)
        self._pane.canvas.fit()
        if opened.missing:
            self._tell(f"{opened.missing:,} of what “{opened.name}” held is not in the vault any more.")

    # --- steps

    @Slot(object)
    def _take(self, step: Step) -> None:
        if self._steps.take(step):
            self._show()

    @Slot()
    def _undo(self) -> None:
        if self._steps.undo():
            self._show()

    @Slot()
    def _redo(self) -> None:
        if self._steps.redo():
            self._show()

    @Slot()
    def _clear(self) -> None:
        self._take(Step("clear the picture", _emptied))

    def _show(self) -> None:
        self._pane.show_steps(self._steps)
        view = self._steps.view
        if any(each.key not in view.spots for each in draw(view).nodes):
            self._placing.start(fetching.placing(self._desk.placing, view, self._pane.layout_kind))

    @Slot(str)
    def _want_day(self, day: str) -> None:
        self._looking_back.start(fetching.looking_back(self._desk.picturing, tuple(self._steps.view.nodes), day))

    @Slot(object)
    def _look_back(self, found: object) -> None:
        then = cast("fetching.KnownThen", found)
        if then.keys != tuple(self._steps.view.nodes):
            self._want_day(then.day)
            return
        words = f"as of {then.day}" if then.day else "all that is known"
        self._take(Step(words, partial(as_of, day=then.day, ties=then.ties, later=then.later)))

    # --- places

    @Slot(object)
    def _place(self, spots: object) -> None:
        self._steps.amend(partial(_with_new_places, spots=cast("Mapping[str, Spot]", spots)))
        self._show()

    @Slot(object)
    def _want_layout(self, kind: LayoutKind) -> None:
        self._laying_out.start(fetching.placing(self._desk.placing, self._steps.view, kind, anew=True))

    @Slot(object)
    def _lay_out(self, spots: object) -> None:
        self._take(Step("lay out anew", partial(move, spots=cast("Mapping[str, Spot]", spots))))
        self._pane.canvas.fit()

    # --- what is told

    @Slot(str)
    def _suggest(self, text: str) -> None:
        self._suggesting.start(fetching.suggesting(self._desk.picturing, text))

    @Slot(object)
    def _show_suggestions(self, found: object) -> None:
        self._pane.show_suggestions(cast("tuple[Node, ...]", found))

    @Slot(object)
    def _show_starts(self, found: object) -> None:
        starts = cast("fetching.Starts", found)
        self._pane.show_starts(starts.nodes, starts.cases, starts.graphs)

    @Slot(str)
    def _want_card(self, key: str) -> None:
        self._card.start(fetching.card(self._desk.telling, key, self._steps.view.as_of))

    @Slot(object)
    def _show_card(self, card: object) -> None:
        self._pane.show_card(cast("Card", card))

    @Slot(object)
    def _want_evidence(self, ties: tuple[Tie, ...]) -> None:
        self._evidence.start(fetching.evidence(self._desk.telling, ties, self._steps.view.as_of))

    @Slot(object)
    def _show_evidence(self, found: object) -> None:
        self._pane.show_evidence(cast("tuple[Evidence, ...]", found))

    # --- what leaves

    @Slot(str, object)
    def _want_copy(self, text: str, rows: tuple[NodeRow | TieRow, ...]) -> None:
        self._copying.start(fetching.made_of(self._desk.picture_sources, text, rows))

    @Slot(object)
    def _copy(self, found: object) -> None:
        text, made_of = cast("tuple[str, tuple[str, ...]]", found)
        outlet.copy(text, "The table", made_of)

    @Slot(object, object)
    def _export(self, rows: tuple[NodeRow | TieRow, ...], target: Path) -> None:
        self._leaving.start(fetching.writing(self._desk.picture_sources, rows, target))

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
        self._drawing.start(fetching.letting_out(self._desk.picture_sources, self._steps.view, target))

    @Slot(object)
    def let_image_out(self, found: object) -> None:
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

    def _tell(self, said: str) -> None:
        self.noticed.emit(Notice(Severity.INFO, said, key="graph", seconds=SECONDS))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        actions = (NoticeAction("Look anew", self.renew),) if isinstance(failure, EntityNotFound) else ()
        notice = describe_failure(failure, key="graph")
        self.noticed.emit(Notice(notice.severity, notice.text, notice.hint, (*notice.actions, *actions), notice.key))


def _instead(_: GraphView, view: GraphView) -> GraphView:
    return view


def _emptied(_: GraphView) -> GraphView:
    return GraphView()


def _with_new_places(view: GraphView, spots: Mapping[str, Spot]) -> GraphView:
    """What a person moved meanwhile stays where they put it."""
    return move(view, {key: spot for key, spot in spots.items() if key not in view.spots})
