"""The evidence that nothing leaves the machine: attempts, and a trial of every part."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from desktop.domain.network import NetworkAttempt, NetworkTrial
from desktop.ui.theme import play
from desktop.ui.widgets.plain_table import plain_table
from desktop.ui.widgets.shown_sources import state_sources

PART_WIDTH = 190


class OfflineDialog(QDialog):
    """Shows attempts and trials; asks for a trial, and for the statement as a file."""

    trial_requested = Signal()
    save_requested = Signal()

    def __init__(self, claim: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle("Coffer and the network")
        self.resize(940, 480)
        self._heading = QLabel(wordWrap=True)
        play(self._heading, "heading")
        told = QLabel(claim, wordWrap=True)
        play(told, "muted")
        self.attempts = plain_table("Attempts", ("Part", "When", "Reached for"), (PART_WIDTH, PART_WIDTH, None))
        self.trials = plain_table("Trials", ("Part", "Outcome"), (PART_WIDTH, None))
        self._none_tried = QLabel(
            "Not tried yet. The trial makes every part of Coffer reach for a network, and takes a few seconds.", wordWrap=True
        )
        play(self._none_tried, "muted")
        self._try, self._save, self._copy = QPushButton("Try every part"), QPushButton("Save statement…"), QPushButton("Copy statement")
        play(self._try, "primary")
        self._close = QPushButton("Close")
        for button in (self._try, self._save, self._copy, self._close):
            button.setAutoDefault(False)
        self._statement = ""
        self._place(told)
        self._connect()
        self.show_attempts(())
        self.show_trials(())

    def show_attempts(self, attempts: Sequence[NetworkAttempt]) -> None:
        """Show what was attempted since the program started, part by part."""
        count = len(attempts)
        told = "1 attempt was refused" if count == 1 else f"{count:,} attempts were refused"
        self._heading.setText(told if count else "Nothing has tried to reach a network")
        self.attempts.setVisible(bool(attempts))
        by_part = sorted(attempts, key=attrgetter("component"))  # within a part, as they came
        _fill(self.attempts, [(each.component, each.at, each.what) for each in by_part])

    def show_trying(self) -> None:
        """Say that the trial is on."""
        self._try.setEnabled(False)
        self._try.setText("Trying…")

    def show_trials(self, trials: Sequence[NetworkTrial]) -> None:
        """Show how each part fared."""
        self._try.setEnabled(True)
        self._try.setText("Try again" if trials else "Try every part")
        self._none_tried.setVisible(not trials)
        self.trials.setVisible(bool(trials))
        _fill(self.trials, [(each.component, f"{'Refused' if each.refused else 'NOT REFUSED'}. {each.detail}") for each in trials])

    def show_statement(self, text: str) -> None:
        """Take what is copied or saved."""
        self._statement = text

    @Slot()
    def copy_statement(self) -> None:
        """Put the statement onto the clipboard."""
        QGuiApplication.clipboard().setText(self._statement)

    def _place(self, told: QLabel) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self._try, self._save, self._copy):
            buttons.addWidget(button)
        buttons.addStretch()
        buttons.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 14)
        layout.setSpacing(12)
        for each in (self._heading, told, self.attempts, self._none_tried):
            layout.addWidget(each)
        layout.addWidget(self.trials, 1)
        layout.addStretch()
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self._try.clicked.connect(self.trial_requested)
        self._save.clicked.connect(self.save_requested)
        self._copy.clicked.connect(self.copy_statement)
        self._close.clicked.connect(self.accept)


def _fill(table: QTableWidget, rows: Sequence[Sequence[str]]) -> None:
    table.setRowCount(len(rows))
    for row, cells in enumerate(rows):
        for column, text in enumerate(cells):
            cell = QTableWidgetItem(text)
            cell.setToolTip(text)
            table.setItem(row, column, cell)
