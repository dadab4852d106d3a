"""A document: one report as Markdown, with what is known about it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from desktop.domain.marking import Marking
from desktop.domain.quality import FULLY_READ, Quality

PAGE_MARK = re.compile(r"^<!-- page: ([0-9]{1,9}) -->[ \t\r]*$", re.MULTILINE)
"""What stands there with a larger number is a document's own text: no index could hold it."""

BY_PERSON = "a person"
"""Where a value was found that a person stated in place of the one that was found in the file."""

SLUG_LENGTH = 60
_MARK_OPENING = "<!-- page: "


@dataclass(frozen=True, slots=True)
class Document:
    """What the front matter of `docs/<id>.md` says; times are ISO 8601 in UTC, `published` a date.

    `source_path` is where the original lay when it was imported (none for a member of another file, whose document is `parent`).
    `supersedes` and `superseded_by` link a document with the one made of the same file before and after it changed.
    `origins` says for title, author, published and language where they were found, as (field, words) pairs.
    """

    id: str
    title: str
    source_filename: str
    source_format: str
    source_sha256: str
    converter: str
    imported_at: str
    source_mode: str = "converted"
    published: str | None = None
    language: str | None = None
    pages: int | None = None
    tlp: Marking = Marking.CLEAR
    grade: str | None = None
    tags: tuple[str, ...] = ()
    parent: str | None = None
    author: str | None = None
    source_path: str | None = None
    supersedes: str | None = None
    superseded_by: str | None = None
    origins: tuple[tuple[str, str], ...] = ()
    quality: Quality = FULLY_READ


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    """A row of the document list: a document and what the index counted in it."""

    document: Document
    characters: int
    chunks: int


@dataclass(frozen=True, slots=True)
class Facets:
    """What documents can be told apart by: the tags and the formats that there are, those of most documents first."""

    tags: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()


def document_id(name: str, sha256: str) -> str:
    """A readable slug of `name`, then eight hex digits of the original's SHA-256."""
    folded = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", folded).strip("-")[:SLUG_LENGTH].strip("-")
    return f"{slug or 'document'}-{sha256[:8]}"


def page_mark(page: int) -> str:
    """The line that says where a page, slide or sheet begins."""
    return f"<!-- page: {page} -->"


def page_starts(body: str) -> list[tuple[int, int]]:
    """(offset, page number) of every page mark in a Markdown body, in order."""
    return [(match.start(), int(match[1])) for match in PAGE_MARK.finditer(body)]


def page_at(body: str, offset: int) -> int | None:
    """The page that an offset of a body lies on; None before the first page mark."""
    at = offset + len(_MARK_OPENING)
    while (at := body.rfind(_MARK_OPENING, 0, at)) >= 0:
        mark = PAGE_MARK.match(body, at)
        if mark is not None:
            return int(mark[1])
    return None
