"""What a search says of itself: how much was found, what could not be done, what went wrong, and what else can be asked of it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from desktop.domain.errors import CofferError
from desktop.domain.passage import SearchResult
from desktop.ui.models.search_words import notice_words, summary_words
from desktop.ui.theme import play
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.still_text import let_select


class SearchSaid(QWidget):
    """A line with buttons, and below it a notice or an error where there is one."""

    why_wanted = Signal()
    save_wanted = Signal()

    def __init__(self, add: QToolButton, parent: QWidget | None = None) -> None:
        """`add` is the button that adds a filter, which stands among the others."""
        super().__init__(parent)
        self.summary = ElidedLabel()
        play(self.summary, "muted")
        self.why = _link("Why not?", "Ask why a document is not among these passages")
        self.why.clicked.connect(self.why_wanted)
        self.save = _link("Save…", "Keep this search under a name, and let it watch for new documents (Ctrl+S)")
        self.save.clicked.connect(self.save_wanted)
        self.more_details = _link("Query details", "What was really asked of the index, and which routes took part (Ctrl+D)")
        self.more_details.setCheckable(True)
        self.notice = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.failure = QLabel(wordWrap=True)
        let_select(self.failure)
        play(self.failure, "error")
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setFixedWidth(90)
        self.tab_stops = (self.why, self.save, add, self.more_details)
        for each in (self.notice, self.failure, self.busy):
            each.hide()
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addWidget(self.summary, 1)
        line.addWidget(self.busy)
        for button in self.tab_stops:
            line.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(line)
        layout.addWidget(self.notice)
        layout.addWidget(self.failure)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def say_found(self, result: SearchResult) -> None:
        """Say how much was found, and what was not available."""
        self.failure.hide()
        self.summary.setText(summary_words(result))
        self._say_notice(notice_words(result))

    def say_nothing(self) -> None:
        """Nothing is sought."""
        self.failure.hide()
        self.summary.clear()
        self._say_notice("")

    def say_failure(self, error: CofferError) -> None:
        """Say what went wrong, and what to do."""
        self.failure.setText(f"<b>{escape(error.message)}</b>" + (f"<br>{escape(error.hint)}" if error.hint else ""))
        self.failure.show()

    @Slot(str)
    def say_busy(self, what: str) -> None:
        """Say what is being done."""
        self.busy.setToolTip(what)
        self.busy.setAccessibleName(what)
        self.busy.show()

    def offer(self, *, why: bool, save: bool) -> None:
        """Offer to explain what was not found, and to keep the search."""
        self.why.setVisible(why)
        self.save.setVisible(save)

    def _say_notice(self, words: str) -> None:
        self.notice.setText(words)
        self.notice.setVisible(bool(words))


def _link(words: str, tip: str) -> QToolButton:
    button = QToolButton()
    button.setText(words)
    button.setToolTip(tip)
    play(button, "link")
    return button
