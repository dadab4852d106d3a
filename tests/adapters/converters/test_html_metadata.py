"""What web pages state of themselves, in the many places where they do."""

from __future__ import annotations

import pytest

from desktop.adapters.converters.stated import Found
from desktop.adapters.converters.web_pages import read_web_page


@pytest.mark.parametrize(
    ("html", "day", "where"),
    [
        ('<meta property="article:published_time" content="2024-05-06T1Z">', "2024-05-06", "the page's article:published_time"),
        ('<meta content="6 May 2024" name="DC.date">', "2024-05-06", "the page's dc.date"),
        ('<script type="application/ld+json">{"datePublished": "2024-05-06"}</script>', "2024-05-06", "the page's datePublished"),
        ('<time itemprop="datePublished" datetime="2024-05-06">May</time>', "2024-05-06", "the page's datePublished"),
        ('<time datetime="2024-05-06" pubdate>May</time>', "2024-05-06", "the page's time of publication"),
        ('<meta name="date" content="2024-13-06">', None, ""),
        ('<meta name="viewport" content="2024-05-06">', None, ""),
    ],
)
def test_days(html: str, day: str | None, where: str) -> None:
    assert read_web_page(html).stated.published == (Found(day, where) if day else None)


def test_titles_authors_and_languages() -> None:
    stated = read_web_page('<html lang="en-GB"><title>A\n title</title><meta name="author" content="Ana Sol"><p>x').stated
    assert (stated.title, stated.author, stated.language) == (
        Found("A title", "the page's title"),
        Found("Ana Sol", "the page's author"),
        Found("en-GB", "the page's language"),
    )
    linked = '<script type="application/ld+json">{"author": [{"@type": "Person", "name": "Ana Sol"}]}</script>'
    linked += '<meta property="og:title" content="T">'
    stated = read_web_page(linked).stated
    assert (stated.title, stated.author) == (Found("T", "the page's og:title"), Found("Ana Sol", "the page's linked data"))


def test_an_address_is_no_author_and_a_wrong_language_is_none() -> None:
    stated = read_web_page('<html lang="English please"><meta property="article:author" content="https://x.example/a">').stated
    assert (stated.author, stated.language, stated.title) == (None, None, None)
