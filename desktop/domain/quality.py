"""How well a file could be read, and what in it an analyst should be warned of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any


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


FLAG_SENTENCES = {
    FlagKind.INSTRUCTIONS: "Text in it gives orders to a language model. It is kept as evidence, and never obeyed.",
    FlagKind.HIDDEN_TEXT: "It has text that nobody sees who looks at the original.",
    FlagKind.DIRECTION_TRICK: "Control characters in it show text in another order than it has.",
    FlagKind.LOOKALIKE: "A name or address in it is written with letters that look like others.",
}
"""What is said of each kind, as a sentence."""


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


def quality_values(quality: Quality) -> dict[str, Any]:
    """What a quality says that `FULLY_READ` does not, as plain values that a file can hold."""
    said = {each.name: getattr(quality, each.name) for each in fields(Quality)}
    values = {name: value for name, value in said.items() if value != getattr(FULLY_READ, name)}
    plain: dict[str, Callable[[Any], Any]] = {
        "empty_pages": list,
        "warnings": list,
        "recognised": lambda pages: {each.page: each.confidence for each in pages},
        "flags": lambda flags: [{"kind": str(each.kind), "quote": each.quote} for each in flags],
    }
    return {name: plain[name](value) if name in plain else value for name, value in values.items()}


def read_quality(values: object) -> tuple[Quality, list[str]]:
    """The quality that plain values describe, and the names of those that make no sense, which count as unsaid."""
    if not isinstance(values, Mapping):
        return FULLY_READ, [] if values is None else ["quality"]
    read: dict[str, Any] = {}
    broken = []
    for name, reader in _READERS.items():
        if values.get(name) is not None:
            try:
                read[name] = reader(values[name])
            except (ValueError, TypeError, KeyError, AttributeError, OverflowError):
                broken.append(name)
    return Quality(**read), broken


def _count(value: Any) -> int:
    number = int(str(value))
    if number < 0 or isinstance(value, bool):
        raise ValueError(value)
    return number


def _share(value: Any) -> float:
    share = float(value)
    if not 0 <= share <= 1 or isinstance(value, bool):
        raise ValueError(value)
    return share


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str | int):
        raise TypeError(value)
    return str(value)


def _several(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _recognised(pages: Any) -> tuple[RecognisedPage, ...]:
    read = (RecognisedPage(_count(page), None if sure is None else _share(sure)) for page, sure in pages.items())
    return tuple(sorted(read, key=lambda each: each.page))


_READERS: dict[str, Callable[[Any], Any]] = {
    "empty_pages": lambda pages: tuple(sorted({_count(page) for page in _several(pages)})),
    "recognised": _recognised,
    "recogniser": _text,
    "undecodable": _share,
    "truncated": _truth,
    "tables": _count,
    "flags": lambda flags: tuple(Flag(FlagKind(each["kind"]), _text(each["quote"])) for each in _several(flags)),
    "warnings": lambda sentences: tuple(map(_text, _several(sentences))),
}
