"""Remarks on the document that is open, between its header and its text; for ever visible, however long ago it was imported."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.ui.models.remarks import Remark
from desktop.ui.theme import colours, icon, play
from desktop.ui.widgets.still_text import let_select

ICON = QSize(16, 16)
SHOWN_AT_FIRST = 2
BUTTON_PADDING = 4


class DocumentRemarks(QFrame):
    """A line for each remark, the first two at once and the rest when asked."""

    quote_requested = Signal(str)
    document_requested = Signal(str)
    link_requested = Signal(str, str)
    unlink_requested = Signal(str, str)
    mark_requested = Signal(object)

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

    def show_remarks(self, remarks: Sequence[Remark], *, changeable: bool = False) -> None:
        """Show the remarks on another document; what they offer to change only where that may be."""
        for line in self._lines:
            self._layout.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._lines = [RemarkLine(remark, self, changeable=changeable) for remark in remarks]
        for position, line in enumerate(self._lines):
            line.quote_requested.connect(self.quote_requested)
            line.document_requested.connect(self.document_requested)
            line.link_requested.connect(self.link_requested)
            line.unlink_requested.connect(self.unlink_requested)
            line.mark_requested.connect(self.mark_requested)
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
    """A sign, a sentence, the way to what it is about, and what can be done about it."""

    quote_requested = Signal(str)
    document_requested = Signal(str)
    link_requested = Signal(str, str)
    unlink_requested = Signal(str, str)
    mark_requested = Signal(object)

    def __init__(self, remark: Remark, parent: QWidget | None = None, *, changeable: bool = False) -> None:
        super().__init__(parent)
        self._remark = remark
        self._sign = QLabel()
        words = QLabel(remark.text, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        let_select(words)
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        if remark.quote or remark.document_id:  # the first line stands where the buttons' words do
            for label in (self._sign, words):
                label.setContentsMargins(0, BUTTON_PADDING, 0, BUTTON_PADDING)
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self._layout.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        self._layout.addWidget(words, 1)
        if remark.quote or remark.document_id:
            self._offer("Show" if remark.quote else "Open").clicked.connect(self._go)
        if changeable and remark.marks:
            self._offer(f"Mark it TLP:{remark.marks}").clicked.connect(self._mark)
        if changeable and remark.links:
            self._offer("Link as versions").clicked.connect(self._link)
        if changeable and remark.unlinks:
            self._offer("Unlink").clicked.connect(self._unlink)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        """Draw the sign anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _offer(self, label: str) -> QPushButton:
        button = QPushButton(label)
        button.setAccessibleName(f"{label}: {self._remark.text}")
        play(button, "quiet")
        self._layout.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return button

    def _draw(self) -> None:
        sign = icon("warning", colours().warning) if self._remark.warning else icon("info")
        self._sign.setPixmap(sign.pixmap(ICON))

    @Slot()
    def _go(self) -> None:
        if self._remark.quote:
            self.quote_requested.emit(self._remark.quote)
        else:
            self.document_requested.emit(self._remark.document_id)

    @Slot()
    def _link(self) -> None:
        self.link_requested.emit(*(self._remark.links or ("", "")))

    @Slot()
    def _unlink(self) -> None:
        self.unlink_requested.emit(*(self._remark.unlinks or ("", "")))

    @Slot()
    def _mark(self) -> None:
        self.mark_requested.emit(self._remark.marks)
