"""What the head of a Markdown or AsciiDoc file states: YAML between dashes, or the lines under an AsciiDoc title."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping

from desktop.adapters.converters.dates import WRITTEN_DATE, day_of
from desktop.adapters.converters.office_properties import is_author, is_language
from desktop.adapters.converters.stated import Found, Stated

WHERE = "its front matter"
MOST_CHARACTERS = 50_000
KEYS = {
    "title": ("title",),
    "author": ("author", "authors", "by"),
    "published": ("published", "date", "pubdate", "publish_date", "published_at", "publishdate"),
    "language": ("language", "lang", "locale"),
}
ATTRIBUTE = re.compile(r":([\w-]{1,40}):[ \t]+(\S.*)")
AUTHOR_LINE = re.compile(r"([^\W\d_][^<>:=\n]{2,120}?)[ \t]*(?:<[^<>\s]{3,200}>)?")
REVISION_LINE = re.compile(rf"(?:v?[\d.]{{1,12}},[ \t]*)?({WRITTEN_DATE})(?:[:,].*)?", re.IGNORECASE)


def read_front_matter(text: str) -> Stated:
    """What YAML between lines of dashes at the head of a Markdown file states."""
    block = front_matter_block(text)
    if block is None:
        return Stated()
    import yaml

    try:
        values = yaml.safe_load(block)
    except (yaml.YAMLError, ValueError, RecursionError):
        return Stated()
    return _from_values(values, WHERE) if isinstance(values, dict) else Stated()


def front_matter_block(text: str) -> str | None:
    """The YAML at the head of a text; None if there is none."""
    if not text.startswith("---\n"):
        return None
    ends = [at for end in ("\n---\n", "\n...\n", "\n---\r") if (at := text.find(end, 3, MOST_CHARACTERS)) >= 0]
    return text[4 : min(ends) + 1] if ends else None


def read_asciidoc_header(text: str) -> Stated:
    """What the lines under an AsciiDoc title state: author, revision, attributes."""
    lines = text[:MOST_CHARACTERS].lstrip("\n").split("\n\n", 1)[0].split("\n")
    attributes = {match[1].lower(): match[2].strip() for line in lines if (match := ATTRIBUTE.fullmatch(line))}
    values = {
        "author": attributes.get("author"),
        "date": attributes.get("revdate") or attributes.get("date"),
        "lang": attributes.get("lang"),
    }
    stated = _from_values({key: value for key, value in values.items() if value}, "its header")
    plain = [line.strip() for line in lines if not ATTRIBUTE.fullmatch(line) and not line.startswith("//")]
    if not plain or not plain[0].startswith("= "):
        return stated
    author = AUTHOR_LINE.fullmatch(plain[1]) if len(plain) > 1 else None
    revision = next((match for line in plain[1:3] if (match := REVISION_LINE.fullmatch(line))), None)
    day = day_of(revision[1]) if revision else None
    return stated.or_else(
        Stated(
            author=Found(author[1].strip(), "its header") if author and is_author(author[1].strip()) else None,
            published=Found(day, "its header") if day else None,
        )
    )


def _from_values(values: Mapping[object, object], where: str) -> Stated:
    lowered = {str(key).lower(): _plain(value) for key, value in values.items()}

    def first(field: str) -> str:
        return next((lowered[key] for key in KEYS[field] if lowered.get(key)), "")

    day = day_of(first("published"))
    return Stated(
        title=Found(first("title"), where) if first("title") else None,
        author=Found(first("author"), where) if is_author(first("author")) else None,
        published=Found(day, where) if day else None,
        language=Found(first("language"), where) if is_language(first("language")) else None,
    )


def _plain(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(filter(None, map(_plain, value)))
    if isinstance(value, dict):
        return _plain(value.get("name", ""))
    return " ".join(str(value).split()) if isinstance(value, str | int | float | datetime.date) else ""
