"""The graph pane: a picture of who is connected with whom, to begin from a name, widen, narrow, and follow to the sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QMenu, QSplitter, QToolButton, QVBoxLayout, QWidget

from desktop.domain.graph_card import Card, Evidence, shown_around
from desktop.domain.graph_view import (
    GraphView,
    Line,
    Node,
    Picture,
    draw,
    focus_on,
    gather,
    hide,
    hide_others,
    is_collection,
    move,
    pin,
    show_again,
    show_hidden,
    take_out,
    take_out_one,
)
from desktop.domain.layout import LayoutKind
from desktop.ui.models.graph_steps import GraphSteps, Step
from desktop.ui.models.graph_words import counted, shown_words
from desktop.ui.theme import play
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.empty_state import EmptyState
from desktop.ui.widgets.entity_box import EntityBox
from desktop.ui.widgets.graph_canvas import GraphCanvas
from desktop.ui.widgets.graph_legend import GraphLegend
from desktop.ui.widgets.graph_side import GraphSide
from desktop.ui.widgets.graph_starts import GraphStarts
from desktop.ui.widgets.icon_button import IconButton
from desktop.ui.widgets.pages import Pages

START = "Type one above; or choose “Show in graph” at a document or a passage; or begin with one of these."
SIDE_BY_SIDE_FROM = 760
CANVAS_SHARE, SIDE_SHARE = 70, 30
LAYOUTS = {LayoutKind.FORCE: "Springs", LayoutKind.LAYERED: "Layers by kind", LayoutKind.RADIAL: "Rings"}


class GraphPane(QWidget):
    """Says what shall be fetched and which steps are taken; shows the view it is given."""

    suggestions_wanted = Signal(str)
    begin_requested = Signal(object)  # keys
    case_requested = Signal(str)
    passage_requested = Signal(str, int, int)  # a document, and from where to where
    expand_requested = Signal(str, object)  # a key, and a Choice, or None for whatever is claimed
    step_requested = Signal(object)  # a Step
    undo_requested = Signal()
    redo_requested = Signal()
    clear_requested = Signal()
    layout_requested = Signal(object)  # a LayoutKind
    card_wanted = Signal(str)
    evidence_wanted = Signal(object)  # Ties
    open_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = GraphView()
        self._picture = Picture()
        self.box = EntityBox()
        self.canvas = GraphCanvas()
        self.legend = GraphLegend()
        self.side = GraphSide()
        self.starts = GraphStarts()
        self.said = ElidedLabel()
        play(self.said, "muted")
        self.undo, self.redo = IconButton("undo", "Take the last step back (Ctrl+Z)"), IconButton("redo", "Take it again (Ctrl+Shift+Z)")
        self.fit = IconButton("fit", "Show everything (0)")
        self.layouts = QComboBox()
        self.layouts.setAccessibleName("How the picture is laid out")
        for kind, words in LAYOUTS.items():
            self.layouts.addItem(words, kind)
        self.more = QToolButton()
        self.more.setText("More")
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self.more.setMenu(self._menu)
        self._empty = EmptyState("graph", "Start from a name", START)
        self._begin = _stacked(self._empty, self.starts)
        self._begin.setFocusProxy(self.box)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self._drawn = self._make_drawn()
        self.pages = Pages(self._drawn, self._begin)
        self._place()
        self._connect()
        self.show_steps(GraphSteps())

    # --- what the controller and the window use

    @property
    def layout_kind(self) -> LayoutKind:
        """How new nodes are placed."""
        return LayoutKind(self.layouts.currentData())

    @property
    def picture(self) -> Picture:
        """What is drawn."""
        return self._picture

    def show_steps(self, steps: GraphSteps) -> None:
        """Show a view, and which steps can be taken back."""
        view = self._view = steps.view
        self._picture = draw(view)
        self.canvas.show_picture(self._picture, view.spots, view.focus)
        self.legend.show_picture(self._picture, view)
        self.said.setText(shown_words(self._picture) if view.nodes else "")
        for button, words, otherwise in (
            (self.undo, steps.undo_words, "Nothing to take back"),
            (self.redo, steps.redo_words, "Nothing to take again"),
        ):
            button.setEnabled(bool(words))
            again = "Take again" if button is self.redo else "Take back"
            button.setToolTip(f"{again}: {words} ({'Ctrl+Shift+Z' if button is self.redo else 'Ctrl+Z'})" if words else otherwise)
        for each in (self.legend, self.fit, self.layouts, self.more):
            each.setVisible(bool(view.nodes))
        self.pages.turn_to(self._drawn if view.nodes else self._begin)
        self._refresh_side()

    def show_suggestions(self, nodes: Sequence[Node]) -> None:
        """Offer what was found for what is typed."""
        self.box.show_suggestions(nodes, frozenset(self._view.nodes))

    def show_starts(self, nodes: Sequence[Node], cases: Sequence[str]) -> None:
        """Offer what a picture may begin with."""
        self.starts.show_starts(nodes, cases)

    def show_card(self, card: Card) -> None:
        """Tell of the node that is chosen, unless another is by now."""
        if self._chosen() == card.node.key:
            self.side.show_card(card, shown_around(self._view, card.node.key))

    def show_evidence(self, found: Sequence[Evidence]) -> None:
        """Tell what stands behind the line that is chosen."""
        if self.canvas.chosen_line:
            self.side.show_evidence(found, self._labels())

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
        chosen = self._chosen_keys()
        if event.matches(QKeySequence.StandardKey.Redo):
            self.redo_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit()
        elif not self.canvas.hasFocus() or event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_H, Qt.Key.Key_Delete) and chosen:
            self.hide_chosen()
        elif event.key() == Qt.Key.Key_P and chosen:
            self.pin_chosen()
        elif event.key() == Qt.Key.Key_F:
            self.focus_chosen()
        elif event.key() == Qt.Key.Key_G and chosen:
            self.gather_chosen()
        elif event.key() == Qt.Key.Key_Escape and self._view.focus:
            self._step("show all alike", partial(focus_on, keys=()))
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: where there is no room side by side, the card lies below the picture."""
        super().resizeEvent(event)
        wide = event.size().width() >= SIDE_BY_SIDE_FROM
        wanted = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if wanted != self.splitter.orientation():
            self.splitter.setOrientation(wanted)
            self._share()

    # --- steps

    @Slot()
    def hide_chosen(self) -> None:
        """Hide what is chosen."""
        self._step(f"hide {self._name_chosen()}", partial(hide, keys=self._chosen_keys()))

    @Slot()
    def hide_others(self) -> None:
        """Hide all but what is chosen."""
        self._step(f"show only {self._name_chosen()}", partial(hide_others, keys=self._chosen_keys()))

    @Slot()
    def show_all_hidden(self) -> None:
        """Show what was hidden."""
        self._step("show what was hidden", show_hidden)

    @Slot()
    def pin_chosen(self) -> None:
        """Pin what is chosen, or let it go if all of it is pinned."""
        chosen = self._chosen_keys()
        pinned = not chosen <= self._view.pinned
        self._step(f"{'pin' if pinned else 'unpin'} {self._name_chosen()}", partial(pin, keys=chosen, pinned=pinned))

    @Slot()
    def focus_chosen(self) -> None:
        """Fade all but what is chosen and its neighbours; once more, or with nothing chosen, fades nothing."""
        chosen = self._chosen_keys()
        if not chosen or chosen == self._view.focus:
            self._step("show all alike", partial(focus_on, keys=()))
        else:
            self._step(f"focus on {self._name_chosen()}", partial(focus_on, keys=chosen))

    @Slot()
    def gather_chosen(self) -> None:
        """Put what is chosen into collections."""
        self._step(f"collect {self._name_chosen()}", partial(gather, keys=self._chosen_keys()))

    @Slot(str)
    def open_node(self, key: str) -> None:
        """Show more around a node, or the strongest of a collection."""
        if is_collection(key):
            self._take_out(key, 10)
        else:
            self.expand_requested.emit(key, None)

    # --- inside

    def _step(self, words: str, change: Callable[[GraphView], GraphView]) -> None:
        self.step_requested.emit(Step(words, change))

    def _chosen_keys(self) -> frozenset[str]:
        return self.canvas.selected or (frozenset({self.canvas.current}) if self.canvas.current else frozenset())

    def _chosen(self) -> str:
        """The one node that is chosen."""
        chosen = self.canvas.selected
        return next(iter(chosen)) if len(chosen) == 1 else ""

    def _name_chosen(self) -> str:
        chosen = self._chosen_keys()
        return self._labels().get(next(iter(chosen)), "") if len(chosen) == 1 else counted(len(chosen), "node")

    def _labels(self) -> Mapping[str, str]:
        return {key: node.label for key, node in self._view.nodes.items()} | {each.key: each.label for each in self._picture.nodes}

    def _refresh_side(self) -> None:
        key = self._chosen()
        drawn = next((each for each in self._picture.nodes if each.key == key), None)
        if drawn and drawn.is_collection:
            self.side.show_collection(drawn, self._view.members(key))
        elif drawn:
            self.side.show_waiting(drawn)
            self.card_wanted.emit(key)
        elif not self.canvas.chosen_line:
            self.side.show_nothing()

    @Slot(object)
    def _select(self, _keys: object) -> None:
        self._refresh_side()

    @Slot(object)
    def _choose_line(self, line: Line | None) -> None:
        if line is None:
            self._refresh_side()
            return
        labels = self._labels()
        self.side.show_line(line, labels[line.source], labels[line.target])
        self.evidence_wanted.emit(line.ties)

    @Slot(str)
    def _find_or_add(self, key: str) -> None:
        if key in self._view.nodes:
            self.reveal(key)
        else:
            self.begin_requested.emit((key,))

    @Slot(str, int)
    def _take_out(self, key: str, count: int) -> None:
        label = self._labels().get(key, "")
        self._step(f"show {count or 'all'} of {label}", partial(take_out, collection=key, count=count or None))

    @Slot(object)
    def _move(self, spots: Mapping[str, tuple[float, float]]) -> None:
        self._step(f"move {counted(len(spots), 'node')}", partial(move, spots=spots))

    @Slot()
    def _lay_out(self) -> None:
        self.layout_requested.emit(self.layout_kind)

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        self._fill_menu(menu)
        menu.exec(at)

    @Slot()
    def _fill_more(self) -> None:
        self._menu.clear()
        self._fill_menu(self._menu)

    def _fill_menu(self, menu: QMenu) -> None:
        """What can be done with what is chosen, then with the whole."""
        chosen = self._chosen_keys()
        if chosen:
            name = self._name_chosen().replace("&", "&&")
            menu.addSection(name)
            if len(chosen) == 1:
                menu.addAction("Show more around it\tEnter").triggered.connect(self._open_chosen)
            menu.addAction("Focus\tF").triggered.connect(self.focus_chosen)
            menu.addAction("Unpin\tP" if chosen <= self._view.pinned else "Pin\tP").triggered.connect(self.pin_chosen)
            menu.addAction("Hide\tH").triggered.connect(self.hide_chosen)
            menu.addAction("Hide all others").triggered.connect(self.hide_others)
            menu.addAction("Collect with its like\tG").triggered.connect(self.gather_chosen)
            menu.addSeparator()
        if self._view.hidden:
            menu.addAction(f"Show the {len(self._view.hidden):,} that are hidden").triggered.connect(self.show_all_hidden)
        menu.addAction("Lay out anew").triggered.connect(self._lay_out)
        menu.addAction("Clear the picture").triggered.connect(self.clear_requested)

    @Slot()
    def _open_chosen(self) -> None:
        for key in self._chosen_keys():
            self.open_node(key)

    def _make_drawn(self) -> QWidget:
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(self.canvas)
        self.splitter.addWidget(self.side)
        self.splitter.setStretchFactor(0, 1)
        self._share()
        drawn = _stacked(self.legend, self.splitter, self.said)
        drawn.setFocusProxy(self.canvas)
        return drawn

    def _share(self) -> None:
        self.splitter.setSizes([CANVAS_SHARE * 10, SIDE_SHARE * 10])

    def _place(self) -> None:
        heading = QLabel("Graph")
        play(heading, "title")
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(heading)
        top.addWidget(self.box, 1)
        for each in (self.undo, self.redo, self.fit, self.layouts, self.more):
            top.addWidget(each)
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
        self.fit.clicked.connect(self.canvas.fit)
        self.layouts.activated.connect(self._lay_out)
        self._menu.aboutToShow.connect(self._fill_more)
        self.legend.step_wanted.connect(self.step_requested)
        self.canvas.selection_changed.connect(self._select)
        self.canvas.line_chosen.connect(self._choose_line)
        self.canvas.opened.connect(self.open_node)
        self.canvas.moved.connect(self._move)
        self.canvas.menu_wanted.connect(self._show_menu)
        self.side.expand_wanted.connect(self.expand_requested)
        self.side.take_out_wanted.connect(self._take_out)
        self.side.open_requested.connect(self.open_requested)


def _stacked(*widgets: QWidget) -> QWidget:
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    for each in widgets:
        layout.addWidget(each, 1 if isinstance(each, QSplitter | EmptyState) else 0)
    return page
