"""The port of what reads pictures of text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from desktop.application.job import CancelToken


@dataclass(frozen=True, slots=True)
class Recognised:
    """What stands on a page: text as Markdown paragraphs in reading order, and how sure the engine is of it, 0 to 1.

    Where nothing can be read, `text` is empty and `confidence` None.
    """

    text: str
    confidence: float | None


class Recogniser(Protocol):
    """Optical character recognition (OCR) on this machine, in a process of its own."""

    @property
    def identity(self) -> str:
        """Engine and models with versions, kept with every document it read."""
        ...

    def read_page(self, path: Path, page: int, cancel: CancelToken) -> Recognised:
        """Read page `page` (from 1) of a PDF, or of an image file, whose frames are its pages.

        Raises ConversionFailed with a reason a person can act on, ModelUnavailable, Cancelled.
        """
        ...

    def rest(self) -> None:
        """Let go of what is held for work that may come; whatever is in progress goes on, and the next call starts anew."""
        ...

    def close(self) -> None:
        """End the worker process."""
        ...
