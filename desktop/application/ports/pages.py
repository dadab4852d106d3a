"""The port of what shows originals."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from desktop.domain.reading import Box, PageImage


class PageRenderer(Protocol):
    """Shows pages of an original (PDF) without letting it into the window's process."""

    def page_count(self, path: Path) -> int:
        """Pages of the original; ConversionFailed if it has none or cannot be opened."""
        ...

    def render(self, path: Path, page: int, width: int) -> PageImage:
        """Draw page `page` (from 1), `width` pixels wide."""
        ...

    def locate(self, path: Path, page: int, quote: str) -> tuple[Box, ...]:
        """Boxes that cover `quote` on the page, a line each; empty if it is not there.

        Compared by letters and digits only, so hyphenation and Markdown marks do not matter.
        """
        ...

    def close(self) -> None:
        """End the worker process."""
        ...
