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


def draw_image(canvas: GraphCanvas, marking: Marking, suffix: str) -> bytes:
    """The whole picture at natural size, as SVG if its file's name is to end so, else as PNG; UsageError where nothing is drawn."""
    if canvas.strokes.bounds.isEmpty():
        raise UsageError("There is nothing in the picture yet.", "Begin with a name or a document.")
    return _drawn(Shown(canvas.strokes, canvas.palette(), canvas.font()), marking, suffix)


def draw_for_paper(picture: Picture, spots: Mapping[str, Spot], marking: Marking) -> bytes:
    """A picture as PNG, dark on white whatever colours a window wears; there may be none."""
    return _drawn(Shown(strokes_of(picture, spots, frozenset()), _paper(), QGuiApplication.font()), marking, ".png")


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture, and in which colours and letters it is drawn."""

    strokes: Strokes
    palette: QPalette
    font: QFont

    @property
    def area(self) -> QRectF:
        """The picture at natural size with its foot, the top left corner at 0, 0."""
        bounds = self.strokes.bounds
        return QRectF(0, 0, bounds.width(), bounds.height() + FOOT)


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
    _draw(painter, shown, marking)
    painter.end()


def _draw_png(shown: Shown, marking: Marking, content: QBuffer) -> None:
    """Twice as fine as on the screen, as far as that is no giant."""
    area = shown.area
    scale = min(2.0, LARGEST / max(area.width(), area.height()))
    image = QImage(round(area.width() * scale), round(area.height() * scale), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(scale, scale)
    _draw(painter, shown, marking)
    painter.end()
    image.save(content, "PNG")  # type: ignore[call-overload]


def _draw(painter: QPainter, shown: Shown, marking: Marking) -> None:
    area, bounds = shown.area, shown.strokes.bounds
    painter.fillRect(area, shown.palette.base())
    painter.save()
    painter.translate(-bounds.topLeft())
    drawing = GraphPainter(shown.palette, shown.font, painter.transform().m11(), is_fine=True)
    drawing.paint(painter, shown.strokes, QTransform(), bounds, Marks())
    painter.restore()
    foot = QRectF(0, area.height() - FOOT, area.width(), FOOT)
    painter.fillRect(foot, QColor(TLP_GROUND))
    font = QFont(shown.font)
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(QColor(TLP_COLOURS[marking]))
    painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, f"TLP:{marking}")
