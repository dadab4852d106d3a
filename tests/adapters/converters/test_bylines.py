"""Bylines: days and authors are read from the head of a text where it is beyond doubt, with the line that says so."""

from __future__ import annotations

import time

import pytest

from desktop.adapters.converters.bylines import read_byline
from desktop.adapters.converters.stated import Found


@pytest.mark.parametrize(
    ("line", "day"),
    [
        ("Published: 12 May 2023", "2023-05-12"),
        ("**Published on** May 12th, 2023 by the team", "2023-05-12"),
        ("Date: 2023-05-12", "2023-05-12"),
        ("Publication date – Friday, 12 May 2023", "2023-05-12"),
        ("May 12, 2023", "2023-05-12"),
        ("By Ana Sol | May 12, 2023 | 5 min read", "2023-05-12"),
        ("12 May 2023 • 5 min read", "2023-05-12"),
        ("Published: 32 January 2023", None),
        ("Published: 12/05/2023", None),
        ("May 12, 2023 was when the actors first moved to the server", None),
        ("Date: unknown", None),
        ("Published: 2 May 1970", None),
    ],
)
def test_days(line: str, day: str | None) -> None:
    found = read_byline(f"# Grey Heron\n\n{line}\n\nText.\n").published
    assert (found.value if found else None) == day
    assert found is None or found.where.startswith("the line “")


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("By Ana Sol", "Ana Sol"),
        ("by Ana Sol and Bo van der Berg", "Ana Sol and Bo van der Berg"),
        ("Author: Ana Sol", "Ana Sol"),
        ("Written by ThreatLab", "ThreatLab"),
        ("By Ana Sol | May 12, 2023", "Ana Sol"),
        ("By using a loader", None),
        ("By Tuesday", None),
        ("By the way, this is text.", None),
        ("Author: admin", None),
    ],
)
def test_authors(line: str, author: str | None) -> None:
    found = read_byline(f"Grey Heron\n\n{line}\n").author
    assert (found.value if found else None) == author


def test_the_line_is_quoted_and_code_is_none() -> None:
    assert read_byline("Date: 2023-05-12").published == Found("2023-05-12", "the line “Date: 2023-05-12”")
    assert read_byline("```\nDate: 2023-05-12\n```\n").published is None
    assert read_byline("word\n" * 41 + "Date: 2023-05-12").published is None


@pytest.mark.parametrize("piece", ["By A", "By A, ", "by a | ", "Published ", "May 1, ", "A & ", "[", "![", "](", "**"])
def test_long_lines_take_little_time(piece: str) -> None:
    began = time.process_time()
    read_byline("\n".join([(piece * 200)[:199]] * 50))
    read_byline(piece * 200_000)
    assert time.process_time() - began < 2
