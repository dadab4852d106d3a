"""The window of a board of competing hypotheses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.ach import Board, BoardSheet, Rating, Weight
from desktop.domain.fact import Fact
from desktop.domain.marking import Marking
from desktop.ui.theme import play
from desktop.ui.widgets.board_table import FIRST, BoardTable
from desktop.ui.widgets.filter_box import FilterBox
from desktop.ui.widgets.marking_bar import MarkingBar
from desktop.ui.widgets.quiet_copy import keep_from_copying

ID = Qt.ItemDataRole.UserRole
HELP = (
    "Rate each fact against each hypothesis: C consistent, Shift+C very, I inconsistent, Shift+I very, N neutral, Backspace not rated. "
    "W changes how much it counts, Enter opens the fact, S its sources one after the other. "
    "Rate across a row, look for what speaks against: the hypothesis with the least against it stands."
)
QUESTION = "Which question do the hypotheses answer?"
NO_BOARD = "No board yet. Begin one with the question that the hypotheses answer."


class BoardDialog(QDialog):
    """Says what a person does to the board; shows it as it is kept."""

    board_wanted = Signal(str)
    begin_requested = Signal(str)
    changed = Signal(object)  # a Board, as it shall be kept
    open_requested = Signal(str)  # a fact's id
    source_requested = Signal(str)  # the id of a fact whose next source is wanted
    trash_requested = Signal(str)
    export_requested = Signal(str, str)  # a board's id and title
    undo_requested = Signal()
    scope_chosen = Signal(str)  # a case, or nothing for all

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Competing hypotheses")
        self.resize(1160, 680)
        self._sheet: BoardSheet | None = None
        self._changeable = True
        self.boards = QComboBox()
        self.boards.setAccessibleName("Board")
        self.boards.setMinimumWidth(240)
        self.boards.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.scope = QComboBox()
        self.scope.setAccessibleName("Whose boards and facts")
        self.scope.hide()
        self.begin, self.add_hypothesis = QPushButton("New board…"), QPushButton("Add hypothesis…")
        self.drop_hypothesis, self.add_evidence = QPushButton("Take hypothesis out"), QPushButton("Add as evidence →")
        self.rename, self.trash, self.export = QPushButton("Rename…"), QPushButton("Move to the trash"), QPushButton("Export…")
        self._close = QPushButton("Close")
        self.filter = FilterBox("Filter facts", "Only facts with these words")
        self.facts = QListWidget()
        self.facts.setAccessibleName("Facts to add as evidence")
        self.facts.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.facts.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        keep_from_copying(self.facts)
        self.marking = MarkingBar()
        self.table = BoardTable()
        self.said = QLabel(wordWrap=True)
        play(self.said, "muted")
        self.remarks = QLabel(wordWrap=True)
        play(self.remarks, "error")
        self._place()
        self._connect()
        self._allow()

    # --- what it is told

    def scope_to(self, case: str) -> None:
        """Offer boards and facts of this case, or all; without a case there is nothing to choose."""
        self.scope.clear()
        if case:
            self.scope.addItem(f"Of the case {case}", case)
        self.scope.addItem("Of all cases", "")
        self.scope.setVisible(bool(case))

    def show_boards(self, boards: Sequence[Board], facts: Sequence[Fact], *, changeable: bool) -> None:
        """Offer boards and facts; the board that is shown stays shown."""
        self._changeable = changeable
        shown = self._sheet.board.id if self._sheet else ""
        self.boards.clear()
        for each in boards:
            self.boards.addItem(each.title, each.id)
        self.boards.setCurrentIndex(max(0, self.boards.findData(shown)))
        self.facts.clear()
        for fact in facts:
            item = QListWidgetItem(fact.name)
            item.setToolTip(fact.description or fact.name)
            item.setData(ID, fact.id)
            self.facts.addItem(item)
        self._filter()
        self._allow()
        if boards:
            self.board_wanted.emit(self.boards.currentData())
        else:
            self._sheet = None
            self._draw(BoardSheet(Board("", ""), {}, Marking.CLEAR))

    def show_sheet(self, sheet: BoardSheet) -> None:
        """Show a board; one that was kept is passed over where it was changed again meanwhile."""
        shown = self._board
        if shown and shown.id == sheet.board.id and not shown.says_as(sheet.board):
            return
        self._sheet = sheet
        if self.boards.findData(sheet.board.id) < 0:
            self.boards.insertItem(0, sheet.board.title, sheet.board.id)
        place = self.boards.findData(sheet.board.id)
        self.boards.setItemText(place, sheet.board.title)
        self.boards.setCurrentIndex(place)
        self._draw(sheet)

    def forget(self) -> None:
        """What was changed could not be kept: show what is kept."""
        if self._sheet:
            self.look_anew(self._sheet.board.id)

    def look_anew(self, board_id: str) -> None:
        """Show a board as it is kept, whatever is shown of it."""
        self._sheet = None
        self.board_wanted.emit(board_id)

    def say(self, text: str) -> None:
        """Tell what was opened, in place of how ratings are given."""
        self.said.setText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: what was done last is taken back from here too; F2 renames."""
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit()
        elif event.key() == Qt.Key.Key_F2 and self.rename.isEnabled():
            self._rename()
        else:
            super().keyPressEvent(event)

    # --- inside

    @property
    def _board(self) -> Board | None:
        return self._sheet.board if self._sheet else None

    def _draw(self, sheet: BoardSheet) -> None:
        self.table.show_board(sheet)
        self.marking.show_marking(sheet.marked if sheet.names else None, "The highest marking of the evidence and its sources")
        self.remarks.setText("\n".join(sheet.warnings))
        self.remarks.setVisible(bool(sheet.warnings))
        self._allow()

    def _place(self) -> None:
        play(self.begin, "primary")
        top, buttons = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.scope)
        top.addWidget(self.boards, 1)
        above = (self.begin, self.add_hypothesis, self.drop_hypothesis)
        below = (self.rename, self.trash, self.export, self._close)
        for each in above:
            top.addWidget(each)
        buttons.addWidget(self.add_evidence)
        buttons.addStretch()
        for each in below:
            buttons.addWidget(each)
        for button in (*above, self.add_evidence, *below):
            button.setAutoDefault(False)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.filter)
        column.addWidget(self.facts, 1)
        sides = QSplitter(Qt.Orientation.Horizontal)
        sides.setChildrenCollapsible(False)
        sides.addWidget(left)
        sides.addWidget(self.table)
        sides.setSizes([280, 860])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        layout.addLayout(top)
        layout.addWidget(self.marking)
        layout.addWidget(sides, 1)
        layout.addWidget(self.remarks)
        layout.addWidget(self.said)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self.boards.activated.connect(self._want)
        self.begin.clicked.connect(self._begin)
        self.add_hypothesis.clicked.connect(self._add_hypothesis)
        self.drop_hypothesis.clicked.connect(self._drop_hypothesis)
        self.rename.clicked.connect(self._rename)
        self.trash.clicked.connect(self._trash)
        self.export.clicked.connect(self._export)
        self.scope.activated.connect(self._choose_scope)
        self.add_evidence.clicked.connect(self.add_selected)
        self.facts.itemActivated.connect(self.add_selected)
        self.filter.textChanged.connect(self._filter)
        self.facts.itemSelectionChanged.connect(self._allow)
        self.table.currentCellChanged.connect(self._allow)
        self.table.rated.connect(self._rate)
        self.table.weighed.connect(self._weigh)
        self.table.opened.connect(self._open)
        self.table.source_wanted.connect(self._want_source)
        self.table.taken_out.connect(self._take_out)
        self._close.clicked.connect(self.accept)

    @Slot()
    def _allow(self) -> None:
        there = self._board is not None and self._changeable
        self.begin.setEnabled(self._changeable)
        for button in (self.add_hypothesis, self.rename, self.trash):
            button.setEnabled(there)
        self.export.setEnabled(self._board is not None)
        self.add_evidence.setEnabled(there and bool(self.facts.selectedItems()))
        self.drop_hypothesis.setEnabled(there and self.table.currentColumn() >= FIRST)
        self.said.setText(HELP if self._board else NO_BOARD)

    def _keep(self, board: Board) -> None:
        """Show it at once, for the next key goes on from there, and ask for it to be kept."""
        if self._changeable and self._sheet:
            self._sheet = replace(self._sheet, board=board)
            self._draw(self._sheet)
            self.changed.emit(board)

    @Slot()
    def _want(self) -> None:
        self._sheet = None
        self.board_wanted.emit(self.boards.currentData())

    @Slot()
    def _begin(self) -> None:
        title, agreed = QInputDialog.getText(self, "New board", QUESTION)
        if agreed and title.strip():
            self.begin_requested.emit(title.strip())

    @Slot()
    def _rename(self) -> None:
        if self._board:
            title, agreed = QInputDialog.getText(self, "Rename the board", QUESTION, text=self._board.title)
            title = " ".join(title.split())
            if agreed and title and title != self._board.title:
                self._keep(replace(self._board, title=title))

    @Slot()
    def _trash(self) -> None:
        if self._board:
            self.trash_requested.emit(self._board.id)

    @Slot()
    def _export(self) -> None:
        if self._board:
            self.export_requested.emit(self._board.id, self._board.title)

    @Slot()
    def _choose_scope(self) -> None:
        self.scope_chosen.emit(self.scope.currentData())

    @Slot()
    def _add_hypothesis(self) -> None:
        text, agreed = QInputDialog.getText(self, "Hypothesis", "What may be the case?")
        if agreed and text.strip() and self._board:
            self._keep(self._board.with_hypothesis(" ".join(text.split())))

    @Slot()
    def _drop_hypothesis(self) -> None:
        place = self.table.currentColumn() - FIRST
        if self._board and 0 <= place < len(self._board.hypotheses):
            self._keep(self._board.without_hypothesis(place))

    @Slot()
    def add_selected(self) -> None:
        """Put the selected facts onto the board."""
        if self._board:
            self._keep(self._board.with_evidence(*(str(item.data(ID)) for item in self.facts.selectedItems())))

    @Slot(int, int, object)
    def _rate(self, row: int, place: int, rating: Rating) -> None:
        if self._board:
            self._keep(self._board.rated(row, place, rating))

    @Slot(int, object)
    def _weigh(self, row: int, weight: Weight) -> None:
        if self._board:
            self._keep(self._board.weighed(row, weight))

    @Slot(int)
    def _take_out(self, row: int) -> None:
        if self._board:
            self._keep(self._board.without_evidence(row))

    @Slot(int)
    def _open(self, row: int) -> None:
        if self._board:
            self.open_requested.emit(self._board.evidence[row].fact_id)

    @Slot(int)
    def _want_source(self, row: int) -> None:
        if self._board:
            self.source_requested.emit(self._board.evidence[row].fact_id)

    @Slot()
    def _filter(self) -> None:
        words = self.filter.text().casefold()
        for row in range(self.facts.count()):
            self.facts.item(row).setHidden(words not in self.facts.item(row).text().casefold())
