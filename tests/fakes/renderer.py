"""A renderer of PDFs that are really texts: pages parted by form feeds, a line of text a line on the page."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

from desktop.application.ports import Box, PageImage
from desktop.domain.errors import ConversionFailed

LINES = 50


class TextRenderer:
    """Draws white pages, and finds a quote on the line that holds it."""

    def page_count(self, path: Path) -> int:
        return len(self._pages(path))

    def render(self, path: Path, page: int, width: int) -> PageImage:
        self._page(path, page)
        return PageImage(white_png(width, width), width, width)

    def locate(self, path: Path, page: int, quote: str) -> tuple[Box, ...]:
        lines = self._page(path, page).splitlines()
        rows = [row for row, line in enumerate(lines) if _letters(quote) and _letters(quote) in _letters(line)]
        return tuple(Box(0.1, row / LINES, 0.9, (row + 1) / LINES) for row in rows[:1])

    def close(self) -> None:
        pass

    def _page(self, path: Path, page: int) -> str:
        pages = self._pages(path)
        if not 1 <= page <= len(pages):
            raise ConversionFailed(f"There is no page {page}.")
        return pages[page - 1]

    def _pages(self, path: Path) -> list[str]:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConversionFailed("The original could not be read.") from error
        if "\ufffd" in text or not text:
            raise ConversionFailed("The original is damaged.")
        return text.split("\f")


def white_png(width: int, height: int) -> bytes:
    """A white picture of this size."""
    rows = zlib.compress(b"".join(b"\0" + b"\xff" * width for _ in range(height)))
    parts = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)), (b"IDAT", rows), (b"IEND", b"")]
    chunks = b"".join(struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts)
    return b"\x89PNG\r\n\x1a\n" + chunks


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
