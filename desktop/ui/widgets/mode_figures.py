"""The figures of each mode: recall and mean reciprocal rank, and how they changed since they were measured before."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from desktop.domain.golden import ModeQuality
from desktop.domain.passage import Mode
from desktop.ui.models.quality_model import MEASURED, change_words
from desktop.ui.models.results import MODE_NAMES
from desktop.ui.theme import play

RECALL, RECALL_CHANGE, MRR, MRR_CHANGE, SECONDS = range(1, 6)


class ModeFigures(QFrame):
    """A line for each mode."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        play(self, "card")
        self.setAccessibleName("Recall and MRR of each mode")
        self._before: dict[Mode, ModeQuality] = {}
        self._now: dict[Mode, ModeQuality] = {}
        self._cells: dict[tuple[Mode, int], QLabel] = {}
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(14, 10, 14, 10)
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(SECONDS + 1, 1)
        self._headings = {RECALL: QLabel("Recall"), MRR: QLabel("MRR"), SECONDS: QLabel("Seconds")}
        self._headings[MRR].setToolTip("Mean reciprocal rank: 1 where the first expected document always comes first, ½ where second")
        for column, heading in self._headings.items():
            play(heading, "muted")
            self._grid.addWidget(heading, 0, column, Qt.AlignmentFlag.AlignRight)
        for line, mode in enumerate(MEASURED, start=1):
            self._grid.addWidget(QLabel(MODE_NAMES[mode]), line, 0)
            for column in range(RECALL, SECONDS + 1):
                cell = self._cells[mode, column] = QLabel("–" if column in self._headings else "")
                self._grid.addWidget(cell, line, column, Qt.AlignmentFlag.AlignRight)
                if column in (RECALL, MRR):
                    play(cell, "heading")

    def show_depth(self, k: int) -> None:
        """Say at which depth recall is measured."""
        self._headings[RECALL].setText(f"Recall@{k}")
        self._headings[RECALL].setToolTip(f"The share of expected documents among the first {k}")

    def show_modes(self, now: Sequence[ModeQuality], before: Sequence[ModeQuality]) -> None:
        """Show figures, and what they were before."""
        self._now, self._before = ({each.mode: each for each in modes} for modes in (now, before))
        for mode in MEASURED:
            self._show(mode)

    def said(self, mode: Mode) -> list[str]:
        """What the line of a mode says."""
        return [self._cells[mode, column].text() for column in range(RECALL, SECONDS + 1)]

    def _show(self, mode: Mode) -> None:
        now, before = self._now.get(mode), self._before.get(mode)
        recall, mrr = (before.recall, before.mrr) if before else (None, None)
        texts = ("–", "", "–", "", "–")
        if now:
            texts = (
                f"{now.recall:.3f}", change_words(now.recall, recall), f"{now.mrr:.3f}", change_words(now.mrr, mrr), f"{now.seconds:.1f}"
            )  # fmt: skip
        for column, text in enumerate(texts, start=RECALL):
            self._cells[mode, column].setText(text)
        for column in (RECALL_CHANGE, MRR_CHANGE):
            cell = self._cells[mode, column]
            play(cell, {"▲": "success", "▼": "error"}.get(cell.text()[:1], "muted"))
