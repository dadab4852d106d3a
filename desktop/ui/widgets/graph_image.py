"""The picture as a file: PNG for slides, SVG for print, with its marking below it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter, QPalette, QTransform
from PySide6.QtSvg import QSvgGenerator

from desktop.domain.errors import UsageError
from desktop.domain.graph_picture import Picture
from desktop.domain.graph_view import Spot
from desktop.domain.marking import Marking
from desktop.ui.widgets.colours import TLP_COLOURS, TLP_GROUND
from desktop.ui.widgets.graph_canvas import GraphCanvas
from desktop.ui.widgets.graph_painter import GraphPainter, Marks
from desktop.ui.widgets.graph_strokes import Strokes, strokes_of

LARGEST, FOOT = 8_000.0, 34.0
FINEST, COARSEST = 2.0, 0.02
"""Dots of a file for each of the picture: a picture that would need fewer shows nothing any more."""
NARROWEST = 240.0
"""Dots in which any marking can be read."""
PAGE_ACROSS, CLOSEST, BESIDE = 640.0, 44.0, 80.0
"""How wide a picture may be on a page for its names to be read, how close nodes are drawn together for that, and the room for names."""


def draw_image(canvas: GraphCanvas, marking: Marking, suffix: str) -> bytes:
    """The whole picture at natural size, as SVG if its file's name is to end so, else as PNG; UsageError where nothing is drawn."""
    if canvas.strokes.bounds.isEmpty():
        raise UsageError("There is nothing in the picture yet.", "Begin with a name or a document.")
    return _drawn(Shown(canvas.strokes, canvas.palette(), canvas.font()), marking, suffix)


def draw_for_paper(picture: Picture, spots: Mapping[str, Spot], marking: Marking) -> bytes:
    """A picture as PNG, dark on white whatever colours a window wears; there may be none.

    A wide one is drawn together as far as its nodes stay apart, for on a page the letters of its names would be too small to read.
    """
    strokes = strokes_of(picture, spots, frozenset())
    scale = min(1.0, max(PAGE_ACROSS / max(1.0, strokes.bounds.width()), CLOSEST / max(1.0, strokes.apart)))
    return _drawn(Shown(strokes, _paper(), QGuiApplication.font(), scale, BESIDE), marking, ".png")


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture, in which colours and letters it is drawn, and how far apart its nodes stand beside their natural places.

    There is so much more room on both sides, for names.
    """

    strokes: Strokes
    palette: QPalette
    font: QFont
    scale: float = 1.0
    beside: float = 0.0

    @property
    def view(self) -> QTransform:
        """What leads from the picture to where it is drawn, but for its top left corner."""
        return QTransform.fromScale(self.scale, self.scale)

    @property
    def bounds(self) -> QRectF:
        """What it takes up there, with names, whose letters have the same size at any scale."""
        return self.strokes.bounds_at(self.scale).adjusted(-self.beside, 0, self.beside, 0)

    @property
    def area(self) -> QRectF:
        """The picture with its foot, the top left corner at 0, 0."""
        return QRectF(0, 0, self.bounds.width(), self.bounds.height() + FOOT)


def _paper() -> QPalette:
    palette = QPalette(QColor("#ffffff"))
    for role, colour in (
        (QPalette.ColorRole.Base, "#ffffff"),
        (QPalette.ColorRole.Text, "#12161c"),
        (QPalette.ColorRole.Accent, "#1f5cb8"),
    ):
        palette.setColor(role, QColor(colour))
    return palette


def _drawn(shown: Shown, marking: Marking, suffix: str) -> bytes:
    content = QBuffer()
    content.open(QIODevice.OpenModeFlag.WriteOnly)
    (_draw_svg if suffix.lower() == ".svg" else _draw_png)(shown, marking, content)
    return bytes(content.data().data())


def _draw_svg(shown: Shown, marking: Marking, content: QBuffer) -> None:
    drawing, area = QSvgGenerator(), shown.area
    drawing.setOutputDevice(content)
    drawing.setSize(QSize(round(area.width()), round(area.height())))
    drawing.setViewBox(area)
    drawing.setTitle("Coffer graph")
    painter = QPainter(drawing)
    _draw(painter, shown, marking, area)
    painter.end()


def _draw_png(shown: Shown, marking: Marking, content: QBuffer) -> None:
    """Twice as fine as on the screen, as far as that is no giant; of a giant the marking can be read as well."""
    area = shown.area
    scale = min(FINEST, LARGEST / max(area.width(), area.height()))
    if not scale >= COARSEST:  # also where a place is no number
        raise UsageError(
            "The nodes of the graph stand too far apart for a picture.", "Lay it out anew, and keep it again where it shall be in a report."
        )
    larger = max(1.0, 1.0 / scale)
    area.setHeight(area.height() + FOOT * (larger - 1.0))
    area.setWidth(max(area.width(), NARROWEST / scale))
    image = QImage(round(area.width() * scale), round(area.height() * scale), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(scale, scale)
    _draw(painter, shown, marking, area, larger)
    painter.end()
    image.save(content, "PNG")  # type: ignore[call-overload]


def _draw(painter: QPainter, shown: Shown, marking: Marking, area: QRectF, larger: float = 1.0) -> None:
    """The picture, and below it its marking, so many times larger than beside a picture of natural size."""
    bounds = shown.bounds
    painter.fillRect(area, shown.palette.base())
    painter.save()
    painter.translate(-bounds.topLeft())
    drawing = GraphPainter(shown.palette, shown.font, painter.transform().m11(), is_fine=True)
    drawing.paint(painter, shown.strokes, shown.view, bounds, Marks())
    painter.restore()
    foot = QRectF(0, area.height() - FOOT * larger, area.width(), FOOT * larger)
    painter.fillRect(foot, QColor(TLP_GROUND))
    font = QFont(shown.font)
    font.setBold(True)
    font.setPointSizeF(font.pointSizeF() * larger)
    painter.setFont(font)
    painter.setPen(QColor(TLP_COLOURS[marking]))
    painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, f"TLP:{marking}")
