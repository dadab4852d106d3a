"""The table of what waits to be judged, and the keys that judge."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from desktop.domain.candidate import Verdict
from desktop.ui.models import candidates_model as columns
from desktop.ui.models.candidates_model import CandidatesModel
from desktop.ui.widgets.rows_table import Columns, RowsTable
from desktop.ui.widgets.state_delegate import StateDelegate

ROW_HEIGHT = 32
COLUMNS = Columns(
    columns.CANDIDATE,
    200,
    {columns.STATE: 100, columns.CONFIDENCE: 62, columns.WHY: 190, columns.PLACES: 66},
    frozenset({columns.STATE}),
)
VERDICT_KEYS = {
    Qt.Key.Key_A: Verdict.ACCEPTED,
    Qt.Key.Key_R: Verdict.REJECTED,
    Qt.Key.Key_M: Verdict.MERGED,
    Qt.Key.Key_D: Verdict.DENIED,
}
_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_OTHER = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class CandidatesTable(RowsTable):
    """Shows a CandidatesModel; with Shift, a verdict is meant for all that are listed."""

    verdict_given = Signal(object, bool)
    step_wanted = Signal(int)
    undo_wanted = Signal()
    name_wanted = Signal()

    def __init__(self, model: CandidatesModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Candidates", COLUMNS, ROW_HEIGHT, parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setItemDelegateForColumn(columns.STATE, StateDelegate(self))

    def selected_rows(self) -> list[int]:
        """The rows that are selected, in order."""
        return sorted(each.row() for each in self.selectionModel().selectedRows())

    def go_to(self, row: int) -> None:
        """Select one row and nothing else, whatever keys are held down."""
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(self.model().index(row, 0), flags.ClearAndSelect | flags.Rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: letters judge, and are no search in the table."""
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        if modifiers & _OTHER:
            super().keyPressEvent(event)
        elif key in VERDICT_KEYS:
            self.verdict_given.emit(VERDICT_KEYS[key], bool(modifiers & Qt.KeyboardModifier.ShiftModifier))
        elif key in _STEPS:
            self.step_wanted.emit(_STEPS[key])
        elif key == Qt.Key.Key_U:
            self.undo_wanted.emit()
        elif key == Qt.Key.Key_N:
            self.name_wanted.emit()
        else:
            super().keyPressEvent(event)
