"""A case bundle that was verified, beside what is here: what is new, changed and conflicting, and the person's word on each conflict."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QInputDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.bundle_words import KINDS
from desktop.domain.case_bundle import Choice, Comparison, ItemDifference, OpenedManifest, SignatureState, Standing
from desktop.ui.models.bundle_words import merge_words, origin_words, part_words, signature_words, standing_words
from desktop.ui.theme import play
from desktop.ui.widgets.quiet_copy import keep_from_copying

MOST_LISTED = 1000
CHOSEN = {Choice.MINE: "keep mine", Choice.THEIRS: "take theirs"}
_PLACE = int(Qt.ItemDataRole.UserRole)


class OpenBundleDialog(QDialog):
    """Nothing is taken in before every conflict is decided and the person says so; what changed there can be declined, too."""

    merge_wanted = Signal(object)  # whose word counts, by key of the item and part
    trust_wanted = Signal(str, str)  # whose key it is, and the key

    def __init__(self, opened: OpenedManifest, comparison: Comparison, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Case bundle")
        self.resize(980, 660)
        self._opened = opened
        self._comparison = comparison
        self._questions = comparison.questions
        self._parts = (*self._questions, *comparison.offers)
        self._choices: dict[tuple[str, str], Choice] = {}
        self._rows: list[QTreeWidgetItem] = []
        origin = QLabel(origin_words(opened), wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        play(origin, "heading")
        self.signature = QLabel(signature_words(opened), wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.trust = QPushButton("Trust this key…")
        self.trust.setVisible(opened.signature is SignatureState.UNKNOWN)
        self.tree = QTreeWidget()
        self.tree.setHeaderLabels(["What", "Part", "Kind", "Your word"])
        self.tree.setStyleSheet("QTreeView::item { padding: 3px 0; }")
        self.tree.setAccessibleName("What the bundle holds")
        keep_from_copying(self.tree)
        self.mine, self.theirs = _text("Here"), _text("In the bundle")
        self.keep, self.take = QPushButton("Keep &mine"), QPushButton("Take &theirs")
        self.keep_all, self.take_all = QPushButton("Keep mine in all"), QPushButton("Take theirs in all")
        self.told = QLabel(wordWrap=True)
        play(self.told, "muted")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.merge = self.buttons.addButton("Take in", QDialogButtonBox.ButtonRole.AcceptRole)
        play(self.merge, "primary")
        for button in (self.trust, self.keep, self.take, self.keep_all, self.take_all):
            button.setAutoDefault(False)
        self._place(origin)
        self._connect()
        self._fill()
        self._show_choices()

    @property
    def choices(self) -> dict[tuple[str, str], Choice]:
        """What was decided."""
        return dict(self._choices)

    def show_busy(self) -> None:
        """It is being taken in."""
        self.setEnabled(False)
        self.told.setText("Taking it in…")

    def show_problem(self, text: str) -> None:
        """It could not be taken in."""
        self.setEnabled(True)
        self.told.setText(text)

    # --- inside

    def _place(self, origin: QLabel) -> None:
        signed = QHBoxLayout()
        signed.addWidget(self.signature, 1)
        signed.addWidget(self.trust)
        self._sides = QWidget()
        sides = QGridLayout(self._sides)
        sides.setContentsMargins(0, 0, 0, 0)
        for column, (words, text, button) in enumerate((("Here", self.mine, self.keep), ("In the bundle", self.theirs, self.take))):
            heading = QLabel(words)
            play(heading, "muted")
            sides.addWidget(heading, 0, column)
            sides.addWidget(text, 1, column)
            sides.addWidget(button, 2, column, Qt.AlignmentFlag.AlignLeft)
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(self.tree)
        splitter.addWidget(self._sides)
        splitter.setSizes([340, 200])
        bottom = QHBoxLayout()
        bottom.addWidget(self.keep_all)
        bottom.addWidget(self.take_all)
        bottom.addWidget(self.told, 1)
        bottom.addWidget(self.buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 12)
        layout.setSpacing(10)
        layout.addWidget(origin)
        layout.addLayout(signed)
        layout.addWidget(splitter, 1)
        layout.addLayout(bottom)
        self._sides.setVisible(bool(self._parts))
        for each in (self.keep_all, self.take_all):
            each.setVisible(bool(self._questions))

    def _connect(self) -> None:
        self.tree.currentItemChanged.connect(self._show_sides)
        self.keep.clicked.connect(self._keep_mine)
        self.take.clicked.connect(self._take_theirs)
        self.keep_all.clicked.connect(self._keep_all)
        self.take_all.clicked.connect(self._take_all)
        self.trust.clicked.connect(self._ask_whose)
        self.buttons.accepted.connect(self._ask)
        self.buttons.rejected.connect(self.reject)

    def _fill(self) -> None:
        for standing in (Standing.CONFLICT, Standing.NEW, Standing.CHANGED_THERE, Standing.CHANGED_HERE, Standing.GONE_HERE, Standing.SAME):
            found = self._comparison.of(standing)
            if not found:
                continue
            group = QTreeWidgetItem(self.tree, [standing_words(standing, len(found))])
            group.setFirstColumnSpanned(True)
            heading = group.font(0)
            heading.setBold(True)
            group.setFont(0, heading)
            group.setExpanded(standing is not Standing.SAME)
            if standing is Standing.CONFLICT:
                self._rows += [self._part(group, place) for place in range(len(self._questions))]
            elif standing is Standing.CHANGED_THERE:
                self._rows += [self._part(group, place) for place in range(len(self._questions), len(self._parts))]
            else:
                self._list(group, found)
        for problem in self._comparison.problems:
            QTreeWidgetItem(self.tree, [problem]).setFirstColumnSpanned(True)
        for column, width in enumerate((470, 170, 150)):
            self.tree.setColumnWidth(column, width)
        first = self._rows[0] if self._rows else self.tree.topLevelItem(0)
        if first is not None:
            self.tree.setCurrentItem(first)

    def _part(self, group: QTreeWidgetItem, place: int) -> QTreeWidgetItem:
        item, part = self._parts[place]
        row = QTreeWidgetItem(group, [item.item.title, part_words(part), KINDS[item.item.kind][0], ""])
        row.setData(0, _PLACE, place)
        return row

    def _list(self, group: QTreeWidgetItem, found: tuple[ItemDifference, ...]) -> None:
        for item in found[:MOST_LISTED]:
            QTreeWidgetItem(group, [item.item.title, ", ".join(map(part_words, item.parts)), KINDS[item.item.kind][0]])
        if len(found) > MOST_LISTED:
            QTreeWidgetItem(group, [f"and {len(found) - MOST_LISTED:,} more"])

    @property
    def _place_shown(self) -> int | None:
        row = self.tree.currentItem()
        place = row.data(0, _PLACE) if row is not None else None
        return int(place) if place is not None else None

    @Slot()
    def _show_sides(self) -> None:
        place = self._place_shown
        part = self._parts[place][1] if place is not None else None
        self.mine.setPlainText((part.mine or "(nothing)") if part else "")
        self.theirs.setPlainText((part.theirs or "(nothing)") if part else "")
        for button in (self.keep, self.take):
            button.setEnabled(part is not None)

    @Slot()
    def _keep_mine(self) -> None:
        self._decide(Choice.MINE)

    @Slot()
    def _take_theirs(self) -> None:
        self._decide(Choice.THEIRS)

    @Slot()
    def _keep_all(self) -> None:
        self._decide_all(Choice.MINE)

    @Slot()
    def _take_all(self) -> None:
        self._decide_all(Choice.THEIRS)

    def _decide(self, choice: Choice) -> None:
        """Take the person's word on the conflict that is shown, and show the next that is open."""
        place = self._place_shown
        if place is None:
            return
        self._choices[self._key(place)] = choice
        self._show_choices()
        following = next((each for each in range(len(self._questions)) if self._key(each) not in self._choices), None)
        if following is not None:
            self.tree.setCurrentItem(self._rows[following])

    def _decide_all(self, choice: Choice) -> None:
        self._choices |= {self._key(place): choice for place in range(len(self._questions))}
        self._show_choices()

    def _key(self, place: int) -> tuple[str, str]:
        item, part = self._parts[place]
        return item.item.key, part.part

    def _show_choices(self) -> None:
        for place, row in enumerate(self._rows):
            choice = self._choices.get(self._key(place))
            row.setText(3, CHOSEN[choice] if choice else "not decided" if place < len(self._questions) else "taken over")
        undecided = sum(self._key(place) not in self._choices for place in range(len(self._questions)))
        self.merge.setEnabled(not undecided)
        self.told.setText(merge_words(self._comparison, undecided))

    @Slot()
    def _ask_whose(self) -> None:
        whose, given = QInputDialog.getText(self, "Trust this key", "Whose key is it? Make sure of it by another way than this bundle.")
        if given and whose.strip():
            self.trust_wanted.emit(whose.strip(), self._opened.key)

    @Slot()
    def _ask(self) -> None:
        self.merge_wanted.emit(self.choices)


def _text(name: str) -> QPlainTextEdit:
    text = QPlainTextEdit(readOnly=True)
    text.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
    text.setAccessibleName(name)
    text.setTabChangesFocus(True)
    return text
