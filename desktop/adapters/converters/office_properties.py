"""The properties that Word, PowerPoint and Excel keep of a document."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from desktop.adapters.converters.dates import day_of
from desktop.adapters.converters.stated import FILE_MADE, Found, Stated

PART = "docProps/core.xml"
DC, TERMS = "{http://purl.org/dc/elements/1.1/}", "{http://purl.org/dc/terms/}"
NO_TITLE = re.compile(
    r"(?:PowerPoint|Word|Excel) ?-? ?(?:Presentation|Document|Workbook)|Untitled|Slide \d+$|Document ?\d*$", re.IGNORECASE
)
NO_AUTHOR = re.compile(
    r"(?:microsoft office user|python-docx|python-pptx|openpyxl|administrat\w+|admin|users?|unknown|root|author|windows user|default"
    r"|apache poi|microsoft|steve canny|libreoffice.*|un-named|owner|pc|lenovo|hp|dell|asus)",
    re.IGNORECASE,
)


def read_office_properties(path: Path) -> Stated:
    """What the file's core properties state."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    with zipfile.ZipFile(path) as archive:
        if PART not in archive.namelist():
            return Stated()
        data = archive.read(PART)
    try:
        root = fromstring(data)
    except (ParseError, DefusedXmlException):
        return Stated()
    title, author = (_text(root.findtext(f".//{DC}{name}")) for name in ("title", "creator"))
    created = day_of(_text(root.findtext(f".//{TERMS}created")))
    language = _text(root.findtext(f".//{DC}language"))
    return Stated(
        title=Found(title, "the file's properties") if len(title) > 2 and not NO_TITLE.match(title) else None,
        author=Found(author, "the file's properties") if is_author(author) else None,
        published=Found(created, FILE_MADE) if created else None,
        language=Found(language, "the file's properties") if is_language(language) else None,
    )


def is_author(name: str) -> bool:
    """Whether a stated author may be one, and is not what a program writes where nobody is named."""
    return 2 < len(name) <= 200 and any(map(str.isalpha, name)) and NO_AUTHOR.fullmatch(name) is None


def is_language(tag: str) -> bool:
    """Whether it looks like a BCP 47 code."""
    return re.fullmatch(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}", tag) is not None


def _text(stated: str | None) -> str:
    return " ".join((stated or "").split())
