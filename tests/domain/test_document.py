"""Ids, and where pages begin."""

import pytest

from desktop.domain.document import SLUG_LENGTH, document_id, page_mark, page_starts

SHA = "3f9a2c1d" + "0" * 56


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("APT28 Headlace", "apt28-headlace"),
        ("APT28: 'Headlace' (2026).pdf", "apt28-headlace-2026-pdf"),
        ("Ünd Zürich", "und-zurich"),
        ("../../etc/passwd", "etc-passwd"),
        ("海莲花", "document"),
        ("", "document"),
        ("--", "document"),
        ("a" * 200, "a" * SLUG_LENGTH),
        ("x" * (SLUG_LENGTH - 1) + " tail", "x" * (SLUG_LENGTH - 1)),
    ],
)
def test_an_id_is_a_readable_slug_and_eight_digits(name: str, slug: str) -> None:
    assert document_id(name, SHA) == f"{slug}-3f9a2c1d"


def test_page_marks_are_found_where_they_stand_alone() -> None:
    body = f"before\n{page_mark(1)}\none {page_mark(2)}\n{page_mark(12)} \t\r\n x\n<!-- page: a -->\n{page_mark(3)}"
    assert [(body[start:].split("\n")[0].rstrip(), page) for start, page in page_starts(body)] == [
        ("<!-- page: 1 -->", 1),
        ("<!-- page: 12 -->", 12),
        ("<!-- page: 3 -->", 3),
    ]
    assert page_starts("") == []


@pytest.mark.parametrize("number", ["9" * 10, "9" * 5000, "\u0661"])
def test_a_page_mark_that_no_index_could_hold_is_text(number: str) -> None:
    assert page_starts(f"<!-- page: {number} -->\ntext") == []
