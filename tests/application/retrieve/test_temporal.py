"""Time expressions, read on Wednesday 15 May 2024."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.application.retrieve.temporal import Span, TimeAsked, time_asked

TODAY = date(2024, 5, 15)


@pytest.mark.parametrize(
    ("query", "span"),
    [
        ("what changed since last week?", "since 2024-05-06"),
        ("sightings last week", "2024-05-06 to 2024-05-12"),
        ("phishing in spring 2022", "2022-03-01 to 2022-05-31"),
        ("winter 2022 campaigns", "2022-12-01 to 2023-02-28"),
        ("before 2021", "until 2020-12-31"),
        ("after March 2023", "since 2023-04-01"),
        ("until 3 March 2024", "until 2024-03-03"),
        ("on March 3rd, 2024", "2024-03-03"),
        ("2024-02 reports", "2024-02-01 to 2024-02-29"),
        ("last 30 days", "2024-04-15 to 2024-05-15"),
        ("in the past month", "2024-04-15 to 2024-05-15"),
        ("over the last two years", "2022-05-15 to 2024-05-15"),
        ("between March and May 2023", "2023-03-01 to 2023-05-31"),
        ("between November and February 2023", "2022-11-01 to 2023-02-28"),
        ("from 2019 to 2021", "2019-01-01 to 2021-12-31"),
        ("from 2023 onwards", "since 2023-01-01"),
        ("Q3 2023 intrusions", "2023-07-01 to 2023-09-30"),
        ("late 2023", "2023-09-01 to 2023-12-31"),
        ("in March", "2024-03-01 to 2024-03-31"),
        ("in September", "2023-09-01 to 2023-09-30"),
        ("last quarter", "2024-01-01 to 2024-03-31"),
        ("this year", "2024-01-01 to 2024-12-31"),
        ("two weeks ago", "2024-04-29 to 2024-05-05"),
        ("yesterday's reports", "2024-05-14"),
        ("seen yesterday", "2024-05-14"),
        ("after 2019 and before 2022", "2020-01-01 to 2021-12-31"),
        ("2018 and 2020 compared", "2018-01-01 to 2020-12-31"),
        ("CVE-2022-1234", None),
        ("version 2019.4 of 10.2020.1.1", None),
        ("it may in march order fall", None),
        ("31 February 2023", None),
        ("before the invasion", None),
    ],
)
def test_times_become_days(query: str, span: str | None) -> None:
    found = time_asked(query, TODAY)
    assert (str(found.span) if found else None) == span


def test_the_newest_may_be_asked_for_with_or_without_days() -> None:
    assert time_asked("the latest on APT28", TODAY) == TimeAsked(None, latest=True, said=("latest",))
    found = time_asked("most recent campaigns since 2023", TODAY)
    assert found == TimeAsked(Span(date(2023, 1, 1), None), latest=True, said=("since 2023", "most recent"))
    assert time_asked("latestness of recents", TODAY) is None


@given(st.text() | st.from_regex(r"(since|before|last) \d{1,4} (days|months|years)( ago)?", fullmatch=True))
def test_any_text_may_be_asked(text: str) -> None:
    found = time_asked(text, TODAY)
    assert found is None or found.latest or found.span is not None
