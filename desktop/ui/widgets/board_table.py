"""The matrix of a board: evidence in rows, hypotheses in columns, a rating where they meet; all of it by keys."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from desktop.domain.ach import BoardSheet, Rating, Weight
from desktop.ui.theme import colours
from desktop.ui.widgets.quiet_copy import keep_from_copying

EVIDENCE, WEIGHT, DIAGNOSTICITY, FIRST = range(4)
RATING_WORDS = {
    Rating.VERY_CONSISTENT: "very consistent (Shift+C)",
    Rating.CONSISTENT: "consistent (C)",
    Rating.NEUTRAL: "neutral or not applicable (N)",
    Rating.INCONSISTENT: "inconsistent (I)",
    Rating.VERY_INCONSISTENT: "very inconsistent (Shift+I)",
    Rating.UNRATED: "not rated (Backspace)",
}
KEYS = {
    (Qt.Key.Key_C, False): Rating.CONSISTENT,
    (Qt.Key.Key_C, True): Rating.VERY_CONSISTENT,
    (Qt.Key.Key_N, False): Rating.NEUTRAL,
    (Qt.Key.Key_I, False): Rating.INCONSISTENT,
    (Qt.Key.Key_I, True): Rating.VERY_INCONSISTENT,
    (Qt.Key.Key_Backspace, False): Rating.UNRATED,
}
WIDTHS = {WEIGHT: 92, DIAGNOSTICITY: 126}
RATING_WIDTH, HEADER_HEIGHT = 150, 68
SCORES = "Weight of what speaks against it"


class BoardTable(QTableWidget):
    """Says which rating or weight a person chose; its last row sums up."""

    rated = Signal(int, int, object)  # row, hypothesis, Rating
    weighed = Signal(int, object)  # row, Weight
    opened = Signal(int)
    source_wanted = Signal(int)
    taken_out = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Evidence against hypotheses")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setWordWrap(True)
        self.setTabKeyNavigation(False)
        keep_from_copying(self)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        beginning = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag(int(beginning) | int(Qt.TextFlag.TextWordWrap)))
        self.horizontalHeader().setMinimumHeight(HEADER_HEIGHT)
        self._evidence = 0
        self._weights: tuple[Weight, ...] = ()
        self.cellDoubleClicked.connect(self._open)

    def show_board(self, sheet: BoardSheet) -> None:
        """Show a board; the cell that was current stays current."""
        board, at = sheet.board, (self.currentRow(), self.currentColumn())
        self._evidence, self._weights = len(board.evidence), tuple(each.weight for each in board.evidence)
        self.clear()
        self.setRowCount(len(board.evidence) + 1)
        self.setColumnCount(FIRST + len(board.hypotheses))
        self.setHorizontalHeaderLabels(["Evidence", "Weight", "Diagnosticity", *board.hypotheses])
        for place, text in enumerate(board.hypotheses):
            self.model().setHeaderData(FIRST + place, Qt.Orientation.Horizontal, text, Qt.ItemDataRole.ToolTipRole)
            self.setColumnWidth(FIRST + place, RATING_WIDTH)
        for column, width in WIDTHS.items():
            self.setColumnWidth(column, width)
        self.horizontalHeader().setSectionResizeMode(EVIDENCE, QHeaderView.ResizeMode.Stretch)
        for row, each in enumerate(board.evidence):
            self._put(row, EVIDENCE, sheet.names.get(each.fact_id, f"{each.fact_id} (gone)"), "Enter opens the fact, S its next source")
            self._put(row, WEIGHT, str(each.weight), "How credible and relevant it is: W changes it")
            self._put(row, DIAGNOSTICITY, f"{each.diagnosticity:.0%}", "How far it tells the hypotheses apart")
            for place, rating in enumerate(each.ratings):
                self._put(row, FIRST + place, str(rating), RATING_WORDS[rating], _ink(rating))
        self._sum_up(board.inconsistency)
        self.setCurrentCell(max(0, min(at[0], self.rowCount() - 1)), max(0, min(at[1], self.columnCount() - 1)))

    def _sum_up(self, scores: tuple[float, ...]) -> None:
        self._put(self._evidence, EVIDENCE, SCORES, "The hypothesis with the least against it stands; none is proved", bold=True)
        least = min(scores, default=0.0)
        for place, score in enumerate(scores):
            standing = score == least and max(scores) > least
            ink = colours().success if standing else ""
            self._put(self._evidence, FIRST + place, f"{score:.1f}", "Least of all" if standing else "", ink, bold=True)

    def _put(self, row: int, column: int, text: str, tip: str, ink: str = "", *, bold: bool = False) -> None:
        item = QTableWidgetItem(text)
        item.setToolTip(tip)
        if ink:
            item.setForeground(QColor(ink))
        if bold:
            font = QFont(self.font())
            font.setBold(True)
            item.setFont(font)
        if column > EVIDENCE:
            item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setItem(row, column, item)

    @Slot(int, int)
    def _open(self, row: int, _column: int) -> None:
        if 0 <= row < self._evidence:
            self.opened.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: letters rate, W weighs, Enter opens the fact, S its next source, Delete takes the evidence off the board."""
        row, place = self.currentRow(), self.currentColumn() - FIRST
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        rating = KEYS.get((Qt.Key(event.key()), shift))
        if not 0 <= row < self._evidence or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().keyPressEvent(event)
        elif rating is not None and place >= 0:
            self.rated.emit(row, place, rating)
        elif event.key() == Qt.Key.Key_W:
            order = list(Weight)
            self.weighed.emit(row, order[(order.index(self._weights[row]) + 1) % len(order)])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(row)
        elif event.key() == Qt.Key.Key_S:
            self.source_wanted.emit(row)
        elif event.key() == Qt.Key.Key_Delete:
            self.taken_out.emit(row)
        else:
            super().keyPressEvent(event)


def _ink(rating: Rating) -> str:
    worn = colours()
    if rating in (Rating.INCONSISTENT, Rating.VERY_INCONSISTENT):
        return worn.error
    return worn.success if rating in (Rating.CONSISTENT, Rating.VERY_CONSISTENT) else worn.muted
