"""No text is so made that it costs more than its length: four times as much of it takes about four times as long."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from desktop.adapters.converters.finishing import finish
from desktop.adapters.converters.text import convert_text
from desktop.adapters.converters.web_pages import read_web_page
from desktop.application.ports import Conversion

SMALL, LARGE = 60_000, 240_000
MOST = 9.0
"""Twice what a linear cost would be; a quadratic one would be sixteen."""
NOISE = 1.0
"""Seconds that a busy machine may add to what takes milliseconds; what is quadratic takes minutes at this length."""

TEXTS = [
    "a",
    "# ",
    "`",
    "```\n",
    "| a ",
    "[",
    "![](",
    '"',
    "a,b\n",
    "{",
    '{"a":',
    "\\u00e9",
    "\n",
    "e\u0301",
    "= ",
    '"a,',
    "---\n",
    "漢",
    "|-|-|\n",
]
PAGES = ["<!-- ", "<a ", "<a href='", "<script>", "<div>", "<b><i>", "<td>", "<li>x", "<tr><td>a<td>b", "<p hidden>x y z", "<style>a{"]


def convert(kind: str, text: str) -> None:
    finish(convert_text(text.encode(), kind))


def convert_page(kind: str, text: str) -> None:
    finish(Conversion(read_web_page(text).markdown, kind, "c"))


def cost(work: Callable[[str, str], None], kind: str, text: str) -> float:
    """The least processor time of two runs, for noise only adds."""
    found = []
    for _ in range(2):
        began = time.process_time()
        work(kind, text)
        found.append(time.process_time() - began)
    return min(found)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["md", "txt", "adoc", "csv", "json", "yaml", "xml", "yar", "log"])
@pytest.mark.parametrize("piece", TEXTS)
def test_texts(kind: str, piece: str) -> None:
    small, large = (cost(convert, kind, piece * (size // len(piece))) for size in (SMALL, LARGE))
    assert large < MOST * small + NOISE


@pytest.mark.slow
@pytest.mark.parametrize("piece", PAGES)
def test_pages(piece: str) -> None:
    small, large = (cost(convert_page, "html", piece * (size // len(piece))) for size in (SMALL, LARGE))
    assert large < MOST * small + NOISE
