"""Lines become paragraphs in the order in which a person reads them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from desktop.adapters.recognisers.layout import PrintedLine, compose, mean_confidence
from desktop.domain.document import page_starts

HEIGHT, PITCH, CHARACTER = 30, 36, 14
HASH = "275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f"
LEFT = [
    "The group sent mails to three of",
    "the ministries and then waited a",
    "long time for someone to answer.",
    "Nobody did, for the mails looked",
    "too much like those of the week.",
]
RIGHT = [
    "Weeks later the same servers had",
    "begun to answer on another port,",
    "and the loader came back from it",
    "with a new key and a longer list",
    "of machines that it should spare.",
]


def line(text: str, left: float, row: float, *, height: float = HEIGHT, confidence: float = 1.0) -> PrintedLine:
    top = 100 + row * PITCH
    return PrintedLine(text, left, top, left + CHARACTER * len(text), top + height, confidence)


def column(texts: Sequence[str], left: float, row: float = 0) -> list[PrintedLine]:
    return [line(text, left, row + number) for number, text in enumerate(texts)]


def shuffled(lines: list[PrintedLine]) -> list[PrintedLine]:
    return random.Random(4).sample(lines, len(lines))  # noqa: S311 - an order, no secret


def test_lines_of_a_paragraph_become_one_and_a_gap_parts_paragraphs() -> None:
    lines = [*column(LEFT, 50), *column(RIGHT, 50, row=6)]
    assert compose(shuffled(lines)) == f"{' '.join(LEFT)}\n\n{' '.join(RIGHT)}"


def test_two_columns_are_read_one_after_the_other_whatever_stands_above_and_below() -> None:
    title, footer = "A heading that runs over both of the columns of this page", "What follows below the columns runs over both again"
    lines = [line(title, 50, 0), *column(LEFT, 50, 2), *column(RIGHT, 560, 2), line(footer, 50, 9)]
    assert compose(shuffled(lines)) == f"{title}\n\n{' '.join(LEFT)}\n\n{' '.join(RIGHT)}\n\n{footer}"


def test_columns_whose_lines_do_not_stand_level_are_columns_too() -> None:
    lines = [*column(LEFT, 50), *column(RIGHT, 560, 0.5)]
    assert compose(shuffled(lines)) == f"{' '.join(LEFT)}\n\n{' '.join(RIGHT)}"


def test_three_columns() -> None:
    lines = [*column(LEFT, 50), *column(RIGHT, 560), *column(LEFT, 1080)]
    assert compose(shuffled(lines)) == "\n\n".join(map(" ".join, (LEFT, RIGHT, LEFT)))


def test_a_heading_below_the_columns_is_read_after_them() -> None:
    lines = [
        *column(LEFT, 50),
        *column(RIGHT, 560),
        line("Advice", 50, 7),
        line("Everyone should patch the servers that face the internet", 50, 8),
    ]
    assert compose(shuffled(lines)).startswith(f"{' '.join(LEFT)}\n\n{' '.join(RIGHT)}\n\nAdvice")


def test_a_table_is_read_row_by_row() -> None:
    rows = [("MD5", "Name", "Seen"), ("d41d8c", "a.exe", "2026"), ("e98009", "b.dll", "2025"), ("900150", "c.sys", "2024")]
    lines = [line(text, 50 + 300 * place, number) for number, row in enumerate(rows) for place, text in enumerate(row)]
    assert compose(shuffled(lines)) == "  \n".join(map(" ".join, rows))


def test_pieces_of_one_line_are_put_together() -> None:
    first = line("The group", 50, 0)
    assert compose([line("Velvet Heron", first.right + 10, 0.1), first]) == "The group Velvet Heron"


def test_a_list_of_indicators_stays_a_list() -> None:
    hosts = ["evil-heron.example", "10.0.0.1", "mail.evil-heron.example", "198.51.100.23"]
    assert compose(column([*hosts, "and so on, for there are many more of these here"], 50)).split("  \n")[:4] == hosts


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        (f"The loader has the hash {HASH[:50]}", f"{HASH[50:]} and no other", HASH),
        ("It was fetched from https://evil.example/a-very-long-", "path/gate.php?id=7 some weeks ago", "https://evil.example/a-very-long-path/gate.php?id=7"),
        ("The report speaks of the infra-", "structure that was used for it", "infrastructure"),
        ("In all it asked for CVE-2023-", "23397 and for nothing else then", "CVE-2023-23397"),
    ],
)  # fmt: skip
def test_what_was_broken_over_two_lines_is_whole_again(first: str, second: str, whole: str) -> None:
    assert whole in compose(column([first, second], 50))


def test_bullets_become_a_list() -> None:
    assert compose(column(["• One thing", "• Another thing", "A paragraph"], 50)).startswith("- One thing\n- Another thing")


@pytest.mark.parametrize("text", ["# no heading", "> no quote", "<!-- page: 7 -->", "| no | table |"])
def test_nothing_printed_is_taken_for_markdown_or_for_a_page_mark(text: str) -> None:
    assert compose([line(text, 50, 0)]) == f"\\{text}"
    assert compose([], [line(text, 0, 0)]) == f"\\{text}"
    below = compose(column(["Short", text], 50))
    assert page_starts(below) == []
    assert f"\n{text}" not in below


def test_an_indent_after_a_sentence_begins_a_paragraph() -> None:
    lines = [*column(LEFT, 50)[:3], line("Nobody did, for the mails", 90, 3)]
    assert compose(lines).split("\n\n") == [" ".join(LEFT[:3]), "Nobody did, for the mails"]


def test_a_line_of_another_size_stands_alone() -> None:
    assert compose([line("A title", 50, 0, height=60), *column(LEFT, 50, 1.5)]).startswith("A title\n\nThe group")


def test_what_runs_across_the_page_comes_last() -> None:
    assert compose(column(LEFT, 50), [line("arXiv 2026", 0, 0)]).endswith("\n\narXiv 2026")


def test_nothing_gives_nothing() -> None:
    assert compose([]) == ""
    assert mean_confidence([]) is None


def test_confidence_is_the_mean_over_characters() -> None:
    lines = [line("x" * 30, 50, 0, confidence=0.9), line("x" * 10, 50, 1, confidence=0.5)]
    assert mean_confidence(lines) == pytest.approx(0.8)


def test_many_lines_are_composed_in_a_moment() -> None:
    lines = [line(f"word {number} and some more", 50 + 520 * (number % 2), number // 2) for number in range(2000)]
    assert compose(shuffled(lines)).count("word") == 2000
