"""What is said about how well a file was read, and how it is written down and read back."""

from __future__ import annotations

import json

import pytest

from desktop.domain.quality import FULLY_READ, Flag, FlagKind, Quality, RecognisedPage, quality_values, read_quality

FULL = Quality(
    empty_pages=(2, 3, 5),
    recognised=(RecognisedPage(2, 0.5), RecognisedPage(3, None)),
    recogniser="ocr 1",
    undecodable=0.01,
    truncated=True,
    tables=4,
    flags=(Flag(FlagKind.INSTRUCTIONS, "ignore all"), Flag(FlagKind.DIRECTION_TRICK, "gpj.exe")),
    warnings=("It ends early.",),
)


def test_pages_are_unread_until_ocr_looked_and_textless_until_it_found_something() -> None:
    assert (FULL.unread_pages, FULL.textless_pages) == ((5,), (3, 5))
    assert (FULLY_READ.unread_pages, FULLY_READ.textless_pages) == ((), ())


def test_what_is_as_it_should_be_is_not_written() -> None:
    assert quality_values(FULLY_READ) == {}
    assert quality_values(Quality(tables=1, flags=(Flag(FlagKind.LOOKALIKE, "x"),))) == {
        "tables": 1,
        "flags": [{"kind": "lookalike", "quote": "x"}],
    }


def test_what_is_written_is_read_also_by_way_of_json() -> None:
    values = quality_values(FULL)
    assert values["recognised"] == {2: 0.5, 3: None}
    assert read_quality(values) == (FULL, [])
    assert read_quality(json.loads(json.dumps(values))) == (FULL, [])


@pytest.mark.parametrize(
    ("values", "broken"),
    [
        (None, []),
        ({}, []),
        ("words", ["quality"]),
        ([], ["quality"]),
        ({"empty_pages": [1, -2]}, ["empty_pages"]),
        ({"empty_pages": [True]}, ["empty_pages"]),
        ({"recognised": {"x": 0.5}, "tables": "9" * 5000}, ["recognised", "tables"]),
        ({"recognised": {1: 1.5}, "undecodable": "nan", "truncated": 1}, ["recognised", "undecodable", "truncated"]),
        ({"flags": [{"kind": "lookalike"}], "warnings": "one", "recogniser": {}}, ["recogniser", "flags", "warnings"]),
    ],
)
def test_what_makes_no_sense_is_named_and_counts_as_unsaid(values: object, broken: list[str]) -> None:
    assert read_quality(values) == (FULLY_READ, broken)


def test_numbers_may_stand_there_as_text() -> None:
    assert read_quality({"recognised": {"2": "0.5"}, "undecodable": "0.25", "empty_pages": ["3", 1]})[0] == Quality(
        empty_pages=(1, 3), recognised=(RecognisedPage(2, 0.5),), undecodable=0.25
    )
