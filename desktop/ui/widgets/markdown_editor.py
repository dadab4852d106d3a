"""The Markdown of a document as text to change, with what to do when that is done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFontDatabase, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMessageBox, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from desktop.ui.theme import play
from desktop.ui.widgets.still_text import keep_from_dragging


class MarkdownEditor(QWidget):
    """Keeps what a person types until they save it or let it go."""

    saved = Signal(str)
    discarded = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QPlainTextEdit()
        keep_from_dragging(self.text)
        self.text.setAccessibleName("Markdown of the document")
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setTabChangesFocus(True)
        note = QLabel("The original stays as it is. Lines like <!-- page: 3 --> say where a page begins.", wordWrap=True)
        play(note, "muted")
        self._save = QPushButton("Save")
        self._save.setToolTip("Save (Ctrl+S)")
        play(self._save, "primary")
        self._discard = QPushButton("Discard")
        bar = QHBoxLayout()
        bar.setSpacing(8)
        bar.addWidget(note, 1)
        bar.addWidget(self._discard)
        bar.addWidget(self._save)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 10)
        layout.setSpacing(8)
        layout.addWidget(self.text, 1)
        layout.addLayout(bar)
        saving = QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self)
        saving.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        saving.activated.connect(self._tell)
        self._save.clicked.connect(self._tell)
        self._discard.clicked.connect(self.let_go)

    @property
    def changed(self) -> bool:
        """Whether something was typed that is not saved."""
        return self.text.document().isModified()

    def begin(self, body: str) -> None:
        """Show a text to change."""
        self.text.setPlainText(body)
        self.text.document().setModified(False)

    @Slot()
    def let_go(self) -> bool:
        """Forget what was typed, if the person wants that; whether it was forgotten."""
        if self.changed and not self._sure():
            return False
        self.text.document().setModified(False)
        self.discarded.emit()
        return True

    @Slot()
    def _tell(self) -> None:
        if self.changed:
            self.saved.emit(self.text.toPlainText())
        else:
            self.discarded.emit()

    def _sure(self) -> bool:
        buttons = QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel
        asked = "What you changed in this text is not saved.\n\nDiscard your changes?"
        return QMessageBox.question(self, "Discard changes", asked, buttons) == QMessageBox.StandardButton.Discard
