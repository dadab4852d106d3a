"""The canvas: the picture of the graph, to look at, walk about in, and move things on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QToolTip, QWidget

from desktop.domain.graph_picture import DrawnNode, Line, Picture
from desktop.domain.graph_view import Spot
from desktop.ui.widgets.graph_camera import MARGIN, Camera
from desktop.ui.widgets.graph_painter import GraphPainter, Marks, line_words
from desktop.ui.widgets.graph_strokes import Strokes, strokes_of, with_moved

STEP, PAN = 1.25, 60.0
SETTLING_MS = 90
"""A picture that takes long to draw is drawn anew so long after the last step of zooming, and stretched until then."""
_ARROWS = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}
_M = Qt.KeyboardModifier


class GraphCanvas(QWidget):
    """Shows a picture; says what is selected, what shall be opened, and where things were moved to.

    The mouse: drag the ground to pan, a node to move it, Shift and drag to select many, the wheel to zoom, a double click to open.
    Keys: arrows walk from node to node, Shift and arrows pan, Space selects one more, L walks along the lines of a node, Enter opens,
    plus, minus and 0 zoom.
    """

    selection_changed = Signal(object)  # a frozenset of keys
    line_chosen = Signal(object)  # a Line, or None
    opened = Signal(str)  # the key of a node
    moved = Signal(object)  # places by key
    menu_wanted = Signal(object)  # a QPoint of the screen

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Picture of the graph")
        self.setSizePolicy(self.sizePolicy().Policy.Expanding, self.sizePolicy().Policy.Expanding)
        self._shown: tuple[Picture, Mapping[str, Spot], frozenset[str]] | None = None
        self._strokes = Strokes()
        self._marks = Marks()
        self._camera = Camera()
        self._grip: QPointF | None = None
        self._dragged: dict[str, Spot] = {}
        self._rubber: QRectF | None = None
        self._drawing = GraphPainter(self.palette(), self.font())
        self._settling = QTimer(self, singleShot=True, interval=SETTLING_MS)
        self._settling.timeout.connect(self.update)

    # --- what is shown

    @property
    def selected(self) -> frozenset[str]:
        """The keys of what is selected."""
        return self._marks.selected

    @property
    def current(self) -> str:
        """The node that the keyboard stands on."""
        return self._marks.current

    @property
    def chosen_line(self) -> Line | None:
        """The line that is chosen."""
        return self._marks.line

    @property
    def scale(self) -> float:
        """How large the picture is drawn; 1 is natural size."""
        return self._camera.scale

    def show_picture(self, picture: Picture, spots: Mapping[str, Spot], focus: frozenset[str] = frozenset()) -> None:
        """Show another picture; what is selected stays so as far as it is still there."""
        if self._shown is None or self._shown[0] is not picture or self._shown[1] is not spots or self._shown[2] != focus:
            self._strokes = strokes_of(picture, spots, focus)
            self._shown = (picture, spots, focus)
        known = self._strokes.nodes
        self._let_go_of_all_but(known)
        line = self._marks.line
        same = next(
            (each.line for each in self._strokes.lines if line and {each.line.source, each.line.target} == {line.source, line.target}), None
        )
        current = self._marks.current if self._marks.current in known else ""
        self._mark(frozenset(self._marks.selected & known.keys()), current, same)
        if self._camera.untouched:
            self.fit()
        self.update()

    def show_found(self, keys: Iterable[str]) -> None:
        """Mark what was found in the picture."""
        marks = self._marks
        self._marks = Marks(marks.selected, marks.current, marks.line, marks.has_focus, frozenset(keys))
        self.update()

    def select(self, keys: Iterable[str], *, reveal: bool = True) -> None:
        """Select nodes, and bring the first into view."""
        chosen = [each for each in keys if each in self._strokes.nodes]
        self._mark(frozenset(chosen), chosen[0] if chosen else "", None)
        if chosen and reveal:
            self._reveal(chosen[0])

    def choose_line(self, line: Line) -> None:
        """Choose a line."""
        self._mark(frozenset(), "", line)

    @Slot()
    def fit(self) -> None:
        """Show everything."""
        self._camera.fit(self._strokes.spots.values(), QSizeF(self.size()))
        self.update()

    @Slot()
    def zoom_in(self) -> None:
        """Draw larger, around the middle."""
        self._zoom(STEP, QPointF(self.rect().center()))

    @Slot()
    def zoom_out(self) -> None:
        """Draw smaller."""
        self._zoom(1 / STEP, QPointF(self.rect().center()))

    def spot_on_screen(self, key: str) -> QPointF:
        """Where a node stands on the canvas."""
        return self._camera.to_screen(self._strokes.spots[key])

    def pan_by(self, by: QPointF) -> None:
        """Show another part."""
        self._camera.pan(by)
        self.update()

    def draw_onto(self, painter: QPainter, area: QRectF) -> None:
        """Draw what the canvas shows, onto itself or anything else."""
        painter.fillRect(area, self.palette().base())
        hurried = self._settling.isActive()
        self._drawing.paint_kept(painter, self._strokes, self._camera.view, area, self._marks, hurried=hurried)

    @property
    def strokes(self) -> Strokes:
        """The picture with its places, sorted for drawing."""
        return self._strokes

    def sizeHint(self) -> QSize:
        """Qt: as large as may be."""
        return QSize(720, 480)

    # --- Qt

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: draw."""
        event.accept()
        painter = QPainter(self)
        self.draw_onto(painter, QRectF(self.rect()))
        if self._rubber is not None:
            painter.setPen(self.palette().accent().color())
            painter.drawRect(self._rubber)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Qt: the window's own key for taking back means the last step here."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and is_undo(event):
            event.accept()
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        """Qt: draw anew when colours or letters change."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._drawing = GraphPainter(self.palette(), self.font())
            self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: go on showing everything as long as nobody looked at a part; of a part, what was in the middle."""
        super().resizeEvent(event)
        if self._camera.untouched:
            self.fit()
        elif event.oldSize().isValid():
            grown = event.size() - event.oldSize()
            self._camera.pan(QPointF(grown.width() / 2, grown.height() / 2))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: show where the keyboard stands."""
        super().focusInEvent(event)
        self._mark_focus(has_focus=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Qt: show it no more."""
        super().focusOutEvent(event)
        self._mark_focus(has_focus=False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Qt: zoom around the pointer."""
        if event.angleDelta().y():
            self._zoom(STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: take hold of a node, of a line, or of the ground."""
        at, adding = event.position(), bool(event.modifiers() & (_M.ShiftModifier | _M.ControlModifier))
        node = self._node_at(at)
        if event.button() == Qt.MouseButton.RightButton:
            if node and node.key not in self.selected:
                self.select([node.key], reveal=False)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._grip = at
        if node is None:
            line = None if adding else self._line_at(at)
            if adding:
                self._rubber = QRectF(at, at)
            else:
                self._mark(frozenset(), "", line)
            return
        selected = self.selected
        if adding:
            selected ^= {node.key}
        elif node.key not in selected:
            selected = frozenset({node.key})
        self._mark(selected, node.key, None)
        self._dragged = {key: self._strokes.spots[key] for key in selected or {node.key}}

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: drag what is held; else say what lies below the pointer."""
        if self._grip is None:
            self._tell(event)
            return
        by = event.position() - self._grip
        if self._rubber is not None:
            self._rubber = QRectF(self._grip, event.position()).normalized()
        elif self._dragged:
            if by.manhattanLength() >= QApplication.startDragDistance() or self._moved_already():
                places = {key: (x + by.x() / self.scale, y + by.y() / self.scale) for key, (x, y) in self._dragged.items()}
                self._strokes, self._shown = with_moved(self._strokes, places), None
        else:
            self._camera.pan(by)
            self._grip = event.position()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: let go."""
        event.accept()
        if self._rubber is not None:
            inside = [key for key in self._strokes.nodes if self._rubber.contains(self.spot_on_screen(key))]
            self._mark(self.selected | frozenset(inside), inside[0] if inside else self.current, None)
        elif self._dragged and self._moved_already():
            self._camera.untouched = False
            self.moved.emit({key: self._strokes.spots[key] for key in self._dragged})
        self._grip, self._rubber, self._dragged = None, None, {}
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Qt: open a node."""
        node = self._node_at(event.position())
        self._grip, self._dragged = None, {}
        if node and event.button() == Qt.MouseButton.LeftButton:
            self.opened.emit(node.key)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: ask for a menu."""
        self.menu_wanted.emit(event.globalPos())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: walk about, select, open, zoom."""
        key, shift = Qt.Key(event.key()), bool(event.modifiers() & _M.ShiftModifier)
        if key in _ARROWS and event.modifiers() & ~(_M.ShiftModifier | _M.KeypadModifier) == _M.NoModifier:
            self._pan(key) if shift else self._walk(*_ARROWS[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current and not event.modifiers() & _M.ControlModifier:
            self.opened.emit(self.current)
        elif key == Qt.Key.Key_Space and self.current:
            self._mark(self.selected ^ {self.current}, self.current, None)
        elif key == Qt.Key.Key_L and self.current:
            self._walk_lines(-1 if shift else 1)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_in()
        elif key == Qt.Key.Key_Minus:
            self.zoom_out()
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_A and event.modifiers() & _M.ControlModifier:
            self._mark(frozenset(self._strokes.nodes), self.current, None)
        elif key == Qt.Key.Key_Escape and (self.selected or self.chosen_line):
            self._mark(frozenset(), self.current, None)
        else:
            super().keyPressEvent(event)

    # --- inside

    def _mark(self, selected: frozenset[str], current: str, line: Line | None) -> None:
        before = self._marks
        self._marks = Marks(selected, current, line, self.hasFocus(), before.found)
        self.update()
        if selected != before.selected or current != before.current:
            self.setAccessibleDescription(self._describe())
            self.selection_changed.emit(selected)
        if line != before.line:
            self.line_chosen.emit(line)

    def _mark_focus(self, *, has_focus: bool) -> None:
        marks = self._marks
        current = marks.current or (self._first() if has_focus else "")
        self._marks = Marks(marks.selected, current, marks.line, has_focus, marks.found)
        self.update()

    def _first(self) -> str:
        """The weightiest node."""
        nodes = [each for each in self._strokes.nodes.values() if not each.is_collection]
        return max(nodes, key=lambda each: (each.weight, each.key)).key if nodes else ""

    def _describe(self) -> str:
        node = self._strokes.nodes.get(self.current)
        return "" if node is None else f"{node.label}, {node.kind}, {len(self.selected)} selected"

    def _let_go_of_all_but(self, known: Collection[str]) -> None:
        """What was taken out of the picture while it was dragged is no longer held."""
        if any(key not in known for key in self._dragged):
            self._dragged = {key: spot for key, spot in self._dragged.items() if key in known}
            self._grip = self._grip if self._dragged else None

    def _moved_already(self) -> bool:
        return any(self._strokes.spots[key] != spot for key, spot in self._dragged.items() if key in self._strokes.spots)

    def _zoom(self, by: float, around: QPointF) -> None:
        self._camera.zoom(by, around)
        self._settling.start()
        self.update()

    def _pan(self, key: Qt.Key) -> None:
        x, y = _ARROWS[key]
        self.pan_by(QPointF(-x * PAN, -y * PAN))

    def _reveal(self, key: str) -> None:
        at = self.spot_on_screen(key)
        if not QRectF(self.rect()).adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN).contains(at):
            self.pan_by(QPointF(self.rect().center()) - at)

    def _walk(self, x: float, y: float) -> None:
        """Go to the node that lies nearest in a direction."""
        start = self.current or self._first()
        if not start:
            return
        a, b = self._strokes.spots[start]
        best, least = "", float("inf")
        for key, (c, d) in self._strokes.spots.items():
            ahead, aside = (c - a) * x + (d - b) * y, abs((c - a) * y) + abs((d - b) * x)
            if key != start and ahead > 1 and ahead + 2.2 * aside < least:
                best, least = key, ahead + 2.2 * aside
        self.select([best or start])

    def _walk_lines(self, by: int) -> None:
        """Choose the next of the lines of the current node."""
        own = [each.line for each in self._strokes.lines if self.current in (each.line.source, each.line.target)]
        if own:
            own.sort(key=lambda each: (not each.is_claim, -each.documents, each.source, each.target))
            at = own.index(self.chosen_line) + by if self.chosen_line in own else 0
            self._mark(self.selected, self.current, own[at % len(own)])

    def _node_at(self, at: QPointF) -> DrawnNode | None:
        return self._strokes.node_at(self._camera.to_picture(at), self.scale, self._drawing.size)

    def _line_at(self, at: QPointF) -> Line | None:
        return self._strokes.line_at(self._camera.to_picture(at), self.scale)

    def _tell(self, event: QMouseEvent) -> None:
        node = self._node_at(event.position())
        line = None if node else self._line_at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if node or line else Qt.CursorShape.ArrowCursor)
        words = ""
        if node:
            words = node.label if node.is_collection else f"{node.label}\n{node.kind}"
        elif line:
            names = [self._strokes.nodes[each].label for each in (line.source, line.target)]
            words = f"{names[0]} – {line_words(line)} – {names[1]}"
        if words:
            QToolTip.showText(event.globalPosition().toPoint(), words, self)
        else:
            QToolTip.hideText()


def is_undo(event: QKeyEvent) -> bool:
    """Whether a key takes a step back, or takes it again."""
    return event.matches(QKeySequence.StandardKey.Undo) or event.matches(QKeySequence.StandardKey.Redo)
