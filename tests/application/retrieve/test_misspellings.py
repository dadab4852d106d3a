"""Cue words with a slip in them."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.misspellings import corrected


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Wen did it strat", "when did it strat"),
        ("wich algoritm", "which algorithm"),
        ("campagins", "campaigns"),
        ("recenty", "recently"),
        ("victtims", "victims"),
        ("username whenever APT28", "username whenever APT28"),
        ("treason clause grasp", "treason clause grasp"),  # other words, not slips
        ("resons", "reasons"),
        ("", ""),
    ],
)
def test_one_slip_is_put_right_and_other_words_are_let_be(written: str, meant: str) -> None:
    assert corrected(written) == meant
