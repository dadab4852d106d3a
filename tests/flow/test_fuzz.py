"""Damaged files of every format go through the real import; `tests.benchmarks.fuzz` does it for as long as one likes."""

from __future__ import annotations

import pytest

from tests.benchmarks.fuzz import FILES_A_ROUND, fuzz


@pytest.mark.slow
def test_two_rounds_are_survived() -> None:
    findings = fuzz("test", minutes=0.1)
    assert findings.faults == []
    assert findings.files.total() == findings.rounds * FILES_A_ROUND
