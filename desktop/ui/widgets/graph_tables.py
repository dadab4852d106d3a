"""The picture as tables, for whoever reads rows, copies, or hears a screen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QFileDialog, QHBoxLayout, QPushButton, QTabBar, QVBoxLayout, QWidget

from desktop.domain.graph_rows import NodeRow, TieRow, node_rows, tie_rows
from desktop.domain.graph_timeline import Within
from desktop.domain.graph_view import GraphView
from desktop.ui.models.graph_table_model import NODES, TIES, GraphTableModel, Row
from desktop.ui.widgets.filter_box import FilterBox
from desktop.ui.widgets.pages import Pages
from desktop.ui.widgets.rows_table import Columns, RowsTable

ROW_HEIGHT = 28
_NODE_WIDTHS = Columns(0, 180, {1: 120, 6: 130, 3: 104, 5: 100, 4: 100, 2: 150}, always=frozenset({1}))
_TIE_WIDTHS = Columns(2, 150, {1: 130, 0: 170, 3: 90, 5: 104, 4: 104, 7: 104, 6: 104}, always=frozenset({0, 1}))


class MirrorTable(RowsTable):
    """Rows that can be copied and opened."""

    copy_wanted = Signal()

    def __init__(self, model: GraphTableModel, name: str, columns: Columns, parent: QWidget | None = None) -> None:
        super().__init__(model, name, columns, ROW_HEIGHT, parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.horizontalHeader().setSortIndicatorClearable(True)
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def selected_rows(self) -> list[int]:
        """The rows that are selected, in their order."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: copy whole rows; Enter opens."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)


class GraphTables(QWidget):
    """Two tables with one filter; a row leads to what it stands for."""

    node_chosen = Signal(str)  # its key
    tie_chosen = Signal(object)  # a Tie
    copy_requested = Signal(str, object)  # a text, and the rows that it was made of
    export_requested = Signal(object, object)  # rows, and a Path

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tabs = QTabBar()
        self.tabs.setAccessibleName("Which table")
        for words in ("Nodes", "Relations"):
            self.tabs.addTab(words)
        self.filter_box = FilterBox("Filter the rows", "Filter the rows of the table")
        self.copy, self.export = QPushButton("Copy"), QPushButton("Export as CSV…")
        self.copy.setToolTip("Copy the selected rows, or all that are listed (Ctrl+C)")
        self.nodes, self.ties = GraphTableModel(NODES, self), GraphTableModel(TIES, self)
        self.node_table = MirrorTable(self.nodes, "Nodes of the picture", _NODE_WIDTHS)
        self.tie_table = MirrorTable(self.ties, "Relations of the picture", _TIE_WIDTHS)
        self.pages = Pages(self.node_table, self.tie_table)
        bar = QHBoxLayout()
        for each in (self.tabs, self.filter_box, self.copy, self.export):
            bar.addWidget(each)
        bar.insertStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 8, 0)
        layout.addLayout(bar)
        layout.addWidget(self.pages, 1)
        self.setFocusProxy(self.pages)
        self.pages.turn_to(self.node_table)
        self._connect()

    def show_view(self, view: GraphView, within: Within | None = None) -> None:
        """Show what a view holds, or what of it has evidence in a stretch of time."""
        self.nodes.show_rows(node_rows(view, within))
        self.ties.show_rows(tie_rows(view, within))
        self._count()

    @property
    def model(self) -> GraphTableModel:
        """The table that is shown."""
        return self.ties if self.tabs.currentIndex() else self.nodes

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self._turn)
        self.filter_box.textChanged.connect(self._narrow)
        self.copy.clicked.connect(self._copy)
        self.export.clicked.connect(self._export)
        for table in (self.node_table, self.tie_table):
            table.copy_wanted.connect(self._copy)
            table.activated.connect(self._open)

    @property
    def _table(self) -> MirrorTable:
        return self.tie_table if self.tabs.currentIndex() else self.node_table

    def _chosen(self) -> tuple[Row, ...]:
        rows = [self.model.rows[each] for each in self._table.selected_rows()]
        return tuple(rows) or self.model.rows

    def _count(self) -> None:
        for place, (words, model) in enumerate((("Nodes", self.nodes), ("Relations", self.ties))):
            self.tabs.setTabText(place, f"{words}  {model.rowCount():,}")
        for each in (self.copy, self.export):
            each.setEnabled(bool(self.model.rowCount()))

    @Slot()
    def _turn(self) -> None:
        self.pages.turn_to(self._table)
        self._count()

    @Slot(str)
    def _narrow(self, text: str) -> None:
        for model in (self.nodes, self.ties):
            model.narrow(text.strip())
        self._count()

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()]
        if isinstance(row, NodeRow):
            self.node_chosen.emit(row.key)
        elif isinstance(row, TieRow):
            self.tie_chosen.emit(row.tie)

    @Slot()
    def _copy(self) -> None:
        rows = self._chosen()
        self.copy_requested.emit(self.model.text_of(rows), rows)

    @Slot()
    def _export(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Export the rows that are listed", "graph.csv", "CSV (*.csv)")
        if name:
            self.export_requested.emit(self.model.rows, Path(name))
