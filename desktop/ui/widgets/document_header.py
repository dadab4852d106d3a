"""What is known about the open document, in two or three lines above it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from desktop.domain.document import Document
from desktop.domain.marking import Marking
from desktop.domain.reading import ReadingDocument
from desktop.domain.shown_name import shown_name
from desktop.ui.theme import play
from desktop.ui.widgets.colours import marking_style
from desktop.ui.widgets.document_family import DocumentFamily
from desktop.ui.widgets.elided_label import ElidedLabel
from desktop.ui.widgets.icon_button import IconButton
from desktop.ui.widgets.still_text import let_select


class MarkingChip(QLabel):
    """A marking in the colours that TLP 2.0 gives it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def show_marking(self, marking: Marking) -> None:
        """Show a marking."""
        self.setText(f"TLP:{marking}")
        self.setAccessibleName(f"Marking TLP {marking}")
        self.setStyleSheet(marking_style(marking))


class DocumentHeader(QWidget):
    """Title, marking, format, pages, dates and the file it came from; room for the views on the right."""

    close_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = QLabel()
        play(self.title, "heading")
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        let_select(self.title)
        self.title.setWordWrap(True)
        self.details = ElidedLabel()
        self.details.setMinimumWidth(1)  # beside a list, the views need the room
        play(self.details, "muted")
        self.marking = MarkingChip()
        self.family = DocumentFamily()
        self.close_button = IconButton("close", "Close the document")
        self.close_button.clicked.connect(self.close_requested)
        self.view_bar = QHBoxLayout()
        first = QHBoxLayout()
        first.addWidget(self.title, 1)
        first.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        second = QHBoxLayout()
        second.setSpacing(10)
        second.addWidget(self.marking)
        second.addWidget(self.details, 1)
        second.addLayout(self.view_bar)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 10, 10, 8)
        layout.setSpacing(6)
        layout.addLayout(first)
        layout.addLayout(second)
        layout.addWidget(self.family)

    def show_document(self, shown: ReadingDocument) -> None:
        """Describe a document."""
        document = shown.document
        self.title.setText(shown_name(document.title))
        self.details.setText("  ·  ".join(_details(document, shown.original_pages)))
        self.details.setToolTip(f"{self.details.text()}\n{document.id}, converted by {document.converter}")
        self.marking.show_marking(document.tlp)
        self.family.show_family(document, shown.around)


def _details(document: Document, original_pages: int | None) -> list[str]:
    pages = document.pages or original_pages
    details = [document.source_format.upper()]
    if pages:
        details.append(f"{pages} {'page' if pages == 1 else 'pages'}")
    details.append(f"published {document.published}" if document.published else f"imported {document.imported_at[:10]}")
    details.append(shown_name(document.source_filename))
    return details
