"""Whether a language model follows the rules: ten questions, what it wrote to each, and what is wrong with that."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.errors import CofferError
from desktop.domain.language_model import AskedQuestion, SelfTest
from desktop.ui.models.model_words import outcome_words, verdict_words
from desktop.ui.theme import colours, play
from desktop.ui.widgets.plain_table import plain_table

COLUMNS = ("Question", "What it wrote", "What is wrong")
QUESTION_WIDTH = 230
WRITTEN_WIDTH = 310
LEAST_HEIGHT = 130
EXPLAINED = (
    "Ten questions of which everything is known, each with its evidence. A model follows the rules if it says what stands there, cites it, "
    "and obeys no order that stands in it. It runs in a process of its own, which may crash or hang without harm to Coffer. How well it "
    "tells the intent of a query (search.intent_by_model) is not tested."
)


class RuleTest(QWidget):
    """Asks for the test and for its end, and shows each question as it is answered."""

    requested = Signal()
    stop_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.begin = QPushButton("Does it follow the rules?")
        self.stop = QPushButton("Stop the test")
        self._bar = QProgressBar(textVisible=False)
        self._bar.setAccessibleName("Progress of the test")
        self.verdict = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.table = _table()
        for button in (self.begin, self.stop):
            button.setAutoDefault(False)
        self.begin.clicked.connect(self.requested)
        self.stop.clicked.connect(self.stop_requested)
        self._place()
        self.forget()

    @Slot()
    def forget(self) -> None:
        """Show nothing: another file is looked at."""
        self.table.setRowCount(0)
        self.table.hide()
        self._say(EXPLAINED, "muted")
        self._show_busy(busy=False)

    def allow(self, *, able: bool) -> None:
        """Whether there is a model that can be tested."""
        self.begin.setEnabled(able)

    def show_testing(self) -> None:
        """Say that the model is being loaded."""
        self.table.setRowCount(0)
        self.table.hide()
        self._bar.setMaximum(0)
        self._say("Loading the model…", "muted")
        self._show_busy(busy=True)

    def show_question(self, asked: AskedQuestion, total: int) -> None:
        """Add what became of one question."""
        row = self.table.rowCount()
        self.table.insertRow(row)
        cells = [QTableWidgetItem(text) for text in (asked.question, asked.written, outcome_words(asked))]
        cells[-1].setForeground(QColor(colours().error if asked.problem else colours().success))
        for column, cell in enumerate(cells):
            cell.setToolTip(cell.text())
            self.table.setItem(row, column, cell)
        self.table.show()
        self._bar.setMaximum(total)
        self._bar.setValue(row + 1)
        self._say(f"{row + 1} of {total} questions asked…", "muted")

    def show_result(self, test: SelfTest) -> None:
        """Say for what the model is fit."""
        self._say(verdict_words(test), "success" if test.fit else "error")
        self._show_busy(busy=False)

    def show_stopped(self) -> None:
        """Say that the test was stopped, so that nothing is known."""
        self._say("The test was stopped: it says nothing of the model.", "muted")
        self._show_busy(busy=False)

    def show_problem(self, error: CofferError) -> None:
        """Say why the model could not be tested."""
        self._say(f"{error.message} {error.hint}".strip(), "error")
        self._show_busy(busy=False)

    def _say(self, text: str, role: str) -> None:
        play(self.verdict, role)
        self.verdict.setText(text)

    def _show_busy(self, *, busy: bool) -> None:
        self._bar.setVisible(busy)
        self.stop.setVisible(busy)
        self.begin.setVisible(not busy)

    def _place(self) -> None:
        beside = QHBoxLayout()
        beside.setSpacing(10)
        beside.addWidget(self.begin)
        beside.addWidget(self.stop)
        beside.addWidget(self._bar, 1)
        beside.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(beside)
        layout.addWidget(self.verdict)
        layout.addWidget(self.table, 100)
        layout.addStretch(1)  # where there is no table


def _table() -> QTableWidget:
    table = plain_table("Questions of the test", COLUMNS, (QUESTION_WIDTH, WRITTEN_WIDTH, None))
    table.setAlternatingRowColors(True)  # rows of several lines
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    table.setMinimumHeight(LEAST_HEIGHT)
    table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)  # else what stands above it is clipped before it shrinks
    return table
