"""Reading: a document opened beside its original, and the places within it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop.domain.document import Document


class OriginalKind(StrEnum):
    """How the original of a document can be shown."""

    PDF = "pdf"
    IMAGE = "image"
    TEXT = "text"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """A place a person wants to read: offsets into the body in code points, end exclusive, and what stands there."""

    document_id: str
    start: int | None = None
    end: int | None = None
    page: int | None = None
    quote: str = ""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The documents around one.

    `earlier` and `later` are the versions it is linked with; `unlinked` is one that seems to be another version of it, made of the
    same file or of one with the same name. `container` is the mail or archive it came out of, `members` the first of
    what came out of it, by name, and `member_count` how many those are altogether.
    """

    earlier: Document | None = None
    later: Document | None = None
    unlinked: Document | None = None
    container: Document | None = None
    members: tuple[Document, ...] = ()
    member_count: int = 0


ALONE = Surroundings()
"""Of a document with nothing around it."""


@dataclass(frozen=True, slots=True)
class ReadingDocument:
    """What the reader shows: the Markdown, which original lies beside it, and which documents around it.

    `original_pages` is known where the original has pages that can be drawn.
    """

    document: Document
    body: str
    original: OriginalKind
    original_pages: int | None = None
    around: Surroundings = ALONE


@dataclass(frozen=True, slots=True)
class PageImage:
    """A rendered page: PNG bytes, and its size in pixels."""

    png: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page in fractions of its width and height, from the top left."""

    left: float
    top: float
    right: float
    bottom: float
