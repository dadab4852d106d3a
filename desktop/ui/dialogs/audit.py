"""The audit log: who did what to what and when, filtered; whether its chain is whole; and a table of it to take away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.audit import AuditFacets, AuditQuery, AuditRecord
from desktop.domain.shown_name import shown_name
from desktop.ui.models import audit_model as columns
from desktop.ui.models.audit_model import AuditModel, described
from desktop.ui.theme import play
from desktop.ui.widgets.chip import Chip
from desktop.ui.widgets.filter_box import FilterBox
from desktop.ui.widgets.rows_table import Columns, RowsTable
from desktop.ui.widgets.shown_sources import state_sources

MOST_LINES = 5_000
SOON_MS = 200
ROW_HEIGHT = 28
DAY_WIDTH = 104
ANY = ""
WIDTHS = Columns(
    columns.DETAILS,
    180,
    {columns.TIME: 158, columns.ACTION: 116, columns.OBJECT: 250, columns.ACTOR: 96, columns.LINE: 60},
    always=frozenset({columns.TIME, columns.ACTION, columns.OBJECT}),
)


class AuditDialog(QDialog):
    """Says which lines are wanted and shows those it is given."""

    records_wanted = Signal(object)  # an AuditQuery
    check_requested = Signal()
    export_requested = Signal(object)  # an AuditQuery
    open_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle("Audit log")
        self.resize(1060, 640)
        self._subject = ""
        self.text = FilterBox("Words in a line", "Only lines with these words in them")
        self.action, self.actor = _choice("Any action", "Action"), _choice("Anybody", "Actor")
        self.since, self.until = _day("from 2026-11-30", "From this day on"), _day("until 2026-12-01", "Until this day")
        self.object = Chip("object", "", removable="Show all objects")
        self.object.removed.connect(self._drop_object)
        self.object.hide()
        self.model = AuditModel(self)
        self.table = RowsTable(self.model, "Lines of the audit log, newest first", WIDTHS, ROW_HEIGHT)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.line = QPlainTextEdit(readOnly=True)
        self.line.setAccessibleName("The line in full")
        self.line.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        self.count, self.state = QLabel(), QLabel(wordWrap=True)
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        play(self.count, "muted")
        self.history = QPushButton("History of this object")
        self.open_button, self.check = QPushButton("Open it"), QPushButton("Check again")
        self.export, self._close = QPushButton("Export as CSV…"), QPushButton("Close")
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._place()
        self._connect()
        self._look_at(QModelIndex(), QModelIndex())

    # --- what it is told

    @property
    def query(self) -> AuditQuery:
        """Which lines are looked at."""
        return AuditQuery(
            subject=self._subject,
            actions=(self.action.currentData(),) if self.action.currentData() else (),
            actor=self.actor.currentData() or "",
            since=self.since.text().strip(),
            until=self.until.text().strip(),
            text=self.text.text().strip(),
            limit=MOST_LINES,
        )

    def show_facets(self, facets: AuditFacets) -> None:
        """Offer what there is to filter by."""
        for box, values in ((self.action, facets.actions), (self.actor, facets.actors)):
            chosen = box.currentData()
            while box.count() > 1:
                box.removeItem(1)
            for each in values:
                box.addItem(each, each)
            box.setCurrentIndex(max(0, box.findData(chosen)))

    def show_records(self, records: Sequence[AuditRecord]) -> None:
        """Show lines of the log."""
        self.model.show_listing(len(records), 0, records)
        more = len(records) == MOST_LINES
        said = f"The newest {MOST_LINES:,} lines; narrow the filter to see older ones." if more else f"{len(records):,} lines"
        self.count.setText("No line is like that" if not records else "1 line" if len(records) == 1 else said)
        self.export.setEnabled(bool(records))
        if records:
            self.table.selectRow(0)
        else:
            self._look_at(QModelIndex(), QModelIndex())

    def show_checking(self) -> None:
        """Say that the chain is being checked."""
        self.check.setEnabled(False)
        self._say("Checking whether each line follows the one before…", "muted")

    def show_check(self, problems: Sequence[str], lines: int) -> None:
        """Say whether the chain is whole."""
        self.check.setEnabled(True)
        if problems:
            self._say("\n".join(problems), "error")
        else:
            self._say(f"✓ The chain is whole: {lines:,} lines, none altered, missing or moved.", "success")

    def show_object(self, subject: str) -> None:
        """Show what was done to one object."""
        self._subject = subject
        self.object.say(f"Only: {subject}")
        self.object.setVisible(bool(subject))
        self._ask()

    # --- inside

    def _place(self) -> None:
        play(self.export, "primary")
        filters, buttons = QHBoxLayout(), QHBoxLayout()
        for row in (filters, buttons):
            row.setSpacing(8)
        for each in (self.text, self.action, self.actor, self.since, self.until, self.object):
            filters.addWidget(each)
        filters.addStretch()
        filters.addWidget(self.count)
        for button in (self.history, self.open_button, self.check):
            buttons.addWidget(button)
        buttons.addStretch()
        buttons.addWidget(self.export)
        buttons.addWidget(self._close)
        for button in (self.history, self.open_button, self.check, self.export, self._close):
            button.setAutoDefault(False)
        lists = QSplitter(Qt.Orientation.Vertical)
        lists.setChildrenCollapsible(False)
        lists.addWidget(self.table)
        lists.addWidget(self.line)
        lists.setSizes([420, 130])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addWidget(self.state)
        layout.addLayout(filters)
        layout.addWidget(lists, 1)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self._soon.timeout.connect(self._ask)
        for field in (self.text, self.since, self.until):
            field.textChanged.connect(self._soon.start)
        for box in (self.action, self.actor):
            box.activated.connect(self._ask)
        self.table.selectionModel().currentRowChanged.connect(self._look_at)
        self.table.activated.connect(self._show_history)
        self.history.clicked.connect(self._show_history)
        self.open_button.clicked.connect(self._open)
        self.check.clicked.connect(self.check_requested)
        self.export.clicked.connect(self._export)
        self._close.clicked.connect(self.accept)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self.text.setFocus)

    def _say(self, words: str, role: str) -> None:
        self.state.setText(words)
        play(self.state, role)

    def _record(self) -> AuditRecord | None:
        current = self.table.selectionModel().currentIndex()
        return self.model.row_at(current.row()) if current.isValid() else None

    @Slot(QModelIndex, QModelIndex)
    def _look_at(self, _current: QModelIndex, _before: QModelIndex) -> None:
        record = self._record()
        self.line.setPlainText(shown_name(described(record)) if record else "")
        self.history.setEnabled(record is not None and record.subject != self._subject)
        self.open_button.setEnabled(record is not None)

    @Slot()
    def _ask(self) -> None:
        self._soon.stop()
        self.records_wanted.emit(self.query)

    @Slot()
    def _show_history(self) -> None:
        record = self._record()
        if record is not None:
            self.show_object(record.subject)

    @Slot()
    def _drop_object(self) -> None:
        self.show_object("")

    @Slot()
    def _open(self) -> None:
        record = self._record()
        if record is not None:
            self.open_requested.emit(record.subject)

    @Slot()
    def _export(self) -> None:
        """Everything that the filter lets through leaves, not only what the list has room for."""
        self.export_requested.emit(replace(self.query, limit=AuditQuery().limit))


def _choice(any_words: str, name: str) -> QComboBox:
    box = QComboBox()
    box.addItem(any_words, ANY)
    box.setAccessibleName(name)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
    return box


def _day(example: str, name: str) -> QLineEdit:
    field = QLineEdit(placeholderText=example)
    field.setAccessibleName(name)
    field.setFixedWidth(DAY_WIDTH + 30)
    return field
