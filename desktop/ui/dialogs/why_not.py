"""Why a document is not where it was expected: in sentences, and where it stands on each route."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QGridLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop.domain.passage import Passage
from desktop.domain.reading import OpenRequest
from desktop.domain.snippet import snippet
from desktop.domain.why import RouteStanding, WhyNot
from desktop.ui.models.results import ROUTE_NAMES, page_words
from desktop.ui.theme import play
from desktop.ui.widgets.shown_sources import state_sources
from desktop.ui.widgets.still_text import let_select

HEADINGS = ("Route", "Weight", "Rank", "Its score", "Best score")


class WhyNotDialog(QDialog):
    """Tells the decisive reason first; the document's best passage can be opened, and the document expected from now on."""

    open_requested = Signal(object)
    expect_requested = Signal(str, str)

    def __init__(self, why: WhyNot, *, changeable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, (why.document_id,))
        self._why = why
        self.setWindowTitle("Why not?")
        self.resize(680, 540)
        heading = QLabel(why.title, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        play(heading, "title")
        asked = QLabel(f"sought by “{why.query}”", wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        play(asked, "muted")
        inside = QWidget()
        told = QVBoxLayout(inside)
        told.setContentsMargins(0, 0, 8, 0)
        told.setSpacing(12)
        for number, sentence in enumerate(why.sentences):
            told.addWidget(_text(sentence, "heading" if number == 0 else ""))
        told.addLayout(_routes(why.routes))
        told.addLayout(_words(why))
        if why.passage:
            told.addWidget(_best(why.passage))
        told.addStretch()
        scrolled = QScrollArea(widgetResizable=True)
        scrolled.setWidget(inside)
        scrolled.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 14)
        layout.setSpacing(8)
        layout.addWidget(heading)
        layout.addWidget(asked)
        layout.addWidget(scrolled, 1)
        layout.addWidget(self._buttons(changeable=changeable))

    def _buttons(self, *, changeable: bool) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        self.opening = QPushButton("Open the document", self)
        self.opening.clicked.connect(self._open)
        self.expecting = QPushButton("Expect it of this query", self)
        self.expecting.setVisible(changeable)
        self.expecting.setToolTip("Make a golden query of it, by which the quality of the search is measured")
        self.expecting.clicked.connect(self._expect)
        for each in (self.opening, self.expecting) if changeable else (self.opening,):
            buttons.addButton(each, QDialogButtonBox.ButtonRole.ActionRole)
        return buttons

    @Slot()
    def _open(self) -> None:
        best = self._why.passage
        place = (best.start, best.end, best.page, best.text) if best else ()
        self.open_requested.emit(OpenRequest(self._why.document_id, *place))
        self.accept()

    @Slot()
    def _expect(self) -> None:
        self.expect_requested.emit(self._why.query, self._why.document_id)
        self.expecting.setEnabled(False)


def _text(words: str, role: str = "") -> QLabel:
    label = QLabel(words, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    let_select(label, by_keyboard=True)
    play(label, role)
    return label


def _routes(routes: tuple[RouteStanding, ...]) -> QGridLayout:
    """A line for each route: what it counts, and where the document's best passage stands on it."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(22)
    grid.setVerticalSpacing(4)
    grid.setColumnStretch(len(HEADINGS), 1)
    for column, words in enumerate(HEADINGS if routes else ()):
        heading = QLabel(words)
        play(heading, "muted")
        grid.addWidget(heading, 0, column)
    for line, each in enumerate(routes, start=1):
        for column, words in enumerate(standing_words(each)):
            grid.addWidget(QLabel(words), line, column)
    return grid


def standing_words(standing: RouteStanding) -> tuple[str, str, str, str, str]:
    """What a line says of a route."""
    rank = f"{standing.rank} of {standing.looked}" if standing.rank else f"not in {standing.looked}" if standing.looked else "–"
    score, best = (f"{each:.3g}" if each is not None else "–" for each in (standing.score, standing.best))
    return ROUTE_NAMES[standing.route], f"{standing.weight:.2g}" if standing.weight else "off", rank, score, best


def _words(why: WhyNot) -> QFormLayout:
    form = QFormLayout()
    form.setHorizontalSpacing(22)
    for name, words in (("In the document", why.present), ("Not in it", why.absent)):
        if words:
            label = QLabel(name)
            play(label, "muted")
            form.addRow(label, _text(", ".join(words)))
    return form


def _best(passage: Passage) -> QLabel:
    place = f" ({page_words(passage.page)})" if passage.page is not None else ""
    label = _text(f"Its best passage{place}: {snippet(passage).text}")
    play(label, "muted")
    return label
