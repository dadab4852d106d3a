"""What may come out of one given file."""

from __future__ import annotations

import pytest

from desktop.application.ingest.allowances import Allowance
from desktop.application.settings import ImportSettings


@pytest.mark.parametrize(
    ("size", "most"),
    [(1_000, 10_000_000), (1_000_000, 200_000_000), (50_000_000, 1_000_000_000)],
)
def test_bytes_are_limited_by_expansion_and_altogether(size: int, most: int) -> None:
    assert Allowance.for_file(size, ImportSettings()) == Allowance(10_000, most)


def test_what_is_taken_is_counted_and_what_is_over_refused() -> None:
    allowance = Allowance(members=2, bytes=100)
    assert not allowance.take(101)
    assert allowance.take(60)
    assert not allowance.take(41)
    assert not allowance.used_up
    assert allowance.take(40)
    assert allowance.used_up
    assert not allowance.take(0)
