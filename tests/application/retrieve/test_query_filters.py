"""What a typed query says about documents."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.query_filters import filters_of, is_filter
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("tag", " case ", Filters(tags=("case",))),
        ("type", ".PDF", Filters(formats=("pdf",))),
        ("in", "Report", Filters(named=("Report",))),
        ("tlp", "red", Filters(markings=(Marking.RED,))),
        ("after", "2024", Filters(since="2024")),
        ("before", "2024-03", Filters(until="2024-02-29")),
        ("before", "2024-01-01", Filters(until="2023-12-31")),
    ],
)
def test_fields(field: str, value: str, expected: Filters) -> None:
    assert is_filter(field, value)
    assert filters_of(Filters(), [(field, value)]) == expected


@pytest.mark.parametrize(
    ("field", "value"), [("tag", " "), ("tlp", "pink"), ("after", "soon"), ("before", "2024-02-30"), ("before", "0001")]
)
def test_what_makes_no_sense_is_no_filter(field: str, value: str) -> None:
    assert not is_filter(field, value)


def test_several_limit_together() -> None:
    asked = [("after", "2022"), ("after", "2023-05"), ("before", "2025"), ("before", "2024"), ("tag", "a"), ("tag", "b")]
    assert filters_of(Filters(since="2021"), asked) == Filters(since="2023-05", until="2023-12-31", tags=("a", "b"))
