"""The documents pane: the list of what is in the vault, to filter, sort, open and delete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QItemSelectionRange, QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from desktop.domain.document import Document, DocumentSummary
from desktop.domain.reading import OpenRequest
from desktop.ui.models.blocks_model import BLOCK, KEPT_BLOCKS
from desktop.ui.models.documents_model import COLUMNS, DocumentsModel
from desktop.ui.theme import icon, play
from desktop.ui.widgets.documents_table import DocumentsTable
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.empty_state import EmptyState
from desktop.ui.widgets.filter_box import FilterBox
from desktop.ui.widgets.pages import Pages

MOST_SELECTED = BLOCK * KEPT_BLOCKS
LONGEST_CHIP = 28


@dataclass(frozen=True, slots=True)
class Listing:
    """Which list is wanted: its filter, its order, and the first row that is looked at; `container`: only what came out of it."""

    text: str = ""
    sort: str = "imported_at"
    descending: bool = True
    first_row: int = 0
    container: str = ""


class DocumentsPane(QWidget):
    """Says which rows are wanted, which document to open, which to delete; shows what it is given."""

    listing_wanted = Signal(object)
    block_wanted = Signal(int, int)
    open_requested = Signal(object)
    delete_requested = Signal(object)
    edit_requested = Signal(object)
    reconvert_requested = Signal(object)
    import_files_requested = Signal()
    import_folder_requested = Signal()
    selection_changed = Signal(bool)
    why_requested = Signal(str)  # the id of a document that the search did not find
    too_much_selected = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._offered: list[QAction] = []
        self._sort, self._descending = "imported_at", True
        self._changeable = True
        self.model = DocumentsModel(self)
        self.filter_box = FilterBox("Filter by title or file name", "Filter documents by title or file name")
        self.table = DocumentsTable(self.model)
        self._container = ""
        self._case = ""
        self.container_chip = QPushButton()
        self.container_chip.setToolTip("Show all documents again")
        play(self.container_chip, "chip")
        self.container_chip.hide()
        self._count = ElidedLabel()
        play(self._count, "muted")
        self._empty = EmptyState("documents", "No documents yet", "Drop reports here, or press Ctrl+O.")
        self._no_match = EmptyState("search", "No document matches", "")
        self._import_files = self._empty.add_button("Import files…", primary=True)
        self._import_folder = self._empty.add_button("Import folder…")
        self._clear_filter = self._no_match.add_button("Show all documents")
        self._pages = Pages(self.table, self._empty, self._no_match)
        self._place()
        self._empty.setFocusProxy(self._import_files)
        self._no_match.setFocusProxy(self.filter_box)
        self._connect()

    # --- what the controller and the window use

    @property
    def listing(self) -> Listing:
        """The list as it is looked at now."""
        return Listing(self.filter_box.text().strip(), self._sort, self._descending, max(0, self.table.rowAt(0)), self._container)

    def show_listing(self, count: int, offset: int, rows: Sequence[DocumentSummary]) -> None:
        """Show a list, keeping selection and place where the same rows are still in it."""
        selected, scrolled = self.selected_ids(), self.table.verticalScrollBar().value()
        known = len(selected) == self.table.selected_count
        stood = self.table.currentIndex().row()
        self.model.show_listing(count, offset, rows)
        self._show_page(count)
        # Half of a selection kept would be another selection than the person made.
        self._select(selected if known else ())
        if stood >= 0 and count and not self.table.currentIndex().isValid():  # it is gone: the keyboard goes on from there
            place = self.model.index(min(stood, count - 1), 0)
            self.table.selectionModel().setCurrentIndex(place, QItemSelectionModel.SelectionFlag.NoUpdate)
        self.table.verticalScrollBar().setValue(scrolled)

    def show_members(self, container: Document) -> None:
        """List only what came out of a mail or archive, until the person takes that off."""
        self._container = container.id
        title = container.title if len(container.title) <= LONGEST_CHIP else f"{container.title[: LONGEST_CHIP - 1]}…"
        self.container_chip.setText(f"Inside: {title.replace('&', '&&')}  ✕")
        self.container_chip.setAccessibleName(f"Only documents out of {container.title}; press to show all documents again")
        self.container_chip.show()
        self._list_anew()

    def show_case(self, case: str) -> None:
        """Know which case is listed alone, to say so where nothing is; the list itself comes with `show_listing`."""
        self._case = case

    def show_block(self, offset: int, rows: Sequence[DocumentSummary]) -> None:
        """Fill in rows that were asked for."""
        self.model.show_block(offset, rows)

    def selected_ids(self) -> tuple[str, ...]:
        """Ids of the selected documents, of those rows that have been fetched."""
        return tuple(document.id for document in self.selected_documents())

    def selected_documents(self) -> tuple[Document, ...]:
        """The selected documents, of those rows that have been fetched."""
        found = (self.model.row_at(row) for row in self.table.selected_rows(MOST_SELECTED))
        return tuple(summary.document for summary in found if summary)

    @Slot()
    def edit_selected(self) -> None:
        """Ask to edit what is known of the selected documents."""
        if self._may_change_selected():
            self.edit_requested.emit(self.selected_documents())

    @Slot()
    def convert_selected_again(self) -> None:
        """Ask to convert the originals of the selected documents again."""
        if self._may_change_selected():
            self.reconvert_requested.emit(self.selected_ids())

    @Slot()
    def delete_selected(self) -> None:
        """Ask to delete the selected documents."""
        if self._may_change_selected():
            self.delete_requested.emit(self.selected_ids())

    @Slot()
    def open_current(self) -> None:
        """Ask to open the document the cursor is on."""
        self._open(self.table.currentIndex())

    @Slot()
    def focus_box(self) -> None:
        """Put the cursor into the filter."""
        self.filter_box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_box.selectAll()

    @Slot()
    def enter_list(self) -> None:
        """Put the keyboard into the list, or onto what stands in its place."""
        self._pages.take_keyboard()

    def allow_changes(self, allowed: bool) -> None:
        """Offer to import and to delete, or not, in a vault that may only be read."""
        self._changeable = allowed
        for button in (self._import_files, self._import_folder):
            button.setVisible(allowed)
        if not allowed:
            self._empty.say("No documents yet", "This vault is open for reading only.")

    # --- Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Delete deletes."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.table.hasFocus():
            self.open_current()
        elif event.key() == Qt.Key.Key_Delete and self.table.hasFocus():
            self.delete_selected()
        elif event.key() == Qt.Key.Key_Down and self.filter_box.hasFocus():
            self.enter_list()
        elif event.key() == Qt.Key.Key_Escape and self.filter_box.text():
            self.filter_box.clear()
        elif event.key() == Qt.Key.Key_Escape and self._container:
            self._show_all()
        else:
            super().keyPressEvent(event)

    # --- inside

    def _may_change_selected(self) -> bool:
        """Whether there is a selection that may be changed and that was seen whole; what nobody saw is never changed."""
        unseen = self._changeable and len(self.selected_documents()) < self.table.selected_count
        if unseen:
            self.too_much_selected.emit()
        return self._changeable and not unseen and self.table.selected_count > 0

    def _place(self) -> None:
        heading = QLabel("Documents")
        play(heading, "title")
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(heading)
        top.addWidget(self._count, 1)
        top.addWidget(self.container_chip)
        top.addWidget(self.filter_box, 2)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addLayout(top)
        layout.addWidget(self._pages, 1)

    def _connect(self) -> None:
        self.model.block_wanted.connect(self.block_wanted)
        self.model.sort_wanted.connect(self._sort_by)
        self.filter_box.textChanged.connect(self._filter)
        self.filter_box.returnPressed.connect(self.enter_list)
        self.table.doubleClicked.connect(self._open)
        self.table.customContextMenuRequested.connect(self._show_menu)
        self.table.selectionModel().selectionChanged.connect(self._selection_changes)
        self.model.modelReset.connect(self._selection_changes)
        self._import_files.clicked.connect(self.import_files_requested)
        self._import_folder.clicked.connect(self.import_folder_requested)
        self._clear_filter.clicked.connect(self._show_all)
        self.container_chip.clicked.connect(self._show_all)

    def _show_page(self, count: int) -> None:
        text = self.filter_box.text().strip()
        noun = "document" if count == 1 else "documents"
        narrowed = bool(text or self._container or self._case)
        self._count.setText(f"{count:,} found" if narrowed else f"{count:,} {noun}")
        self._count.setVisible(bool(count or narrowed))
        self.filter_box.setVisible(bool(count or narrowed))
        if narrowed and not count:
            told = f"No title or file name contains “{text}”." if text else "Nothing that came out of it is in the vault any more."
            empty_case = bool(self._case) and not text and not self._container
            self._no_match.say("No document matches", f"No document carries the tag “{self._case}” yet." if empty_case else told)
            self._clear_filter.setVisible(not empty_case)
        self._pages.turn_to(self.table if count else self._no_match if narrowed else self._empty)

    def _select(self, document_ids: Sequence[str]) -> None:
        rows, selection = self.model.rows_of(document_ids), QItemSelection()
        for first, last in runs(rows):
            selection.append(QItemSelectionRange(self.model.index(first, 0), self.model.index(last, len(COLUMNS) - 1)))
        keeping = self.table.selectionModel()
        if rows:
            keeping.setCurrentIndex(self.model.index(rows[0], 0), QItemSelectionModel.SelectionFlag.NoUpdate)
        keeping.select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    @Slot()
    def _show_all(self) -> None:
        self._container = ""
        self.container_chip.hide()
        self._list_anew()

    def _list_anew(self) -> None:
        """Ask for the list without what was typed."""
        self.filter_box.blockSignals(True)
        self.filter_box.clear()
        self.filter_box.blockSignals(False)
        self._filter()

    @Slot()
    def _filter(self) -> None:
        self.table.verticalScrollBar().setValue(0)
        self.listing_wanted.emit(self.listing)

    @Slot(str, bool)
    def _sort_by(self, key: str, descending: bool) -> None:
        if (key, descending) != (self._sort, self._descending):
            self._sort, self._descending = key, descending
            self.listing_wanted.emit(self.listing)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        summary = self.model.row_at(index.row()) if index.isValid() else None
        if summary:
            self.open_requested.emit(OpenRequest(summary.document.id))

    @Slot()
    def _selection_changes(self) -> None:
        self.selection_changed.emit(self.table.selectionModel().hasSelection())

    @Slot()
    def _ask_why(self) -> None:
        summary = self.model.row_at(self.table.currentIndex().row())
        if summary:
            self.why_requested.emit(summary.document.id)

    def offer(self, action: QAction) -> None:
        """Offer something to do with the selected documents."""
        self._offered.append(action)

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        if not self.table.indexAt(at).isValid():
            return
        menu = QMenu(self)
        opening = QAction("Open", menu)
        opening.triggered.connect(self.open_current)
        deleting = QAction(icon("delete"), "Delete", menu)
        deleting.triggered.connect(self.delete_selected)
        deleting.setEnabled(self._changeable)
        asking = QAction("Why does the search not find it?", menu)
        asking.triggered.connect(self._ask_why)
        editing = QAction("Marking, grade and tags…", menu)
        editing.triggered.connect(self.edit_selected)
        editing.setEnabled(self._changeable)
        converting = QAction("Convert again", menu)
        converting.triggered.connect(self.convert_selected_again)
        converting.setEnabled(self._changeable)
        menu.addActions([opening, *self._offered, asking, editing, converting, deleting])
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self.table.viewport().mapToGlobal(at))


def runs(rows: Sequence[int]) -> list[tuple[int, int]]:
    """First and last of each unbroken run in ascending rows."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if found and found[-1][1] == row - 1:
            found[-1] = (found[-1][0], row)
        else:
            found.append((row, row))
    return found
