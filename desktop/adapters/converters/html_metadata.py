"""What a web page states of itself in its head, its linked data and its times."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from desktop.adapters.converters.dates import day_of
from desktop.adapters.converters.office_properties import is_author, is_language
from desktop.adapters.converters.stated import Found, Stated

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

PUBLISHED = (
    *("article:published_time", "og:published_time", "og:article:published_time", "datepublished", "dc.date.issued", "dcterms.issued"),
    *("dc.date", "dcterms.date", "dcterms.created", "dc.date.created", "citation_publication_date", "publish-date", "publish_date"),
    *("publication_date", "pubdate", "parsely-pub-date", "sailthru.date", "date"),
)
AUTHORS = ("author", "article:author", "dc.creator", "dcterms.creator", "parsely-author", "citation_author", "sailthru.author")
LANGUAGES = ("dc.language", "dcterms.language", "content-language", "og:locale")
TITLES = ("og:title", "dc.title", "dcterms.title", "citation_title")
LINKED_DAY = re.compile(r'"datePublished"\s{0,9}:\s{0,9}"([^"]{8,40})"')
LINKED_AUTHOR = re.compile(
    r'"author"\s{0,9}:\s{0,9}[\[{\s]{0,20}(?:"@type"\s{0,9}:\s{0,9}"[^"]{1,40}"\s{0,9},\s{0,9})?"name"\s{0,9}:\s{0,9}"([^"]{3,200})"'
)


def read_html_metadata(soup: BeautifulSoup, linked_data: Iterable[str]) -> Stated:
    """Title, author, day and language that a page states."""
    named = _named(soup)
    linked = "\n".join(linked_data)
    title = " ".join(soup.title.get_text().split()) if soup.title is not None else ""
    return Stated(
        title=Found(title, "the page's title") if title else _first(named, TITLES),
        author=next((found for found in _authors(named, linked) if is_author(found.value)), None),
        published=next(_days(named, linked, soup), None),
        language=next((found for found in _languages(named, soup) if is_language(found.value)), None),
    )


def _named(soup: BeautifulSoup) -> dict[str, str]:
    """What `meta` elements say, by their names in small letters; the first of a name counts."""
    named: dict[str, str] = {}
    for meta in soup.find_all("meta"):
        for key in ("property", "name", "itemprop", "http-equiv"):
            if (name := str(meta.get(key, "")).lower()) and (content := " ".join(str(meta.get("content", "")).split())):
                named.setdefault(name, content)
    return named


def _first(named: dict[str, str], names: Iterable[str]) -> Found | None:
    return next((Found(named[name], f"the page's {name}") for name in names if name in named), None)


def _days(named: dict[str, str], linked: str, soup: BeautifulSoup) -> Iterator[Found]:
    stated = [(named[name], f"the page's {name}") for name in PUBLISHED if name in named]
    stated[1:1] = [(match[1], "the page's datePublished") for match in LINKED_DAY.finditer(linked)][:1]
    stated += [(str(time.get("datetime")), "the page's time of publication") for time in soup.find_all("time", pubdate=True)]
    stated += [
        (str(each.get("datetime") or each.get("content") or each.get_text()), "the page's datePublished")
        for each in soup.find_all(itemprop="datePublished")
    ]
    for text, where in stated:
        if day := day_of(text):
            yield Found(day, where)


def _authors(named: dict[str, str], linked: str) -> Iterator[Found]:
    for name in AUTHORS:
        if name in named and "://" not in named[name]:
            yield Found(named[name], f"the page's {name}")
    if match := LINKED_AUTHOR.search(linked):
        yield Found(match[1], "the page's linked data")


def _languages(named: dict[str, str], soup: BeautifulSoup) -> Iterator[Found]:
    page = soup.find("html")
    if page is not None and (stated := page.get("lang") or page.get("xml:lang")):
        yield Found(str(stated), "the page's language")
    for name in LANGUAGES:
        if name in named:
            yield Found(named[name].replace("_", "-"), f"the page's {name}")
