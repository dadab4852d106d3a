"""Remarks on the document that is open, between its header and its text; for ever visible, however long ago it was imported."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.ui.models.remarks import Remark
from desktop.ui.theme import colours, icon, play

ICON = QSize(16, 16)
SHOWN_AT_FIRST = 2


class DocumentRemarks(QFrame):
    """A line for each remark, the first two at once and the rest when asked."""

    quote_requested = Signal(str)
    document_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        play(self, "bar")
        self._lines: list[RemarkLine] = []
        self._more = QPushButton()
        play(self._more, "quiet")
        self._more.clicked.connect(self._show_all)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(16, 6, 10, 6)
        self._layout.setSpacing(2)
        self._layout.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def show_remarks(self, remarks: Sequence[Remark]) -> None:
        """Show the remarks on another document."""
        for line in self._lines:
            self._layout.removeWidget(line)
            line.deleteLater()
        self._lines = [RemarkLine(remark, self) for remark in remarks]
        for position, line in enumerate(self._lines):
            line.quote_requested.connect(self.quote_requested)
            line.document_requested.connect(self.document_requested)
            line.setVisible(position < SHOWN_AT_FIRST)
            self._layout.insertWidget(position, line)
        hidden = len(self._lines) - SHOWN_AT_FIRST
        self._more.setText("1 more remark" if hidden == 1 else f"{hidden} more remarks")
        self._more.setVisible(hidden > 0)
        self.setVisible(bool(self._lines))

    @Slot()
    def _show_all(self) -> None:
        for line in self._lines:
            line.show()
        self._more.hide()


class RemarkLine(QWidget):
    """A sign, a sentence, and the way to what it is about."""

    quote_requested = Signal(str)
    document_requested = Signal(str)

    def __init__(self, remark: Remark, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._remark = remark
        self._sign = QLabel()
        words = QLabel(remark.text, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(words, 1)
        if remark.quote or remark.document_id:
            way = QPushButton("Show" if remark.quote else "Open")
            way.setAccessibleName(f"{way.text()}: {remark.text}")
            play(way, "quiet")
            way.clicked.connect(self._go)
            layout.addWidget(way, 0, Qt.AlignmentFlag.AlignTop)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        """Draw the sign anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        sign = icon("warning", colours().warning) if self._remark.warning else icon("info")
        self._sign.setPixmap(sign.pixmap(ICON))

    @Slot()
    def _go(self) -> None:
        if self._remark.quote:
            self.quote_requested.emit(self._remark.quote)
        else:
            self.document_requested.emit(self._remark.document_id)
