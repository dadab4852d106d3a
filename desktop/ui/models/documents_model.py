"""The document list as a Qt model."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from PySide6.QtCore import QObject

from desktop.domain.document import DocumentSummary
from desktop.ui.models.blocks_model import BlocksModel, Column, Index, Role
from desktop.ui.models.remarks import warnings_on
from desktop.ui.theme import colours, icon


def local_time(moment: str) -> str:
    """An ISO 8601 moment as the analyst's clock showed it."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return moment


COLUMNS: tuple[Column[DocumentSummary], ...] = (
    Column("Title", lambda row: row.document.title, "title"),
    Column("Format", lambda row: row.document.source_format.upper(), "format"),
    Column("Pages", lambda row: "" if row.document.pages is None else f"{row.document.pages:,}", "pages", numeric=True),
    Column("Published", lambda row: row.document.published or "", "published"),
    Column("Imported", lambda row: local_time(row.document.imported_at), "imported_at"),
    Column("Marking", lambda row: f"TLP:{row.document.tlp}", "tlp"),
    Column("Characters", lambda row: f"{row.characters:,}", "characters", numeric=True),
)
TITLE, FORMAT, PAGES, PUBLISHED, IMPORTED, MARKING, CHARACTERS = range(len(COLUMNS))


class DocumentsModel(BlocksModel[DocumentSummary]):
    """Rows of documents."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, describe_document, parent)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """What a cell shows; a sign before the title of a document whose reader should be warned."""
        if role == Role.DecorationRole and index.isValid() and index.column() == TITLE:
            row = self.row_at(index.row())
            return icon("warning", colours().warning) if row and warnings_on(row.document) else None
        return super().data(index, role)

    def rows_of(self, document_ids: Collection[str]) -> list[int]:
        """Rows of documents, in order, of those that have been fetched."""
        wanted = frozenset(document_ids)
        return self.rows_where(lambda each: each.document.id in wanted)


def describe_document(summary: DocumentSummary) -> str:
    """What stands in a document's front matter that a list has no room for."""
    document = summary.document
    lines = [document.title, document.source_filename, f"TLP:{document.tlp}"]
    if document.grade:
        lines.append(f"Grade {document.grade}")
    if document.tags:
        lines.append("Tags: " + ", ".join(document.tags))
    lines += warnings_on(document)
    return "\n".join(dict.fromkeys(lines))
