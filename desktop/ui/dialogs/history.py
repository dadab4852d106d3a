"""The history of a document: what was done to it, and its earlier texts to compare and to bring back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.document_history import DocumentEvent
from desktop.ui.models.documents_model import local_time
from desktop.ui.theme import play
from desktop.ui.widgets.quiet_copy import keep_from_copying

DONE = {
    "import": "Imported",
    "edit": "Text changed",
    "revert": "Earlier text brought back",
    "undo": "Taken back",
    "update": "Marked, graded or tagged",
    "rename": "Renamed",
    "reconvert": "Converted again",
    "recognise": "Pages read by OCR",
    "delete": "Deleted",
    "restore": "Brought back from the trash",
    "link": "Linked with another version",
    "unlink": "Parted from another version",
    "adopt": "Taken over",
    "vanish": "Taken away by another program",
}
CHOOSE = "Choose a change of the text to see what differs between the text before it and today’s."
NOT_KEPT = "The text before this change is not kept: another program replaced it, or the trash was emptied."


class HistoryDialog(QDialog):
    """Says which earlier text is looked at, and which shall be the present one again."""

    comparison_wanted = Signal(str, str)  # a document's id, the hash of a text
    version_requested = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("History of a document")
        self.resize(940, 560)
        self._document_id = ""
        self._events: Sequence[DocumentEvent] = ()
        self._changeable = True
        self.heading = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        play(self.heading, "heading")
        self.events = QListWidget()
        self.events.setAccessibleName("What was done to the document, newest first")
        self.events.setWordWrap(True)
        self.events.setSpacing(3)
        keep_from_copying(self.events)
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setAccessibleName("What differs between that text and today’s")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.bring_back, self._close = QPushButton("Bring the text before it back"), QPushButton("Close")
        play(self.bring_back, "primary")
        for button in (self.bring_back, self._close):
            button.setAutoDefault(False)
        self._place()
        self.events.currentRowChanged.connect(self._look_at)
        self.bring_back.clicked.connect(self._ask_back)
        self._close.clicked.connect(self.accept)

    def show_history(self, document_id: str, title: str, events: Sequence[DocumentEvent], *, changeable: bool) -> None:
        """Show what was done to a document."""
        self._document_id, self._events, self._changeable = document_id, events, changeable
        self.heading.setText(title)
        self.events.clear()
        for event in events:
            self.events.addItem(_item(event))
        self.events.setCurrentRow(next((row for row, each in enumerate(events) if each.before), 0))
        self._look_at()

    def show_comparison(self, document_id: str, body_sha256: str, text: str) -> None:
        """Show what differs between a text that was asked for and today's."""
        event = self._event()
        if event and (document_id, body_sha256) == (self._document_id, event.before):
            self.text.setPlainText(text or "It is today’s text.")

    def _place(self) -> None:
        lists = QSplitter(Qt.Orientation.Horizontal)
        lists.setChildrenCollapsible(False)
        lists.addWidget(self.events)
        lists.addWidget(self.text)
        lists.setSizes([360, 580])
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch()
        buttons.addWidget(self.bring_back)
        buttons.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(12)
        layout.addWidget(self.heading)
        layout.addWidget(lists, 1)
        layout.addLayout(buttons)

    def _event(self) -> DocumentEvent | None:
        row = self.events.currentRow()
        return self._events[row] if 0 <= row < len(self._events) else None

    @Slot()
    def _look_at(self) -> None:
        event = self._event()
        comparable = event is not None and event.kept
        self.bring_back.setEnabled(comparable and self._changeable)
        self.text.setPlainText("Comparing…" if comparable else NOT_KEPT if event and event.after and event.action != "import" else CHOOSE)
        if event is not None and event.before and comparable:
            self.comparison_wanted.emit(self._document_id, event.before)

    @Slot()
    def _ask_back(self) -> None:
        event = self._event()
        if event is not None and event.before:
            self.version_requested.emit(self._document_id, event.before)


def _item(event: DocumentEvent) -> QListWidgetItem:
    by = "another program" if event.outside else event.actor
    lines = [f"{DONE.get(event.action, event.action)}{f' by {by}' if by else ''}", event.said, local_time(event.at)]
    return QListWidgetItem("\n".join(filter(None, lines)))
