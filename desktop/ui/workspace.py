"""The panes of one open vault: navigation, documents or search, and the reader beside them."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from desktop.domain.document import Document
from desktop.domain.fact import FactDraft, indexed_id
from desktop.domain.graph_view import document_key
from desktop.ui.actions import Actions
from desktop.ui.panes.documents import DocumentsPane
from desktop.ui.panes.graph import GraphPane
from desktop.ui.panes.imports import ImportsPane
from desktop.ui.panes.lookup import LookupPane
from desktop.ui.panes.memory import MemoryPane
from desktop.ui.panes.quality import QualityPane
from desktop.ui.panes.reader import ReaderPane
from desktop.ui.panes.review import ReviewPane
from desktop.ui.panes.search import SearchPane
from desktop.ui.widgets.case_switch import CaseBand
from desktop.ui.widgets.marking_bar import MarkingBar
from desktop.ui.widgets.navigation import Navigation, Place

Pane = DocumentsPane | SearchPane | ImportsPane | LookupPane | QualityPane | MemoryPane | GraphPane | ReviewPane
LIST_SHARE, READER_SHARE = 45, 55
NOT_IN_MARKDOWN = "What is selected in the original does not stand like that in the Markdown, so it is no source: select it there."


class Workspace(QWidget):
    """Places the panes; the reader takes room only while a document is open."""

    screen_changed = Signal()
    review_entered = Signal()
    history_requested = Signal(str)
    report_requested = Signal()
    boards_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # Whatever is put elsewhere once it has children is styled anew with all of them: the frame stands first.
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._stack = QStackedWidget(self._splitter)
        self.navigation = Navigation(self)
        self.documents = DocumentsPane(self._stack)
        self.search = SearchPane(self._stack)
        self.imports = ImportsPane(self._stack)
        self.lookup = LookupPane(self._stack)
        self.quality = QualityPane(self._stack)
        self.memory = MemoryPane(self._stack)
        self.graph = GraphPane(self._stack)
        self.review = ReviewPane(self._stack)
        self.reader = ReaderPane(self._splitter)
        self._panes: dict[
            Place, DocumentsPane | SearchPane | ImportsPane | LookupPane | QualityPane | MemoryPane | GraphPane | ReviewPane
        ] = {
            Place.DOCUMENTS: self.documents,
            Place.SEARCH: self.search,
            Place.IMPORTS: self.imports,
            Place.LOOKUP: self.lookup,
            Place.QUALITY: self.quality,
            Place.MEMORY: self.memory,
            Place.GRAPH: self.graph,
            Place.REVIEW: self.review,
        }
        for pane in self._panes.values():
            self._stack.addWidget(pane)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self._stack)
        self._splitter.addWidget(self.reader)
        self.reader.hide()
        self.marking_bar = MarkingBar()
        self.case_band = CaseBand()
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self.navigation)
        row.addWidget(self._splitter, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.marking_bar)
        layout.addWidget(self.case_band)
        layout.addLayout(row, 1)
        self.navigation.chosen.connect(self.show_place)
        self.reader.closed.connect(self.hide_reader)
        self.review.shown_changed.connect(self.screen_changed)
        self.graph.sources_changed.connect(self.screen_changed)
        self.lookup.model.modelReset.connect(self.screen_changed)
        self._bind_find()
        self._bind_steps()
        self._let_drops_through()
        self.show_place(Place.DOCUMENTS)

    def obey(self, actions: Actions) -> None:
        """Do what the menus and keys ask of the panes."""
        actions.find.triggered.connect(self.find_text)
        actions.edit_documents.triggered.connect(self.documents.edit_selected)
        actions.convert_again.triggered.connect(self.documents.convert_selected_again)
        actions.delete.triggered.connect(self.documents.delete_selected)
        actions.documents.triggered.connect(self.show_documents)
        actions.search.triggered.connect(self.show_search)
        actions.imports.triggered.connect(self.show_imports)
        actions.lookup.triggered.connect(self.show_lookup)
        actions.quality.triggered.connect(self.show_quality)
        actions.memory.triggered.connect(self.show_memory)
        actions.graph.triggered.connect(self.show_graph)
        actions.show_in_graph.triggered.connect(self.show_in_graph)
        for offering in (self.reader, self.documents, self.search.results):
            offering.offer(actions.show_in_graph)
        actions.review.triggered.connect(self.show_review)
        actions.remember.triggered.connect(self.remember)
        actions.history.triggered.connect(self.ask_history)
        actions.report.triggered.connect(self.report_requested)
        actions.boards.triggered.connect(self.boards_requested)
        self.reader.offer(actions.remember)
        self.search.card.remember_requested.connect(self.remember_answer)
        actions.search_box.triggered.connect(self.show_search)
        actions.other_side.triggered.connect(self.change_sides)
        actions.close_reader.triggered.connect(self.reader.close_document)

    @property
    def place(self) -> Place:
        """Which place is shown."""
        return next(place for place, pane in self._panes.items() if pane is self._stack.currentWidget())

    @property
    def shows_selected_documents(self) -> bool:
        """Whether documents are selected, and are seen to be: in another place, others are at hand."""
        return self.place is Place.DOCUMENTS and self.documents.table.selectionModel().hasSelection()

    @property
    def on_screen(self) -> tuple[str, ...]:
        """The documents and facts whose text can be read just now; the memory has a bar of its own."""
        return tuple(dict.fromkeys(filter(None, (self.reader.shown_document, *self._listed))))

    @property
    def _listed(self) -> tuple[str, ...]:
        match self.place:
            case Place.SEARCH:
                return self.search.results.made_of
            case Place.LOOKUP:
                return self.lookup.made_of
            case Place.GRAPH:
                return self.graph.made_of
            case Place.REVIEW:
                return (self.review.shown_document,)
            case _:
                return ()

    def may_leave(self) -> bool:
        """Whether the vault may be left: the text of a document and the fact that are written are saved, or let go."""
        if not self.reader.may_leave():
            return False
        if self.memory.unsaved:
            self.show_place(Place.MEMORY)  # what is asked about is to be seen
        return self.memory.may_leave()

    @Slot(object)
    def show_place(self, place: Place) -> None:
        """Show one of the panes."""
        self._stack.setCurrentWidget(self._panes[place])
        self.screen_changed.emit()
        self.navigation.show_place(place)
        if place is Place.SEARCH:
            self.search.focus_box()
        elif place is Place.REVIEW:
            self.review_entered.emit()
            self.review.enter_list()

    @Slot()
    def show_documents(self) -> None:
        """Show the documents, ready to choose one."""
        self.show_place(Place.DOCUMENTS)
        self.documents.enter_list()

    @Slot(object)
    def show_members(self, container: Document) -> None:
        """Show the documents that came out of a mail or archive."""
        self.documents.show_members(container)
        self.show_documents()

    @Slot()
    def show_search(self) -> None:
        """Show the search, ready to type."""
        self.show_place(Place.SEARCH)

    @Slot()
    def show_imports(self) -> None:
        """Show what became of what was imported."""
        self.show_place(Place.IMPORTS)
        self.imports.enter_list()

    @Slot()
    def show_lookup(self) -> None:
        """Show the lookup, ready to paste a list."""
        self.show_place(Place.LOOKUP)
        self.lookup.focus_box()

    @Slot()
    def show_quality(self) -> None:
        """Show how good the search is."""
        self.show_place(Place.QUALITY)
        self.quality.enter_list()

    @Slot()
    def show_memory(self) -> None:
        """Show what was remembered."""
        self.show_place(Place.MEMORY)
        self.memory.enter_list()

    @Slot()
    def show_graph(self) -> None:
        """Show the graph."""
        self.show_place(Place.GRAPH)
        self.graph.enter_list()

    @Slot()
    def show_in_graph(self) -> None:
        """Draw what is at hand: what is read, else the passage, documents or fact chosen in the list."""
        if passage := self._passage_at_hand():
            self.graph.passage_requested.emit(*passage)
        elif chosen := self._at_hand():
            self.graph.begin_requested.emit(tuple(map(document_key, chosen)))
        self.show_graph()

    def _passage_at_hand(self) -> tuple[str, int, int] | None:
        """What is selected in the document that is read, or the passage chosen in the search."""
        if self._reading():
            selected = self.reader.selected_place()
            return selected[0] if selected else None
        found = self.search.results.current_passage if self.place is Place.SEARCH else None
        return (found.document_id, found.start, found.end) if found else None

    def _at_hand(self) -> tuple[str, ...]:
        """The documents that something is asked about."""
        if self._reading() and self.reader.shown_document:
            return (self.reader.shown_document,)
        if self.place is Place.DOCUMENTS and (chosen := self.documents.selected_ids()):
            return chosen
        if self.place is Place.MEMORY and self.memory.shown_fact:
            return (indexed_id(self.memory.shown_fact),)
        return tuple(filter(None, (self.reader.shown_document if not self.reader.isHidden() else "",)))

    @Slot()
    def show_review(self) -> None:
        """Show what waits to be judged."""
        self.show_place(Place.REVIEW)

    @Slot()
    def remember(self) -> None:
        """Begin a fact: from what is selected in the document that is open, else of one's own."""
        reading = not self.reader.isHidden()
        selected = self.reader.selected_place() if reading else None
        self.show_place(Place.MEMORY)
        if selected:
            place, quote = selected
            self.memory.begin_draft(FactDraft("", sources=(place,)), (quote,))
        else:
            self.memory.begin_draft(remark=NOT_IN_MARKDOWN if reading and self.reader.selected_in_original else "")

    @Slot(object, object)
    def remember_answer(self, draft: FactDraft, quotes: tuple[str, ...]) -> None:
        """Begin a fact from what an answer says, with the places that it cites."""
        self.show_place(Place.MEMORY)
        self.memory.begin_draft(draft, quotes)

    @Slot()
    def ask_history(self) -> None:
        """Ask for the history of the document that is open, else of the one that is selected."""
        selected = self.documents.selected_ids() if self.place is Place.DOCUMENTS else ()
        shown = self.reader.shown_document or next(iter(selected), "")
        if shown:
            self.history_requested.emit(shown)

    def show_imports_of(self, job: str, *, attention: bool) -> None:
        """Show what became of one import, or what of it needs a look."""
        self.show_place(Place.IMPORTS)
        (self.imports.show_attention if attention else self.imports.show_job)(job)
        self.imports.enter_list()

    @Slot()
    def show_reader(self) -> None:
        """Make room for the reader."""
        if self.reader.isHidden():
            self.reader.show()
            width = self._splitter.width()
            self._splitter.setSizes([width * LIST_SHARE // 100, width * READER_SHARE // 100])
        self.screen_changed.emit()

    @Slot()
    def hide_reader(self) -> None:
        """Give the reader's room back, and the keyboard to the list."""
        reading = self._reading()
        self.reader.hide()
        self.screen_changed.emit()
        if reading:
            self._focus_list()

    @Slot()
    def change_sides(self) -> None:
        """Put the keyboard into the open document, or from there back to where it was in the list."""
        if self._reading():
            self._focus_list()
        elif not self.reader.isHidden():
            self.reader.focus_text()

    @Slot()
    def find_text(self) -> None:
        """Find in the document that is open, else among what is listed."""
        if not self.reader.isHidden():
            self.reader.open_find()
        else:
            self._find_in_list()

    def _reading(self) -> bool:
        """Whether the keyboard is in the reader."""
        holder = cast("QWidget | None", self.window().focusWidget())
        return holder is not None and self.reader.isAncestorOf(holder)

    @Slot()
    def _focus_list(self) -> None:
        """Put the keyboard where it last was in the list."""
        pane = self._panes[self.place]
        before = cast("QWidget | None", pane.focusWidget())
        (before or pane).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _bind_find(self) -> None:
        # The reader has this key for itself; a shortcut of the whole window would make both of them mute.
        shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self._stack)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self._find_in_list)

    def _bind_steps(self) -> None:
        """Whoever reads a hit goes on to the next; an editor keeps these keys for selecting."""
        following, previous, back = (QShortcut(QKeySequence(keys), self.reader.markdown) for keys in ("Shift+Down", "Shift+Up", "Escape"))
        for each in (following, previous, back):
            each.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        following.activated.connect(self._read_next)
        previous.activated.connect(self._read_previous)
        back.activated.connect(self._focus_list)

    @Slot()
    def _read_next(self) -> None:
        self._step(1)

    @Slot()
    def _read_previous(self) -> None:
        self._step(-1)

    def _step(self, by: int) -> None:
        """Read the next passage of those that are listed."""
        pane = self._panes[self.place]
        if isinstance(pane, SearchPane | LookupPane):
            pane.step(by)

    @Slot()
    def _find_in_list(self) -> None:
        self._panes[self.place].focus_box()

    def _let_drops_through(self) -> None:
        """A text field would take dropped files as text; here they are always an import."""
        for widget in self.findChildren(QWidget):
            widget.setAcceptDrops(False)
