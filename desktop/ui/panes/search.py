"""The search pane: one box for searching and asking, the answer, and the passages."""

from __future__ import annotations

from html import escape
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.answer import Answer
from desktop.domain.errors import CofferError
from desktop.domain.passage import Mode, Passage, Query, SearchResult
from desktop.domain.reading import OpenRequest
from desktop.ui.models.results import MODE_NAMES
from desktop.ui.theme import icon, play
from desktop.ui.widgets.answer_card import AnswerCard
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.empty_state import EmptyState
from desktop.ui.widgets.results_list import ResultsList

LIMIT = 50
MODE_TIPS = {
    Mode.GREP: "Exact text or a regular expression, line by line in the files",
    Mode.KEYWORD: "The words themselves; the rarer the word, the higher the passage",
    Mode.VECTOR: "What is meant, in whatever words it is said",
    Mode.HYBRID: "Keyword and meaning together",
    Mode.BLENDED: "All routes, weighted by what kind of question it is",
}
HELP_HEADING = "Find it, or ask"
HELP = (
    "Type words, a name or an indicator: results come as you type.\n"
    "Ctrl+Enter asks the question; every sentence of the answer shows its source.\n\n"
    "CVE-2023-23397   ·   10.0.0.1   ·   C:\\Windows\\System32   ·   how do the actors stay in the network"
)


