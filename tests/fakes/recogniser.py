"""A recogniser of files that are really texts: pages parted by form feeds, each read as it stands."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from desktop.application.job import CancelToken
from desktop.application.ports import Recognised
from desktop.domain.errors import ConversionFailed


class TextRecogniser:
    """Reads each page as it stands, surely; `before` may interfere, and `sure` gives pages another confidence."""

    def __init__(self, before: Callable[[int], None] = lambda _: None) -> None:
        self.before = before
        self.sure: dict[int, float] = {}
        self.asked: list[int] = []
        self.rested = 0

    @property
    def identity(self) -> str:
        return "letters 1"

    def read_page(self, path: Path, page: int, cancel: CancelToken) -> Recognised:
        cancel.raise_if_cancelled()
        self.asked.append(page)
        self.before(page)
        cancel.raise_if_cancelled()
        try:
            pages = path.read_text(encoding="utf-8").split("\f")
        except (OSError, UnicodeDecodeError) as error:
            raise ConversionFailed("The original is damaged.", "Fetch it again.") from error
        if not 1 <= page <= len(pages):
            raise ConversionFailed(f"There is no page {page}.")
        text = pages[page - 1].strip()
        return Recognised(text, self.sure.get(page, 1.0) if text else None)

    def rest(self) -> None:
        self.rested += 1

    def close(self) -> None:
        pass
