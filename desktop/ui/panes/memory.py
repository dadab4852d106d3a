"""The memory pane: facts to list, read, write and correct, and those that wait for a decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QMessageBox, QPushButton, QSplitter, QVBoxLayout, QWidget

from desktop.domain.fact import FOLDER as FACTS
from desktop.domain.fact import FactDraft, FactStatus, FactView
from desktop.domain.fact_sheet import FactListing, FactRow, FactSheet
from desktop.ui.models.facts_model import FactsModel, concerns, quoted_sources, standing
from desktop.ui.theme import icon, play
from desktop.ui.widgets.case_filter import CaseFilter
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.empty_state import EmptyState
from desktop.ui.widgets.fact_background import FactBackground
from desktop.ui.widgets.fact_form import FactForm
from desktop.ui.widgets.facts_table import FactsTable
from desktop.ui.widgets.filter_box import FilterBox
from desktop.ui.widgets.marking_bar import MarkingBar
from desktop.ui.widgets.pages import Pages
from desktop.ui.widgets.shown_sources import state_sources
from desktop.ui.widgets.turning import turn
from desktop.ui.widgets.view_choice import ViewChoice

SIDE_BY_SIDE_FROM = 820
LIST_SHARE, SHEET_SHARE = 46, 54
NOTHING_WRITTEN = FactDraft("")
LEAST_LIST = 96


class MemoryPane(QWidget):
    """Says which rows and which fact are wanted and what shall be done with facts; shows what it is given."""

    listing_wanted = Signal(object)
    block_wanted = Signal(int, int)
    sheet_wanted = Signal(str)
    remember_requested = Signal(object)
    save_requested = Signal(object, str, str)
    forget_requested = Signal(object)
    decide_requested = Signal(object, object)
    supersede_requested = Signal(str, str)
    keep_requested = Signal(object)
    version_requested = Signal(str, str)
    open_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sort, self._descending = "updated_at", True
        self._changeable = True
        self._sheet: FactSheet | None = None
        self._draft_sources: tuple[tuple[str, int, int], ...] | None = None
        self.model = FactsModel(self)
        self.table = FactsTable(self.model)
        self.filter_box = FilterBox("Filter by words", "Filter facts by words in them")
        self.views = ViewChoice()
        self.case = CaseFilter()
        self.new_button = QPushButton("Remember…")
        self.new_button.setToolTip("Write down what you concluded (Ctrl+N)")
        play(self.new_button, "primary")
        self._count = ElidedLabel()
        play(self._count, "muted")
        self._empty = EmptyState("memory", "Nothing remembered yet", "Write down what you concluded; it stays as a file of its own.")
        self._first = self._empty.add_button("Remember…", primary=True)
        self._no_match = EmptyState("search", "No fact matches", "")
        self._no_match.setFocusProxy(self.filter_box)
        self.pages = Pages(self.table, self._empty, self._no_match)
        self.pages.setMinimumHeight(LEAST_LIST)  # above a form, beside a document, there is no room for more
        self.form = FactForm()
        self.background = FactBackground(self.form.details)
        self.marking_bar = MarkingBar()
        self._remarks = QLabel(wordWrap=True)
        self._remarks.setTextFormat(Qt.TextFormat.PlainText)
        self.save_button, self.discard_button = QPushButton("Save"), QPushButton("Discard")
        self.accept_button, self.reject_button, self.forget_button = map(QPushButton, ("Accept", "Reject", "Forget"))
        self.sheet = self._make_sheet()
        self.sheet.hide()
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._place()
        self._connect()

    # --- what the controller and the window use

    @property
    def listing(self) -> FactListing:
        """The list as it is looked at now."""
        text = self.filter_box.text().strip()
        return FactListing(text, self.views.chosen, self.case.tag, self._sort, self._descending, max(0, self.table.rowAt(0)))

    @property
    def shown_fact(self) -> str:
        """The id of the fact that is shown; empty if none is, or one that is not kept yet."""
        return self._sheet.fact.id if self._sheet else ""

    @property
    def unsaved(self) -> bool:
        """Whether something was typed that is not saved."""
        return self.sheet.isVisibleTo(self) and self.form.changed

    def may_leave(self) -> bool:
        """Whether the fact may be left: what was typed is saved, or the person lets it go."""
        if not self.unsaved:
            return True
        asked, buttons = "What you wrote is not saved.\n\nDiscard it?", QMessageBox.StandardButton
        answer = QMessageBox.question(self, "Discard changes", asked, buttons.Discard | buttons.Cancel, buttons.Cancel)
        return answer == buttons.Discard

    def show_listing(
        self, count: int, offset: int, rows: Sequence[FactRow], counts: Mapping[FactView, int], today: str, tags: Sequence[str] = ()
    ) -> None:
        """Show a list, keeping place and selection where the same rows are still in it."""
        selected, scrolled = self.selected_ids(), self.table.verticalScrollBar().value()
        self.model.today = today
        self.model.show_listing(count, offset, rows)
        self.views.show_counts(counts)
        self.case.offer(tags)
        narrowed = bool(self.filter_box.text().strip() or self.case.tag) or self.views.chosen not in (
            FactView.CURRENT,
            FactView.ALL,
        )
        nothing = not counts.get(FactView.ALL, 0)
        self._count.setText(f"{count:,} found" if narrowed else f"{count:,} facts" if count != 1 else "1 fact")
        self._count.setVisible(not nothing)
        self.views.setVisible(not nothing)
        self.filter_box.setVisible(not nothing)
        self._no_match.say("No fact matches", "Choose another view, or take the filter off.")
        self.pages.turn_to(self.table if count else self._empty if nothing else self._no_match)
        for row in self.model.rows_of(selected)[-1:]:
            self.table.selectRow(row)
        self.table.verticalScrollBar().setValue(scrolled)

    def show_block(self, offset: int, rows: Sequence[FactRow]) -> None:
        """Fill in rows that were asked for."""
        self.model.show_block(offset, rows)

    def show_sheet(self, sheet: FactSheet) -> None:
        """Show one fact, unless something else is being written."""
        if self.unsaved and sheet.fact.id != self.shown_fact:
            return
        self._sheet, self._draft_sources = sheet, None
        self.form.show_fact(sheet.fact, sheet.text)
        self.background.show_sheet(sheet)
        state_sources(self, (FACTS + sheet.fact.id,))
        self.marking_bar.show_marking(sheet.effective, "The highest marking of the fact and of its sources")
        broken = sum(each.anchor.state in ("changed", "gone") for each in sheet.sources)
        row = FactRow(sheet.fact, bool(sheet.against), broken)
        self._say([*sheet.warnings, *standing(sheet.fact), *concerns(row, sheet.today)])
        self._open_sheet()

    def begin_draft(self, draft: FactDraft = NOTHING_WRITTEN, quotes: Sequence[str] = (), remark: str = "") -> None:
        """Begin a fact, with what is known of it already; `quotes` are what stands at the places that it is taken from."""
        if not self.may_leave():
            return
        self._sheet, self._draft_sources = None, draft.sources
        self.form.show_draft(replace(draft, tags=tuple(dict.fromkeys((*self.case.scope, *draft.tags)))))
        self.background.show_details_only()
        state_sources(self, [document for document, *_ in draft.sources])
        self.marking_bar.show_marking(None)
        self._say([*filter(None, [remark]), *quoted_sources(quotes)])
        self._open_sheet()
        self.form.text.setFocus(Qt.FocusReason.OtherFocusReason)

    def end_editing(self, fact_id: str) -> None:
        """What was written is kept: show it as it is now."""
        self.form.show_fact(self.form.fact(), self.form.text.toPlainText())
        self._draft_sources = None
        self.sheet_wanted.emit(fact_id)

    def scope_to(self, case: str) -> None:
        """List only facts of this case, and give its tag to what is begun here; the list comes with `show_listing`."""
        self.case.scope_to(case)

    def close_sheet(self) -> None:
        """Show no fact."""
        self._sheet, self._draft_sources = None, None
        self.sheet.hide()

    def selected_ids(self) -> tuple[str, ...]:
        """Ids of the selected facts, of those rows that have been fetched."""
        rows = (self.model.row_at(row) for row in self.table.selected_rows())
        return tuple(each.fact.id for each in rows if each)

    def allow_changes(self, allowed: bool) -> None:
        """Offer to write, or not, in a vault that may only be read."""
        self._changeable = allowed
        for button in (self.new_button, self._first, self.forget_button):
            button.setVisible(allowed)
        self.form.allow_changes(allowed)
        self.background.allow_changes(allowed)
        self._allow()

    @Slot()
    def enter_list(self) -> None:
        """Put the keyboard into the list, or onto what stands in its place."""
        self.pages.take_keyboard()

    @Slot()
    def focus_box(self) -> None:
        """Put the cursor into the filter."""
        self.filter_box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_box.selectAll()

    @Slot()
    def forget_selected(self) -> None:
        """Ask to forget the selected facts."""
        if self._changeable and self.selected_ids():
            self.forget_requested.emit(self.selected_ids())

    # --- Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes into the fact, Delete forgets, Escape takes the filter off."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.table.hasFocus():
            self.form.text.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif event.key() == Qt.Key.Key_Delete and self.table.hasFocus():
            self.forget_selected()
        elif event.key() == Qt.Key.Key_Down and self.filter_box.hasFocus():
            self.enter_list()
        elif event.key() == Qt.Key.Key_Escape and self.filter_box.hasFocus():
            self.filter_box.clear()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is no room side by side, the fact lies below the list."""
        super().resizeEvent(event)
        turn(self._splitter, wide=event.size().width() >= SIDE_BY_SIDE_FROM)

    # --- inside

    def _make_sheet(self) -> QWidget:
        play(self.save_button, "primary")
        self.save_button.setToolTip("Save (Ctrl+S)")
        bar = QHBoxLayout()
        bar.setSpacing(8)
        for button in (self.accept_button, self.reject_button, self.forget_button):
            bar.addWidget(button)
        bar.addStretch()
        bar.addWidget(self.discard_button)
        bar.addWidget(self.save_button)
        within = QVBoxLayout()
        within.setContentsMargins(14, 10, 4, 0)
        within.setSpacing(10)
        within.addWidget(self._remarks)
        within.addWidget(self.form, 2)
        within.addWidget(self.background, 3)
        within.addLayout(bar)
        sheet = QWidget()
        layout = QVBoxLayout(sheet)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.marking_bar)
        layout.addLayout(within, 1)
        return sheet

    def _place(self) -> None:
        heading = QLabel("Memory")
        play(heading, "title")
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(heading)
        top.addWidget(self._count, 1)
        top.addStretch()
        top.addWidget(self.case)
        top.addWidget(self.filter_box, 2)
        top.addWidget(self.new_button)
        self._splitter.setChildrenCollapsible(False)
        for each in (self.pages, self.sheet):
            self._splitter.addWidget(each)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addLayout(top)
        layout.addWidget(self.views)
        layout.addWidget(self._splitter, 1)

    def _connect(self) -> None:
        self.model.block_wanted.connect(self.block_wanted)
        self.model.sort_wanted.connect(self._sort_by)
        self.filter_box.textChanged.connect(self._list_anew)
        self.filter_box.returnPressed.connect(self.enter_list)
        self.views.changed.connect(self._list_anew)
        self.case.activated.connect(self._list_anew)
        self.table.selectionModel().currentRowChanged.connect(self._look_at)
        self.table.customContextMenuRequested.connect(self._show_menu)
        self.form.edited.connect(self._allow)
        for button in (self.new_button, self._first):
            button.clicked.connect(self._begin_empty)
        self.save_button.clicked.connect(self.save)
        self.discard_button.clicked.connect(self._discard)
        self.accept_button.clicked.connect(self._accept)
        self.reject_button.clicked.connect(self._reject)
        self.forget_button.clicked.connect(self._forget)
        self.background.open_requested.connect(self.open_requested)
        self.background.fact_requested.connect(self.sheet_wanted)
        self.background.supersede_requested.connect(self.supersede_requested)
        self.background.keep_requested.connect(self.keep_requested)
        self.background.version_requested.connect(self.version_requested)
        saving, beginning = (QShortcut(QKeySequence(keys), self) for keys in (QKeySequence.StandardKey.Save, QKeySequence.StandardKey.New))
        for shortcut in (saving, beginning):
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        saving.activated.connect(self.save)
        beginning.activated.connect(self._begin_empty)

    @Slot()
    def save(self) -> None:
        """Ask to keep what was written."""
        if not self._changeable:
            return
        fact, text = self.form.fact(), self.form.text.toPlainText()
        if self._sheet and self.form.changed:
            self.save_requested.emit(fact, text, self._sheet.sha256)
        elif self._draft_sources is not None and (text.strip() or fact.name):
            self.remember_requested.emit(self.form.draft(self._draft_sources))

    def _open_sheet(self) -> None:
        if self.sheet.isHidden():
            self.sheet.show()
            size = self._splitter.width() if self._splitter.orientation() is Qt.Orientation.Horizontal else self._splitter.height()
            self._splitter.setSizes([size * LIST_SHARE // 100, size * SHEET_SHARE // 100])
        self._allow()

    def _say(self, remarks: Sequence[str]) -> None:
        self._remarks.setText("\n".join(remarks))
        self._remarks.setVisible(bool(remarks))

    @Slot()
    def _allow(self) -> None:
        drafting = self._draft_sources is not None
        changed = self.form.changed
        self.save_button.setText("Remember" if drafting else "Save")
        self.save_button.setVisible(self._changeable and (drafting or changed))
        self.discard_button.setVisible(self._changeable and (drafting or changed))
        status = self._sheet.fact.status if self._sheet and not drafting else None
        self.accept_button.setVisible(self._changeable and status in (FactStatus.PROPOSED, FactStatus.REJECTED))
        self.reject_button.setVisible(self._changeable and status is FactStatus.PROPOSED)
        self.forget_button.setVisible(self._changeable and self._sheet is not None)

    @Slot()
    def _begin_empty(self) -> None:
        if self._changeable:
            self.begin_draft()

    @Slot()
    def _discard(self) -> None:
        if self._sheet:
            self.form.show_fact(self._sheet.fact, self._sheet.text)
            self._allow()
        else:
            self.close_sheet()
            self.enter_list()

    @Slot()
    def _accept(self) -> None:
        self.decide_requested.emit((self.shown_fact,), FactStatus.ACCEPTED)

    @Slot()
    def _reject(self) -> None:
        self.decide_requested.emit((self.shown_fact,), FactStatus.REJECTED)

    @Slot()
    def _forget(self) -> None:
        self.forget_requested.emit((self.shown_fact,))

    @Slot(QModelIndex, QModelIndex)
    def _look_at(self, current: QModelIndex, before: QModelIndex) -> None:
        if self.unsaved and not before.isValid():
            return  # nobody chose it: the list was read again, or the keyboard came into it
        row = self.model.row_at(current.row()) if current.isValid() else None
        if row and row.fact.id != self.shown_fact and self.may_leave():
            self.form.show_fact(replace(row.fact), "")
            self.sheet_wanted.emit(row.fact.id)

    @Slot()
    def _list_anew(self) -> None:
        self.table.verticalScrollBar().setValue(0)
        self.listing_wanted.emit(self.listing)

    @Slot(str, bool)
    def _sort_by(self, key: str, descending: bool) -> None:
        if (key, descending) != (self._sort, self._descending):
            self._sort, self._descending = key, descending
            self.listing_wanted.emit(self.listing)

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        if not self.table.indexAt(at).isValid() or not self._changeable:
            return
        menu = QMenu(self)
        forgetting = QAction(icon("delete"), "Forget", menu)
        forgetting.triggered.connect(self.forget_selected)
        menu.addAction(forgetting)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.table.viewport().mapToGlobal(at))
