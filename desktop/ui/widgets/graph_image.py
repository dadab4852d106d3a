"""The picture as a file: PNG for slides, SVG for print, with its marking below it."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from desktop.domain.errors import UsageError
from desktop.domain.marking import Marking
from desktop.ui.widgets.colours import TLP_COLOURS, TLP_GROUND
from desktop.ui.widgets.graph_canvas import GraphCanvas

LARGEST, FOOT = 8_000.0, 34.0


def draw_image(canvas: GraphCanvas, marking: Marking, suffix: str) -> bytes:
    """The whole picture at natural size, as SVG if its file's name is to end so, else as PNG; UsageError where nothing is drawn."""
    bounds, content = canvas.bounds(), QBuffer()
    if bounds.isEmpty():
        raise UsageError("There is nothing in the picture yet.", "Begin with a name or a document.")
    area = QRectF(0, 0, bounds.width(), bounds.height() + FOOT)
    content.open(QIODevice.OpenModeFlag.WriteOnly)
    (_draw_svg if suffix.lower() == ".svg" else _draw_png)(canvas, marking, content, area)
    return bytes(content.data().data())


def _draw_svg(canvas: GraphCanvas, marking: Marking, content: QBuffer, area: QRectF) -> None:
    drawing = QSvgGenerator()
    drawing.setOutputDevice(content)
    drawing.setSize(QSize(round(area.width()), round(area.height())))
    drawing.setViewBox(area)
    drawing.setTitle("Coffer graph")
    painter = QPainter(drawing)
    _draw(painter, canvas, marking, area)
    painter.end()


def _draw_png(canvas: GraphCanvas, marking: Marking, content: QBuffer, area: QRectF) -> None:
    """Twice as fine as on the screen, as far as that is no giant."""
    scale = min(2.0, LARGEST / max(area.width(), area.height()))
    image = QImage(round(area.width() * scale), round(area.height() * scale), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(scale, scale)
    _draw(painter, canvas, marking, area)
    painter.end()
    image.save(content, "PNG")  # type: ignore[call-overload]


def _draw(painter: QPainter, canvas: GraphCanvas, marking: Marking, area: QRectF) -> None:
    painter.fillRect(area, canvas.palette().base())
    canvas.draw_whole(painter)
    foot = QRectF(0, area.height() - FOOT, area.width(), FOOT)
    painter.fillRect(foot, QColor(TLP_GROUND))
    font = QFont(canvas.font())
    font.setBold(True)
    painter.setFont(font)
    painter.setPen(QColor(TLP_COLOURS[marking]))
    painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, f"TLP:{marking}")
