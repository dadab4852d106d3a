"""Lines and nodes that were drawn, laid onto the screen again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QTransform
from PySide6.QtWidgets import QApplication

from desktop.ui.widgets.graph_region import Region
from desktop.ui.widgets.graph_sheet import Sheet

RED, WHITE = QColor("red"), QColor("white")


@pytest.fixture
def sheet(qapp: QApplication) -> Sheet:
    """A sheet of a region of 40 × 20 that begins at 10, 10, drawn half as large, with a red spot at 20, 20 of the picture."""
    made = Sheet(Region(QRectF(10, 10, 40, 20), 0.5, []), None, 1.0, WHITE)
    painter = QPainter(made.pixmap)
    painter.setTransform(made.view)
    painter.fillRect(QRectF(18, 18, 4, 4), RED)
    painter.end()
    return made


def laid(sheet: Sheet, view: QTransform) -> QImage:
    image = QImage(60, 60, QImage.Format.Format_RGB32)
    image.fill(WHITE)
    painter = QPainter(image)
    sheet.lay(painter, view)
    painter.end()
    return image


def test_it_lies_where_its_region_is_seen(sheet: Sheet) -> None:
    assert laid(sheet, QTransform(0.5, 0, 0, 0.5, 3, 5)).pixelColor(13, 15) == RED


def test_between_pixels_it_lies_on_the_nearest(sheet: Sheet) -> None:
    assert laid(sheet, QTransform(0.5, 0, 0, 0.5, 3.4, 4.6)) == laid(sheet, QTransform(0.5, 0, 0, 0.5, 3, 5))


def test_at_another_scale_it_is_stretched(sheet: Sheet) -> None:
    image = laid(sheet, QTransform(1, 0, 0, 1, 0, 0))
    assert image.pixelColor(20, 20) == RED
    assert image.pixelColor(30, 20) == WHITE


def test_it_shows_its_region_for_its_screen_only(sheet: Sheet) -> None:
    assert sheet.shows(sheet.region, None, 1.0)
    assert not sheet.shows(sheet.region, None, 2.0)
    assert not sheet.shows(Region(QRectF(10, 10, 40, 20), 0.5, []), None, 1.0)
