"""The lookup pane: a list is pasted, and of each thing on it is said whether the vault knows it, since when, and where."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QPlainTextEdit, QProgressBar, QPushButton, QSplitter, QVBoxLayout, QWidget

from desktop.domain.lookup import LookupResult, LookupRow
from desktop.ui.models.lookup_model import LookupModel, about, describe, summary_words, table_text
from desktop.ui.theme import play
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.empty_state import EmptyState
from desktop.ui.widgets.filter_box import FilterBox
from desktop.ui.widgets.lookup_table import LookupTable
from desktop.ui.widgets.outlet import outlet
from desktop.ui.widgets.pages import Pages
from desktop.ui.widgets.results_list import ResultsList
from desktop.ui.widgets.shown_sources import state_sources
from desktop.ui.widgets.standing_choice import StandingChoice

SIZES = (110, 330, 220)
HINT = "Paste a list: one a line, or with commas between. Indicators in any spelling, names, hashes, CVE numbers."
HELP = (
    "Paste a list above and press Ctrl+Enter.\n"
    "Indicators are found however they are defanged, actors and malware under all their names,\n"
    "and what stands on a warning list is told from what is merely unknown."
)


class LookupPane(QWidget):
    """Says what is to be looked up, and shows what was found."""

    lookup_requested = Signal(str)
    stop_requested = Signal()
    export_requested = Signal(object, object)  # the LookupRows that are listed, and a Path
    open_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QPlainTextEdit()
        state_sources(self.box, ())
        self.box.setPlaceholderText(HINT)
        self.box.setAccessibleName("List to look up")
        self.box.setTabChangesFocus(True)
        self.box.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.look_up = QPushButton("Look up")
        self.look_up.setToolTip("Look up everything on the list (Ctrl+Enter)")
        self.look_up.setEnabled(False)
        play(self.look_up, "primary")
        self.stop = QPushButton("Stop")
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.summary = ElidedLabel()
        play(self.summary, "muted")
        self.choice = StandingChoice()
        self.filter_box = FilterBox("Filter what was looked up", "Filter what was looked up")
        self.model = LookupModel(self)
        self.table = LookupTable(self.model)
        self.passages = ResultsList()
        self.about = ElidedLabel()
        play(self.about, "muted")
        self.copy = QPushButton("Copy")
        self.copy.setToolTip("Copy the selected rows, or all that are listed (Ctrl+C)")
        self.export = QPushButton("Export as CSV…")
        self._empty = EmptyState("lookup", "Look up a list", HELP)
        self._no_match = EmptyState("search", "Nothing of this kind", "")
        self._found = self._make_found()
        self._pages = Pages(self._found, self._empty, self._no_match)
        self._place()
        self._connect()
        self.show_idle()
        self._turn()

    # --- what is shown

    @property
    def made_of(self) -> tuple[str, ...]:
        """The documents that what was found names."""
        rows = (self.model.row_at(row) for row in range(self.model.rowCount()))
        return tuple(dict.fromkeys(each.document_id for row in rows for each in row.passages))

    @Slot(int, int)
    def show_progress(self, done: int, total: int) -> None:
        """Say how far it is."""
        self.progress.setRange(0, total)
        self.progress.setValue(done)

    @Slot(object)
    def show_result(self, result: LookupResult) -> None:
        """Show what was found."""
        self.summary.setText(summary_words(result))
        self.choice.show_counts(result.totals())
        self.model.show_rows(result.rows)
        if self.choice.chosen and not result.totals()[self.choice.chosen]:
            self.choice.choose(None)
        self._turn()
        if result.rows:
            self.table.selectRow(0)
            self.table.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_busy(self) -> None:
        """Something is being looked up."""
        self.progress.setRange(0, 0)
        for each in (self.progress, self.stop):
            each.show()
        self.look_up.setEnabled(False)

    def show_idle(self) -> None:
        """Nothing is being looked up any more."""
        for each in (self.progress, self.stop):
            each.hide()
        self._allow()

    @Slot()
    def focus_box(self) -> None:
        """Ready to paste; where something is listed, ready to filter."""
        box = self.filter_box if self.model.rowCount() else self.box
        box.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def look_up_again(self) -> None:
        """Ask anew for what is shown, because it is now looked for elsewhere."""
        if self.model.rowCount() and self.box.toPlainText().strip():
            self.lookup_requested.emit(self.box.toPlainText())

    def step(self, by: int) -> None:
        """Open the next passage, up or down."""
        self.passages.step(by)

    # --- what the person does

    @Slot()
    def _look_up(self) -> None:
        if self.look_up.isEnabled():
            self.lookup_requested.emit(self.box.toPlainText())

    @Slot()
    def _allow(self) -> None:
        self.look_up.setEnabled(not self.stop.isVisibleTo(self) and bool(self.box.toPlainText().strip()))

    @Slot()
    def _narrow(self) -> None:
        self.model.narrow(self.choice.chosen, self.filter_box.text().strip())
        self._turn()
        if self.model.rowCount():
            self.table.selectRow(0)

    @Slot()
    def _tell(self) -> None:
        """Show the passages of the row that the cursor is on."""
        row = self._current()
        self.passages.show_passages(row.passages if row else ())
        self.about.setText("   ·   ".join(about(row)) if row else "")
        self.about.setToolTip(describe(row) if row else "")
        self.passages.setVisible(bool(row and row.passages))

    @Slot()
    def _enter_passages(self) -> None:
        self.passages.enter()

    @Slot()
    def _copy(self) -> None:
        rows = [self.model.row_at(row) for row in self.table.selected_rows()]
        chosen = rows if len(rows) > 1 or self.table.hasFocus() else list(self.model.rows)
        outlet.copy(table_text(chosen), "The list", tuple(dict.fromkeys(each for row in chosen for each in row.made_of)))

    @Slot()
    def _export(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, "Export what is listed", "lookup.csv", "CSV (*.csv)")
        if name:
            self.export_requested.emit(self.model.rows, Path(name))

    # --- inside

    def _make_found(self) -> QWidget:
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.about)
        column.addWidget(self.passages, 1)
        column.addStretch()
        found = QSplitter(Qt.Orientation.Vertical)
        found.setChildrenCollapsible(False)
        found.addWidget(self.table)
        found.addWidget(below)
        found.setSizes(SIZES[1:])
        found.setFocusProxy(self.table)
        return found

    def _place(self) -> None:
        heading = QLabel("Lookup")
        play(heading, "title")
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(heading)
        top.addWidget(self.summary, 1)
        top.addWidget(self.progress)
        top.addWidget(self.stop)
        top.addWidget(self.copy)
        top.addWidget(self.export)
        top.addWidget(self.look_up)
        bar = QHBoxLayout()
        bar.setSpacing(8)
        bar.addWidget(self.choice)
        bar.addStretch()
        bar.addWidget(self.filter_box)
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 6, 0, 0)
        column.setSpacing(8)
        column.addLayout(bar)
        column.addWidget(self._pages, 1)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.box)
        splitter.addWidget(below)
        splitter.setSizes([SIZES[0], sum(SIZES[1:])])
        splitter.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 8)
        layout.setSpacing(10)
        layout.addLayout(top)
        layout.addWidget(splitter, 1)
        self._bar = (self.choice, self.filter_box, self.copy, self.export)

    def _connect(self) -> None:
        self.box.textChanged.connect(self._allow)
        self.look_up.clicked.connect(self._look_up)
        self.stop.clicked.connect(self.stop_requested)
        self.choice.changed.connect(self._narrow)
        self.filter_box.textChanged.connect(self._narrow)
        self.table.selectionModel().currentRowChanged.connect(self._tell)
        self.model.modelReset.connect(self._tell)
        self.table.activated.connect(self._enter_passages)
        self.table.copy_wanted.connect(self._copy)
        self.passages.chosen.connect(self.open_requested)
        self.passages.left.connect(self._leave_passages)
        self.copy.clicked.connect(self._copy)
        self.export.clicked.connect(self._export)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self._look_up)

    def _turn(self) -> None:
        """Show the table, or why there is none."""
        anything = bool(self.model.rowCount() or self.filter_box.text().strip() or self.choice.chosen)
        for each in self._bar:
            each.setVisible(anything)
        if anything and not self.model.rowCount():
            self._no_match.say("Nothing of this kind", "No row that is listed says this.")
        self._pages.turn_to(self._found if self.model.rowCount() else self._no_match if anything else self._empty)
        self.export.setEnabled(bool(self.model.rowCount()))
        self.copy.setEnabled(bool(self.model.rowCount()))

    def _current(self) -> LookupRow | None:
        index = self.table.currentIndex()
        return self.model.row_at(index.row()) if index.isValid() else None

    @Slot()
    def _leave_passages(self) -> None:
        self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Enter goes from a row to its passages, Escape takes the filter off, Down goes from the filter into the table."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.table.hasFocus():
            self._enter_passages()
        elif event.key() == Qt.Key.Key_Down and self.filter_box.hasFocus():
            self._leave_passages()
        elif event.key() == Qt.Key.Key_Escape and self.filter_box.text():
            self.filter_box.clear()
        else:
            super().keyPressEvent(event)
