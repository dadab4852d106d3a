"""How well a file could be read, and what in it an analyst should be warned of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FlagKind(StrEnum):
    """What a document may try on its reader. A flag is a remark beside evidence, never a reason to refuse it."""

    INSTRUCTIONS = "instructions"
    """Text that gives orders to a language model."""
    HIDDEN_TEXT = "hidden-text"
    """Text that a person who looks at the original does not see."""
    DIRECTION_TRICK = "direction-trick"
    """Control characters that show text in another order than it has."""
    LOOKALIKE = "lookalike"
    """A name or address with letters of another script that look like its own."""


@dataclass(frozen=True, slots=True)
class Flag:
    """Something suspicious; `quote` is a stretch of the body that shows it, at most 200 characters."""

    kind: FlagKind
    quote: str


@dataclass(frozen=True, slots=True)
class RecognisedPage:
    """A page whose picture was read by OCR; `confidence` is 0 to 1, None where no text was found on it."""

    page: int
    confidence: float | None


@dataclass(frozen=True, slots=True)
class Quality:
    """How much of a file became text.

    `empty_pages` (from 1, ascending) have no text of their own; those that OCR has looked at are in `recognised`,
    read by the engine that `recogniser` names. `undecodable` is the share of characters that could not be decoded, 0 to 1.
    `warnings` are sentences that stay with the document.
    """

    empty_pages: tuple[int, ...] = ()
    recognised: tuple[RecognisedPage, ...] = ()
    recogniser: str | None = None
    undecodable: float = 0.0
    truncated: bool = False
    tables: int = 0
    flags: tuple[Flag, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def unread_pages(self) -> tuple[int, ...]:
        """Pages without text that no OCR has looked at yet."""
        seen = {each.page for each in self.recognised}
        return tuple(page for page in self.empty_pages if page not in seen)

    @property
    def textless_pages(self) -> tuple[int, ...]:
        """Pages of which nothing can be searched, whoever looked at them."""
        read = {each.page for each in self.recognised if each.confidence is not None}
        return tuple(page for page in self.empty_pages if page not in read)


FULLY_READ = Quality()
"""Of a file with nothing to remark on."""
