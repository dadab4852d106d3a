"""The answer to a question: sentences with the places that carry them, each a click or a Tab and Enter away."""

from __future__ import annotations

from textwrap import shorten

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from desktop.domain.answer import Answer, AnswerKind
from desktop.domain.reading import OpenRequest
from desktop.ui.theme import colours, icon, play
from desktop.ui.widgets.answer_text import (
    KIND_WORDS,
    answer_html,
    footnote,
    number_sources,
    plain_text,
)
from desktop.ui.widgets.answer_view import LEAST, TALLEST, AnswerText
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.icon_button import IconButton
from desktop.ui.widgets.outlet import outlet
from desktop.ui.widgets.shown_sources import state_sources
from desktop.ui.widgets.still_text import let_select
from desktop.ui.widgets.thread_steps import ThreadSteps

SHARE = 0.4  # of the pane's height; the passages want room too
LONGEST_QUESTION = 240
LONGEST_ABOUT = 40
LONGEST_ENTRY = 90
WHOLE = -1
COPIED_MS = 1500


class AnswerCard(QFrame):
    """Shows an answer while it grows and when it is done."""

    open_requested = Signal(object)
    remember_requested = Signal(object, object)  # a FactDraft, and the quotes of its sources
    stop_requested = Signal()
    about_dropped = Signal(str)  # the question, which is not about what was taken over from the one before
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._answer: Answer | None = None
        self._removed_shown = self._prompt_shown = self._changeable = False
        self.setAccessibleName("Answer card")
        play(self, "card")
        self._build()
        self.hide()

    def _build(self) -> None:
        self.question = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        let_select(self.question)
        play(self.question, "heading")
        self.kind = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.notice = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        play(self.notice, "muted")
        self.text = AnswerText()
        self.text.source_chosen.connect(self._open_source)
        self.text.remember_chosen.connect(self._remember_sentence)
        self.text.removed_toggled.connect(self._toggle_removed)
        self.text.prompt_toggled.connect(self._toggle_prompt)
        self.about = QPushButton()
        play(self.about, "quiet")
        self.about.setToolTip("The question names nothing, so it was taken to go on with this. Ask it without")
        self.about.clicked.connect(self._drop_about)
        self.footnote = ElidedLabel()
        play(self.footnote, "muted")
        self.stop = QPushButton("Stop")
        self.stop.setToolTip("Stop writing; what is checked stays")
        self.stop.clicked.connect(self.request_stop)
        self.remember = QPushButton("Remember")
        play(self.remember, "quiet")
        self.remember.setToolTip("Make a fact of what it says; the places it cites become the fact’s sources")
        self._sentences = QMenu(self)
        self._sentences.aboutToShow.connect(self._list_sentences)
        self._sentences.triggered.connect(self._choose_sentence)
        self.remember.setMenu(self._sentences)
        self.copy = QPushButton("Copy with citations")
        play(self.copy, "quiet")
        self.copy.clicked.connect(self.copy_answer)
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(COPIED_MS)
        self._copied.timeout.connect(self._name_copy)
        self.close_button = IconButton("close", "Put the answer away")
        self.close_button.clicked.connect(self.put_away)
        self.steps = ThreadSteps()
        head, foot = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.question, 1)
        head.addWidget(self.steps, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        foot.addWidget(self.about)
        foot.addWidget(self.footnote, 1)
        foot.addWidget(self.stop)
        foot.addWidget(self.remember)
        foot.addWidget(self.copy)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 12, 10)
        layout.setSpacing(8)
        layout.addLayout(head)
        for each in (self.kind, self.notice, self.text):
            layout.addWidget(each)
        layout.addLayout(foot)
        self._colour()

    # --- what is shown -----------------------------------------------------------------------------------------

    def await_answer(self, question: str) -> None:
        """Show the question while its answer is sought."""
        self._answer, self._removed_shown, self._prompt_shown = None, False, False
        state_sources(self, ())
        self._name_question(question)
        self.kind.setText("Looking for what your documents say…")
        self.notice.hide()
        self.text.clear()
        self.text.hide()
        self.footnote.clear()
        self.about.hide()
        self.steps.show_place(0, 0)
        self.set_growing(True)
        self.show()

    def show_answer(self, answer: Answer) -> None:
        """Show an answer, or as much of it as there is."""
        if answer == self._answer:
            return
        self._answer = answer
        state_sources(self, answer.made_of)
        self._name_question(answer.question)
        self.notice.setText(answer.notice)
        self.notice.setVisible(bool(answer.notice))
        self.footnote.setText(footnote(answer))
        self.about.setText(f"About {shorten(', '.join(answer.about), LONGEST_ABOUT, placeholder=' …')}  ✕")
        self.about.setVisible(bool(answer.about))
        self._redraw()
        self.show()

    @property
    def growing(self) -> bool:
        """Whether more is to come."""
        return not self.stop.isHidden()

    @property
    def tab_stops(self) -> tuple[QWidget, ...]:
        """Where the keyboard stops, in order."""
        threaded = (self.steps.before, self.steps.after, self.steps.end)
        return (self.text, self.about, self.stop, self.remember, self.copy, *threaded, self.close_button)

    def has_answer(self) -> bool:
        """Whether anything of an answer has come."""
        return self._answer is not None

    def set_growing(self, growing: bool) -> None:
        """Whether more is to come."""
        self.stop.setVisible(growing)
        self.stop.setEnabled(growing)
        self.stop.setText("Stop")
        self.copy.setVisible(not growing and self._answer is not None)
        self._allow()
        if not growing and self._answer is None:
            self.kind.setText("Stopped before anything was found.")

    def allow_changes(self, allowed: bool) -> None:
        """Offer to remember what an answer says, or not, in a vault that may only be read."""
        self._changeable = allowed
        self._allow()

    def remember_sentences(self, number: int = WHOLE) -> None:
        """Ask to keep a sentence of the answer as a fact, or all of them."""
        if self._answer is not None and self._changeable:
            said = self._answer.said
            self.remember_requested.emit(*self._answer.as_draft(said if number == WHOLE else said[number : number + 1]))

    @Slot()
    def request_stop(self) -> None:
        """Ask to stop, and say so: what is being worked out at the moment has to end first."""
        self.stop.setEnabled(False)
        self.stop.setText("Stopping…")
        self.stop_requested.emit()

    @Slot()
    def copy_answer(self) -> None:
        """Put the answer with its sources on the clipboard."""
        if self._answer is not None:
            outlet.copy(plain_text(self._answer), "The answer", self._answer.made_of)
            self.copy.setText("Copied")
            self._copied.start()

    @Slot()
    def put_away(self) -> None:
        """Hide the card."""
        self.hide()
        self.closed.emit()

    def _name_question(self, question: str) -> None:
        self.question.setText(shorten(question, LONGEST_QUESTION, placeholder=" …"))
        self.question.setToolTip(question if self.question.text().endswith("…") else "")

    @Slot()
    def _name_copy(self) -> None:
        self.copy.setText("Copy with citations")

    def _redraw(self) -> None:
        answer = self._answer
        if answer is None:
            return
        worn = colours(self.palette())
        self.kind.setText(KIND_WORDS[answer.kind])
        ink = worn.warning if answer.kind is AnswerKind.NOT_FOUND else worn.success if answer.kind is AnswerKind.SYNTHESIS else worn.accent
        self.kind.setStyleSheet(f"color: {ink}; font-weight: 600;")
        self.text.sources = number_sources(answer)
        self.text.said = answer.said
        at = self.text.verticalScrollBar().value()
        self.text.setHtml(answer_html(answer, worn, removed_shown=self._removed_shown, prompt_shown=self._prompt_shown))
        self.text.setVisible(bool(answer.sentences or answer.near or answer.removed or answer.prompt))
        self.text.verticalScrollBar().setValue(at)

    def _allow(self) -> None:
        done = not self.growing and self._answer is not None and bool(self._answer.said)
        self.text.remembers = done and self._changeable
        self.remember.setVisible(self.text.remembers)

    @Slot()
    def _list_sentences(self) -> None:
        """What comes near to a question without answering it is no answer as a whole, but each sentence stands for itself."""
        self._sentences.clear()
        if self._answer is None:
            return
        if len(self._answer.sentences) > 1:
            self._sentences.addAction("&The whole answer").setData(WHOLE)
            self._sentences.addSeparator()
        for number, each in enumerate(self._answer.said):
            words = shorten(each.text, LONGEST_ENTRY, placeholder=" …").replace("&", "&&")
            self._sentences.addAction(f"&{number + 1}  {words}" if number < 9 else words).setData(number)

    @Slot(QAction)
    def _choose_sentence(self, action: QAction) -> None:
        self.remember_sentences(action.data())

    @Slot(int)
    def _remember_sentence(self, number: int) -> None:
        self.remember_sentences(number)

    @Slot()
    def _drop_about(self) -> None:
        if self._answer is not None:
            self.about_dropped.emit(self._answer.question)

    @Slot()
    def _toggle_removed(self) -> None:
        self._removed_shown = not self._removed_shown
        self._redraw()

    @Slot()
    def _toggle_prompt(self) -> None:
        self._prompt_shown = not self._prompt_shown
        self._redraw()

    @Slot(int)
    def _open_source(self, number: int) -> None:
        cited = self.text.sources[number - 1].citation
        self.open_requested.emit(OpenRequest(cited.document_id, cited.start, cited.end, cited.page, cited.quote))

    # --- Qt's events -------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        """Qt: other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "close_button"):
            self._colour()
            self._redraw()

    def _colour(self) -> None:
        self.stop.setIcon(icon("stop"))
        self.copy.setIcon(icon("copy"))
        self.remember.setIcon(icon("memory"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: leave room for the passages below."""
        super().resizeEvent(event)
        parent = self.parentWidget()
        if parent is not None:
            self.text.limit_height(min(TALLEST, max(LEAST, round(parent.height() * SHARE))))
