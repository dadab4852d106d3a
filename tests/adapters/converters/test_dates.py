"""Days are read in the ways that cannot be misread, and believed only if a document may have them."""

from __future__ import annotations

import datetime

import pytest

from desktop.adapters.converters.dates import believable_day, day_of


@pytest.mark.parametrize(
    ("stated", "day"),
    [
        ("2023-05-12T10:00:00Z", "2023-05-12"),
        ("2023/05/12", "2023-05-12"),
        ("D:20230512101500+02'00'", "2023-05-12"),
        ("12 May 2023", "2023-05-12"),
        ("12th of May, 2023", "2023-05-12"),
        ("Sept. 3rd, 2021", "2021-09-03"),
        ("December 31, 1999 and more", "1999-12-31"),
        ("Fri, 12 May 2023 10:15:00 +0200", "2023-05-12"),
        ("12/05/2023", None),
        ("32 January 2023", None),
        ("30 February 2023", None),
        ("1979-12-31", None),
        ("9999-01-01", None),
        ("D:20231332", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_days(stated: str, day: str | None) -> None:
    assert day_of(stated) == day


def test_a_day_more_than_a_year_ahead_is_not_believed() -> None:
    today = datetime.datetime.now(tz=datetime.UTC).date()
    assert believable_day(today.year, today.month, min(today.day, 28)) is not None
    assert believable_day(today.year + 2, today.month, min(today.day, 28)) is None
