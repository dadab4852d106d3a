"""The graph pane: fetches what comes into the picture, keeps the steps, finds places, and tells what stands behind nodes and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.domain.changes import Changes
from desktop.domain.errors import EntityNotFound
from desktop.domain.graph_card import Card, Choice, Evidence
from desktop.domain.graph_timeline import Timeline
from desktop.domain.graph_view import GraphView, Node, Spot, Tie, add, as_of, move, renew
from desktop.domain.layout import LayoutKind
from desktop.ui.controllers import graph_fetching as fetching
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.graph_leaving import GraphLeaving
from desktop.ui.controllers.named_graphs_controller import NamedGraphsController
from desktop.ui.jobs.each import EachJob
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.models.graph_steps import GraphSteps, Step
from desktop.ui.notifier import Notice, NoticeAction, Severity
from desktop.ui.panes.graph import GraphPane

if TYPE_CHECKING:
    from desktop.application.graph.named_graphs import OpenedGraph
    from desktop.application.library import Library
    from desktop.application.services import GraphDesk

SECONDS = 8.0
SETTLING_MS = 900


class GraphController(QObject):
    """Whatever comes in is added to the view as it is by then; what has no place yet is placed on a lane of its own."""

    noticed = Signal(object)
    undoable = Signal(object)
    undone = Signal(object)

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
        self._looking_back = LatestJob(drawing, self)
        self._dating = LatestJob(drawing, self)
        self._dating.succeeded.connect(self._date)
        self._dated: tuple[tuple[str, ...], str] = ((), "")
        self._looking_back.succeeded.connect(self._look_back)
        self._suggesting.succeeded.connect(self._show_suggestions)
        self._starting.succeeded.connect(self._show_starts)
        self._card.succeeded.connect(self._show_card)
        self._evidence.succeeded.connect(self._show_evidence)
        self._jobs = (
            self._placing, self._laying_out, self._renewing, self._suggesting, self._starting, self._card, self._evidence,
            self._looking_back, self._growing, self._dating,
        )  # fmt: skip
        for each in self._jobs:
            each.failed.connect(self._fail)
        self._leaving = GraphLeaving(pane, desk.picture_sources, self._steps, drawing, self)
        self._named = NamedGraphsController(pane, desk.named, self._steps, drawing, self)
        for part in (self._leaving, self._named):
            part.noticed.connect(self.noticed)
        self._named.opened.connect(self._open)
        self._named.changed.connect(self.begin)
        self._named.undoable.connect(self.undoable)
        self._named.undone.connect(self.undone)
        self._settling = QTimer(self, singleShot=True, interval=SETTLING_MS)
        self._settling.timeout.connect(self.renew)
        self._connect(pane)

    @Slot()
    def begin(self) -> None:
        """Offer what a picture may begin with."""
        self._starting.start(fetching.starting(self._desk.picturing, self._library, self._desk.named, self._case))

    def scope_to(self, case: str) -> None:
        """Let a picture begin with this case; what is around a node comes from the whole vault all the same."""
        self._case = self._named.case = case
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
        for each in (*self._jobs, self._leaving, self._named):
            each.drop()

    def _connect(self, pane: GraphPane) -> None:
        pane.suggestions_wanted.connect(self._suggest)
        pane.begin_requested.connect(self.begin_at)
        pane.passage_requested.connect(self.begin_at_passage)
        pane.case_requested.connect(self.begin_with_case)
        pane.expand_requested.connect(self._expand)
        pane.two_deep_requested.connect(self._two_deep)
        pane.paths_requested.connect(self._paths)
        pane.ordered_requested.connect(self._paths_in_order)
        pane.day_requested.connect(self._want_day)
        pane.step_requested.connect(self._take)
        pane.undo_requested.connect(self._undo)
        pane.redo_requested.connect(self._redo)
        pane.clear_requested.connect(self._clear)
        pane.layout_requested.connect(self._want_layout)
        pane.card_wanted.connect(self._want_card)
        pane.evidence_wanted.connect(self._want_evidence)

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

    @Slot(str, str)
    def _paths_in_order(self, one: str, other: str) -> None:
        view = self._steps.view
        if one in view.nodes and other in view.nodes:
            self._growing.start(fetching.paths_in_order(self._desk.ordered, view.nodes[one], view.nodes[other], view))

    @Slot(object)
    def _grow(self, found: object) -> None:
        grown = cast("fetching.Grown", found)
        if not grown.addition.nodes:
            self._tell(grown.nothing or f"Nothing more was found: {grown.words}.")
            return
        before = self._pane.picture.single
        self._take(Step(grown.words, partial(add, addition=grown.addition)))
        if grown.as_of or self._steps.view.as_of:  # what came may be of another day, or later than this one
            self._look_anew()
        self._pane.canvas.select(grown.select or (grown.addition.anchor,), reveal=False)
        if grown.ways:
            self._pane.show_ways(grown.ways)
        elif before and self._pane.picture.single == before:
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
        self._read_dates()
        self._show()

    @Slot(object)
    def _open(self, opened: OpenedGraph) -> None:
        self._take(Step(f"open “{opened.name}”", partial(_instead, view=opened.view)))
        self._pane.choose_layout(opened.layout)
        self._pane.canvas.fit()

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
        if any(each.key not in view.spots for each in self._pane.picture.nodes):
            self._placing.start(fetching.placing(self._desk.placing, view, self._pane.layout_kind))
        if (tuple(view.nodes), view.as_of) != self._dated:
            self._read_dates()

    def _read_dates(self) -> None:
        view = self._steps.view
        self._dated = (tuple(view.nodes), view.as_of)
        self._dating.start(fetching.dating(self._desk.timelines, *self._dated))

    @Slot(object)
    def _date(self, timeline: object) -> None:
        self._pane.show_timeline(cast("Timeline", timeline))

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