class SearchPane(QWidget):
    """Says what is sought or asked, and shows what was found."""

    search_requested = Signal(object)  # a Query
    ask_requested = Signal(str)
    stop_requested = Signal()
    open_requested = Signal(object)  # an OpenRequest

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asking = False
        self.box = QLineEdit()
        self.box.setPlaceholderText("Search your documents, or ask them a question")
        self.box.setAccessibleName("Search or ask")
        self.box.setClearButtonEnabled(True)
        self._glass = QAction(icon("search"), "", self.box)
        self.box.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self.box.textChanged.connect(self._search)
        self.box.returnPressed.connect(self._search)
        self.box.installEventFilter(self)
        self.mode = QComboBox()
        self.mode.setAccessibleName("How to search")
        for row, (mode, name) in enumerate(MODE_NAMES.items()):
            self.mode.addItem(name, mode)
            self.mode.setItemData(row, MODE_TIPS[mode], Qt.ItemDataRole.ToolTipRole)
        self.mode.currentIndexChanged.connect(self._change_mode)
        self.ask = QPushButton("Ask")
        self.ask.setToolTip("Answer this from your documents (Ctrl+Enter)")
        self.ask.setEnabled(False)
        self.ask.clicked.connect(self._ask)
        play(self.ask, "primary")
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self._ask)
        self.card = AnswerCard(self)
        self.card.open_requested.connect(self.open_requested)
        self.card.stop_requested.connect(self.stop_requested)
        self.card.closed.connect(self.focus_box)
        self.results = ResultsList()
        self.results.chosen.connect(self._open_passage)
        self.results.left.connect(self.focus_box)
        self._build()
        self.set_default_mode(Mode.HYBRID)

    def _build(self) -> None:
        self.summary = ElidedLabel()
        play(self.summary, "muted")
        self.intent = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.intent.setStyleSheet("border: 1px solid palette(mid); border-radius: 8px; padding: 1px 8px;")
        self.intent.hide()
        self.notice = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.notice.hide()
        self.failure = QLabel(wordWrap=True)
        self.failure.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        play(self.failure, "error")
        self.failure.hide()
        self.busy = QProgressBar()
        self.busy.setRange(0, 0)
        self.busy.setTextVisible(False)
        self.busy.setFixedWidth(90)
        self.busy.hide()
        self.empty = EmptyState("search", HELP_HEADING, HELP)
        self._below = QStackedWidget()
        self._below.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)  # an answer has its height first
        self._below.addWidget(self.empty)
        self._below.addWidget(self.results)
        top, said = QHBoxLayout(), QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.box, 1)
        top.addWidget(self.mode)
        top.addWidget(self.ask)
        said.setSpacing(10)
        said.addWidget(self.summary, 1)
        said.addWidget(self.intent)
        said.addWidget(self.busy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 0)
        layout.setSpacing(8)
        layout.addLayout(top)
        layout.addLayout(said)
        for each in (self.notice, self.failure, self.card):
            layout.addWidget(each)
        layout.addWidget(self._below, 1)
        stops = (self.box, self.mode, self.ask, *self.card.tab_stops, self.results)
        for stop, following in pairwise(stops):
            self.setTabOrder(stop, following)

    # --- what is shown -----------------------------------------------------------------------------------------

    @Slot(object)
    def show_result(self, result: SearchResult) -> None:
        """Show what a search found."""
        if not self.box.text().strip():
            return  # the box was emptied while the search ran
        self.failure.hide()
        self.summary.setText(summary_words(result))
        self._show_notice(notice_words(result))
        self.intent.setVisible(result.intent is not None)
        if result.intent is not None:
            self.intent.setText(result.intent.intent.capitalize())
            self.intent.setToolTip(f"Read as this kind of question ({result.intent.confidence:.0%} sure): {result.intent.by}")
        self.results.show_passages(result.hits)
        if result.hits:
            self._below.setCurrentWidget(self.results)
        else:
            self.empty.say("No passage found", no_hits_words(result.fallback or result.mode))
            self._below.setCurrentWidget(self.empty)

    @Slot(object)
    def show_answer(self, answer: Answer) -> None:
        """Show an answer, or as much of it as there is."""
        self.failure.hide()
        self.card.show_answer(answer)

    @Slot(str)
    def show_busy(self, what: str) -> None:
        """Say what is being done."""
        self.busy.setToolTip(what)
        self.busy.setAccessibleName(what)
        self.busy.show()

    @Slot()
    def show_idle(self) -> None:
        """Nothing is being done any more."""
        self.busy.hide()
        self._asking = False
        self.card.set_growing(False)

    @Slot(object)
    def show_failure(self, error: CofferError) -> None:
        """Say what went wrong, and what to do."""
        if not self._asking and not self.card.has_answer():
            self.card.hide()
        self.failure.setText(f"<b>{escape(error.message)}</b>" + (f"<br>{escape(error.hint)}" if error.hint else ""))
        self.failure.show()

    @Slot()
    def focus_box(self) -> None:
        """Ready to type."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    @Slot(object)
    def set_default_mode(self, mode: Mode) -> None:
        """Choose the mode that the vault's settings name, without searching."""
        self.mode.blockSignals(True)
        self.mode.setCurrentIndex(list(MODE_NAMES).index(mode))
        self.mode.blockSignals(False)
        self.mode.setToolTip(MODE_TIPS[mode])

    # --- what the person does ----------------------------------------------------------------------------------

    def chosen_mode(self) -> Mode:
        """The mode that is chosen."""
        return Mode(self.mode.currentData())

    @Slot()
    def _search(self) -> None:
        text = self.box.text()
        self.ask.setEnabled(bool(text.strip()))
        if not text.strip():
            self._show_nothing_sought()
        self.search_requested.emit(Query(text, self.chosen_mode(), LIMIT))

    @Slot(int)
    def _change_mode(self, _row: int) -> None:
        self.mode.setToolTip(MODE_TIPS[self.chosen_mode()])
        self._search()

    @Slot()
    def _ask(self) -> None:
        question = self.box.text().strip()
        if question:
            self._asking = True
            self.failure.hide()
            self.card.await_answer(question)
            self.ask_requested.emit(question)

    @Slot(object)
    def _open_passage(self, passage: Passage) -> None:
        self.open_requested.emit(OpenRequest(passage.document_id, passage.start, passage.end, passage.page, passage.text))

    def _show_nothing_sought(self) -> None:
        self.results.show_passages(())
        self.summary.clear()
        self.failure.hide()
        self.intent.hide()
        self._show_notice("")
        self.empty.say(HELP_HEADING, HELP)
        self._below.setCurrentWidget(self.empty)

    def _show_notice(self, words: str) -> None:
        self.notice.setText(words)
        self.notice.setVisible(bool(words))

    # --- Qt's events -------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Esc stops the answer that is being written."""
        if event.key() == Qt.Key.Key_Escape and self.card.growing and self.card.isVisible():
            self.card.request_stop()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: Down goes from the box into the list."""
        if watched is self.box and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Down:
            self.results.enter()
            return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Qt: draw the icon anew when colours change."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_glass"):
            self._glass.setIcon(icon("search"))


def summary_words(result: SearchResult) -> str:
    """How much was found, how fast, and how."""
    passages, documents = len(result.hits), len({hit.document_id for hit in result.hits})
    first = "First " if passages >= LIMIT else ""
    found = "No passage" if not passages else f"{first}{_count(passages, 'passage')} in {_count(documents, 'document')}"
    return f"{found} · {result.seconds:.2f} s · {MODE_NAMES[result.fallback or result.mode].lower()}"


def notice_words(result: SearchResult) -> str:
    """What was not available, said plainly."""
    if result.fallback is None:
        return result.notice
    instead = f"Searched by {MODE_NAMES[result.fallback].lower()} instead of {MODE_NAMES[result.mode].lower()}"
    return f"{instead}: {result.notice}" if result.notice else f"{instead}."


def no_hits_words(mode: Mode) -> str:
    """What else may be tried."""
    others = {
        Mode.GREP: "Grep looks for this very text or pattern. Keyword forgives word order, Meaning forgives wording.",
        Mode.KEYWORD: "No passage has these words. Try fewer of them, or Meaning, which forgives wording.",
        Mode.VECTOR: "Nothing has a meaning near to this, or no vectors exist yet. Try Keyword, or Grep for an exact string.",
    }
    return others.get(mode, "Try fewer or other words, or Grep for an exact string or a pattern.")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
