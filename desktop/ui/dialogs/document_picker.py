"""Chooses a document by its title or file name, as one types."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from desktop.domain.document import DocumentSummary
from desktop.ui.dialogs.picker import Choice, Picker

SHOWN = 100


class DocumentPicker(Picker):
    """A picker of documents."""

    def __init__(self, heading: str, choose: str = "Choose", parent: QWidget | None = None) -> None:
        super().__init__(heading, choose, "Title or file name", ("document", "documents"), parent)

    def show_rows(self, text: str, count: int, rows: Sequence[DocumentSummary]) -> None:
        """Show what was found for a text, unless another stands in the box by now."""
        self.show_choices(text, count, [_choice(each) for each in rows])


def _choice(row: DocumentSummary) -> Choice:
    document = row.document
    about = f"{document.title}\n{document.source_filename}, {document.published or document.imported_at[:10]}"
    return Choice(document.id, document.title, about)
