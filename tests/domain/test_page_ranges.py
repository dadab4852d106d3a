"""Page numbers in words."""

from __future__ import annotations

from desktop.domain.page_ranges import named_pages, page_ranges


def test_runs_are_drawn_together() -> None:
    assert page_ranges([]) == ""
    assert page_ranges([3]) == "3"
    assert page_ranges([1, 2, 5, 7, 8, 9]) == "1–2, 5, 7–9"


def test_pages_are_named_in_number() -> None:
    assert named_pages([3]) == "page 3"
    assert named_pages([3, 4]) == "pages 3–4"
