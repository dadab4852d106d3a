"""Originals: what an analyst gave, shown beside the Markdown that was made of it."""

from __future__ import annotations

from pathlib import Path

from desktop.application.ports import DocumentStore, PageRenderer
from desktop.domain.errors import StorageProblem
from desktop.domain.reading import Box, OriginalKind, PageImage

MOST_BYTES = 4 * 2**20
IMAGE_FORMATS = frozenset({"png", "jpg", "jpeg", "gif", "bmp", "webp", "tif", "tiff"})
UNSHOWN_FORMATS = frozenset({"docx", "pptx", "xlsx", "xls", "doc", "ppt", "epub", "msg", "odt", "ods", "odp", "rtf"})


class Originals:
    """Opens the original of a document."""

    def __init__(self, store: DocumentStore, renderer: PageRenderer) -> None:
        self._store = store
        self._renderer = renderer

    def kind(self, document_id: str) -> OriginalKind:
        """How the original can be shown, by the format that its content was found to have."""
        stored = self._store.read(document_id)
        if stored.raw_path is None or not stored.raw_path.is_file():
            return OriginalKind.NONE
        found = stored.document.source_format.lower()
        if found == "pdf":
            return OriginalKind.PDF
        if found in IMAGE_FORMATS:
            return OriginalKind.IMAGE
        return OriginalKind.NONE if found in UNSHOWN_FORMATS else OriginalKind.TEXT

    def page_count(self, document_id: str) -> int:
        """Pages of a PDF, frames of an image."""
        return self._renderer.page_count(self._path(document_id))

    def render(self, document_id: str, page: int, width: int) -> PageImage:
        """Draw page `page` (from 1), `width` pixels wide; of an image no wider than it is, and 0 means as wide as that."""
        return self._renderer.render(self._path(document_id), page, width)

    def locate(self, document_id: str, page: int, quote: str) -> tuple[Box, ...]:
        """Boxes that cover a quote on a page; empty if it is not there, or the original is an image."""
        return self._renderer.locate(self._path(document_id), page, quote)

    def read_bytes(self, document_id: str) -> bytes:
        """The bytes of a text; StorageProblem if it is too large to be shown, or cannot be read."""
        path = self._path(document_id)
        try:
            size = path.stat().st_size
            if size > MOST_BYTES:
                raise StorageProblem(
                    f"The original is too large to be shown here ({size / 2**20:,.1f} MB).", f"Open it with another program: {path}"
                )
            return path.read_bytes()
        except OSError as error:
            raise StorageProblem(f"The original could not be read: {error.strerror}.", f"Look at {path}.") from error

    def _path(self, document_id: str) -> Path:
        path = self._store.read(document_id).raw_path
        if path is None or not path.is_file():
            raise StorageProblem("The original is not in the vault's `raw` folder.", "Restore it from a backup, or import the file again.")
        return path
