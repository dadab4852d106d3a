"""The graph pane: a picture of who is connected with whom, to begin from a name, widen, narrow, and follow to the sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from desktop.domain.graph_card import Card, Evidence, OrderedWays
from desktop.domain.graph_picture import Picture
from desktop.domain.graph_timeline import Timeline
from desktop.domain.graph_view import GraphView, Node, document_of, focus_on, is_collection, move, show_again, take_out, take_out_one
from desktop.domain.layout import LayoutKind
from desktop.ui.dialogs.as_of import AsOfDialog
from desktop.ui.dialogs.period import PeriodDialog
from desktop.ui.models.graph_steps import GraphSteps, Step
from desktop.ui.models.graph_words import counted
from desktop.ui.theme import play
from desktop.ui.widgets.chip import Chip
from desktop.ui.widgets.chosen_nodes import ChosenNodes, GraphMenu
from desktop.ui.widgets.empty_state import EmptyState
from desktop.ui.widgets.entity_box import EntityBox
from desktop.ui.widgets.graph_screen import GraphScreen
from desktop.ui.widgets.graph_starts import GraphStarts
from desktop.ui.widgets.graph_tools import GraphTools
from desktop.ui.widgets.pages import Pages

START = "Type one above; or choose “Show in graph” at a document or a passage; or begin with one of these."


class GraphPane(QWidget):
    """Says what shall be fetched and which steps are taken; shows the view it is given."""

    suggestions_wanted = Signal(str)
    begin_requested = Signal(object)  # keys
    case_requested = Signal(str)
    passage_requested = Signal(str, int, int)  # a document, and from where to where
    expand_requested = Signal(str, object)  # a key, and a Choice, or None for whatever is claimed
    two_deep_requested = Signal(str)
    paths_requested = Signal(str, str)
    ordered_requested = Signal(str, str)  # ways in the order of time
    save_requested = Signal(str)  # a name
    named_requested = Signal(str)
    kept_requested = Signal()
    day_requested = Signal(str)  # as of which day; empty for all that is known
    image_requested = Signal(object)  # a Path
    graph_export_requested = Signal(object)  # an ExportFormat
    step_requested = Signal(object)  # a Step
    undo_requested = Signal()
    redo_requested = Signal()
    clear_requested = Signal()
    layout_requested = Signal(object)  # a LayoutKind
    card_wanted = Signal(str)
    evidence_wanted = Signal(object)  # Ties
    copy_requested = Signal(str, object)  # a text, and the rows of a table that it was made of
    export_requested = Signal(object, object)  # rows of a table, and a Path
    open_requested = Signal(object)
    sources_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = GraphView()
        self._timeline = Timeline()
        self.box = EntityBox()
        self.drawn = GraphScreen()
        self.canvas, self.legend, self.side = self.drawn.canvas, self.drawn.legend, self.drawn.side
        self.tables, self.strip, self.said = self.drawn.tables, self.drawn.strip, self.drawn.said
        self.chosen = ChosenNodes(self.canvas, self)
        self.starts = GraphStarts()
        self.tools = GraphTools()
        self.as_table, self.layouts = self.tools.as_table, self.tools.layouts
        self.undo, self.redo = self.tools.undo, self.tools.redo
        self.day = Chip("day", "", removable="Show all that is known")
        self._menu = GraphMenu(self)
        self.tools.more.setMenu(self._menu)
        self._empty = EmptyState("graph", "Start from a name", START)
        self._begin = _beginning(self._empty, self.starts)
        self._begin.setFocusProxy(self.box)
        self.pages = Pages(self.drawn, self._begin)
        self._place()
        self._connect()
        self.show_steps(GraphSteps())

    # --- what the controller and the window use

    @property
    def layout_kind(self) -> LayoutKind:
        """How new nodes are placed."""
        return self.tools.layout_kind

    @property
    def made_of(self) -> tuple[str, ...]:
        """The documents and facts behind what is drawn, as far as they have been read."""
        return tuple(self._timeline.documents) if self._view.nodes else ()

    @property
    def picture(self) -> Picture:
        """What is drawn."""
        return self.drawn.picture

    @property
    def drawn_entities(self) -> tuple[str, ...]:
        """The entities that are chosen, or else all that are drawn, those in collections too; none that is hidden or not known yet."""
        shown = self.canvas.selected
        if not any(not document_of(each) for each in shown):
            shown = frozenset(each.key for each in self.picture.nodes)
        collected, unseen = self._view.collected, self._view.hidden | self._view.later
        entities = (key for key in self._view.nodes if not document_of(key) and key not in unseen)
        return tuple(sorted(key for key in entities if collected.get(key, key) in shown))

    def show_steps(self, steps: GraphSteps) -> None:
        """Show a view, and which steps can be taken back."""
        view = self._view = steps.view
        self.drawn.show_view(view, as_tables=self.as_table.isChecked())
        self.chosen.show_view(view, self.drawn.labels)
        self.tools.show_steps(steps)
        self.day.setVisible(bool(view.as_of))
        self.day.say(f"As of {view.as_of}", "What documents of that day and before say")
        self.pages.turn_to(self.drawn if view.nodes else self._begin)
        if not view.nodes:
            self.sources_changed.emit()

    def show_timeline(self, timeline: Timeline) -> None:
        """Show when what is shown was written of."""
        self.drawn.show_timeline(timeline)
        self._timeline = timeline
        self.sources_changed.emit()

    def show_suggestions(self, nodes: Sequence[Node]) -> None:
        """Offer what was found for what is typed."""
        self.box.show_suggestions(nodes, frozenset(self._view.nodes))

    def show_starts(self, nodes: Sequence[Node], cases: Sequence[str], graphs: Sequence[str] = ()) -> None:
        """Offer what a picture may begin with."""
        self.starts.show_starts(nodes, cases, graphs)
        self.chosen.graphs = tuple(graphs)

    def choose_layout(self, kind: LayoutKind) -> None:
        """Place what is new in this way."""
        self.tools.choose_layout(kind)

    def allow_changes(self, allowed: bool) -> None:
        """Offer to keep a graph by a name, or not, in a vault that may only be read."""
        self.chosen.may_save = allowed

    def show_card(self, card: Card) -> None:
        """Tell of the node that is chosen, unless another is by now."""
        self.drawn.show_card(card)

    def show_evidence(self, found: Sequence[Evidence]) -> None:
        """Tell what stands behind the line that is chosen."""
        self.drawn.show_evidence(found)

    def show_ways(self, found: Sequence[OrderedWays]) -> None:
        """Tell of ways in the order of time."""
        self.side.show_ways(found, self.drawn.labels)

    def reveal(self, key: str) -> None:
        """Select a node that is in the picture, out of its collection if it is in one."""
        if key in self._view.collected:
            self._step(f"show {self._view.nodes[key].label}", partial(take_out_one, key=key))
        if key in self._view.hidden:
            self._step(f"show {self._view.nodes[key].label}", partial(show_again, keys=(key,)))
        self.canvas.select([key])
        self.canvas.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def focus_box(self) -> None:
        """Put the cursor into the box."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    @Slot()
    def enter_list(self) -> None:
        """Put the keyboard onto the picture, or where one begins."""
        (self.canvas if self._view.nodes else self.box).setFocus(Qt.FocusReason.ShortcutFocusReason)

    # --- Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: what is done with the nodes that are chosen."""
        chosen = self.chosen.keys
        if event.matches(QKeySequence.StandardKey.Redo):
            self.redo_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit()
        elif not self.canvas.hasFocus() or event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_H, Qt.Key.Key_Delete) and chosen:
            self.chosen.hide()
        elif event.key() == Qt.Key.Key_P and chosen:
            self.chosen.pin()
        elif event.key() == Qt.Key.Key_F:
            self.chosen.focus()
        elif event.key() == Qt.Key.Key_G and chosen:
            self.chosen.gather()
        elif event.key() == Qt.Key.Key_2 and chosen:
            self.chosen.two_deep()
        elif event.key() == Qt.Key.Key_C and len(chosen) == 2:
            (self.chosen.connect_in_order if event.modifiers() else self.chosen.connect_two)()
        elif event.key() == Qt.Key.Key_T:
            self.as_table.toggle()
        elif event.key() == Qt.Key.Key_B:
            self.strip.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif event.key() == Qt.Key.Key_Escape and self._view.focus:
            self._step("show all alike", partial(focus_on, keys=()))
        elif event.key() == Qt.Key.Key_Escape and self._view.period:
            self.strip.forget()
        else:
            super().keyPressEvent(event)

    # --- inside

    @Slot(str)
    def open_node(self, key: str) -> None:
        """Show more around a node, or the strongest of a collection."""
        if is_collection(key):
            self._take_out(key, 10)
        else:
            self.expand_requested.emit(key, None)

    def _step(self, words: str, change: Callable[[GraphView], GraphView]) -> None:
        self.step_requested.emit(Step(words, change))

    @Slot()
    def _ask_day(self) -> None:
        dialog = AsOfDialog(self._view.as_of, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self.day_requested)
        dialog.open()

    @Slot()
    def _ask_period(self) -> None:
        period = self._view.period
        dialog = PeriodDialog(period.first if period else None, period.last if period else None, self)
        dialog.setWindowTitle("Look at the time from … to …")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self.strip.take_days)
        dialog.open()

    @Slot(str)
    def _find_or_add(self, key: str) -> None:
        if key in self._view.nodes:
            self.reveal(key)
        else:
            self.begin_requested.emit((key,))

    @Slot(str, int)
    def _take_out(self, key: str, count: int) -> None:
        label = self.drawn.labels.get(key, "")
        self._step(f"show {count or 'all'} of {label}", partial(take_out, collection=key, count=count or None))

    @Slot(object)
    def _move(self, spots: Mapping[str, tuple[float, float]]) -> None:
        self._step(f"move {counted(len(spots), 'node')}", partial(move, spots=spots))

    @Slot()
    def _lay_out(self) -> None:
        self.layout_requested.emit(self.layout_kind)

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        menu = GraphMenu(self)
        self._fill(menu)
        menu.exec(at)

    @Slot()
    def _fill_more(self) -> None:
        self._fill(self._menu)

    def _fill(self, menu: GraphMenu) -> None:
        menu.fill(self.chosen, self._view)

    def _place(self) -> None:
        heading = QLabel("Graph")
        play(heading, "title")
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(heading)
        top.addWidget(self.box, 1)
        top.addWidget(self.day)
        top.addWidget(self.tools)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addLayout(top)
        layout.addWidget(self.pages, 1)

    def _connect(self) -> None:
        self.box.suggestions_wanted.connect(self.suggestions_wanted)
        self.box.chosen.connect(self._find_or_add)
        self.starts.node_chosen.connect(self._find_or_add)
        self.starts.case_chosen.connect(self.case_requested)
        self.undo.clicked.connect(self.undo_requested)
        self.redo.clicked.connect(self.redo_requested)
        self.tools.fit.clicked.connect(self.canvas.fit)
        self.layouts.activated.connect(self._lay_out)
        self._menu.aboutToShow.connect(self._fill_more)
        self.legend.step_wanted.connect(self.step_requested)
        self.strip.step_wanted.connect(self.step_requested)
        self.strip.days_asked.connect(self._ask_period)
        self.chosen.step_wanted.connect(self.step_requested)
        self.chosen.open_wanted.connect(self.open_node)
        self.chosen.two_deep_wanted.connect(self.two_deep_requested)
        self.chosen.paths_wanted.connect(self.paths_requested)
        self.chosen.ordered_wanted.connect(self.ordered_requested)
        self.chosen.named_wanted.connect(self.named_requested)
        self.chosen.kept_asked.connect(self.kept_requested)
        self.starts.kept_asked.connect(self.kept_requested)
        self.chosen.save_wanted.connect(self.save_requested)
        self.chosen.day_wanted.connect(self.day_requested)
        self.chosen.image_wanted.connect(self.image_requested)
        self.chosen.export_wanted.connect(self.graph_export_requested)
        self.day.pressed.connect(self.chosen.day_asked)
        self.chosen.day_asked.connect(self._ask_day)
        self.day.removed.connect(self.chosen.forget_day)
        self.starts.graph_chosen.connect(self.named_requested)
        self.chosen.layout_wanted.connect(self._lay_out)
        self.chosen.clear_wanted.connect(self.clear_requested)
        self.canvas.opened.connect(self.open_node)
        self.canvas.moved.connect(self._move)
        self.canvas.menu_wanted.connect(self._show_menu)
        self.as_table.toggled.connect(self.drawn.turn)
        self.drawn.card_wanted.connect(self.card_wanted)
        self.drawn.evidence_wanted.connect(self.evidence_wanted)
        self.tables.copy_requested.connect(self.copy_requested)
        self.tables.export_requested.connect(self.export_requested)
        self.side.node_wanted.connect(self._find_or_add)
        self.side.expand_wanted.connect(self.expand_requested)
        self.side.take_out_wanted.connect(self._take_out)
        self.side.open_requested.connect(self.open_requested)


def _beginning(empty: EmptyState, starts: GraphStarts) -> QWidget:
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    layout.addWidget(empty, 1)
    layout.addWidget(starts)
    return page
