"""EPUB books: chapters in their order, read as the web pages that they are."""

from __future__ import annotations

import posixpath
import zipfile
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from desktop.adapters.converters.dates import day_of
from desktop.adapters.converters.decoding import decode_text
from desktop.adapters.converters.office_properties import is_author, is_language
from desktop.adapters.converters.stated import Found, Stated
from desktop.adapters.converters.web_pages import read_web_page
from desktop.domain.conversion import Conversion
from desktop.domain.errors import ConversionFailed

CONVERTER = "coffer-epub 1"
CONTAINER = "META-INF/container.xml"
PAGES = frozenset({".html", ".xhtml", ".htm", ".xml"})
SHOWN = ("title", "creator", "publisher", "date", "language", "identifier", "description", "rights")
HINT = "Open it in the program that made it, save it again, and import that."


def convert_book(path: Path) -> Conversion:
    """The Markdown of a book: what it states of itself, then its chapters."""
    try:
        with zipfile.ZipFile(path) as archive:
            folder, package = _package(archive)
            names = set(archive.namelist())
            wanted = [_resolved(folder, href, names) for href in _reading_order(package)]
            pages = [read_web_page(decode_text(archive.read(name))[0]) for name in wanted if name]
    except (
        zipfile.BadZipFile,
        KeyError,
        SyntaxError,
        ValueError,
        NotImplementedError,
    ) as error:  # what is wrong with its XML is a ValueError
        raise ConversionFailed("The book is damaged.", HINT) from error
    missing = wanted.count("")
    conversion = Conversion(
        "\n\n".join(filter(None, (_head(package), *(page.markdown for page in pages)))) + "\n",
        "epub",
        CONVERTER,
        flags=tuple(dict.fromkeys(flag for page in pages for flag in page.flags)),
        warnings=(
            *((f"{missing} of its {len(wanted)} chapters are not in the file.",) if missing else ()),
            *dict.fromkeys(warning for page in pages for warning in page.warnings),
        ),
    )
    return _stated(package).given_to(conversion)


def _package(archive: zipfile.ZipFile) -> tuple[str, Element]:
    """The folder of the package document, and the document."""
    from defusedxml.ElementTree import fromstring

    container = fromstring(archive.read(CONTAINER))
    place = next((each.get("full-path", "") for each in container.iter() if _name(each) == "rootfile"), "")
    package: Element = fromstring(archive.read(place))
    return posixpath.dirname(place), package


def _reading_order(package: Element) -> list[str]:
    """The files of the spine; then pages that it leaves out, for they are in the book too."""
    items = {each.get("id", ""): each for each in package.iter() if _name(each) == "item"}
    spine = [items[id_].get("href", "") for each in package.iter() if _name(each) == "itemref" and (id_ := each.get("idref", "")) in items]
    others = [
        href
        for each in items.values()
        if (href := each.get("href", "")) not in spine and "xhtml" in each.get("media-type", "") and "nav" not in each.get("properties", "")
    ]
    return [href for href in (*spine, *others) if posixpath.splitext(href)[1].lower() in PAGES]


def _resolved(folder: str, href: str, names: set[str]) -> str:
    for candidate in (href, unquote(href)):
        name = posixpath.normpath(posixpath.join(folder, candidate))
        if name in names:
            return name
    return ""


def _head(package: Element) -> str:
    said = [(name.capitalize(), "; ".join(_values(package, name))) for name in SHOWN]
    return "  \n".join(f"**{name}:** {value}" for name, value in said if value)


def _stated(package: Element) -> Stated:
    titles, authors = _values(package, "title"), [each for each in _values(package, "creator") if is_author(each)]
    day = next(filter(None, map(day_of, _values(package, "date"))), None)
    language = next(filter(is_language, _values(package, "language")), None)
    return Stated(
        title=Found(titles[0], "the book's title") if titles else None,
        author=Found(", ".join(authors), "the book's creator") if authors else None,
        published=Found(day, "the book's date") if day else None,
        language=Found(language, "the book's language") if language else None,
    )


def _values(package: Element, name: str) -> list[str]:
    texts = (
        " ".join((each.text or "").split()) for each in package.iter() if str(each.tag) == f"{{http://purl.org/dc/elements/1.1/}}{name}"
    )
    return [text for text in texts if text]


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]
