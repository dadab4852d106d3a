"""What a PDF states of itself: its information dictionary, its XMP packet, the language of its catalogue."""

from __future__ import annotations

import ctypes
import mmap
import re
from pathlib import Path
from xml.etree.ElementTree import Element

import pypdfium2
import pypdfium2.raw as pdfium

from desktop.adapters.converters.dates import day_of
from desktop.adapters.converters.office_properties import is_author, is_language
from desktop.adapters.converters.stated import PDF_MADE, Found, Stated

NO_TITLE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)\b|untitled|slide \d|document\d*$|\S+$|.*\.(?:docx?|pptx?|xlsx?|pdf|indd|rtf|html?|txt)$)",
    re.IGNORECASE,
)
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
DC = "{http://purl.org/dc/elements/1.1/}"
PRISM = re.compile(r"\{http://prismstandard\.org/namespaces/[\w/.]+\}(?:publicationDate|coverDate)$")
LONGEST_PACKET = 2 * 2**20


def read_pdf_metadata(path: Path, document: pypdfium2.PdfDocument) -> Stated:
    """Title, author, day and language, the dictionary before the packet."""
    stated = document.get_metadata_dict(skip_empty=True)
    title, author = _believed_title(stated.get("Title", "")), " ".join(stated.get("Author", "").split())
    made, language = day_of(stated.get("CreationDate", "")), _language(document)
    return Stated(
        title=Found(title, "the PDF's Title") if title else None,
        author=Found(author, "the PDF's Author") if is_author(author) else None,
        published=Found(made, PDF_MADE) if made else None,
        language=Found(language, "the PDF's language") if is_language(language) else None,
    ).or_else(_read_packet(path))


def _believed_title(stated: str) -> str:
    stated = " ".join(stated.split())
    return "" if NO_TITLE.match(stated) else stated


def _language(document: pypdfium2.PdfDocument) -> str:
    size = pdfium.FPDFCatalog_GetLanguage(document.raw, None, 0)
    if not 2 < size <= 200:
        return ""
    buffer = ctypes.create_string_buffer(size)
    pdfium.FPDFCatalog_GetLanguage(document.raw, ctypes.cast(buffer, ctypes.POINTER(pdfium.FPDF_WCHAR)), size)
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\x00")


def _read_packet(path: Path) -> Stated:
    """What the newest XMP packet states, which is written uncompressed so that it can be found."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        start = data.rfind(b"<x:xmpmeta")
        end = data.find(b"</x:xmpmeta>", start, start + LONGEST_PACKET) if start >= 0 else -1
        packet = data[start : end + len(b"</x:xmpmeta>")] if end >= 0 else b""
    try:
        root = fromstring(packet) if packet else None
    except (ParseError, DefusedXmlException):
        root = None
    if root is None:
        return Stated()
    title, author = _believed_title(", ".join(_items(root, "title")[:1])), ", ".join(_items(root, "creator"))
    days = [*_items(root, "date"), *(each.text or "" for each in root.iter() if PRISM.match(str(each.tag)))]
    day = next(filter(None, map(day_of, days)), None)
    return Stated(
        title=Found(title, "the PDF's XMP title") if title else None,
        author=Found(author, "the PDF's XMP creator") if is_author(author) else None,
        published=Found(day, "the PDF's XMP date") if day else None,
    )


def _items(root: Element, name: str) -> list[str]:
    return [text for each in root.iter(f"{DC}{name}") for item in each.iter(f"{RDF}li") if (text := " ".join((item.text or "").split()))]
