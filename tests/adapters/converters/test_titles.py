"""Titles: the first heading, wherever it stands; else a first line that stands apart like one."""

from __future__ import annotations

import time

import pytest

from desktop.adapters.converters.stated import Found
from desktop.adapters.converters.titles import first_heading, title_of


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("## Second `level` ##\n# First", "Second level"),
        ("---\nauthor: x\n---\n\n```\n# no title\n```\n\nThe *real* [title](x)\n====\n", "The real title"),
        ("~~~\n# none\n```\n~~~\n\n# After", "After"),
        ("no heading\n", None),
        ("# \n", None),
        ("a_b\n#tag", None),
        ("# one\n", "one"),
        ("text\n\n====\n", None),
        ("# TLP:AMBER+STRICT\n\n# Grey Heron\n", "Grey Heron"),
        ("# TLP:RED alert\n", "TLP:RED alert"),
    ],
)
def test_first_headings(text: str, title: str | None) -> None:
    assert first_heading(text) == title


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Operation Grey Heron\n\nThe actors moved.\n", "Operation Grey Heron"),
        ("<!-- page: 1 -->\n\nOperation **Grey** Heron\n\ntext", "Operation Grey Heron"),
        ("The actors moved to the file server.\n\nThen they left.\n", None),
        ("A line that\ngoes on in the next one.\n", None),
        ("https://example.org/a\n\ntext", None),
        ("Subject: hello\n\ntext", None),
        ("| a | b |\n\n", None),
        ("d41d8cd98f00b204e9800998ecf8427e\n\nx", None),
        ("12 / 2024\n\nx", None),
        ("TLP:AMBER+STRICT\n\nOperation Grey Heron\n\ntext", "Operation Grey Heron"),
        ("**TLP: GREEN**\n\nThe actors moved to the file server.\n", None),
    ],
)
def test_first_lines(text: str, line: str | None) -> None:
    assert title_of(text) == (Found(line, "its first line") if line else None)


def test_only_prose_has_its_title_in_the_first_line() -> None:
    assert title_of("Operation Grey Heron\n\ntext", prose=False) is None
    assert title_of("# Grey Heron\n", prose=False) == Found("Grey Heron", "its first heading")


@pytest.mark.parametrize("piece", ["#", "# ", "```\n", "=\n", "a\n", "a", "![", "# [](", "* ", "---\n", "\n"])
def test_a_megabyte_takes_little_time(piece: str) -> None:
    began = time.process_time()
    title_of(piece * (1_000_000 // len(piece)))
    assert time.process_time() - began < 3
