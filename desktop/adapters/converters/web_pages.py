"""Web pages as Markdown: cleaned, parsed once, asked what they state and hide, and turned into Markdown by MarkItDown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.adapters.converters.decoding import decode_text
from desktop.adapters.converters.html_cleaning import clean_html
from desktop.adapters.converters.html_hiding import hidden_texts, spoken_comments
from desktop.adapters.converters.html_metadata import read_html_metadata
from desktop.adapters.converters.html_tables import DEEPEST, lay_out_tables
from desktop.adapters.converters.markitdown_parts import open_parts
from desktop.adapters.converters.stated import Stated
from desktop.domain.conversion import Conversion
from desktop.domain.quality import Flag, FlagKind

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

AS_WRITTEN = {"escape_underscores": False, "escape_asterisks": False}  # an indicator must stay findable as it was written
CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
HEAD_BYTES = 4096
TOO_DEEP = "It is nested too deeply for its headings and lists to be kept; its text is all there."


@dataclass(frozen=True, slots=True)
class WebPage:
    """A page as Markdown, with what it states and hides."""

    markdown: str
    stated: Stated
    flags: tuple[Flag, ...]
    warnings: tuple[str, ...]


def convert_web_page(path: Path) -> Conversion:
    """The Markdown of an HTML file."""
    data = path.read_bytes()
    stated = CHARSET.search(data[:HEAD_BYTES])
    text, noted = decode_text(data, stated[1].decode("ascii", "replace") if stated else None)
    page = read_web_page(text)
    conversion = Conversion(page.markdown, "html", "", flags=page.flags, warnings=(*noted, *page.warnings))
    return page.stated.given_to(conversion)


def read_web_page(text: str) -> WebPage:
    """An HTML text as Markdown. What its comments say in words follows at the end: it is in the file, though not on the page."""
    from bs4 import BeautifulSoup

    clean = clean_html(text)
    soup = BeautifulSoup(clean.html, "html.parser")
    hidden = tuple(Flag(FlagKind.HIDDEN_TEXT, each) for each in dict.fromkeys(hidden_texts(soup, clean.styles)))
    stated = read_html_metadata(soup, clean.linked_data)
    if clean.table_depth <= DEEPEST:
        lay_out_tables(soup)
    markdown, warnings = _markdown(soup)
    comments = list(dict.fromkeys(spoken_comments(clean.comments)))
    if comments:
        markdown = "\n".join([markdown, "", "## Comments in the page's source", "", *(f"- {each}" for each in comments)]).lstrip()
    return WebPage(markdown, stated, hidden, warnings)


def _markdown(soup: BeautifulSoup) -> tuple[str, tuple[str, ...]]:
    """The whole page but its title, which is shown above it; deeper than the engine can follow, its bare text."""
    open_parts()
    from markitdown.converters._markdownify import _CustomMarkdownify

    if soup.title is not None and soup.title.find_parent("svg") is None and soup.find("body") is not None:
        soup.title.extract()
    try:
        return str(_CustomMarkdownify(**AS_WRITTEN).convert_soup(soup)).strip(), ()
    except RecursionError:
        return soup.get_text("\n", strip=True), (TOO_DEEP,)
