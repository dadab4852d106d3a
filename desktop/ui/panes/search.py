"""The search pane: one box for searching and asking, how the query was understood, the answer, and the passages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from desktop.domain.answer import Answer
from desktop.domain.document import Facets
from desktop.domain.errors import CofferError
from desktop.domain.passage import Mode, Passage, Query, SearchResult
from desktop.domain.reading import OpenRequest
from desktop.ui.dialogs.period import PeriodDialog
from desktop.ui.dialogs.save_search import SaveSearchDialog
from desktop.ui.models.kept import Kept, query_words
from desktop.ui.models.search_words import HELP, HELP_HEADING, LIMIT, no_hits_words
from desktop.ui.models.usage import Usage, Used
from desktop.ui.widgets.answer_card import AnswerCard
from desktop.ui.widgets.empty_state import EmptyState
from desktop.ui.widgets.kept_list import KeptList
from desktop.ui.widgets.likeness_banner import LikenessBanner
from desktop.ui.widgets.query_details import QueryDetails
from desktop.ui.widgets.results_list import ResultsList
from desktop.ui.widgets.search_line import SearchLine
from desktop.ui.widgets.search_said import SearchSaid
from desktop.ui.widgets.steering_bar import SteeringBar

PER_DOCUMENT = 3
"""Passages of one document that a search shows before the rest is folded away."""


class SearchPane(QWidget):
    """Says what is sought or asked, and shows what was found."""

    search_requested = Signal(object)  # a Query
    more_requested = Signal(object)  # a Query for one document alone
    like_requested = Signal(object)  # a Passage
    more_like_requested = Signal(object, object)  # a Passage, and the Query for one document alone in which more is like it
    pin_requested = Signal(object, bool)  # a Passage, and whether it shall be pinned
    ask_requested = Signal(str, object)  # a question, and the Filters of what may answer it
    stop_requested = Signal()
    fresh_requested = Signal(str, object)  # a question that is about nothing that was asked before, and Filters
    open_requested = Signal(object)  # an OpenRequest
    document_wanted = Signal()
    used = Signal(object, int)  # a Query that was meant, and how many passages it found
    save_requested = Signal(object, str, bool, str)  # a Query, its name, whether it shall watch, a note
    why_requested = Signal(object)  # a Query that did not find what was expected
    expect_requested = Signal(str, str)  # what the query says, and the id of a document it should find

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asking = False
        self._keeping = False
        self._alike: Passage | None = None
        self._usage = Usage()
        self._names: tuple[str, ...] = ()
        self.line = SearchLine()
        self.box, self.mode, self.ask = self.line.box, self.line.mode, self.line.ask
        self.box.installEventFilter(self)
        self.steering = SteeringBar(Query("", Mode.HYBRID, LIMIT, per_document=PER_DOCUMENT, fold_twins=True))
        self.details = QueryDetails()
        self.details.hide()
        self.banner = LikenessBanner()
        self.card = AnswerCard(self)
        self.results = ResultsList()
        self.kept = KeptList()
        self.empty = EmptyState("search", HELP_HEADING, HELP)
        self._build()
        self._connect()
        self.set_default_mode(Mode.HYBRID)

    def _build(self) -> None:
        self.said = SearchSaid(self.steering.add)
        self.summary, self.notice, self.failure, self.busy = self.said.summary, self.said.notice, self.said.failure, self.said.busy
        self._below = QStackedWidget()
        self._below.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)  # an answer has its height first
        self._below.addWidget(self.empty)
        self._below.addWidget(self.results)
        self._below.addWidget(self.kept)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 0)
        layout.setSpacing(8)
        for part in (self.line, self.steering, self.said, self.details, self.banner, self.card):
            layout.addWidget(part)
        layout.addWidget(self._below, 1)
        stops = (self.box, self.mode, self.ask, self.steering.intent, *self.said.tab_stops, *self.card.tab_stops, self.results, self.kept)
        for stop, following in pairwise(stops):
            self.setTabOrder(stop, following)

    def _connect(self) -> None:
        self.line.changed.connect(self._text_changes)
        self.line.entered.connect(self._enter)
        self.line.ask_wanted.connect(self._ask)
        self.line.past_chosen.connect(self.kept.chosen)
        self.kept.left.connect(self.focus_box)
        self.said.save_wanted.connect(self._save)
        self.said.why_wanted.connect(self._ask_why)
        self.said.more_details.toggled.connect(self.details.setVisible)
        self.steering.changed.connect(self._search)
        self.steering.document_wanted.connect(self.document_wanted)
        self.steering.period_wanted.connect(self._ask_period)
        self.details.steered.connect(self.steering.steer)
        self.banner.back_requested.connect(self._go_back)
        self.card.open_requested.connect(self.open_requested)
        self.card.stop_requested.connect(self.stop_requested)
        self.card.about_dropped.connect(self._ask_afresh)
        self.card.closed.connect(self.focus_box)
        self.results.chosen.connect(self._open)
        self.results.left.connect(self._leave_list)
        self.results.more_wanted.connect(self._want_more)
        self.results.like_wanted.connect(self._want_like)
        self.results.pin_wanted.connect(self.pin_requested)
        self.results.document_wanted.connect(self._search_in)
        self.results.expect_wanted.connect(self._expect)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            self._key(keys).activated.connect(self._ask)
        self._key("Ctrl+I").activated.connect(self.steering.open_intents)
        self._key("Ctrl+L").activated.connect(self.steering.open_filters)
        self._key("Ctrl+D").activated.connect(self.said.more_details.toggle)
        self._key("Ctrl+S").activated.connect(self._save)
        self._key("Alt+Down").activated.connect(self.line.open_history)

    def _key(self, keys: str) -> QShortcut:
        """A key that counts wherever in this pane the keyboard is."""
        shortcut = QShortcut(QKeySequence(keys), self)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        return shortcut

    # --- what is shown -----------------------------------------------------------------------------------------

    @Slot(object)
    def show_result(self, result: SearchResult) -> None:
        """Show what a search found."""
        if not self.box.text().strip() or self._alike:
            return  # the box was emptied while the search ran, or something else is looked at
        self._tell(self._usage.find(self.query, len(result.hits)))
        self.steering.show_result(result)
        self.details.show_result(result)
        limited = not (self.steering.query.filters.empty and result.typed.empty)
        self._show_hits(result, no_hits_words(result.fallback or result.mode, limited=limited))

    @Slot(object, object)
    def show_alike(self, passage: Passage, result: SearchResult) -> None:
        """Show what is like a passage, until the person goes back to the search."""
        self._alike = passage
        self.banner.show_passage(passage)
        self._show_hits(result, "Nothing else is near to this passage in words or meaning.")
        self.results.enter()

    @Slot(object)
    def show_more(self, passages: Sequence[Passage]) -> None:
        """Show further passages of a document where they were folded away."""
        self.results.show_more(passages)

    def show_kept(self, kept: Kept) -> None:
        """Offer what is kept of searches, and mark the passages that are pinned."""
        self.kept.show_kept(kept)
        self.line.show_history(kept.history)
        self._names = tuple(each.name for each in kept.saved)
        self.results.show_pinned(frozenset((each.pin.document_id, each.pin.start, each.pin.end) for each in kept.pins))
        if not self.line.text.strip():
            self._below.setCurrentWidget(self.empty if self.kept.empty else self.kept)

    def allow_changes(self, allowed: bool) -> None:
        """Offer to keep things, or not, in a vault that may only be read."""
        self._keeping = allowed
        for each in (self.kept, self.card):
            each.allow_changes(allowed)
        self.results.allow_pins(allowed)
        self._offer()

    def show_facets(self, facets: Facets) -> None:
        """Offer these tags and formats as filters."""
        self.steering.show_facets(facets)

    def show_query(self, query: Query, titles: Mapping[str, str] | None = None) -> None:
        """Search what was kept, as it was kept; `titles` names the documents it is limited to."""
        self.line.show_text(query.text)
        self.line.show_mode(query.mode)
        kept = replace(query, limit=LIMIT, per_document=PER_DOCUMENT, fold_twins=True)
        self.steering.take_query(kept, dict(titles or {}))
        self._search()

    @Slot(str, str)
    def limit_to_document(self, document_id: str, title: str) -> None:
        """Search in this document."""
        self.steering.limit_to_document(document_id, title)

    @Slot(object)
    def show_answer(self, answer: Answer) -> None:
        """Show an answer, or as much of it as there is."""
        self.failure.hide()
        self.card.show_answer(answer)

    @Slot(str)
    def show_busy(self, what: str) -> None:
        """Say what is being done."""
        self.said.say_busy(what)

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
        if not self._asking and self.line.text.strip():
            self.empty.say("This could not be searched", "What went wrong, and what to do, stands above.")
        self.said.say_failure(error)

    @Slot()
    def focus_box(self) -> None:
        """Ready to type."""
        self.line.take_keyboard()

    @Slot(object)
    def set_default_mode(self, mode: Mode) -> None:
        """Choose the mode that the vault's settings name, without searching."""
        self.line.show_mode(mode)
        self.steering.take_text(self.box.text(), mode)
        self.details.show_query(self.steering.query)

    # --- what the person does ----------------------------------------------------------------------------------

    @property
    def query(self) -> Query:
        """What is asked for now: of a document that is searched alone, everything is shown."""
        steered = self.steering.query
        return replace(steered, per_document=0) if len(steered.filters.documents) == 1 else steered

    def chosen_mode(self) -> Mode:
        """The mode that is chosen."""
        return self.line.chosen_mode

    def step(self, by: int) -> None:
        """Open the next hit, up or down."""
        self.results.step(by)

    @Slot()
    def _text_changes(self) -> None:
        self.steering.take_text(self.line.text, self.line.chosen_mode)
        self._search()

    @Slot()
    def _search(self) -> None:
        self._alike = None
        self.banner.hide()
        self._usage.ask()
        self.details.show_query(self.steering.query)
        if not self.line.text.strip():
            self._show_nothing_sought()
        elif not self.results.made_of:  # what the query before did not find says nothing of this one
            self.empty.say("Searching…", "")
            self._below.setCurrentWidget(self.empty)
        self._offer()
        self.search_requested.emit(self.query)

    @Slot()
    def _enter(self) -> None:
        """Enter says that this very query was meant."""
        self._search()
        self._usage.mean()

    @Slot(object)
    def _open(self, request: OpenRequest) -> None:
        self._tell(self._usage.mean())
        self.open_requested.emit(request)

    def _tell(self, used: Used | None) -> None:
        if used and not self._alike:
            self.used.emit(*used)

    @Slot()
    def _save(self) -> None:
        if self.line.text.strip() and self._keeping:
            dialog = SaveSearchDialog(self.line.text, query_words(self.query), self._names, self)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.saved.connect(self._save_as)
            dialog.open()

    @Slot(str, bool, str)
    def _save_as(self, name: str, watched: bool, note: str) -> None:
        self.save_requested.emit(self.query, name, watched, note)

    @Slot()
    def _ask_why(self) -> None:
        self.why_requested.emit(self.query)

    @Slot(object)
    def _expect(self, passage: Passage) -> None:
        self.expect_requested.emit(self.line.text, passage.document_id)

    @Slot()
    def _ask(self) -> None:
        question = self.line.text.strip()
        if question:
            self._asking = True
            self.failure.hide()
            self.card.await_answer(question)
            self.ask_requested.emit(question, self.steering.query.filters)

    @Slot(str)
    def _ask_afresh(self, question: str) -> None:
        self._asking = True
        self.card.await_answer(question)
        self.fresh_requested.emit(question, self.steering.query.filters)

    @Slot(object)
    def _want_more(self, passage: Passage) -> None:
        filters = replace(self.query.filters, documents=(passage.document_id,))
        query = replace(self.query, filters=filters, per_document=0, limit=max(LIMIT, passage.more + 1))
        if self._alike:
            self.more_like_requested.emit(self._alike, query)
        else:
            self.more_requested.emit(query)

    @Slot(object)
    def _want_like(self, passage: Passage) -> None:
        self.like_requested.emit(passage)

    @Slot(object)
    def _search_in(self, passage: Passage) -> None:
        self.steering.limit_to_document(passage.document_id, passage.title)
        self.focus_box()

    @Slot()
    def _ask_period(self) -> None:
        filters = self.steering.query.filters
        dialog = PeriodDialog(filters.since, filters.until, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._limit_period)
        dialog.open()

    @Slot(object, object)
    def _limit_period(self, since: str | None, until: str | None) -> None:
        self.steering.limit(replace(self.steering.query.filters, since=since, until=until))

    @Slot()
    def _go_back(self) -> None:
        self._search()
        self.focus_box()

    @Slot()
    def _leave_list(self) -> None:
        if self._alike:
            self._go_back()
        else:
            self.focus_box()

    # --- inside

    def _show_hits(self, result: SearchResult, nothing: str) -> None:
        self.said.say_found(result)
        self.results.show_passages(result.hits)
        if result.hits:
            self._below.setCurrentWidget(self.results)
        else:
            self.empty.say("No passage found", nothing)
            self._below.setCurrentWidget(self.empty)

    def _show_nothing_sought(self) -> None:
        self.results.show_passages(())
        self.said.say_nothing()
        self.steering.show_result(None)
        self.details.show_result(None)
        self.empty.say(HELP_HEADING, HELP)
        self._below.setCurrentWidget(self.empty if self.kept.empty else self.kept)

    def _offer(self) -> None:
        """Offer what can be done with the query."""
        sought = bool(self.line.text.strip())
        self.said.offer(why=sought and self.line.chosen_mode is not Mode.GREP, save=sought and self._keeping)

    # --- Qt's events -------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Esc stops the answer that is being written, leads back from what is like a passage, and else to the query."""
        if event.key() == Qt.Key.Key_Escape and self.card.growing and self.card.isVisible():
            self.card.request_stop()
        elif event.key() == Qt.Key.Key_Escape and self._alike:
            self._go_back()
        elif event.key() == Qt.Key.Key_Escape and not self.box.hasFocus():
            self.focus_box()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt: Down goes from the box into the list; with Shift it opens the next hit."""
        if watched is self.box and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self.results.step(1 if event.key() == Qt.Key.Key_Down else -1)
                return True
            if event.key() == Qt.Key.Key_Down and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
                (self.results if self.line.text.strip() else self.kept).enter()
                return True
        return super().eventFilter(watched, event)
