"""What is seen of the graph: the picture or its tables, the legend above, the card beside, and how much it is below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QVBoxLayout, QWidget

from desktop.domain.graph_card import Card, Evidence, shown_around
from desktop.domain.graph_picture import Drawing, Line, Picture, draw, draw_alone
from desktop.domain.graph_timeline import Period, Timeline, Within
from desktop.domain.graph_view import GraphView, Tie, keep_to
from desktop.ui.models.graph_words import shown_words
from desktop.ui.theme import play
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.graph_canvas import GraphCanvas
from desktop.ui.widgets.graph_legend import GraphLegend
from desktop.ui.widgets.graph_side import GraphSide
from desktop.ui.widgets.graph_tables import GraphTables
from desktop.ui.widgets.pages import Pages
from desktop.ui.widgets.timeline_strip import TimelineStrip
from desktop.ui.widgets.turning import turn

SIDE_BY_SIDE_FROM = 760
CANVAS_SHARE, SIDE_SHARE = 70, 30
LEAST_CANVAS, LEAST_SIDE, LEAST_TABLES = 140, 90, 440


class GraphScreen(QWidget):
    """Shows a view, and tells of what is chosen in it."""

    card_wanted = Signal(str)
    evidence_wanted = Signal(object)  # Ties

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = GraphView()
        self.picture = Picture()
        self.canvas = GraphCanvas()
        self.canvas.setMinimumHeight(LEAST_CANVAS)
        self.legend = GraphLegend()
        self.side = GraphSide()
        self.tables = GraphTables()
        self.tables.setMinimumWidth(LEAST_TABLES)
        self.strip = TimelineStrip()
        self._drawing = Drawing()
        self._timeline = Timeline()
        self._as_tables = False
        self.said = ElidedLabel()
        play(self.said, "muted")
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self._views = Pages(self.canvas, self.tables)
        self._views.turn_to(self.canvas)
        self.splitter.addWidget(_stacked(self._views, self.strip))
        self.splitter.addWidget(_scrolled(self.side))
        self.splitter.setStretchFactor(0, 1)
        self._share()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.legend)
        layout.addWidget(self.splitter, 1)
        layout.addWidget(self.said)
        self.setFocusProxy(self._views)
        self.strip.previewed.connect(self._preview)
        self.canvas.selection_changed.connect(self._select)
        self.canvas.line_chosen.connect(self._choose_line)
        self.tables.node_chosen.connect(self._choose_row)
        self.tables.tie_chosen.connect(self.choose_tie)

    @property
    def labels(self) -> Mapping[str, str]:
        """What nodes and collections are called, by key."""
        return {key: node.label for key, node in self._view.nodes.items()} | {each.key: each.label for each in self.picture.nodes}

    def show_view(self, view: GraphView, *, as_tables: bool) -> None:
        """Show a view."""
        self._view, self._as_tables = view, as_tables
        within = self._within(view)
        self.picture = self._drawing.of(view, within)
        self.canvas.show_picture(self.picture, view.spots, view.focus)
        self.legend.show_picture(self.picture, view)
        self.said.setText(shown_words(self.picture, view) if view.nodes else "")
        self.legend.setVisible(bool(view.nodes))
        self.strip.show_picture(self.picture, view, known=self._knows_dates(view))
        if as_tables:
            self.tables.show_view(view, within)
        self._refresh_side(keeps_ways=True)

    def show_timeline(self, timeline: Timeline) -> None:
        """Show when what is shown was written of."""
        self._timeline = timeline
        self.strip.show_timeline(timeline)
        self.show_view(self._view, as_tables=self._as_tables)
        self._mark_dates()

    def show_card(self, card: Card) -> None:
        """Tell of the node that is chosen, unless another is by now."""
        if self.side.key == card.node.key:
            self.side.show_card(card, shown_around(self._view, card.node.key))

    def show_evidence(self, found: Sequence[Evidence]) -> None:
        """Tell what stands behind the line that is chosen."""
        if self.canvas.chosen_line:
            self.side.show_evidence(found, self.labels)

    @Slot(bool)
    def turn(self, tables: bool) -> None:
        """Show tables, or the picture."""
        self._as_tables = tables
        if tables:
            self.tables.show_view(self._view, self._within(self._view))
        self._views.turn_to(self.tables if tables else self.canvas)
        self._views.take_keyboard()

    @Slot(object)
    def choose_tie(self, tie: Tie) -> None:
        """Choose the line that a tie is drawn in."""
        line = next((each for each in self.picture.lines if tie in each.ties), None)
        if line:
            self.canvas.choose_line(line)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: where there is no room side by side, the card lies below the picture."""
        super().resizeEvent(event)
        if turn(self.splitter, wide=event.size().width() >= SIDE_BY_SIDE_FROM):
            self._share()

    # --- inside

    def _knows_dates(self, view: GraphView) -> bool:
        return self._timeline.as_of == view.as_of and view.nodes.keys() <= frozenset(self._timeline.keys)

    def _within(self, view: GraphView) -> Within | None:
        """What stands out; everything as long as its dates are not known."""
        return self._timeline.within(view.period) if view.period and self._knows_dates(view) else None

    @Slot(object)
    def _preview(self, period: Period) -> None:
        """Show what a stretch would leave while it is dragged."""
        view = keep_to(self._view, period)
        if self._knows_dates(view):
            picture = draw(view, self._within(view))
            self.canvas.show_picture(picture, view.spots, view.focus)
            self.strip.say(picture, period, known=True)

    def _mark_dates(self) -> None:
        """Pick out in the strip what speaks of what is chosen."""
        line, chosen = self.canvas.chosen_line, self.canvas.selected
        keys = [key for key in self._view.nodes if self._view.collected.get(key, key) in chosen] if chosen else []
        self.strip.bars.show_marked(self._timeline.behind(keys, [each.key for each in line.ties] if line else []))

    def _share(self) -> None:
        beside = self.splitter.orientation() == Qt.Orientation.Horizontal
        others = (each.sizeHint().height() for each in (self.legend, self.said) if each.isVisible())
        room = self.width() if beside else self.height() - sum(others)  # more than there is would all be taken from the picture
        self.splitter.setSizes([room * CANVAS_SHARE // 100, room * SIDE_SHARE // 100])

    def _chosen(self) -> str:
        """The one node that is chosen."""
        chosen = self.canvas.selected
        return next(iter(chosen)) if len(chosen) == 1 else ""

    def _refresh_side(self, *, keeps_ways: bool = False) -> None:
        """Tell of what is chosen; ways that are told of stay until something else is chosen."""
        key = self._chosen()
        drawn = next((each for each in self.picture.nodes if each.key == key), None)
        if drawn and drawn.is_collection:
            self.side.show_collection(drawn, self._view.members(key))
        elif drawn:
            self.side.show_waiting(drawn)
            self.card_wanted.emit(key)
        elif not self.canvas.chosen_line and not (keeps_ways and self.side.shows_ways):
            self.side.show_nothing()

    @Slot(object)
    def _select(self, _keys: object) -> None:
        self._mark_dates()
        self._refresh_side()

    @Slot(object)
    def _choose_line(self, line: Line | None) -> None:
        self._mark_dates()
        if line is None:
            self._refresh_side()
            return
        labels = self.labels
        self.side.show_line(line, labels[line.source], labels[line.target])
        self.evidence_wanted.emit(line.ties)

    @Slot(str)
    def _choose_row(self, key: str) -> None:
        """Tell of a node that was chosen in the table, and mark it in the picture."""
        shown = self._view.collected.get(key, key)
        self.canvas.select([shown])
        if shown != key:
            self.side.show_waiting(draw_alone(self._view.nodes[key]))
            self.card_wanted.emit(key)


def _scrolled(side: QWidget) -> QScrollArea:
    """A card that is higher than there is room scrolls; it does not make the window higher."""
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setMinimumHeight(LEAST_SIDE)
    area.viewport().setAutoFillBackground(False)
    side.setAutoFillBackground(False)
    area.setWidget(side)
    side.setAutoFillBackground(False)
    return area


def _stacked(views: QWidget, strip: QWidget) -> QWidget:
    column = QWidget()
    layout = QVBoxLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    layout.addWidget(views, 1)
    layout.addWidget(strip)
    column.setFocusProxy(views)
    return column
