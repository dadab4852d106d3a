"""Text of a Word document that nobody sees who reads it: marked hidden, white on nothing, or a point high."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MAY_HIDE = re.compile(rb'<w:vanish|<w:color [^<>]*w:val="(?:[fF][a-fA-F0-9]){3}"|<w:sz w:val="[12]"')
WHITE = re.compile(r"(?:[fF][0-9a-fA-F]){3}")
GROUNDED = frozenset({f"{WORD}tbl", f"{WORD}txbxContent", f"{WORD}pict", f"{WORD}drawing"})
LEAST_LETTERS = 4
MOST_HALF_POINTS = 2


def hidden_words(path: Path) -> Iterator[str]:
    """The hidden texts of a document, neighbours joined."""
    with zipfile.ZipFile(path) as archive:
        data = archive.read("word/document.xml") if "word/document.xml" in archive.namelist() else b""
    if not MAY_HIDE.search(data):
        return
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        root = fromstring(data)
    except (ParseError, DefusedXmlException):
        return  # whoever reads the document says so
    background = root.find(f"{WORD}background") is not None
    yield from (text for text in _texts(root, background) if sum(map(str.isalnum, text)) >= LEAST_LETTERS)


def _texts(root: Element, background: bool) -> Iterator[str]:
    waiting: list[tuple[Element, bool]] = [(root, background)]
    while waiting:
        element, grounded = waiting.pop()
        if element.tag == f"{WORD}p":
            yield from _paragraph_texts(element, grounded or _is_shaded(element.find(f"{WORD}pPr")))
        inner = grounded or element.tag in GROUNDED
        waiting += [(child, inner) for child in reversed(element)]


def _paragraph_texts(paragraph: Element, grounded: bool) -> Iterator[str]:
    joined = ""
    for run in _runs(paragraph):
        text = "".join(each.text or "" for each in run if each.tag in (f"{WORD}t", f"{WORD}delText"))
        if _is_hidden(run.find(f"{WORD}rPr"), grounded):
            joined += text
        elif text.strip() and joined:
            yield " ".join(joined.split())
            joined = ""
    if joined:
        yield " ".join(joined.split())


def _runs(paragraph: Element) -> Iterator[Element]:
    """The runs of a paragraph, also those in links and changes."""
    for child in paragraph:
        if child.tag == f"{WORD}r":
            yield child
        elif child.tag not in (f"{WORD}pPr", f"{WORD}p"):
            yield from child.findall(f"{WORD}r")


def _is_hidden(properties: Element | None, grounded: bool) -> bool:
    if properties is None:
        return False
    vanish = properties.find(f"{WORD}vanish")
    if vanish is not None and vanish.get(f"{WORD}val", "1") not in ("0", "false", "off"):
        return True
    size = properties.find(f"{WORD}sz")
    if size is not None and size.get(f"{WORD}val", "").isdigit() and int(size.get(f"{WORD}val", "")) <= MOST_HALF_POINTS:
        return True
    colour = properties.find(f"{WORD}color")
    white = colour is not None and WHITE.fullmatch(colour.get(f"{WORD}val", "")) is not None
    return white and not grounded and not _is_shaded(properties) and properties.find(f"{WORD}highlight") is None


def _is_shaded(properties: Element | None) -> bool:
    shading = properties.find(f"{WORD}shd") if properties is not None else None
    return shading is not None and shading.get(f"{WORD}fill", "auto").lower() not in ("auto", "ffffff")
