"""The review pane: the source on the left, on the right what was found in it, and the keys that judge it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QMessageBox, QPushButton, QSplitter, QVBoxLayout, QWidget

from desktop.domain.candidate import Candidate, CandidateKind, CandidateQuery, CandidateSheet, Judgement, Verdict
from desktop.domain.relation import Relationship
from desktop.ui.models.candidates_model import KIND_WORDS, CandidatesModel, candidate_words, count_words
from desktop.ui.theme import play
from desktop.ui.widgets.candidate_filters import CandidateFilters
from desktop.ui.widgets.candidate_source import CandidateSource
from desktop.ui.widgets.candidates_table import CandidatesTable
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.empty_state import EmptyState
from desktop.ui.widgets.flow_layout import FlowLayout
from desktop.ui.widgets.pages import Pages
from desktop.ui.widgets.shown_sources import UNKNOWN, state_sources
from desktop.ui.widgets.still_text import let_select
from desktop.ui.widgets.turning import turn

SIDE_BY_SIDE_FROM = 820
SOURCE_SHARE, LIST_SHARE = 46, 54
BUTTONS = {
    Verdict.ACCEPTED: ("Accept", "It is so: it becomes a fact with its quotes (A)"),
    Verdict.REJECTED: ("Reject", "It is not so: a relation counts no more, a name is none of this one's (R)"),
    Verdict.MERGED: ("Merge…", "Another name of something known (M)"),
    Verdict.DENIED: ("Deny always", "No name and no indicator, wherever it stands (D)"),
}
HELP = "Everything that was found so far is judged. What the next import brings is listed here."


class ReviewPane(QWidget):
    """Says what is to be listed, looked at and judged; shows what it is given."""

    listing_wanted = Signal(object)
    block_wanted = Signal(int, int)
    sheet_wanted = Signal(object, int)
    judge_requested = Signal(object, object)  # the Candidates, and the Verdict
    all_requested = Signal(object, object)  # the CandidateQuery, and the Verdict
    merge_requested = Signal(object)
    undo_requested = Signal()
    open_requested = Signal(object)
    shown_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._changeable = True
        self._count = 0
        self._case = ""
        self._left: dict[CandidateKind, int] = {}
        self._at = 0
        self.model = CandidatesModel(self)
        self.table = CandidatesTable(self.model)
        self.filters = CandidateFilters()
        self.source = CandidateSource()
        self.summary = ElidedLabel()
        play(self.summary, "muted")
        self.why = QLabel(wordWrap=True)
        self.why.setTextFormat(Qt.TextFormat.PlainText)
        let_select(self.why)
        self.said = ElidedLabel()
        play(self.said, "muted")
        self.undo = QPushButton("Undo")
        self.undo.setToolTip("Take back what was said last (U)")
        self.undo.setEnabled(False)
        self.all = QPushButton("All listed")
        self.only = QPushButton("Only with")
        self.only.setToolTip("List only candidates with a name of this one (N)")
        self.buttons = {verdict: QPushButton(words) for verdict, (words, _) in BUTTONS.items()}
        self._empty = EmptyState("review", "Nothing to review", HELP)
        self._no_match = EmptyState(
            "search", "No candidate matches", "Choose other filters, or take them off. In a case, only its documents count."
        )
        self._pages = Pages(self.table, self._empty, self._no_match)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._menus()
        self._place()
        self._connect()
        self._allow()

    # --- what the controller and the window use

    @property
    def query(self) -> CandidateQuery:
        """What is to be listed."""
        return replace(self.filters.query, case=self._case)

    def scope_to(self, case: str) -> None:
        """List only what documents of this case say; the list comes with `show_listing`."""
        self._case = case

    @property
    def shown_document(self) -> str:
        """The document whose text can be read here; empty if there is none."""
        return self.source.shown_document

    def show_listing(self, count: int, offset: int, rows: Sequence[Candidate], left: Mapping[CandidateKind, int]) -> None:
        """Show a list, with how many are left of each kind."""
        chosen = [each.key for each in self.selected()]
        self._count = count
        self._left = dict(left)
        self.model.show_listing(count, offset, rows)
        self._show_left()
        self._pages.turn_to(self.table if count else self._no_match if self.filters.narrowed or self._case else self._empty)
        if count:
            self.table.go_to(next(iter(self.model.rows_of(chosen)), 0))
        else:
            self.source.clear()
            self._tell(None)
        self._allow()

    def show_block(self, offset: int, rows: Sequence[Candidate]) -> None:
        """Fill in rows that were asked for."""
        self.model.show_block(offset, rows)
        if self.table.currentIndex().isValid() and offset <= self.table.currentIndex().row() < offset + len(rows):
            self._look_at()

    def show_sheet(self, sheet: CandidateSheet) -> None:
        """Show the source of the candidate that is looked at, and why it was found."""
        current = self.current()
        if current is None or current.key != sheet.candidate.key:
            return
        self._at = sheet.at
        self.source.show_sheet(sheet)
        state_sources(self, _made_of(sheet))
        self._tell(sheet)
        self.shown_changed.emit()

    def show_judged(self, judgement: Judgement) -> None:
        """Mark what was judged, and go on to what was not."""
        self.model.mark(judgement.keys, judgement.verdict)
        self._count_off(-len(judgement.keys))
        self.show_said(judgement.said, undoable=True)
        row = self.model.next_after(self.table.currentIndex().row())
        if row is not None and (current := self.current()) is not None and self.model.is_judged(current):
            self.table.go_to(row)
        self._allow()

    def show_taken_back(self, judgement: Judgement, *, undoable: bool) -> None:
        """Mark that what was said was taken back, and go back to it."""
        self.model.unmark(judgement.keys)
        self._count_off(len(judgement.keys))
        self.show_said(f"Taken back – {judgement.said}", undoable=undoable)
        if rows := self.model.rows_of(judgement.keys):
            self.table.go_to(rows[0])
        self._allow()

    def show_said(self, text: str, *, undoable: bool) -> None:
        """Say what was done last, and whether something can be taken back."""
        self.said.setText(text)
        self.undo.setEnabled(undoable and self._changeable)

    def allow_changes(self, allowed: bool) -> None:
        """Offer to judge, or not, in a vault that may only be read."""
        self._changeable = allowed
        for widget in (*self.buttons.values(), self.all, self.undo):
            widget.setVisible(allowed)
        self._allow()

    def current(self) -> Candidate | None:
        """The candidate that is looked at."""
        index = self.table.currentIndex()
        return self.model.row_at(index.row()) if index.isValid() else None

    def selected(self) -> list[Candidate]:
        """What is selected and has been fetched."""
        return [each for row in self.table.selected_rows() if (each := self.model.row_at(row)) is not None]

    @Slot()
    def enter_list(self) -> None:
        """Put the keyboard into the list, or onto what stands in its place."""
        self._pages.take_keyboard()

    @Slot()
    def focus_box(self) -> None:
        """Put the cursor into the filter."""
        self.filters.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filters.box.selectAll()

    @Slot(object, bool)
    def give_verdict(self, verdict: Verdict, on_all: bool = False) -> None:
        """Ask for a verdict on what is selected, or, once the person agreed, on all that is listed."""
        if not self._changeable:
            return
        if on_all:
            self._ask_for_all(verdict)
            return
        chosen = [each for each in self.selected() if not self.model.is_judged(each) and _can_be(verdict, each)]
        if not chosen:
            return
        shared = bool(chosen[0].options) and verdict is Verdict.ACCEPTED
        if (verdict is Verdict.MERGED and chosen[0].object is None) or shared:
            self.merge_requested.emit(chosen[0])
        else:
            self.judge_requested.emit(tuple(chosen), verdict)

    # --- Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Down goes from the filter into the list, Escape takes the filter off."""
        if event.key() == Qt.Key.Key_Down and self.filters.box.hasFocus():
            self.enter_list()
        elif event.key() == Qt.Key.Key_Escape and self.filters.box.text():
            self.filters.box.clear()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: where there is no room side by side, the source lies above the list."""
        super().resizeEvent(event)
        turn(self._splitter, wide=event.size().width() >= SIDE_BY_SIDE_FROM)

    # --- inside

    def _menus(self) -> None:
        menu = QMenu(self)
        for verdict, words, keys in ((Verdict.ACCEPTED, "Accept all", "Shift+A"), (Verdict.REJECTED, "Reject all", "Shift+R")):
            menu.addAction(f"{words} that are listed…\t{keys}").setData(verdict)
        menu.triggered.connect(self._take_all)
        self.all.setMenu(menu)
        self._names = QMenu(self)
        self._names.aboutToShow.connect(self._offer_names)
        self._names.triggered.connect(self._take_name)
        self.only.setMenu(self._names)

    def _place(self) -> None:
        heading = QLabel("Review")
        play(heading, "title")
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(heading)
        top.addWidget(self.summary, 1)
        judging = QWidget()
        row = FlowLayout(judging, 8)
        for verdict, button in self.buttons.items():
            button.setToolTip(BUTTONS[verdict][1])
            row.addWidget(button)
        play(self.buttons[Verdict.ACCEPTED], "primary")
        row.addWidget(self.only)
        row.addWidget(self.all)
        last = QHBoxLayout()
        last.addWidget(self.said, 1)
        last.addWidget(self.undo)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(16, 14, 16, 12)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(self.filters)
        column.addWidget(self._pages, 1)
        column.addWidget(self.why)
        column.addWidget(judging)
        column.addLayout(last)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(1)
        self._splitter.addWidget(self.source)
        self._splitter.addWidget(right)
        self._splitter.setSizes([SOURCE_SHARE * 100, LIST_SHARE * 100])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._splitter)

    def _connect(self) -> None:
        self.model.block_wanted.connect(self.block_wanted)
        self.filters.changed.connect(self._list_anew)
        self.filters.box.returnPressed.connect(self.enter_list)
        self.table.selectionModel().currentRowChanged.connect(self._look_at)
        self.table.selectionModel().selectionChanged.connect(self._allow)
        self.table.verdict_given.connect(self.give_verdict)
        self.table.step_wanted.connect(self._step)
        self.table.undo_wanted.connect(self._undo)
        self.table.name_wanted.connect(self.only.showMenu)
        self.source.step_wanted.connect(self._step)
        self.source.open_requested.connect(self.open_requested)
        self.undo.clicked.connect(self._undo)
        self.buttons[Verdict.ACCEPTED].clicked.connect(self._accept)
        self.buttons[Verdict.REJECTED].clicked.connect(self._reject)
        self.buttons[Verdict.MERGED].clicked.connect(self._merge)
        self.buttons[Verdict.DENIED].clicked.connect(self._deny)

    @Slot()
    def _list_anew(self) -> None:
        self.listing_wanted.emit(self.query)

    @Slot()
    def _look_at(self) -> None:
        candidate = self.current()
        if candidate is not None:
            self.sheet_wanted.emit(candidate, 0)
        self._allow()

    @Slot(int)
    def _step(self, by: int) -> None:
        candidate = self.current()
        if candidate is not None and self._at + by >= 0:
            self.sheet_wanted.emit(candidate, self._at + by)

    @Slot()
    def _undo(self) -> None:
        if self.undo.isEnabled():
            self.undo_requested.emit()

    @Slot()
    def _accept(self) -> None:
        self.give_verdict(Verdict.ACCEPTED)

    @Slot()
    def _reject(self) -> None:
        self.give_verdict(Verdict.REJECTED)

    @Slot()
    def _merge(self) -> None:
        self.give_verdict(Verdict.MERGED)

    @Slot()
    def _deny(self) -> None:
        self.give_verdict(Verdict.DENIED)

    @Slot(object)
    def _take_all(self, action: object) -> None:
        self.give_verdict(action.data(), True)  # type: ignore[attr-defined]

    def _ask_for_all(self, verdict: Verdict) -> None:
        if verdict not in (Verdict.ACCEPTED, Verdict.REJECTED) or not self._count:
            return
        what = KIND_WORDS[self.query.kind].lower()
        asked = f"{BUTTONS[verdict][0]} all {self._count:,} {what} that are listed?\n\nThey can be taken back together."
        if QMessageBox.question(self, "Review", asked) == QMessageBox.StandardButton.Yes:
            self.all_requested.emit(self.query, verdict)

    @Slot()
    def _offer_names(self) -> None:
        self._names.clear()
        candidate = self.current()
        ends = (candidate.subject, candidate.object, *candidate.options) if candidate else ()
        for each in ends:
            if each is not None and each.id:
                self._names.addAction(each.value.replace("&", "&&")).setData(each)
        self._names.addAction("Any name").setData(None)

    @Slot(object)
    def _take_name(self, action: object) -> None:
        self.filters.choose_entity(action.data())  # type: ignore[attr-defined]

    def _tell(self, sheet: CandidateSheet | None) -> None:
        """Say why the candidate was found, in full."""
        if sheet is None:
            self.why.clear()
            return
        found = sheet.grounds[:1] or (sheet.candidate.by,)
        lines = [f"{candidate_words(sheet.candidate)}  ({count_words(sheet.candidate)})"]
        lines.append(f"Found by {'  ·  '.join((*found, *sheet.grounds[1:]))}")
        spellings = sheet.candidate.spellings
        lines += [f"Written as {', '.join(spellings)}"] if spellings and not sheet.candidate.options else []
        self.why.setText("\n".join(lines))

    def _count_off(self, change: int) -> None:
        kind = self.query.kind
        self._left[kind] = max(0, self._left.get(kind, 0) + change)
        self._show_left()

    def _show_left(self) -> None:
        self.filters.show_left(self._left)
        left = self._left.get(self.query.kind, 0)
        self.summary.setText(f"{left:,} left{' of what matches' if self.filters.narrowed else ''}")

    @Slot()
    def _allow(self) -> None:
        chosen = [each for each in self.selected() if not self.model.is_judged(each)]
        for verdict, button in self.buttons.items():
            button.setEnabled(self._changeable and any(_can_be(verdict, each) for each in chosen))
        self.all.setEnabled(self._changeable and bool(self._count))
        self.only.setEnabled(self.current() is not None)


def _can_be(verdict: Verdict, candidate: Candidate) -> bool:
    """Whether a verdict makes sense."""
    if verdict is Verdict.DENIED:
        return candidate.object is None
    if verdict is Verdict.MERGED:
        alias = candidate.relationship is Relationship.ALIAS_OF and not candidate.negated
        return candidate.kind is not CandidateKind.INDICATOR and (candidate.object is None or alias)
    return True


def _made_of(sheet: CandidateSheet) -> tuple[str, ...]:
    """The documents that a candidate stands in, wherever that is; where not all of them are told, what they are is not known."""
    found = tuple(dict.fromkeys(each.document_id for each in sheet.places))
    return found if found and len(found) >= sheet.candidate.documents else (*found, *UNKNOWN)
