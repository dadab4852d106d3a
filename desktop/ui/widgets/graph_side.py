"""What stands beside the picture: the card of a node, what there is around it to show, and the sentences behind a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.graph import DatedDocument
from desktop.domain.graph_card import Card, Choice, Evidence, OrderedWays
from desktop.domain.graph_picture import DrawnNode, Line
from desktop.domain.graph_view import MENTIONS, Node, document_of
from desktop.domain.reading import OpenRequest
from desktop.ui.models.graph_words import (
    choice_words,
    counted,
    line_heading,
    quote_words,
    seen_words,
    step_rows,
    tie_words,
    way_words,
    ways_words,
)
from desktop.ui.theme import play
from desktop.ui.widgets.colours import is_dark
from desktop.ui.widgets.kind_look import kind_dot
from desktop.ui.widgets.pages import Pages
from desktop.ui.widgets.sentence_list import SentenceList
from desktop.ui.widgets.still_text import let_select

MOST_NAMES, MOST_LETTERS, MOST_ROWS = 12, 420, 6
CHOICE = Qt.ItemDataRole.UserRole
HELP = (
    "Choose a node to see what is known of it, or a line for the sentences behind it.\n\n"
    "Double click, or Enter, shows more around a node.\nArrows walk, L goes along lines, F focuses, H hides, P pins, B brushes times."
)


class FittingList(QListWidget):
    """As high as its rows, up to a limit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setViewportMargins(0, 4, 0, 4)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def fit(self) -> None:
        """Take the height that the rows need."""
        rows = min(MOST_ROWS, max(1, self.count()))
        self.setFixedHeight(rows * max(18, self.sizeHintForRow(0)) + 12)


