"""The reports of faults that are kept: to read, to carry out, to remove."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop.domain.fault import FaultReport
from desktop.ui.theme import play
from desktop.ui.widgets.shown_sources import state_sources

SIZE, LIST_WIDTH = QSize(900, 560), 280
SAYS = (
    "Kept on this machine and sent nowhere. A report holds places in the program and templates of its log, no words of your documents, "
    "no names of files, no secrets. Read it before you carry it out."
)


class FaultsDialog(QDialog):
    """Lists reports, the newest first, and shows the one that is chosen."""

    save_requested = Signal(object)
    remove_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle("Reports of faults")
        self.resize(SIZE)
        self._reports: tuple[FaultReport, ...] = ()
        self._heading = QLabel(wordWrap=True)
        play(self._heading, "heading")
        says = QLabel(SAYS, wordWrap=True)
        play(says, "muted")
        self.list = QListWidget()
        self.list.setAccessibleName("Reports")
        self.list.setWordWrap(True)
        self.list.setFixedWidth(LIST_WIDTH)
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setAccessibleName("Report")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self._save, self._copy, self._remove = QPushButton("Save report…"), QPushButton("Copy report"), QPushButton("Remove all")
        self._close = QPushButton("Close", default=True)
        self._place(says)
        self.list.currentRowChanged.connect(self._show_row)
        self._save.clicked.connect(self._ask_save)
        self._copy.clicked.connect(self.copy_report)
        self._remove.clicked.connect(self._ask_remove)
        self._close.clicked.connect(self.accept)
        self.show_reports(())

    def show_reports(self, reports: Sequence[FaultReport]) -> None:
        """Show these, and the first of them whole."""
        self._reports = tuple(reports)
        count = len(reports)
        self._heading.setText(f"{count} report{'' if count == 1 else 's'}" if count else "Coffer has not failed")
        self.list.clear()
        for each in reports:
            self.list.addItem(QListWidgetItem(f"{each.at[:16].replace('T', ' ')}\n{each.summary}"))
        for part in (self.list, self.text, self._save, self._copy, self._remove):
            part.setEnabled(bool(reports))
        self.text.clear()
        self.list.setCurrentRow(0)

    @Slot()
    def copy_report(self) -> None:
        """Put the report that is shown onto the clipboard."""
        QGuiApplication.clipboard().setText(self.text.toPlainText())

    @Slot(int)
    def _show_row(self, row: int) -> None:
        if 0 <= row < len(self._reports):
            self.text.setPlainText(self._reports[row].text)

    @Slot()
    def _ask_save(self) -> None:
        self.save_requested.emit(self._reports[self.list.currentRow()])

    @Slot()
    def _ask_remove(self) -> None:
        self.remove_requested.emit(self._reports)

    def _place(self, says: QLabel) -> None:
        middle = QHBoxLayout()
        middle.setSpacing(10)
        middle.addWidget(self.list)
        middle.addWidget(self.text, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self._save, self._copy, self._remove):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        buttons.addStretch()
        buttons.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(self._heading)
        layout.addWidget(says)
        layout.addLayout(middle, 1)
        layout.addLayout(buttons, 0)
        self._close.setFocus(Qt.FocusReason.OtherFocusReason)
