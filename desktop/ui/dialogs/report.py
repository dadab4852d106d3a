"""Making a report: choose facts, answers and graphs, put them in order, see what it says and what is held back."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TypeVar

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.marking import Marking
from desktop.domain.report import Report, ReportChoice, ReportFormat, ReportRequest, ReportTemplate
from desktop.ui.models.choices_model import NAME, ChoicesModel
from desktop.ui.theme import play
from desktop.ui.widgets.elsewhere_label import ElsewhereLabel
from desktop.ui.widgets.filter_box import FilterBox
from desktop.ui.widgets.markdown_view import MarkdownView
from desktop.ui.widgets.marking_bar import MarkingBar
from desktop.ui.widgets.quiet_copy import keep_from_copying
from desktop.ui.widgets.shown_sources import state_sources

SOON_MS = 250
BATCH = 200
MOST_HELD = 6
"""Lines of what is held back; the preview needs the room more."""
MOST_MORE = 40
"""Lines of the others, as fit on a screen."""
List = TypeVar("List", bound=QListView)
FORMAT_WORDS = {ReportFormat.PDF: "PDF…", ReportFormat.DOCX: "Word (DOCX)…", ReportFormat.MARKDOWN: "Markdown…"}
AS_SETTINGS = "As the settings allow"


class ReportDialog(QDialog):
    """Says which report is wanted, and shows what it would say."""

    preview_wanted = Signal(object)  # a ReportRequest
    export_requested = Signal(object, object)  # a ReportRequest, a ReportFormat

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle("Report")
        self.resize(1180, 740)
        self.filter = FilterBox("Filter facts, answers and graphs", "Only what has these words")
        self.elsewhere = ElsewhereLabel()
        self.choices = ChoicesModel(self)
        self.offered = _prepared(QListView(), "Facts, answers and graphs to choose from")
        self.offered.setModel(self.choices)
        self.chosen = _prepared(QListWidget(), "What is in the report, in order")
        self.offered.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.chosen.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.add, self.remove = QPushButton("Add ↓"), QPushButton("Take out")
        self.up, self.down = QPushButton("Up"), QPushButton("Down")
        self.title = QLineEdit(placeholderText="As what is in it")
        self.template, self.limit = QComboBox(), QComboBox()
        self.limit.addItem(AS_SETTINGS, None)
        for each in Marking:
            self.limit.addItem(f"TLP:{each}", each)
        self.summary = QPlainTextEdit(placeholderText="What stands above everything else, in your own words")
        self.summary.setTabChangesFocus(True)
        self.summary.setMaximumHeight(74)
        self.marking = MarkingBar()
        self.preview = MarkdownView()
        self.preview.setAccessibleName("What the report says")
        self.said, self.withheld = QLabel(wordWrap=True), QLabel(wordWrap=True)
        for label in (self.said, self.withheld):
            label.setTextFormat(Qt.TextFormat.PlainText)
        play(self.said, "muted")
        self.exports = {each: QPushButton(words) for each, words in FORMAT_WORDS.items()}
        self._close = QPushButton("Close")
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._place()
        self._connect()
        self._allow()

    # --- what it is told

    @property
    def request(self) -> ReportRequest:
        """The report that is wanted."""
        names = tuple(str(self.chosen.item(row).data(NAME)) for row in range(self.chosen.count()))
        limit = self.limit.currentData()
        return ReportRequest(
            names,
            self.title.text().strip(),
            self.template.currentData() or "flash",
            self.summary.toPlainText().strip(),
            Marking(limit) if limit else None,
        )

    def show_choices(self, choices: Sequence[ReportChoice], templates: Sequence[ReportTemplate], elsewhere: int = 0) -> None:
        """Offer facts, answers and templates; what was chosen stays where it still is there. So many of other cases are not offered."""
        self.elsewhere.show_count(elsewhere)
        self.choices.show(choices)
        there = {each.name for each in choices}
        for row in reversed(range(self.chosen.count())):
            if self.chosen.item(row).data(NAME) not in there:
                self.chosen.takeItem(row)
        template = self.template.currentData()
        self.template.clear()
        for kind in templates:
            self.template.addItem(f"{kind.title} (this vault’s)" if kind.own else kind.title, kind.name)
        self.template.setCurrentIndex(max(0, self.template.findData(template or "flash")))
        self._want()

    def show_report(self, report: Report) -> None:
        """Show what the report says, and what was held back from it."""
        self.preview.show_body(report.text)
        self.marking.show_marking(report.marking if report.items else None, "The highest marking of what is in it")
        counted = f"{report.contents}; up to TLP:{report.limit} may leave."
        self.said.setText(counted if report.items else "Nothing that was chosen may leave." if report.withheld else EMPTY)
        every = [f"TLP:{each.marking} · {each.name}" for each in report.withheld]
        held, more = every[:MOST_HELD], every[MOST_HELD:]
        self.withheld.setToolTip("<br>".join(map(escape, more[:MOST_MORE])))
        if more:
            held.append(f"and {len(more):,} more; point here to see them" if len(more) <= MOST_MORE else f"and {len(more):,} more")
        self.withheld.setText("\n".join(["Held back by their markings:", *held]) if held else "")
        self.withheld.setVisible(bool(held))
        self._allow(exportable=report.items > 0)

    def show_failure(self, words: str) -> None:
        """Say why there is no report."""
        self.said.setText(words)
        self.preview.show_body("")
        self.marking.show_marking(None)
        self._allow(exportable=False)

    # --- inside

    def _place(self) -> None:
        play(self.withheld, "error")
        play(self.exports[ReportFormat.PDF], "primary")
        left, right = QWidget(), QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        moving = QHBoxLayout()
        for button in (self.add, self.remove, self.up, self.down):
            button.setAutoDefault(False)
            moving.addWidget(button)
        moving.addStretch()
        form = QFormLayout()
        form.setVerticalSpacing(8)
        form.addRow("&Title", self.title)
        form.addRow("T&emplate", self.template)
        form.addRow("&Limit", self.limit)
        form.addRow("&Summary", self.summary)
        choosing = QHBoxLayout()
        choosing.addWidget(self.filter, 1)
        choosing.addWidget(self.elsewhere)
        column.addLayout(choosing)
        column.addWidget(self.offered, 3)
        column.addLayout(moving)
        column.addWidget(self.chosen, 2)
        column.addLayout(form)
        shown = QVBoxLayout(right)
        shown.setContentsMargins(0, 0, 0, 0)
        shown.setSpacing(6)
        for widget in (self.marking, self.preview, self.said, self.withheld):
            shown.addWidget(widget, 1 if widget is self.preview else 0)
        sides = QSplitter(Qt.Orientation.Horizontal)
        sides.setChildrenCollapsible(False)
        sides.addWidget(left)
        sides.addWidget(right)
        sides.setSizes([460, 700])
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch()
        for button in (*self.exports.values(), self._close):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(12)
        layout.addWidget(sides, 1)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self._soon.timeout.connect(self._ask)
        self.filter.textChanged.connect(self.choices.narrow)
        self.offered.activated.connect(self.add_selected)
        self.chosen.itemActivated.connect(self.take_out)
        self.add.clicked.connect(self.add_selected)
        self.remove.clicked.connect(self.take_out)
        self.up.clicked.connect(self._move_up)
        self.down.clicked.connect(self._move_down)
        self.chosen.model().rowsMoved.connect(self._want)
        self.chosen.currentRowChanged.connect(self._allow_moving)
        self.title.textChanged.connect(self._want)
        self.summary.textChanged.connect(self._want)
        self.template.activated.connect(self._want)
        self.limit.activated.connect(self._want)
        self.exports[ReportFormat.PDF].clicked.connect(self._export_pdf)
        self.exports[ReportFormat.DOCX].clicked.connect(self._export_docx)
        self.exports[ReportFormat.MARKDOWN].clicked.connect(self._export_markdown)
        self._close.clicked.connect(self.accept)

    @Slot()
    def add_selected(self) -> None:
        """Put what is selected into the report."""
        there = frozenset(self.request.items)
        for row in sorted(index.row() for index in self.offered.selectionModel().selectedRows()):
            choice = self.choices.choice_at(row)
            if choice.name not in there:
                item = QListWidgetItem(self.choices.index(row).data())
                item.setData(NAME, choice.name)
                self.chosen.addItem(item)
        self.chosen.setCurrentRow(self.chosen.count() - 1)
        self._want()

    @Slot()
    def take_out(self) -> None:
        """Take the current one out of the report."""
        if self.chosen.currentRow() >= 0:
            self.chosen.takeItem(self.chosen.currentRow())
            self._want()

    @Slot()
    def _move_up(self) -> None:
        self._move(-1)

    @Slot()
    def _move_down(self) -> None:
        self._move(1)

    def _move(self, by: int) -> None:
        row = self.chosen.currentRow()
        if 0 <= row + by < self.chosen.count():
            self.chosen.insertItem(row + by, self.chosen.takeItem(row))
            self.chosen.setCurrentRow(row + by)
            self._want()

    @Slot()
    def _want(self) -> None:
        self._allow(exportable=False)
        self._soon.start()

    @Slot()
    def _ask(self) -> None:
        self.preview_wanted.emit(self.request)

    @Slot()
    def _allow_moving(self) -> None:
        row = self.chosen.currentRow()
        self.remove.setEnabled(row >= 0)
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < self.chosen.count() - 1)

    def _allow(self, *, exportable: bool = False) -> None:
        self._allow_moving()
        for button in self.exports.values():
            button.setEnabled(exportable)

    @Slot()
    def _export_pdf(self) -> None:
        self.export_requested.emit(self.request, ReportFormat.PDF)

    @Slot()
    def _export_docx(self) -> None:
        self.export_requested.emit(self.request, ReportFormat.DOCX)

    @Slot()
    def _export_markdown(self) -> None:
        self.export_requested.emit(self.request, ReportFormat.MARKDOWN)


EMPTY = "Choose facts, answers or graphs on the left; Enter adds what is selected."


def _prepared(made: List, name: str) -> List:
    made.setAccessibleName(name)
    made.setSpacing(1)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setTextElideMode(Qt.TextElideMode.ElideRight)
    made.setUniformItemSizes(True)
    made.setLayoutMode(QListView.LayoutMode.Batched)  # all at once takes long where there are thousands
    made.setBatchSize(BATCH)
    keep_from_copying(made)
    return made
