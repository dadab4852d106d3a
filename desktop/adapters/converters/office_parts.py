"""What MarkItDown leaves out of Office files: comments, headers and footers, charts, diagrams, shapes, and the names of what is embedded.

Any of them may carry a marking, a doubt, or the figures of the report.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

from desktop.adapters.converters.markdown_tables import markdown_table

PARAGRAPHS = frozenset({"p", "cm", "comment", "threadedComment"})
TEXTS = frozenset({"t", "text"})
BLANKS = frozenset({"tab", "br", "cr"})
SAID_BY = frozenset({"comment", "cm", "threadedComment"})
EMBEDDED = re.compile(r"(?:word|ppt|xl)/embeddings/([^/]+)")
DAMAGED = "(A part of the file is damaged and could not be read.)"
MOST_DEEP = 200


def with_left_out_parts(markdown: str, path: Path) -> str:
    """The Markdown, followed by what its converter left out, each text once."""
    added: list[str] = []
    with zipfile.ZipFile(path) as archive:
        for heading, pattern, read in PARTS:
            names = [name for name in archive.namelist() if pattern.fullmatch(name)]
            if heading == "Charts" and names and name_is_shown(names[0], markdown):
                continue
            texts = list(dict.fromkeys(text for name in names for text in _read_part(archive, name, read)))
            if texts:
                listed = "\n\n".join(texts) if read is _chart else "\n".join(f"- {text}" for text in texts)
                added.append(f"## {heading}\n\n{listed}")
        embedded = [match[1] for name in archive.namelist() if (match := EMBEDDED.fullmatch(name))]
    if embedded:
        listed = "\n".join(f"- {name}" for name in embedded)
        added.append(f"## Embedded files\n\n{listed}")
    return "\n\n".join([markdown.rstrip(), *added]) + "\n" if added else markdown


def name_is_shown(name: str, markdown: str) -> bool:
    """Whether the charts of a presentation stand on its slides already."""
    return name.startswith("ppt/") and "[unsupported chart]" not in markdown


def _read_part(archive: zipfile.ZipFile, name: str, read: Callable[[Element], Iterator[str]]) -> Iterator[str]:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        root = fromstring(archive.read(name))
    except (ParseError, DefusedXmlException):
        yield DAMAGED
        return
    yield from read(root)


def _paragraphs(root: Element) -> Iterator[str]:
    for element in root.iter():
        if _name(element) in PARAGRAPHS and (text := " ".join(_own_text(element).split())):
            yield text


def _comments(root: Element) -> Iterator[str]:
    """Each comment's text, after who made it when and to which cell, where the part says so."""
    for element in root.iter():
        if _name(element) in SAID_BY:
            text = " ".join(" ".join(each.text or "" for each in element.iter() if _name(each) in TEXTS).split())
            if text:
                said = _said(element)
                yield f"{said}: {text}" if said else text


def _said(element: Element) -> str:
    stated = {key.rpartition("}")[2]: value for key, value in element.attrib.items()}
    author, day, cell = stated.get("author", ""), (stated.get("date") or stated.get("dt") or "")[:10], stated.get("ref", "")
    return ", ".join(filter(None, (cell, author, day if author else "")))


def _chart(root: Element) -> Iterator[str]:
    """A chart as a table of its figures: a row for each category, a column for each series."""
    title = next((" ".join(_all_text(each).split()) for each in root.iter() if _name(each) == "title"), "")
    series = [each for each in root.iter() if _name(each) == "ser"]
    names = [_cached(one, "tx") for one in series]
    columns = [_cached(one, "val") or _cached(one, "yVal") for one in series]
    categories = next(filter(None, (_cached(one, "cat") or _cached(one, "xVal") for one in series)), [])
    length = max(map(len, [categories, *columns]), default=0)
    rows = [[_at(column, index) for column in (categories, *columns)] for index in range(length)]
    table = markdown_table([["", *(" ".join(name) for name in names)], *rows]) if rows else ""
    words = "" if series else " ".join(_all_text(root).split())
    if title or table or words:
        yield "\n\n".join(filter(None, (f"### {title or 'Chart'}", table, words if words != title else "")))


def _cached(series: Element, name: str) -> list[str]:
    """The values that the chart keeps for one side of a series."""
    side = next((each for each in series if _name(each) == name), None)
    return [(each.text or "").strip() for each in side.iter() if _name(each) == "v"] if side is not None else []


def _at(values: list[str], index: int) -> str:
    return values[index] if index < len(values) else ""


def _all_text(element: Element) -> str:
    return " ".join(each.text or "" for each in element.iter() if _name(each) in TEXTS or _name(each) == "v")


def _own_text(element: Element, depth: int = 0) -> str:
    """The text of a paragraph without that of paragraphs within it, as those of a text box, which speak for themselves."""
    if _name(element) in BLANKS:
        return " "
    own = element.text or "" if _name(element) in TEXTS else ""
    if depth > MOST_DEEP:
        return own
    return own + "".join(_own_text(child, depth + 1) for child in element if _name(child) not in PARAGRAPHS)


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


PARTS: tuple[tuple[str, re.Pattern[str], Callable[[Element], Iterator[str]]], ...] = (
    ("Headers and footers", re.compile(r"word/(?:header|footer)\d*\.xml"), _paragraphs),
    (
        "Comments",
        re.compile(r"(?:word/comments|ppt/comments/[^/]+|xl/(?:comments/)?comments?\d*|xl/threadedComments/[^/]+)\.xml"),
        _comments,
    ),
    ("Charts", re.compile(r"(?:word|ppt|xl)/charts/chart(?:Ex)?\d*\.xml"), _chart),
    ("Diagrams", re.compile(r"(?:word|ppt|xl)/diagrams/data\d*\.xml"), _paragraphs),
    ("Shapes and text boxes", re.compile(r"xl/drawings/drawing\d*\.xml"), _paragraphs),
)