class GraphSide(QWidget):
    """Shows one thing at a time."""

    expand_wanted = Signal(str, object)  # the key of a node, and a Choice
    take_out_wanted = Signal(str, int)  # the key of a collection, and how many of it; 0 for all
    node_wanted = Signal(str)  # the key of a node that is spoken of
    open_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._key = ""
        self.shows_ways = False
        self._help = _label("muted")
        self._help.setText(HELP)
        self.heading, self.about, self.description, self.seen = (_label(role) for role in ("heading", "muted", "", "muted"))
        self.choices = FittingList()
        self.choices.setAccessibleName("What there is around it: Enter shows the strongest")
        self.choices.setFrameShape(QFrame.Shape.NoFrame)
        self.techniques = FittingList()
        self.techniques.setAccessibleName("Techniques that it uses: Enter shows one")
        self.techniques.setFrameShape(QFrame.Shape.NoFrame)
        self.choices.itemActivated.connect(self._expand)
        self.choices.itemClicked.connect(self._expand)
        self.techniques.itemActivated.connect(self._show_technique)
        self.techniques.itemClicked.connect(self._show_technique)
        self.more, self.all = QPushButton("Show 10 strongest"), QPushButton("Show all")
        self.more.clicked.connect(self._take_more)
        self.all.clicked.connect(self._take_all)
        self.documents = SentenceList("Documents that mention it")
        self.documents.opened.connect(self.open_requested)
        self.sentences = SentenceList("Sentences behind this line")
        self.sentences.opened.connect(self.open_requested)
        self.line_heading, self.line_about = _label("heading"), _label("muted")
        self._around, self._written, self._used = (_label("muted") for _ in range(3))
        self._around.setText("Show around it")
        self._written.setText("Mentioned in")
        self._used.setText("Techniques it uses")
        told = (self.heading, self.about, self.seen, self.description)
        shows = (self._around, self.choices, self.more, self.all)
        self._node_page = _column(*told, *shows, self._used, self.techniques, self._written, self.documents)
        self._lists = (*shows, self._used, self.techniques, self._written, self.documents)
        self._line_page = _column(self.line_heading, self.line_about, self.sentences)
        self._help_page = _column(self._help)
        self.pages = Pages(self._help_page, self._node_page, self._line_page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.pages)
        self.show_nothing()

    @property
    def key(self) -> str:
        """The node that is told of; empty if none is."""
        return self._key

    def show_nothing(self) -> None:
        """Say how it is done."""
        self._key, self.shows_ways = "", False
        self.pages.turn_to(self._help_page)

    def show_waiting(self, node: DrawnNode) -> None:
        """Something is chosen whose card is not there yet."""
        if node.key != self._key:
            self._begin(node.key, node.label, str(node.kind))

    def show_card(self, card: Card, shown: Mapping[Choice, int]) -> None:
        """Show everything about a node; `shown` counts what of each choice is drawn already."""
        node = card.node
        self._begin(node.key, node.label, _about(node))
        self.seen.setText(seen_words(card) if not document_of(node.key) else f"{card.first_seen}  ·  {counted(node.mentions, 'mention')}")
        text = card.description if len(card.description) <= MOST_LETTERS else f"{card.description[:MOST_LETTERS].rsplit(' ', 1)[0]} …"
        self.description.setText(f"{text}\n({card.described_by})" if text else "")
        self.description.setToolTip(card.description if text.endswith("…") else "")
        self.description.setVisible(bool(text))
        self._fill_choices(card.choices, shown)
        self._fill_techniques(card.techniques)
        opens = [(each.title, _mentions(each), OpenRequest(each.document_id)) for each in card.documents]
        self.documents.show_rows(list(reversed(opens)))
        for each in (self._written, self.documents, self.seen):
            each.setVisible(bool(card.documents))

    def show_collection(self, node: DrawnNode, members: Sequence[Node]) -> None:
        """Show what a collection stands for."""
        self._begin(node.key, node.label, "Drawn as one. Double click, or Enter, shows the 10 strongest of them.")
        for each in (self.more, self.all):
            each.show()
        self.all.setText(f"Show all {node.members:,}")
        rows = [(each.label, f"{each.type}, in {counted(each.documents, 'document')}", None) for each in members[:200]]
        for label, where, _ in rows:
            item = QListWidgetItem(f"{label}   –   {where}")
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            self.choices.addItem(item)
        if len(members) > len(rows):
            self.choices.addItem(f"… and {len(members) - len(rows):,} more")
        self.choices.fit()
        self.choices.show()

    def show_line(self, line: Line, source: str, target: str) -> None:
        """A line is chosen; its sentences come later."""
        self._key, self.shows_ways = "", False
        self.line_heading.setText(line_heading(line, source, target))
        self.line_about.setText("Reading …")
        self.sentences.show_rows(())
        self.pages.turn_to(self._line_page)

    def show_evidence(self, found: Sequence[Evidence], labels: Mapping[str, str]) -> None:
        """Show the sentences behind a line, by what they state."""
        rows: list[tuple[str, str, OpenRequest | None]] = []
        told = [each for each in found if each.sentences] or found[:MOST_NAMES]
        plain = len(found) > 1 and {each.tie.relationship for each in found} == {MENTIONS} and len({each.tie.source for each in found}) == 1
        for each in told:
            rows.append(
                (tie_words(each, "" if plain else labels.get(each.tie.source, ""), labels.get(each.tie.target, "")), _kept_back(each), None)
            )
            for said in each.sentences:
                request = OpenRequest(said.document_id, said.start, said.end, quote=said.quote)
                rows.append((f"“{quote_words(said.quote)}”", f"{said.title}  ·  {said.date}  ·  {said.by}", request))
        if left := len(found) - len(told):
            rows.append((f"… and {counted(left, 'relation')} more", "Choose single nodes, or the tables, to see what is behind them", None))
        shown, total = sum(len(each.sentences) for each in found), sum(max(each.total, len(each.sentences)) for each in found)
        many = counted(total, "sentence")
        self.line_about.setText(f"{f'{shown:,} of {many}' if shown < total else many}; a click, or Enter, opens the document there.")
        self.sentences.show_rows(rows)

    def show_ways(self, found: Sequence[OrderedWays], labels: Mapping[str, str]) -> None:
        """Show ways in the order of time: each with its steps, and what stated them first."""
        self._key, self.shows_ways = "", True
        rows: list[tuple[str, str, OpenRequest | None]] = []
        for each in found:
            for number, way in enumerate(each.ways, 1):
                rows.append((f"{number}.  {way_words(each.start, way, labels)}", "", None))
                for step in way:
                    said, request = step_rows(step, labels)
                    rows.append((*said, request))
        self.line_heading.setText("In order of time")
        self.line_about.setText("\n".join(ways_words(each, labels) for each in found))
        self.sentences.show_rows(rows)
        self.pages.turn_to(self._line_page)

    # --- inside

    def _begin(self, key: str, heading: str, about: str) -> None:
        self._key, self.shows_ways = key, False
        self.heading.setText(heading)
        self.about.setText(about)
        self.choices.clear()
        for each in (self.description, self.seen, *self._lists):
            each.hide()
        self.pages.turn_to(self._node_page)

    def _fill_choices(self, choices: Sequence[Choice], shown: Mapping[Choice, int]) -> None:
        dark = is_dark(self.palette())
        for choice in choices:
            drawn = shown.get(replace(choice, entities=0), 0)
            words = f"{choice.entities:,}  {choice_words(choice)}{f'  ·  {drawn:,} shown' if drawn else ''}"
            item = QListWidgetItem(kind_dot(choice.kind, dark), words)
            item.setData(CHOICE, choice)
            self.choices.addItem(item)
        self.choices.fit()
        self._around.setVisible(bool(choices))
        self.choices.setVisible(bool(choices))

    def _fill_techniques(self, techniques: Sequence[Node]) -> None:
        self.techniques.clear()
        for each in techniques:
            item = QListWidgetItem(f"{each.label}   {each.key.partition(':')[2]}")
            item.setData(CHOICE, each.key)
            self.techniques.addItem(item)
        self.techniques.fit()
        for widget in (self._used, self.techniques):
            widget.setVisible(bool(techniques))

    @Slot(QListWidgetItem)
    def _show_technique(self, item: QListWidgetItem) -> None:
        self.node_wanted.emit(str(item.data(CHOICE)))

    @Slot(QListWidgetItem)
    def _expand(self, item: QListWidgetItem) -> None:
        choice = item.data(CHOICE)
        if self._key and choice is not None:
            self.expand_wanted.emit(self._key, choice)

    @Slot()
    def _take_more(self) -> None:
        self.take_out_wanted.emit(self._key, 10)

    @Slot()
    def _take_all(self) -> None:
        self.take_out_wanted.emit(self._key, 0)


def _about(node: Node) -> str:
    names = [each for each in node.names if each != node.label]
    others = ", ".join(names[:MOST_NAMES]) + (f" and {len(names) - MOST_NAMES} more names" if len(names) > MOST_NAMES else "")
    return f"{node.type}  ·  also {others}" if others else node.type


def _mentions(document: DatedDocument) -> str:
    return f"{document.date}  ·  {counted(document.mentions, 'mention')}"


def _kept_back(evidence: Evidence) -> str:
    left = evidence.total - len(evidence.sentences)
    return f"{left:,} more are not shown here" if left > 0 else ""


def _label(role: str) -> QLabel:
    label = QLabel(wordWrap=True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    let_select(label)
    label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    play(label, role)
    return label


def _column(*widgets: QWidget) -> QWidget:
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(12, 4, 0, 0)
    layout.setSpacing(6)
    for each in widgets:
        layout.addWidget(each, 1 if isinstance(each, SentenceList) else 0)
    layout.addStretch()
    return page
