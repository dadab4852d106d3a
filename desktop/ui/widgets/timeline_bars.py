"""A timeline as bars, over which a stretch of time is brushed with the mouse or the keys."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from math import sqrt

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from desktop.domain.graph_timeline import Bin, Bins, Period, Timeline, bin_words, bins_of
from desktop.ui.models.graph_words import counted
from desktop.ui.widgets.colours import mixed

BARS, FACTS, AXIS, SIDE = 30.0, 9.0, 15.0, 2.0
LEAST_BAR, LEAST_WIDTH = 3.0, 5.0
EDGE = 5.0
"""Pixels by which an edge of the stretch may be missed."""
MOST_TITLES = 6
KEYS = "Left and Right move the stretch, Shift its end, Control its beginning, Escape shows all times."
_M = Qt.KeyboardModifier


class TimelineBars(QWidget):
    """Says which stretch is wanted; shows the stretch it is given.

    The mouse: drag over it for a stretch, inside the stretch to move it, at its edges to widen it; a click takes one bar.
    """

    brushed = Signal(object, str)  # a Period, or None for all times, and which run of keys it belongs to
    previewed = Signal(object)  # a Period while it is dragged

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Timeline of what is shown")
        self.setFixedHeight(round(BARS + FACTS + AXIS))
        self._timeline = Timeline()
        self.bins = Bins()
        self.period: Period | None = None
        self._marked: frozenset[str] = frozenset()
        self._drag: tuple[int, int, bool] | None = None  # the bin that stays, the bin under the hand, whether all of it is moved
        self._begun: tuple[int, int] | None = None

    def show_timeline(self, timeline: Timeline) -> None:
        """Show when documents and facts are dated."""
        self._timeline = timeline
        self._arrange()

    def show_period(self, period: Period | None) -> None:
        """Show which stretch is looked at."""
        self.period = period
        self._describe()
        self.update()

    def show_marked(self, documents: Iterable[str]) -> None:
        """Pick out some of the documents."""
        self._marked = frozenset(documents)
        self.update()

    def place_of(self, number: int) -> QPointF:
        """Where a bin is on the widget."""
        left, right = self._span(number, number)
        return QPointF((left + right) / 2, BARS / 2)

    # --- Qt

    def sizeHint(self) -> QSize:
        """Qt: as wide as may be."""
        return QSize(400, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: finer or coarser steps."""
        super().resizeEvent(event)
        self._arrange()

    def changeEvent(self, event: QEvent) -> None:
        """Qt: draw anew when colours or letters change."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: show that the keyboard is here."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Qt: show it no more."""
        super().focusOutEvent(event)
        self.update()

    def event(self, event: QEvent) -> bool:
        """Qt: say what is below the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.bins.bins:
            QToolTip.showText(event.globalPos(), self._tip(self.bins.bins[self._bin_at(float(event.pos().x()))]), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: move and widen the stretch."""
        key, by = Qt.Key(event.key()), {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        own = self._brushed_bins()
        if key == Qt.Key.Key_Escape and self.period is not None:
            self.brushed.emit(None, "")
        elif not self.bins.bins or not (by or key in (Qt.Key.Key_Home, Qt.Key.Key_End)):
            super().keyPressEvent(event)
        elif own is None:
            self._brush_by_key(*self._first_stretch(latest=by < 0 or key == Qt.Key.Key_End))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            length = own[1] - own[0]
            first = 0 if key == Qt.Key.Key_Home else len(self.bins.bins) - 1 - length
            self._brush_by_key(first, first + length)
        elif event.modifiers() & _M.ShiftModifier:
            self._brush_by_key(own[0], max(own[0], self._kept(own[1] + by)))
        elif event.modifiers() & _M.ControlModifier:
            self._brush_by_key(min(own[1], self._kept(own[0] + by)), own[1])
        elif own[0] + by >= 0 and own[1] + by < len(self.bins.bins):
            self._brush_by_key(own[0] + by, own[1] + by)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: take hold of the stretch, of one of its edges, or begin another."""
        if event.button() != Qt.MouseButton.LeftButton or not self.bins.bins:
            return
        x, own = event.position().x(), self._brushed_bins()
        at = self._bin_at(x)
        self._begun = own
        if own and (edge := self._edge_at(x, own)):
            self._drag = (own[1] if edge < 0 else own[0], own[0] if edge < 0 else own[1], False)
        elif own and own != (at, at) and own[0] <= at <= own[1]:
            self._drag = (at, at, True)
        else:
            self._drag = (at, at, False)
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: drag what is held."""
        x, own = event.position().x(), self._brushed_bins()
        if self._drag is None:
            over = own is not None and self._edge_at(x, own)
            self.setCursor(Qt.CursorShape.SplitHCursor if over else Qt.CursorShape.ArrowCursor)
            return
        before = self._dragged(self._drag)
        self._drag = (self._drag[0], self._bin_at(x), self._drag[2])
        wanted = self._dragged(self._drag)
        if wanted != before:
            self.previewed.emit(self.bins.period(*wanted))
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: let go."""
        event.accept()
        if self._drag is None:
            return
        one, other, moves = self._drag
        wanted = (one, one) if moves and one == other else self._dragged(self._drag)
        self._drag = None
        self.brushed.emit(self.bins.period(*wanted), "")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: draw."""
        event.accept()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        stretch = self._dragged(self._drag) if self._drag else self._brushed_bins()
        if stretch:
            left, right = self._span(*stretch)
            painter.fillRect(QRectF(left, 0, right - left, BARS + FACTS), self._accent(0.16))
        self._paint_bars(painter, stretch)
        self._paint_axis(painter)
        if stretch:
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 2))
            for x in self._span(*stretch):
                painter.drawLine(QPointF(x, 0), QPointF(x, BARS + FACTS))
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Accent), 1, Qt.PenStyle.DotLine))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    # --- inside

    def _paint_bars(self, painter: QPainter, stretch: tuple[int, int] | None) -> None:
        """Bars of documents, those without a date of their own hollow; below them a spot for each step in which facts begin.

        Heights grow with the root of the number, so that one document is to be seen beside a hundred. The highest dated bar reaches the
        top: of an import with many undated documents there is no more to be seen than that.
        """
        most = max(map(self._dated, self.bins.bins), default=0) or max((len(each.documents) for each in self.bins.bins), default=0) or 1
        accent = self.palette().color(QPalette.ColorRole.Accent)
        for number, each in enumerate(self.bins.bins):
            left, right = self._span(number, number)
            outside = stretch is not None and not stretch[0] <= number <= stretch[1]
            if each.documents:
                width = max(1.0, right - left - (1.0 if right - left > 3 else 0.0))
                height = max(LEAST_BAR, (BARS - 3) * min(1.0, sqrt(len(each.documents) / most)))
                self._paint_bar(painter, QRectF(left, BARS - height, width, height), each, outside=outside)
            if each.facts:
                colour = accent if each.facts & self._marked else self._ink(0.3 if outside else 0.75)
                self._paint_fact(painter, QPointF((left + right) / 2, BARS + FACTS / 2), colour)
        painter.fillRect(QRectF(SIDE, BARS, self.width() - 2 * SIDE, 1), self._ink(0.3))

    def _paint_bar(self, painter: QPainter, bar: QRectF, each: Bin, *, outside: bool) -> None:
        """From the ground up: what is picked out, what bears a date, what stands at the day of its import."""
        undated = len(each.documents) - self._dated(each)
        ink = self._ink(0.18 if outside else 0.5)
        painter.fillRect(bar, self._ink(0.08 if outside else 0.16))
        solid = bar.height() * (len(each.documents) - undated) / len(each.documents)
        painter.fillRect(QRectF(bar.left(), BARS - solid, bar.width(), solid), ink)
        if undated:
            painter.fillRect(QRectF(bar.left(), bar.top(), bar.width(), 1), ink)
        if own := len(each.documents & self._marked):
            part = max(LEAST_BAR, bar.height() * own / len(each.documents))
            painter.fillRect(QRectF(bar.left(), BARS - part, bar.width(), part), self.palette().color(QPalette.ColorRole.Accent))

    @staticmethod
    def _paint_fact(painter: QPainter, at: QPointF, colour: QColor) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(
            [QPointF(at.x(), at.y() - 3.5), QPointF(at.x() + 3.5, at.y()), QPointF(at.x(), at.y() + 3.5), QPointF(at.x() - 3.5, at.y())]
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)

    def _paint_axis(self, painter: QPainter) -> None:
        """The names of as many steps as there is room for."""
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.82)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(self._ink(0.7))
        free, top = SIDE, BARS + FACTS
        every = [(number, bin_words(each, self.bins.unit).removeprefix("week of ")) for number, each in enumerate(self.bins.bins)]
        for number, words in every:
            left, _ = self._span(number, number)
            width = metrics.horizontalAdvance(words)
            if left >= free and left + width <= self.width() - SIDE:
                painter.drawText(QPointF(left, top + metrics.ascent()), words)
                free = left + width + 28

    def _arrange(self) -> None:
        most = max(1, int((self.width() - 2 * SIDE) / LEAST_WIDTH))
        self.bins = bins_of(self._timeline, most)
        self._describe()
        self.update()

    def _describe(self) -> None:
        said = f"From {self.period.first} to {self.period.last}. " if self.period else "All times. "
        self.setAccessibleDescription(said + KEYS)

    def _dated(self, each: Bin) -> int:
        """How many documents of a bin bear a date of their own."""
        return sum(self._timeline.documents[name].has_date for name in each.documents)

    def _tip(self, each: Bin) -> str:
        found = [*each.documents, *each.facts]
        titles = sorted(f"{self._timeline.documents[name].date}  {self._timeline.documents[name].title}" for name in found)
        facts = f", {counted(len(each.facts), 'fact')}" if each.facts else ""
        head = f"{bin_words(each, self.bins.unit)}: {counted(len(each.documents), 'document')}{facts}"
        more = [f"… and {len(titles) - MOST_TITLES:,} more"] if len(titles) > MOST_TITLES else []
        return "\n".join([head, *titles[:MOST_TITLES], *more])

    def _span(self, first: int, last: int) -> tuple[float, float]:
        """From where to where some bins reach."""
        each = (self.width() - 2 * SIDE) / max(1, len(self.bins.bins))
        return SIDE + first * each, SIDE + (last + 1) * each

    def _bin_at(self, x: float) -> int:
        return self._kept(int((x - SIDE) / max(1e-6, (self.width() - 2 * SIDE) / max(1, len(self.bins.bins)))))

    def _kept(self, number: int) -> int:
        return max(0, min(len(self.bins.bins) - 1, number))

    def _edge_at(self, x: float, own: tuple[int, int]) -> int:
        """Which edge of the stretch is there: -1 for its beginning, 1 for its end, else 0."""
        left, right = self._span(*own)
        reach = min(EDGE, (right - left) / 4)
        return -1 if abs(x - left) <= reach else 1 if abs(x - right) <= reach else 0

    def _brushed_bins(self) -> tuple[int, int] | None:
        if self.period is None or not self.bins.bins:
            return None
        return self.bins.at(date.fromisoformat(self.period.first)), self.bins.at(date.fromisoformat(self.period.last))

    def _dragged(self, drag: tuple[int, int, bool]) -> tuple[int, int]:
        """The bins of the stretch as it is held."""
        one, other, moves = drag
        if not moves or self._begun is None:
            return min(one, other), max(one, other)
        first = max(0, min(len(self.bins.bins) - 1 - (self._begun[1] - self._begun[0]), self._begun[0] + other - one))
        return first, first + self._begun[1] - self._begun[0]

    def _first_stretch(self, *, latest: bool) -> tuple[int, int]:
        """The first step that holds something, or the last."""
        full = [number for number, each in enumerate(self.bins.bins) if each.documents or each.facts]
        chosen = full[-1 if latest else 0]
        return chosen, chosen

    def _brush_by_key(self, first: int, last: int) -> None:
        self.brushed.emit(self.bins.period(first, last), "keys of the timeline")

    def _ink(self, share: float) -> QColor:
        return mixed(self.palette().color(QPalette.ColorRole.Window), self.palette().color(QPalette.ColorRole.WindowText), share)

    def _accent(self, share: float) -> QColor:
        return mixed(self.palette().color(QPalette.ColorRole.Window), self.palette().color(QPalette.ColorRole.Accent), share)
