"""Where on the screen names stand already, and where others may."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QLineF, QPointF, QRectF

ROW = 16.0
APART = 2.0
"""Pixels between what stands side by side."""


class Room:
    """What stands on the screen already, looked up by rows of it."""

    def __init__(self) -> None:
        self._rows: dict[int, list[tuple[float, float, float, float]]] = {}

    def is_free(self, box: QRectF) -> bool:
        """Whether nothing stands at a place yet."""
        left, right, top, bottom = box.left() - APART, box.right() + APART, box.top(), box.bottom()
        return not any(
            left < end and begin < right and top < below and above < bottom for row in self._of(box) for begin, end, above, below in row
        )

    def take(self, box: QRectF) -> bool:
        """Take a place if it is free."""
        if not self.is_free(box):
            return False
        self.fill(box)
        return True

    def fill(self, box: QRectF) -> None:
        """Say that something stands at a place, whatever stands there besides."""
        for row in self._of(box):
            row.append((box.left(), box.right(), box.top(), box.bottom()))

    def _of(self, box: QRectF) -> list[list[tuple[float, float, float, float]]]:
        return [self._rows.setdefault(row, []) for row in range(int(box.top() // ROW), int(box.bottom() // ROW) + 1)]


def beside(at: QPointF, reach: float, width: float, height: float) -> tuple[QRectF, ...]:
    """Where a name may stand beside a node, the best first: below, right, left, above."""
    x, y = at.x(), at.y()
    return (
        QRectF(x - width / 2, y + reach + 2, width, height),
        QRectF(x + reach + 2, y - height / 2, width, height),
        QRectF(x - reach - 2 - width, y - height / 2, width, height),
        QRectF(x - width / 2, y - reach - 2 - height, width, height),
    )


def along(box: QRectF, line: QLineF) -> Iterator[QRectF]:
    """Where the words of a line may stand: in its middle, else a little nearer to one of its ends."""
    for share in (0.5, 0.38, 0.62):
        moved = QRectF(box)
        moved.moveCenter(line.pointAt(share))
        yield moved
