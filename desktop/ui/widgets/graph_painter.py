"""Draws a picture of the graph: from afar as dots and hairlines, from near with icons, arrows and names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette, QPen, QTransform

from desktop.domain.graph_picture import DrawnNode, Line
from desktop.domain.graph_view import Kind
from desktop.ui.widgets.colours import is_dark, mixed
from desktop.ui.widgets.graph_arrows import paint_heads
from desktop.ui.widgets.graph_pixmaps import NodePixmaps, dot_pixmap
from desktop.ui.widgets.graph_region import Region, Shown, region_of
from desktop.ui.widgets.graph_room import Room, along, beside
from desktop.ui.widgets.graph_sheet import Sheet
from desktop.ui.widgets.graph_strokes import DrawnLine, Stroke, Strokes, radius_of, width_of
from desktop.ui.widgets.kind_look import kind_colour

ICONS_FROM, WORDS_FROM = 0.3, 0.5
"""The scale from which nodes have icons, and lines have words."""
MOST_ICONS, MOST_NAMES, MOST_NAMES_OF_DOTS, MOST_HEADINGS = 450, 200, 60, 14
"""So many are drawn at once; where more nodes are to be seen they are dots, of which the weightiest have names."""
MOST_WORDS = 36
"""So many lines say their relationship by themselves, when no more can be seen."""
FADED = 0.16
LONGEST_NAME = 27
_DASH = [5.0, 4.0]
_FLAT = Qt.PenCapStyle.FlatCap
MOST_PIXELS = 80_000.0
"""Where lines are longer than this altogether, they are drawn plainly: derived ones thin instead of dashed."""
_SHARES = {Stroke.FAINT: 0.2, Stroke.DERIVED: 0.55, Stroke.STATED: 0.62, Stroke.ASSERTED: 0.85}
"""How much of the ink of text is in a line."""


@dataclass(frozen=True)
class Marks:
    """What is picked out of a picture just now."""

    selected: frozenset[str] = frozenset()
    current: str = ""
    line: Line | None = None
    has_focus: bool = False
    found: frozenset[str] = frozenset()


@dataclass
class GraphPainter:
    """Keeps pixmaps of nodes between paints, and the region that was looked at last.

    What is fine is drawn in full however long that takes, for paper. `size` is how large nodes were drawn last: where few are to be seen,
    larger than the scale says.
    """

    palette: QPalette
    font: QFont
    ratio: float = 1.0
    is_fine: bool = False
    size: float = 1.0
    _pixmaps: NodePixmaps = field(init=False)
    _widths: dict[str, float] = field(default_factory=dict)
    _sorted: tuple[Strokes, Region] | None = None
    _sheet: Sheet | None = None

    def __post_init__(self) -> None:
        self._pixmaps = NodePixmaps(self.palette)

    def paint(self, painter: QPainter, strokes: Strokes, view: QTransform, area: QRectF, marks: Marks) -> None:
        """Draw what of the picture lies in `area`, in pixels of the painter's device; `view` leads there from the picture."""
        region = self._region(strokes, view, area)
        self._paint_ground(painter, strokes, region, view, marks.line, stamped=False)
        self._paint_over(painter, strokes, region, view, area, marks)

    def paint_kept(
        self, painter: QPainter, strokes: Strokes, view: QTransform, area: QRectF, marks: Marks, *, hurried: bool = False
    ) -> None:
        """The same onto a screen, with lines and nodes as they were drawn the last time if only another part is looked at.

        In a hurry, what takes long to draw is drawn as it was, only larger or smaller.
        """
        self.ratio, sheet = painter.device().devicePixelRatio(), self._sheet
        if sheet and hurried and self._sorted and self._sorted[0] is strokes and self._is_plain(sheet.region):
            sheet.lay(painter, view)
            self._paint_over(painter, strokes, sheet.region, view, area, marks)
            return
        region = self._region(strokes, view, area)
        if sheet is None or not sheet.shows(region, marks.line, self.ratio):
            sheet = self._sheet = Sheet(region, marks.line, self.ratio, self.palette.color(QPalette.ColorRole.Base))
            below = QPainter(sheet.pixmap)
            self._paint_ground(below, strokes, region, sheet.view, marks.line, stamped=True)
            below.end()
        sheet.lay(painter, view)
        self._paint_over(painter, strokes, region, view, area, marks)

    def _paint_ground(
        self, painter: QPainter, strokes: Strokes, region: Region, view: QTransform, line: Line | None, *, stamped: bool
    ) -> None:
        """Lines and nodes; dots are `stamped` onto a screen, and stay outlines where what is drawn is enlarged later."""
        is_plain = self._is_plain(region)
        self._paint_lines(painter, region, view, is_plain=is_plain)
        has_icons = self._has_icons(region)
        if has_icons and not is_plain:
            self._paint_arrows(painter, strokes, region.lines, view)
        self._paint_chosen_line(painter, strokes, view, line)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if has_icons:
            self._paint_nodes(painter, strokes, region.all_shown(view))
        elif stamped:
            self._stamp_dots(painter, region, view)
        else:
            self._paint_dots(painter, region, view)

    def _paint_over(self, painter: QPainter, strokes: Strokes, region: Region, view: QTransform, area: QRectF, marks: Marks) -> None:
        """Names, what lines say, and marks, which are all of what can be seen just now."""
        has_icons = self._has_icons(region)
        chosen = frozenset(filter(None, (*marks.selected, *marks.found, marks.current)))
        are_few = len(region.nodes) <= MOST_ICONS
        every = len(region.nodes) if self.is_fine else MOST_ICONS if are_few else MOST_NAMES_OF_DOTS
        shown = region.shown(view, area, every, chosen)
        named = self._named(shown, area, marks, every if self.is_fine else MOST_NAMES if has_icons else MOST_NAMES_OF_DOTS)
        if has_icons and not self._is_plain(region):
            self._paint_said(painter, region.lines, view, marks, named.room)
        self._paint_chosen_words(painter, strokes, view, marks.line)
        self._paint_marks(painter, shown, marks)
        self._paint_names(painter, strokes, named.boxes)

    def _has_icons(self, region: Region) -> bool:
        return self.is_fine or (self.size >= ICONS_FROM and len(region.nodes) <= MOST_ICONS)

    def _is_plain(self, region: Region) -> bool:
        return not self.is_fine and region.pixels * region.scale > MOST_PIXELS

    def _region(self, strokes: Strokes, view: QTransform, area: QRectF) -> Region:
        if self._sorted is None or self._sorted[0] is not strokes or not self._sorted[1].serves(view, area):
            self._sorted = (strokes, region_of(strokes, view, area))
        region = self._sorted[1]
        self.size = max(region.scale, region.least_size)
        return region

    # --- lines

    def _paint_lines(self, painter: QPainter, region: Region, view: QTransform, *, is_plain: bool) -> None:
        by_look = region.by_look
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not is_plain)
        painter.save()
        painter.setTransform(view, combine=True)
        for faded, stroke, width in sorted(by_look):
            painter.setOpacity(FADED if faded else 1.0)
            painter.setPen(self._pen(stroke, width, is_plain=is_plain))
            painter.drawLines(by_look[faded, stroke, width])
        painter.setOpacity(1.0)
        painter.restore()

    def _pen(self, stroke: Stroke, width: int, *, is_plain: bool) -> QPen:
        """A plain pen is drawn many times as fast: a width just above one pixel takes Qt's quickest way, dashes its slowest."""
        if is_plain:
            pen = QPen(
                self._ink(_SHARES[stroke] * (0.5 if stroke is Stroke.FAINT else 0.7)),
                2.05 if stroke > Stroke.DERIVED else 1.05,
                Qt.PenStyle.SolidLine,
                _FLAT,
            )
        else:
            pen = QPen(self._ink(_SHARES[stroke]), width + (stroke is Stroke.ASSERTED), Qt.PenStyle.SolidLine, _FLAT)
            if stroke is Stroke.DERIVED:
                pen.setDashPattern([each / max(1, width) for each in _DASH])
        pen.setCosmetic(True)
        return pen

    def _paint_arrows(self, painter: QPainter, strokes: Strokes, lines: list[DrawnLine], view: QTransform) -> None:
        pointing = [each for each in lines if each.line.forward or each.line.back]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._ink(_SHARES[Stroke.DERIVED]))
        for faded in (True, False):
            painter.setOpacity(FADED if faded else 1.0)
            for each in pointing:
                if each.look[0] is faded:
                    paint_heads(painter, strokes, each.line, view.map(each.drawn), self.size)
        painter.setOpacity(1.0)

    def _paint_said(self, painter: QPainter, lines: list[DrawnLine], view: QTransform, marks: Marks, room: Room) -> None:
        """What lines say, where they are few."""
        if self.size < WORDS_FROM:
            return
        said = [each for each in lines if each.line.is_claim and not each.look[0]]
        if marks.current:
            said = [each for each in said if marks.current in (each.line.source, each.line.target)] or said
        if len(said) <= MOST_WORDS:
            self._paint_words(painter, [(each.line, view.map(each.drawn)) for each in said], room)

    def _paint_words(self, painter: QPainter, said: Iterable[tuple[Line, QLineF]], room: Room | None = None) -> None:
        """What lines say, those that find room; with no room given, all."""
        font = QFont(self.font)
        font.setPointSizeF(self.font.pointSizeF() * 0.82)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        ground = self.palette.color(QPalette.ColorRole.Base)
        for line, drawn in said:
            words = line_words(line)
            box = metrics.boundingRect(words).adjusted(-3, -1, 3, 1)
            if drawn.length() < box.width() + 60:
                continue
            free = next((each for each in along(box, drawn) if room is None or room.take(each)), None)
            if free is None:
                continue
            box = free
            painter.fillRect(box, ground)
            painter.setPen(self._ink(0.72))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def _paint_chosen_line(self, painter: QPainter, strokes: Strokes, view: QTransform, line: Line | None) -> None:
        drawn = _drawn_line(strokes, view, line)
        if line and drawn:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.palette.color(QPalette.ColorRole.Accent), width_of(line) + 2.5, Qt.PenStyle.SolidLine))
            painter.drawLine(drawn)

    def _paint_chosen_words(self, painter: QPainter, strokes: Strokes, view: QTransform, line: Line | None) -> None:
        drawn = _drawn_line(strokes, view, line)
        if line and drawn:
            self._paint_words(painter, [(line, drawn)])

    # --- nodes

    def _paint_nodes(self, painter: QPainter, strokes: Strokes, shown: list[Shown]) -> None:
        for faded in (True, False):
            painter.setOpacity(FADED if faded else 1.0)
            for node, at in shown:
                if (node.key in strokes.faded) is faded:
                    pixmap = self._pixmaps.of(node, self.size, self.ratio)
                    reach = pixmap.width() / pixmap.devicePixelRatio() / 2
                    painter.drawPixmap(QPointF(at.x() - reach, at.y() - reach), pixmap)

    def _paint_dots(self, painter: QPainter, region: Region, view: QTransform) -> None:
        painter.save()
        painter.setTransform(view, combine=True)
        dark = is_dark(self.palette)
        for (faded, kind), points in sorted(region.points.items(), reverse=True):
            painter.setOpacity(FADED if faded else 1.0)
            pen = QPen(kind_colour(kind, dark), width_of_dot(region.scale), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
            pen.setCosmetic(True)
            painter.setPen(pen)
            painter.drawPoints(points)
        painter.setOpacity(1.0)
        painter.restore()

    def _stamp_dots(self, painter: QPainter, region: Region, view: QTransform) -> None:
        """Many times as fast as round points of a pen."""
        width, dark = width_of_dot(region.scale), is_dark(self.palette)
        reach = (width + 2) / 2
        for (faded, kind), points in sorted(region.points.items(), reverse=True):
            painter.setOpacity(FADED if faded else 1.0)
            stamp = dot_pixmap(kind_colour(kind, dark), width, self.ratio)
            for at in view.map(points).translated(-reach, -reach).toList():
                painter.drawPixmap(at, stamp)
        painter.setOpacity(1.0)

    def _paint_marks(self, painter: QPainter, shown: list[Shown], marks: Marks) -> None:
        """Rings around what is selected or found, a pin on what is pinned."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = self.palette.color(QPalette.ColorRole.Accent)
        marked = marks.selected | marks.found | {marks.current}
        for node, at in shown:
            if not (node.pinned or node.key in marked):
                continue
            reach = max(5.0, radius_of(node) * self.size)
            if node.pinned:
                painter.setPen(QPen(self.palette.color(QPalette.ColorRole.Base), 1.5))
                painter.setBrush(self._ink(0.85))
                painter.drawEllipse(
                    QPointF(at.x() + reach * 0.72, at.y() - reach * 0.72), max(2.5, 4.5 * self.size), max(2.5, 4.5 * self.size)
                )
            if node.key in marks.selected or node.key in marks.found:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(accent, 2.5, Qt.PenStyle.SolidLine if node.key in marks.selected else Qt.PenStyle.DotLine))
                painter.drawEllipse(at, reach + 3.5, reach + 3.5)
            if node.key == marks.current and marks.has_focus:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(self._ink(0.9), 1.2, Qt.PenStyle.DotLine))
                painter.drawEllipse(at, reach + 7, reach + 7)

    def _named(self, shown: list[Shown], area: QRectF, marks: Marks, most: int) -> Named:
        """The nodes that say their names, and where: as many as there is room for whole, what is chosen first, then what weighs most."""
        chosen = marks.selected | marks.found | {marks.current}
        ordered = ([each for each in shown if each[0].key in chosen] + [each for each in shown[:most] if each[0].key not in chosen])[:most]
        room, names = Room(), Room()
        for node, at in shown if self.is_fine or len(shown) <= MOST_ICONS else ():
            reach = radius_of(node) * self.size * 0.8
            room.fill(QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach))
        found: list[tuple[DrawnNode, QRectF]] = []
        metrics = QFontMetricsF(self._name_font())
        for node, at in ordered:
            width = self._widths.get(node.label) or self._widths.setdefault(node.label, metrics.horizontalAdvance(short_name(node.label)))
            boxes = beside(at, max(4.0, radius_of(node) * self.size), width + 6, metrics.height())
            free = next((each for each in boxes if area.contains(each) and room.take(each)), None)
            if free is None and _is_heading(node) and len(found) < MOST_HEADINGS:
                free = next((each for each in boxes if names.is_free(each)), None)
            if free is None and node.key in chosen:
                free = boxes[0]
            if free is not None:
                names.take(free)
                found.append((node, free))
        return Named(found, room)

    def _paint_names(self, painter: QPainter, strokes: Strokes, named: list[tuple[DrawnNode, QRectF]]) -> None:
        font = self._name_font()
        ascent = QFontMetricsF(font).ascent()
        painter.setFont(font)
        ground = QColor(self.palette.color(QPalette.ColorRole.Base))
        ground.setAlpha(205)
        painter.setPen(self.palette.color(QPalette.ColorRole.Text))
        for node, box in named:
            painter.setOpacity(FADED if node.key in strokes.faded else 1.0)
            painter.fillRect(box, ground)
            painter.drawText(QPointF(box.left() + 3, box.top() + ascent), short_name(node.label))
        painter.setOpacity(1.0)

    def _name_font(self) -> QFont:
        font = QFont(self.font)
        font.setPointSizeF(self.font.pointSizeF() * 0.9)
        return font

    def _ink(self, share: float) -> QColor:
        return mixed(self.palette.color(QPalette.ColorRole.Base), self.palette.color(QPalette.ColorRole.Text), share)


@dataclass(frozen=True, slots=True)
class Named:
    """The nodes that say their names, each with where, and the room that is left."""

    boxes: list[tuple[DrawnNode, QRectF]]
    room: Room


def _is_heading(node: DrawnNode) -> bool:
    """What others hang on is named even where that covers nodes, though no other name."""
    return node.is_collection or node.kind is Kind.DOCUMENT


def line_words(line: Line) -> str:
    """What a line says: its relationships, and how many sources it has where it has more than one."""
    said = list(dict.fromkeys(each.relationship for each in line.ties if each.is_claim == line.is_claim))
    words = ", ".join(said[:2]) + (f" +{len(said) - 2}" if len(said) > 2 else "")
    return f"{words} · {line.documents}" if line.documents > 1 else words


def short_name(label: str) -> str:
    """A long name loses its middle, for hashes and paths tell by both ends."""
    if len(label) <= LONGEST_NAME:
        return label
    kept = LONGEST_NAME // 2
    return f"{label[: LONGEST_NAME - kept].rstrip()}…{label[-kept + 1 :].lstrip()}"


def _drawn_line(strokes: Strokes, view: QTransform, line: Line | None) -> QLineF | None:
    """Where a line is drawn; None if it is not."""
    if line is None or line.source not in strokes.spots or line.target not in strokes.spots:
        return None
    return view.map(QLineF(*strokes.spots[line.source], *strokes.spots[line.target]))


def width_of_dot(scale: float) -> float:
    """How large a dot is from afar."""
    return max(4.0, 24.0 * scale)
