"""The source of a candidate: the document in which it was found, at the place that is looked at."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from desktop.domain.candidate import CandidateSheet
from desktop.domain.reading import OpenRequest
from desktop.ui.theme import play
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.icon_button import IconButton
from desktop.ui.widgets.markdown_view import MarkdownView
from desktop.ui.widgets.shown_sources import state_sources


class CandidateSource(QWidget):
    """Shows one place after the other."""

    step_wanted = Signal(int)
    open_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet: CandidateSheet | None = None
        self.title = ElidedLabel()
        play(self.title, "heading")
        self.count = QLabel()
        play(self.count, "muted")
        self.previous = IconButton("previous", "The place before (Left)")
        self.next = IconButton("next", "The next place (Right)")
        self.open = QToolButton()
        self.open.setText("Open")
        self.open.setToolTip("Open the document at this place")
        self.text = MarkdownView()
        self.text.setAccessibleName("Source of the candidate")
        bar = QHBoxLayout()
        bar.setContentsMargins(16, 8, 8, 8)
        bar.setSpacing(6)
        bar.addWidget(self.title, 1)
        for widget in (self.count, self.previous, self.next, self.open):
            bar.addWidget(widget)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self.text, 1)
        self.previous.clicked.connect(self._step_back)
        self.next.clicked.connect(self._step_on)
        self.open.clicked.connect(self._open)
        self.clear()

    @property
    def shown_document(self) -> str:
        """The id of the document that is shown; empty if none is."""
        return self._sheet.document.id if self._sheet and self._sheet.document else ""

    def show_sheet(self, sheet: CandidateSheet) -> None:
        """Show a place; a document that is shown already is not rendered anew."""
        before, self._sheet = self._sheet, sheet
        if sheet.document is None:
            self.clear("The document vanished meanwhile." if sheet.places else "It stands nowhere any more.")
            return
        if before is None or (before.document, before.body) != (sheet.document, sheet.body):
            state_sources(self, (sheet.document.id,))
            self.text.show_body(sheet.body)
        place, several = sheet.places[sheet.at], len(sheet.places) > 1
        self.text.show_places([(place.start, place.end)])
        self.title.setText(sheet.document.title)
        shown = f"{sheet.at + 1:,} of {len(sheet.places):,}"
        more = sheet.candidate.places > len(sheet.places)
        self.count.setText(f"{shown} shown, {sheet.candidate.places:,} in all" if more else shown if several else "")
        self.previous.setEnabled(sheet.at > 0)
        self.next.setEnabled(sheet.at + 1 < len(sheet.places))
        for each in (self.previous, self.next):
            each.setVisible(several)
        self.open.show()

    def clear(self, said: str = "") -> None:
        """Show no document; `said` is why."""
        self._sheet = None
        self.title.setText(said)
        self.count.setText("")
        state_sources(self, ())
        self.text.show_body("")
        for each in (self.previous, self.next, self.open):
            each.hide()

    @Slot()
    def _step_back(self) -> None:
        self.step_wanted.emit(-1)

    @Slot()
    def _step_on(self) -> None:
        self.step_wanted.emit(1)

    @Slot()
    def _open(self) -> None:
        if self._sheet and self._sheet.document:
            place = self._sheet.places[self._sheet.at]
            self.open_requested.emit(OpenRequest(place.document_id, place.start, place.end, quote=place.quote))
