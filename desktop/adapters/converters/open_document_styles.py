"""The parts of an OpenDocument package beside its text: what it states, its styles, headers and charts."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from desktop.adapters.converters.dates import day_of
from desktop.adapters.converters.office_properties import is_author, is_language
from desktop.adapters.converters.stated import FILE_MADE, Found, Stated
from desktop.domain.errors import ConversionFailed

OASIS = "{urn:oasis:names:tc:opendocument:xmlns:"
TEXT, TABLE, STYLE, META, FO = (f"{OASIS}{name}:1.0}}" for name in ("text", "table", "style", "meta", "xsl-fo-compatible"))
DC = "{http://purl.org/dc/elements/1.1/}"
CHART = re.compile(r"(?:\./)?Object [^/]{1,80}/content\.xml")
DAMAGED = "It is damaged: its content cannot be read."
HINT = "Open it in the program that made it, save it again, and import that."
LEAST_LETTERS = 4
TINY = re.compile(r"0*[01](?:\.\d*)?pt")
WHERE = "the file's properties"


@dataclass(frozen=True, slots=True)
class PackageParts:
    """The parsed parts of a package; `charts` are the contents of objects in it."""

    content: Element
    meta: Element | None
    styles: Element | None
    charts: tuple[Element, ...]

    def stated(self) -> Stated:
        """What the document states of itself."""
        title, language = self._said(f"{DC}title"), self._said(f"{DC}language")
        author = self._said(f"{META}initial-creator") or self._said(f"{DC}creator")
        made = day_of(self._said(f"{META}creation-date"))
        return Stated(
            title=Found(title, WHERE) if title else None,
            author=Found(author, WHERE) if is_author(author) else None,
            published=Found(made, FILE_MADE) if made else None,
            language=Found(language, WHERE) if is_language(language) else None,
        )

    @property
    def hidden_tables(self) -> frozenset[str]:
        """The styles of sheets that are not shown."""
        return frozenset(
            name
            for name, style in self._styles()
            if any(each.get(f"{TABLE}display") == "false" for each in style.iter(f"{STYLE}table-properties"))
        )

    @property
    def hidden_styles(self) -> frozenset[str]:
        """The styles of letters that nobody sees: not displayed, white on nothing, or a point high."""
        return frozenset(name for name, style in self._styles() if any(map(_hides, style.iter(f"{STYLE}text-properties"))))

    def headers(self) -> Iterator[Element]:
        """The headers and footers of its pages."""
        for each in self.styles.iter() if self.styles is not None else ():
            if each.tag in (f"{STYLE}header", f"{STYLE}footer", f"{STYLE}header-first", f"{STYLE}footer-first"):
                yield each

    def _styles(self) -> Iterator[tuple[str, Element]]:
        for part in (self.content, self.styles):
            for style in part.iter(f"{STYLE}style") if part is not None else ():
                yield style.get(f"{STYLE}name", ""), style

    def _said(self, name: str) -> str:
        return " ".join((self.meta.findtext(f".//{name}") or "").split()) if self.meta is not None else ""


def read_package(path: Path) -> PackageParts:
    """The parts of a package; ConversionFailed if they cannot be read."""
    from defusedxml.ElementTree import ParseError, fromstring

    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            meta, styles = (fromstring(archive.read(name)) if name in names else None for name in ("meta.xml", "styles.xml"))
            charts = tuple(fromstring(archive.read(name)) for name in names if CHART.fullmatch(name))
            return PackageParts(fromstring(archive.read("content.xml")), meta, styles, charts)
    except (zipfile.BadZipFile, zlib.error, EOFError, KeyError, ValueError, ParseError, OSError, RuntimeError) as error:
        raise ConversionFailed(DAMAGED, HINT) from error


def hidden_texts(parts: PackageParts) -> Iterator[str]:
    """The texts in styles that nobody sees, and those in fields made to be hidden."""
    hidden = parts.hidden_styles
    for element in parts.content.iter():
        if element.tag in (f"{TEXT}hidden-text", f"{TEXT}hidden-paragraph") or element.get(f"{TEXT}style-name") in hidden:
            text = " ".join("".join(element.itertext()).split())
            if sum(map(str.isalnum, text)) >= LEAST_LETTERS:
                yield text


def _hides(properties: Element) -> bool:
    if properties.get(f"{TEXT}display") == "none" or TINY.fullmatch(properties.get(f"{FO}font-size", "")):
        return True
    ground = properties.get(f"{FO}background-color", "transparent")
    return properties.get(f"{FO}color", "").lower() == "#ffffff" and ground.lower() in ("transparent", "#ffffff")
