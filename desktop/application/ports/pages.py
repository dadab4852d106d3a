"""The port of what shows originals."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from desktop.domain.reading import Box, PageImage


class PageRenderer(Protocol):
    """Shows pages of an original, a PDF or an image whose frames are its pages, without letting it into the window's process."""

    def page_count(self, path: Path) -> int:
        """Pages of the original; ConversionFailed if it has none or cannot be opened."""
        ...

    def render(self, path: Path, page: int, width: int) -> PageImage:
        """Draw page `page` (from 1), `width` pixels wide; an image is not drawn wider than it is, and 0 means as wide as that."""
        ...

    def locate(self, path: Path, page: int, quote: str) -> tuple[Box, ...]:
        """Boxes that cover `quote` on the page, a line each; empty if it is not there, or the page is an image.

        Compared by letters and digits only, so hyphenation and Markdown marks do not matter.
        """
        ...

    def close(self) -> None:
        """End the worker process."""
        ...
