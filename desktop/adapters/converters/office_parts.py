"""What MarkItDown leaves out of Office files: comments, headers and footers, which may carry a marking or a doubt."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

PARTS = (
    ("Headers and footers", re.compile(r"word/(?:header|footer)\d*\.xml")),
    ("Comments", re.compile(r"(?:word/comments|ppt/comments/[^/]+|xl/(?:comments/)?comments?\d*|xl/threadedComments/[^/]+)\.xml")),
)
PARAGRAPHS = frozenset({"p", "cm", "comment", "threadedComment"})
TEXTS = frozenset({"t", "text"})
BLANKS = frozenset({"tab", "br", "cr"})
DAMAGED = "(A part of the file is damaged and could not be read.)"


def with_left_out_parts(markdown: str, path: Path) -> str:
    """The Markdown, followed by the comments, headers and footers, each text once."""
    added = [
        "\n".join([f"## {heading}", "", *(f"- {text}" for text in dict.fromkeys(texts))]) for heading, texts in _left_out(path) if texts
    ]
    return "\n\n".join([markdown.rstrip(), *added]) + "\n" if added else markdown


def _left_out(path: Path) -> Iterator[tuple[str, list[str]]]:
    with zipfile.ZipFile(path) as archive:
        for heading, pattern in PARTS:
            names = [name for name in archive.namelist() if pattern.fullmatch(name)]
            yield heading, [text for name in names for text in _paragraphs(archive.read(name))]


def _paragraphs(data: bytes) -> Iterator[str]:
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        root = fromstring(data)
    except (ParseError, DefusedXmlException):
        yield DAMAGED
        return
    for element in root.iter():
        if _name(element) in PARAGRAPHS and (text := " ".join(_own_text(element).split())):
            yield text


def _own_text(element: Element) -> str:
    """The text of a paragraph without that of paragraphs within it, as those of a text box, which speak for themselves."""
    if _name(element) in BLANKS:
        return " "
    own = element.text or "" if _name(element) in TEXTS else ""
    return own + "".join(_own_text(child) for child in element if _name(child) not in PARAGRAPHS)


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]
