"""The graph pane: fetches what comes into the picture, keeps the steps, finds places, and tells what stands behind nodes and lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.changes import Changes
from desktop.domain.errors import EntityNotFound
from desktop.domain.graph_card import Card, Choice, Evidence
from desktop.domain.graph_view import Addition, GraphView, Node, Spot, Tie, add, draw, move, renew
from desktop.domain.layout import LayoutKind
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.each import EachJob
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.models.graph_steps import GraphSteps, Step
from desktop.ui.notifier import Notice, NoticeAction, Severity
from desktop.ui.panes.graph import GraphPane

if TYPE_CHECKING:
    from desktop.application.graph.picturing import Picturing
    from desktop.application.graph.placing import Placing
    from desktop.application.graph.telling import Telling
    from desktop.application.library import Library
    from desktop.application.services import GraphDesk

SECONDS = 8.0
SETTLING_MS = 900
STARTS = 14


@dataclass(frozen=True, slots=True)
class Grown:
    """What came, what the step is called that it makes, and the nodes to select then."""

    words: str
    addition: Addition
    select: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Starts:
    """What a picture may begin with."""

    nodes: tuple[Node, ...]
    cases: tuple[str, ...]


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
        self._suggesting.succeeded.connect(self._show_suggestions)
        self._starting.succeeded.connect(self._show_starts)
        self._card.succeeded.connect(self._show_card)
        self._evidence.succeeded.connect(self._show_evidence)
        self._latest = (
            self._placing, self._laying_out, self._renewing, self._suggesting, self._starting, self._card, self._evidence
        )  # fmt: skip
        for each in (*self._latest, self._growing):
            each.failed.connect(self._fail)
        self._settling = QTimer(self, singleShot=True, interval=SETTLING_MS)
        self._settling.timeout.connect(self.renew)
        self._connect(pane)

    def begin(self) -> None:
        """Offer what a picture may begin with."""
        self._starting.start(_starting(self._desk.picturing, self._library))

    @Slot()
    def renew(self) -> None:
        """Look anew at what the picture is made of."""
        self.begin()
        view = self._steps.view
        if view.nodes:
            self._renewing.start(_renewing(self._desk.picturing, tuple(view.nodes), view.as_of))

    def take_changes(self, changes: Changes) -> None:
        """Documents or facts came, changed or went; of many changes in a row the last counts."""
        if changes:
            self._settling.start()

    def close(self) -> None:
        """Ask for nothing more."""
        self._settling.stop()
        self._growing.drop()
        for each in self._latest:
            each.drop()

    def _connect(self, pane: GraphPane) -> None:
        pane.suggestions_wanted.connect(self._suggest)
        pane.begin_requested.connect(self.begin_at)
        pane.passage_requested.connect(self.begin_at_passage)
        pane.case_requested.connect(self.begin_with_case)
        pane.expand_requested.connect(self._expand)
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
        self._growing.start(_beginning(self._desk.picturing, tuple(keys), tuple(view.nodes), view.as_of))

    @Slot(str, int, int)
    def begin_at_passage(self, document_id: str, start: int, end: int) -> None:
        """Put what a passage mentions into the picture."""
        view = self._steps.view
        self._growing.start(_passage(self._desk.picturing, document_id, start, end, view))

    @Slot(str)
    def begin_with_case(self, tag: str) -> None:
        """Put the documents of a case into the picture, with what they have in common."""
        view = self._steps.view
        self._growing.start(_case(self._desk.picturing, tag, view))

    @Slot(str, object)
    def _expand(self, key: str, choice: Choice | None) -> None:
        view = self._steps.view
        drawn = tuple(each for each in view.nodes if each not in view.collected and each not in view.hidden)
        label = view.nodes[key].label if key in view.nodes else key
        self._growing.start(_expanding(self._desk.picturing, key, label, choice, drawn, view))

    @Slot(object)
    def _grow(self, found: object) -> None:
        grown = cast("Grown", found)
        if not grown.addition.nodes:
            self._tell(f"Nothing more was found: {grown.words}.")
            return
        before = draw(self._steps.view).single
        self._take(Step(grown.words, partial(add, addition=grown.addition)))
        self._pane.canvas.select(grown.select or (grown.addition.anchor,), reveal=False)
        if before and draw(self._steps.view).single == before:
            self._tell("All of this is in the picture already, or in one of its collections.")

    @Slot(object)
    def _renew(self, found: object) -> None:
        self._steps.amend(partial(renew, addition=cast("Addition", found)))
        self._show()

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
            self._placing.start(_placing(self._desk.placing, view, self._pane.layout_kind))

    # --- places

    @Slot(object)
    def _place(self, spots: object) -> None:
        self._steps.amend(partial(_with_new_places, spots=cast("Mapping[str, Spot]", spots)))
        self._show()

    @Slot(object)
    def _want_layout(self, kind: LayoutKind) -> None:
        self._laying_out.start(_placing(self._desk.placing, self._steps.view, kind, anew=True))

    @Slot(object)
    def _lay_out(self, spots: object) -> None:
        self._take(Step("lay out anew", partial(move, spots=cast("Mapping[str, Spot]", spots))))
        self._pane.canvas.fit()

    # --- what is told

    @Slot(str)
    def _suggest(self, text: str) -> None:
        self._suggesting.start(_suggesting(self._desk.picturing, text))

    @Slot(object)
    def _show_suggestions(self, found: object) -> None:
        self._pane.show_suggestions(cast("tuple[Node, ...]", found))

    @Slot(object)
    def _show_starts(self, found: object) -> None:
        starts = cast("Starts", found)
        self._pane.show_starts(starts.nodes, starts.cases)

    @Slot(str)
    def _want_card(self, key: str) -> None:
        self._card.start(_card(self._desk.telling, key, self._steps.view.as_of))

    @Slot(object)
    def _show_card(self, card: object) -> None:
        self._pane.show_card(cast("Card", card))

    @Slot(object)
    def _want_evidence(self, ties: tuple[Tie, ...]) -> None:
        self._evidence.start(_evidence(self._desk.telling, ties))

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


def _emptied(_: GraphView) -> GraphView:
    return GraphView()


def _with_new_places(view: GraphView, spots: Mapping[str, Spot]) -> GraphView:
    """What a person moved meanwhile stays where they put it."""
    return move(view, {key: spot for key, spot in spots.items() if key not in view.spots})


def _starting(picturing: Picturing, library: Library) -> UseCase:
    def find(_: JobContext) -> Starts:
        return Starts(picturing.starts(STARTS), library.facets().tags)

    return find


def _suggesting(picturing: Picturing, text: str) -> UseCase:
    def suggest(_: JobContext) -> tuple[Node, ...]:
        return picturing.suggest(text)

    return suggest


def _beginning(picturing: Picturing, keys: tuple[str, ...], held: tuple[str, ...], as_of: str) -> UseCase:
    def begin(context: JobContext) -> Grown:
        found = picturing.begin(context, keys, held, as_of)
        label = next((each.label for each in found.nodes if each.key == keys[0]), keys[0]) if len(keys) == 1 else f"{len(keys)} documents"
        return Grown(f"show {label}", found, keys)

    return begin


def _passage(picturing: Picturing, document_id: str, start: int, end: int, view: GraphView) -> UseCase:
    return _growing("show a passage", lambda context: picturing.passage(context, document_id, start, end, tuple(view.nodes), view.as_of))


def _case(picturing: Picturing, tag: str, view: GraphView) -> UseCase:
    return _growing(f"show the case {tag}", lambda context: picturing.case(context, tag, tuple(view.nodes), view.as_of))


def _expanding(picturing: Picturing, key: str, label: str, choice: Choice | None, drawn: tuple[str, ...], view: GraphView) -> UseCase:
    held = tuple(view.nodes)
    return _growing(f"show more around {label}", lambda context: picturing.around(context, key, choice, held, drawn, view.as_of))


def _growing(words: str, fetch: Callable[[JobContext], Addition]) -> UseCase:
    def grow(context: JobContext) -> Grown:
        return Grown(words, fetch(context))

    return grow


def _renewing(picturing: Picturing, keys: tuple[str, ...], as_of: str) -> UseCase:
    def look(_: JobContext) -> Addition:
        return picturing.again(keys, as_of)

    return look


def _placing(placing: Placing, view: GraphView, kind: LayoutKind, *, anew: bool = False) -> UseCase:
    def place(context: JobContext) -> dict[str, Spot]:
        return placing.place(view, kind, context.cancel, anew=anew)

    return place


def _card(telling: Telling, key: str, as_of: str) -> UseCase:
    def read(_: JobContext) -> Card:
        return telling.card(key, as_of)

    return read


def _evidence(telling: Telling, ties: tuple[Tie, ...]) -> UseCase:
    def read(context: JobContext) -> tuple[Evidence, ...]:
        return telling.evidence(context, ties)

    return read
