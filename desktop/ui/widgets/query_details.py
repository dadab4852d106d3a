"""What was really asked of the index, and which routes took part."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QFrame, QHBoxLayout, QLabel, QScrollArea, QToolButton, QVBoxLayout, QWidget

from desktop.domain.passage import Mode, Query, Route, SearchResult
from desktop.ui.models.results import ROUTE_NAMES
from desktop.ui.theme import play
from desktop.ui.widgets.still_text import let_select

HIGHEST = 190
ROUTE_TIPS = {
    Route.KEYWORD: "The words themselves",
    Route.VECTOR: "What is near in meaning",
    Route.ENTITY: "Passages that mention what the query names, by all its names",
    Route.GRAPH: "Passages along the paths from what the query names",
    Route.TEMPORAL: "Passages of the days that the query speaks of, or the newest",
}
ROUTES = {
    Mode.HYBRID: (Route.KEYWORD, Route.VECTOR),
    Mode.BLENDED: (Route.KEYWORD, Route.VECTOR, Route.ENTITY, Route.GRAPH, Route.TEMPORAL),
}
"""The routes that can be switched, of the modes that have several."""
_OF_ROUTES = ("weights", "found")
_CALLED = {str(route): name for route, name in ROUTE_NAMES.items()}
ALIKE_IN = (Mode.KEYWORD, Mode.HYBRID, Mode.BLENDED)


class QueryDetails(QFrame):
    """Says what was asked, in lines to read or copy; `steered` carries the query with a route on or off."""

    steered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        play(self, "card")
        self.setAccessibleName("Query details")
        self._query: Query | None = None
        self._routes = QButtonGroup(self, exclusive=False)
        self.switches = {route: _switch(ROUTE_NAMES[route], tip, f"Route: {ROUTE_NAMES[route]}") for route, tip in ROUTE_TIPS.items()}
        tip = "Look for words of other alphabets that read the same, too: Sandworm, Сэндворм"
        self.alike = _switch("transliterate", tip, "Transliterate")
        self.alike.clicked.connect(self._choose)
        self._heading = QLabel("Routes")
        play(self._heading, "muted")
        switches = QHBoxLayout()
        switches.setSpacing(6)
        switches.addWidget(self._heading)
        for each in self.switches.values():
            self._routes.addButton(each)
            switches.addWidget(each)
        self._routes.buttonClicked.connect(self._choose)
        switches.addWidget(self.alike)
        switches.addStretch()
        self.text = QLabel(wordWrap=True, textFormat=Qt.TextFormat.RichText)
        self.text.setAccessibleName("What was asked of the index")
        let_select(self.text, by_keyboard=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._scrolled = _Scrolled(self.text)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(6)
        layout.addLayout(switches)
        layout.addWidget(self._scrolled)
        self.show_result(None)

    def show_query(self, query: Query) -> None:
        """Show which routes take part."""
        self._query = query
        offered = ROUTES.get(query.mode, ())
        self._heading.setVisible(bool(offered))
        for route, switch in self.switches.items():
            switch.setVisible(route in offered)
            switch.setChecked(route not in query.routes_off)
        on = [route for route in offered if route not in query.routes_off]
        for route, switch in self.switches.items():
            switch.setEnabled(on != [route])  # without any route there is no search
        self.alike.setVisible(query.mode in ALIKE_IN)
        self.alike.setChecked(query.transliterate)

    def show_result(self, result: SearchResult | None) -> None:
        """Say what was asked."""
        self.text.setText(details_html(result) if result else "Nothing was asked yet.")
        self._scrolled.fit()

    @Slot()
    @Slot(QAbstractButton)
    def _choose(self, _button: QAbstractButton | None = None) -> None:
        if self._query:
            off = {route for route, switch in self.switches.items() if not switch.isChecked()}
            self.steered.emit(replace(self._query, routes_off=frozenset(off), transliterate=self.alike.isChecked()))


class _Scrolled(QScrollArea):
    """As high as its text, and not over a limit."""

    def __init__(self, text: QLabel) -> None:
        super().__init__()
        self._text = text
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(text)
        text.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.fit()

    def fit(self) -> None:
        """Be as high as the text is at this width."""
        self.setFixedHeight(min(HIGHEST, max(0, self._text.heightForWidth(self.viewport().width()))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: another width, another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()


def details_html(result: SearchResult) -> str:
    """What was asked, as a table of names and what stands for them."""
    lines = [("asked", result.asked), *(_detail(line) for line in result.details)]
    rows = "".join(f"<tr><td width='84'>{escape(name)}</td><td>{escape(said)}</td></tr>" for name, said in lines if said)
    return f"<table width='100%' cellspacing='0' cellpadding='2'>{rows}</table>" if rows else "Nothing was asked of the index."


def _detail(line: str) -> tuple[str, str]:
    """A line of details as its name and what it says, which calls the routes what their switches do."""
    name, parted, said = line.partition(": ")
    if not parted:
        return "", line
    if name not in _OF_ROUTES:
        return name, said
    counts = (each.split(" ", 1) for each in said.split(", "))
    return name, ", ".join(" ".join((_CALLED.get(route, route), *number)) for route, *number in counts)


def _switch(words: str, tip: str, spoken: str) -> QToolButton:
    button = QToolButton()
    button.setText(words)
    button.setToolTip(tip)
    button.setAccessibleName(spoken)
    button.setCheckable(True)
    play(button, "chip")
    return button
