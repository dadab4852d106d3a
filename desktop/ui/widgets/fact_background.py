"""What stands behind a fact: its details, its sources, the facts that contradict it, and what happened to it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QPushButton, QScrollArea, QTabWidget, QVBoxLayout, QWidget

from desktop.domain.fact import FactEvent, QuoteState
from desktop.domain.fact_sheet import FactSheet, SourceOnSheet
from desktop.domain.reading import OpenRequest
from desktop.ui.models.documents_model import local_time
from desktop.ui.theme import colours, icon, play
from desktop.ui.widgets.quiet_copy import keep_from_copying

_STATES = {
    QuoteState.THERE: "",
    QuoteState.MOVED: "It moved within the document.",
    QuoteState.CHANGED: "The document no longer says this.",
    QuoteState.GONE: "The document is gone.",
}
_BROKEN = (QuoteState.CHANGED, QuoteState.GONE)
_DONE = {
    "remember": "Remembered",
    "edit": "Changed",
    "source": "Source added",
    "supersede": "Superseded",
    "accept": "Accepted",
    "reject": "Rejected",
    "keep_both": "Kept beside another",
    "forget": "Forgotten",
    "restore": "Brought back",
    "revert": "Earlier version brought back",
    "undo": "Taken back",
    "appear": "Written",
}
DETAILS, SOURCES, AGAINST, HISTORY = range(4)
LONGEST_QUOTE = 280


class FactBackground(QTabWidget):
    """Says which place to open, which of two contradicting facts shall hold, and which version to bring back."""

    open_requested = Signal(object)
    fact_requested = Signal(str)
    supersede_requested = Signal(str, str)
    keep_requested = Signal(object)
    version_requested = Signal(str, str)

    def __init__(self, details: QWidget, parent: QWidget | None = None) -> None:
        """`details` is shown as the first of the pages."""
        super().__init__(parent)
        self._sheet: FactSheet | None = None
        self.sources, self.against, self.history = _list("Sources"), _list("Facts that contradict it"), _list("History")
        self.supersede_button = QPushButton("This one supersedes it")
        self.yield_button = QPushButton("It supersedes this one")
        self.keep_button = QPushButton("Both hold")
        self.version_button = QPushButton("Bring this version back")
        self._note = QLabel(wordWrap=True)
        play(self._note, "muted")
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(details)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.addTab(scroll, "Details")
        self.addTab(_page(self._note, self.sources), "Sources")
        self.addTab(_page(self.against, _buttons(self.supersede_button, self.yield_button, self.keep_button)), "Contradictions")
        self.addTab(_page(self.history, _buttons(self.version_button)), "History")
        self.setDocumentMode(True)
        self._changeable = True
        self._connect()

    def show_sheet(self, sheet: FactSheet) -> None:
        """Show what stands behind a fact."""
        self._sheet = sheet
        count = len(sheet.sources)
        noun = "source" if count == 1 else "sources"
        self._note.setText(f"{count} {noun}, {sheet.independent} independent." if count else "It names no source.")
        _fill(self.sources, [_source_item(each) for each in sheet.sources])
        _fill(self.against, [QListWidgetItem(f"{each.statement}\n{each.name}") for each in sheet.against])
        _fill(self.history, [_event_item(each) for each in sheet.events])
        self.setTabText(SOURCES, f"Sources  {count}" if count else "Sources")
        self.setTabText(AGAINST, f"Contradictions  {len(sheet.against)}" if sheet.against else "Contradictions")
        self.setTabVisible(SOURCES, True)
        self.setTabVisible(AGAINST, bool(sheet.against))
        self.setTabVisible(HISTORY, True)
        if sheet.against:
            self.against.setCurrentRow(0)
        self._allow()

    def show_details_only(self) -> None:
        """Nothing stands behind a fact that is not kept yet."""
        self._sheet = None
        for page in (SOURCES, AGAINST, HISTORY):
            self.setTabVisible(page, False)

    def allow_changes(self, allowed: bool) -> None:
        """Offer to decide, or not, in a vault that may only be read."""
        self._changeable = allowed
        self._allow()

    def _connect(self) -> None:
        self.sources.activated.connect(self._open_source)
        self.against.activated.connect(self._open_other)
        self.against.currentRowChanged.connect(self._allow)
        self.history.currentRowChanged.connect(self._allow)
        self.supersede_button.clicked.connect(self._supersede)
        self.yield_button.clicked.connect(self._yield)
        self.keep_button.clicked.connect(self._keep)
        self.version_button.clicked.connect(self._bring_back)

    @Slot()
    def _allow(self) -> None:
        for button in (self.supersede_button, self.yield_button, self.keep_button):
            button.setEnabled(self._changeable and self._other() != "")
        event = self._event()
        current = self._sheet is not None and event is not None and event.after == self._sheet.sha256
        self.version_button.setEnabled(self._changeable and event is not None and event.kept and not current)

    @Slot(QModelIndex)
    def _open_source(self, index: QModelIndex) -> None:
        if self._sheet and index.row() < len(self._sheet.sources):
            each = self._sheet.sources[index.row()]
            if each.anchor.state is not QuoteState.GONE:
                placed = each.anchor.state is not QuoteState.CHANGED
                start, end = (each.anchor.start, each.anchor.end) if placed else (None, None)
                self.open_requested.emit(OpenRequest(each.source.document, start, end, quote=each.source.quote if placed else ""))

    @Slot(QModelIndex)
    def _open_other(self, _index: QModelIndex) -> None:
        if self._other():
            self.fact_requested.emit(self._other())

    @Slot()
    def _supersede(self) -> None:
        if self._sheet:
            self.supersede_requested.emit(self._other(), self._sheet.fact.id)

    @Slot()
    def _yield(self) -> None:
        if self._sheet:
            self.supersede_requested.emit(self._sheet.fact.id, self._other())

    @Slot()
    def _keep(self) -> None:
        if self._sheet:
            self.keep_requested.emit((self._sheet.fact.id, self._other()))

    @Slot()
    def _bring_back(self) -> None:
        event = self._event()
        if self._sheet and event and event.after:
            self.version_requested.emit(self._sheet.fact.id, event.after)

    def _other(self) -> str:
        row = self.against.currentRow()
        return self._sheet.against[row].id if self._sheet and 0 <= row < len(self._sheet.against) else ""

    def _event(self) -> FactEvent | None:
        row = self.history.currentRow()
        return self._sheet.events[row] if self._sheet and 0 <= row < len(self._sheet.events) else None


def _source_item(each: SourceOnSheet) -> QListWidgetItem:
    quote = " ".join(each.source.quote.split())
    quote = quote if len(quote) <= LONGEST_QUOTE else f"{quote[:LONGEST_QUOTE]} …"
    said = _STATES[each.anchor.state]
    item = QListWidgetItem(f"“{quote}”\n{each.title or each.source.document}" + (f" · {said}" if said else ""))
    item.setToolTip("Enter opens the place" if each.anchor.state is not QuoteState.GONE else said)
    if each.anchor.state in _BROKEN:
        item.setIcon(icon("warning", colours().warning))
    return item


def _event_item(event: FactEvent) -> QListWidgetItem:
    by = "another program" if event.outside else event.actor
    kept = "" if event.kept or event.after is None else " · this version is not kept"
    return QListWidgetItem(f"{_DONE.get(event.action, event.action)}{f' by {by}' if by else ''}\n{local_time(event.at)}{kept}")


def _list(name: str) -> QListWidget:
    made = QListWidget()
    made.setAccessibleName(name)
    made.setWordWrap(True)
    made.setSpacing(3)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    keep_from_copying(made)
    return made


def _fill(listed: QListWidget, items: list[QListWidgetItem]) -> None:
    listed.clear()
    for item in items:
        listed.addItem(item)


def _page(*widgets: QWidget) -> QWidget:
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(0, 8, 0, 0)
    layout.setSpacing(8)
    for widget in widgets:
        layout.addWidget(widget, 1 if isinstance(widget, QListWidget) else 0)
    return page


def _buttons(*buttons: QPushButton) -> QWidget:
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    for button in buttons:
        layout.addWidget(button)
    layout.addStretch()
    return row
