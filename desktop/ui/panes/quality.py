"""The search-quality page: what searches should find, and how well each mode finds it, before and after a change."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListView,
    QProgressBar,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.golden import GoldenQuery, ModeQuality, QualityReport
from desktop.domain.reading import OpenRequest
from desktop.ui.models.quality_model import EXPECTED, HEADINGS, QUERY, GoldenList, QualityModel, missing_words
from desktop.ui.theme import play
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.elsewhere_label import ElsewhereLabel
from desktop.ui.widgets.empty_state import EmptyState
from desktop.ui.widgets.mode_figures import ModeFigures
from desktop.ui.widgets.pages import Pages
from desktop.ui.widgets.quiet_copy import keep_from_copying
from desktop.ui.widgets.rows_table import Columns, RowsTable

HELP = (
    "Say of a few queries which documents they should find: in the search, by a right click on a passage,\n"
    "by “Why not?” of a document that is missing, or here. Then measure before and after you change a setting."
)
ROW_HEIGHT = 30
MODES = dict.fromkeys(range(EXPECTED + 1, len(HEADINGS)), 92)
COLUMNS = Columns(QUERY, 160, {**MODES, EXPECTED: 90}, always=frozenset(MODES))


class QualityPane(QWidget):
    """Says what is to be measured, expected or no longer expected; shows figures."""

    measure_requested = Signal()
    stop_requested = Signal()
    expect_requested = Signal(str)  # a query; which document, is asked
    expect_current_requested = Signal()
    forget_requested = Signal(str, object)  # a query, and the ids of documents it no longer expects
    search_requested = Signal(str)
    open_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list = GoldenList()
        self._changeable = False
        self.measure = QPushButton("Measure now")
        self.measure.setToolTip("Search for every golden query in every mode (Ctrl+Enter)")
        play(self.measure, "primary")
        self.stop = QPushButton("Stop")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.summary = ElidedLabel()
        play(self.summary, "muted")
        self.elsewhere = ElsewhereLabel()
        self.documents_elsewhere = ElsewhereLabel()
        self.figures = ModeFigures()
        self.missing = QLabel(wordWrap=True)
        play(self.missing, "muted")
        self.model = QualityModel(self)
        self.table = _table(self.model)
        self._documents = QStandardItemModel(self)
        self.documents = QListView()
        self.documents.setModel(self._documents)
        self.documents.setAccessibleName("Expected documents")
        keep_from_copying(self.documents)
        self.documents.setSpacing(2)
        self.documents.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.expect = QPushButton("Expect another document…")
        self.expect_current = QPushButton("Add the current search…")
        self.forget = QPushButton("Forget the query")
        self._empty = EmptyState("quality", "Nothing is expected yet", HELP)
        self.begin = self._empty.add_button("Add the current search…", primary=True)
        self._of_others = EmptyState("search", "Nothing is expected of this case", "What searches should find in other cases is not shown.")
        self.begin_in_case = self._of_others.add_button("Add the current search…", primary=True)
        self._measured = self._make_measured()
        self._pages = Pages(self._measured, self._empty, self._of_others)
        self._place()
        self._connect()
        self.show_idle()
        self.show_list(self._list)

    # --- what is shown

    def show_list(self, golden: GoldenList) -> None:
        """Show the golden queries; whoever stood on one stands there."""
        stood = self.current_query
        self._list = golden
        self.model.show_queries(golden.queries)
        count = len(golden.queries)
        self.summary.setText(f"{count:,} golden {'query' if count == 1 else 'queries'}")
        self.elsewhere.show_count(golden.of_case.queries_elsewhere)
        self._pages.turn_to(self._measured if count else self._of_others if golden.of_case.queries_elsewhere else self._empty)
        if count:
            row = self.model.row_of(stood.query) if stood else None
            self.table.selectRow(row if row is not None else 0)
        self._tell()
        self._allow()

    def show_modes(self, now: tuple[ModeQuality, ...], before: tuple[ModeQuality, ...]) -> None:
        """Show the figures of the modes that are measured, as they come."""
        self.model.show_modes(now)
        self.figures.show_modes(now, before)
        self._tell()

    def show_report(self, report: QualityReport, before: QualityReport | None) -> None:
        """Show what was measured, beside what was before."""
        self.figures.show_depth(report.k)
        self.show_modes(report.modes, before.modes if before else ())
        self.missing.setText(missing_words(report))
        self.missing.setVisible(bool(self.missing.text()))

    def show_nothing_measured(self) -> None:
        """Show no figures: what is listed was not measured yet."""
        self.model.show_nothing_measured()
        self.figures.show_modes((), ())
        self.missing.hide()
        self._tell()

    @Slot(int, int)
    def show_progress(self, done: int, total: int) -> None:
        """Say how far it is."""
        self.progress.setRange(0, total)
        self.progress.setValue(done)

    def show_busy(self) -> None:
        """It is being measured."""
        self.progress.setRange(0, 0)
        self.progress.show()
        self.stop.show()
        self._allow()

    def show_idle(self) -> None:
        """Nothing is being measured any more."""
        self.progress.hide()
        self.stop.hide()
        self._allow()

    def allow_changes(self, allowed: bool) -> None:
        """Let expectations be changed, or not, in a vault that may only be read."""
        self._changeable = allowed
        for each in (self.begin, self.begin_in_case):
            each.setVisible(allowed)
        self._allow()

    @Slot()
    def focus_box(self) -> None:
        """Put the keyboard into the list of queries."""
        self.enter_list()

    @Slot()
    def enter_list(self) -> None:
        """Put the keyboard into the list, or onto what stands in its place."""
        self._pages.take_keyboard()

    @property
    def current_query(self) -> GoldenQuery | None:
        """The query that the cursor is on."""
        index = self.table.currentIndex()
        return self.model.query_at(index.row()) if index.isValid() else None

    # --- what the person does

    @Slot()
    def _measure(self) -> None:
        if self.measure.isEnabled():
            self.measure_requested.emit()

    @Slot()
    def _expect(self) -> None:
        if golden := self.current_query:
            self.expect_requested.emit(golden.query)

    @Slot()
    def _forget(self) -> None:
        golden = self.current_query
        if golden and self._changeable:
            self.forget_requested.emit(golden.query, golden.expected)

    @Slot()
    def _forget_document(self) -> None:
        golden, index = self.current_query, self.documents.currentIndex()
        if golden and index.isValid() and self._changeable:
            self.forget_requested.emit(golden.query, (index.data(Qt.ItemDataRole.UserRole),))

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        document_id = index.data(Qt.ItemDataRole.UserRole)
        if document_id in self._list.titles:
            self.open_requested.emit(OpenRequest(document_id))

    @Slot(QModelIndex)
    def _search(self, index: QModelIndex) -> None:
        self.search_requested.emit(self.model.query_at(index.row()).query)

    @Slot()
    def _tell(self) -> None:
        """Show the documents that the current query expects."""
        self._documents.clear()
        golden = self.current_query
        for document_id in golden.expected if golden else ():
            title = self._list.titles.get(document_id, f"{document_id} (no longer in the vault)")
            ranks = self.model.ranks_of(golden.query, document_id) if golden else ""
            item = QStandardItem(f"{title}    {ranks}" if ranks else title)
            item.setData(document_id, Qt.ItemDataRole.UserRole)
            self._documents.appendRow(item)
        self.documents_elsewhere.show_count(self._list.of_case.left_out.get(golden.query, 0) if golden else 0)

    # --- inside

    def _allow(self) -> None:
        some = bool(self._list.queries)
        self.measure.setEnabled(some and not self.stop.isVisibleTo(self))
        self.measure.setVisible(some)
        for each in (self.expect, self.expect_current, self.forget):
            each.setVisible(self._changeable)

    def _make_measured(self) -> QWidget:
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 8, 0, 0)
        heading = QLabel("Expected documents, and where each mode puts them")
        play(heading, "muted")
        above = QHBoxLayout()
        above.addWidget(heading, 1)
        above.addWidget(self.documents_elsewhere)
        column.addLayout(above)
        column.addWidget(self.documents, 1)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.table)
        splitter.addWidget(below)
        splitter.setSizes([300, 150])
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for each in (self.expect_current, self.expect, self.forget):
            buttons.addWidget(each)
        buttons.addStretch()
        measured = QWidget()
        layout = QVBoxLayout(measured)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self.figures)
        layout.addWidget(self.missing)
        layout.addWidget(splitter, 1)
        layout.addLayout(buttons)
        measured.setFocusProxy(self.table)
        self.missing.hide()
        return measured

    def _place(self) -> None:
        heading = QLabel("Search quality")
        play(heading, "title")
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(heading)
        top.addWidget(self.summary, 1)
        top.addWidget(self.elsewhere)
        top.addWidget(self.progress)
        top.addWidget(self.stop)
        top.addWidget(self.measure)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(12)
        layout.addLayout(top)
        layout.addWidget(self._pages, 1)
        self._empty.setFocusProxy(self.begin)
        self._of_others.setFocusProxy(self.begin_in_case)

    def _connect(self) -> None:
        self.measure.clicked.connect(self._measure)
        self.stop.clicked.connect(self.stop_requested)
        self.expect.clicked.connect(self._expect)
        self.expect_current.clicked.connect(self.expect_current_requested)
        self.begin.clicked.connect(self.expect_current_requested)
        self.begin_in_case.clicked.connect(self.expect_current_requested)
        self.forget.clicked.connect(self._forget)
        self.table.activated.connect(self._search)
        self.documents.activated.connect(self._open)
        self.table.selectionModel().currentRowChanged.connect(self._tell)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self._measure)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Delete forgets a query, or one document of it."""
        if event.key() == Qt.Key.Key_Delete and self.table.hasFocus():
            self._forget()
        elif event.key() == Qt.Key.Key_Delete and self.documents.hasFocus():
            self._forget_document()
        else:
            super().keyPressEvent(event)


def _table(model: QualityModel) -> RowsTable:
    table = RowsTable(model, "Golden queries", COLUMNS, ROW_HEIGHT)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    return table
