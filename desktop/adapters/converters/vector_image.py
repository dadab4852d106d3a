"""SVG: the words in a drawing, and what it links to and runs, which is what it is sent for in mails."""

from __future__ import annotations

from pathlib import Path
from xml.etree.ElementTree import Element

from desktop.adapters.converters.decoding import decode_text
from desktop.adapters.converters.fences import fenced
from desktop.adapters.converters.stated import Found, Stated
from desktop.adapters.converters.text import convert_text
from desktop.domain.conversion import Conversion

CONVERTER = "coffer-svg 1"
LINK = "href"
UNSPOKEN = frozenset({"script", "style", "metadata"})


def convert_svg(path: Path) -> Conversion:
    """The Markdown of a drawing; one that is no well-formed XML is kept as the text it is."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    data = path.read_bytes()
    try:
        root = fromstring(data)
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        return convert_text(data, "svg")
    texts = list(dict.fromkeys(_texts(root)))
    links = list(dict.fromkeys(_links(root)))
    scripts = [text for element in root.iter() if _name(element) == "script" and (text := "".join(element.itertext()).strip())]
    parts = [*texts]
    if links:
        parts.append("\n".join(["Links:", "", *(f"- {link}" for link in links)]))
    if scripts:
        parts += ["Scripts:", *(fenced(script, "javascript").strip() for script in scripts)]
    title = next((" ".join((element.text or "").split()) for element in root if _name(element) == "title"), "")
    stated = Stated(title=Found(title, "the drawing's title") if title else None)
    return stated.given_to(Conversion("\n\n".join(parts) + "\n", "svg", CONVERTER, warnings=decode_text(data)[1]))


def _texts(root: Element) -> list[str]:
    """Each text that stands by itself: titles, descriptions, lines of letters, and pages within the drawing."""
    found = []
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if _name(element) in ("text", "title", "desc", "foreignObject"):
            found.append(" ".join(" ".join(element.itertext()).split()))
        elif _name(element) not in UNSPOKEN:
            waiting += reversed(element)
    return [text for text in found if text]


def _links(root: Element) -> list[str]:
    values = (value.strip() for element in root.iter() for name, value in element.attrib.items() if name.rpartition("}")[2] == LINK)
    return [value for value in values if value and not value.startswith(("#", "data:image/"))]


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]
