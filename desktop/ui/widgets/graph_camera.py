"""From where a picture is looked at: how large it is drawn, and which part of it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QSizeF
from PySide6.QtGui import QTransform

from desktop.domain.graph_view import Spot

LEAST_SCALE, MOST_SCALE, FITTED_SCALE = 0.02, 3.0, 1.15
MARGIN, NARROW = 56.0, 0.2
"""Pixels around what is fitted, and the part of a side that they take at most."""


class Camera:
    """A scale and a shift; `untouched` as long as nobody chose another part than the whole."""

    def __init__(self) -> None:
        self.scale = 1.0
        self.shift = QPointF()
        self.untouched = True

    @property
    def view(self) -> QTransform:
        """What leads from the picture to the screen."""
        return QTransform(self.scale, 0, 0, self.scale, self.shift.x(), self.shift.y())

    def to_screen(self, spot: Spot) -> QPointF:
        """Where a place of the picture is on the screen."""
        return QPointF(*spot) * self.scale + self.shift

    def to_picture(self, at: QPointF) -> Spot:
        """Which place of the picture is there on the screen."""
        return ((at.x() - self.shift.x()) / self.scale, (at.y() - self.shift.y()) / self.scale)

    def fit(self, spots: Iterable[Spot], size: QSizeF) -> None:
        """Show all places in an area."""
        self.untouched = True
        places = list(spots)
        if not places or min(size.width(), size.height()) < MARGIN:
            return
        left, right = min(x for x, _ in places), max(x for x, _ in places)
        top, bottom = min(y for _, y in places), max(y for _, y in places)
        fitting = min(_room(size.width()) / max(1.0, right - left), _room(size.height()) / max(1.0, bottom - top))
        self.scale = min(FITTED_SCALE, max(LEAST_SCALE, fitting))
        self.shift = QPointF(size.width() / 2, size.height() / 2) - QPointF((left + right) / 2, (top + bottom) / 2 + 8) * self.scale

    def zoom(self, by: float, around: QPointF) -> None:
        """Draw larger or smaller, with one point of the screen where it is."""
        scale = min(MOST_SCALE, max(LEAST_SCALE, self.scale * by))
        self.shift = around - (around - self.shift) * (scale / self.scale)
        self.scale = scale
        self.untouched = False

    def pan(self, by: QPointF) -> None:
        """Show another part."""
        self.shift += by
        self.untouched = False


def _room(side: float) -> float:
    return side - 2 * min(MARGIN, side * NARROW)
