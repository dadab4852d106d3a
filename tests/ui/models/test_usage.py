from __future__ import annotations

from desktop.domain.passage import Mode, Query
from desktop.ui.models.usage import Usage

RYUK, TRICKBOT = Query("ryuk", Mode.KEYWORD), Query("trickbot", Mode.KEYWORD)


def test_what_was_only_typed_is_not_told() -> None:
    usage = Usage()
    usage.ask()
    assert usage.find(RYUK, 3) is None


def test_a_query_is_told_once_whichever_is_known_first() -> None:
    usage = Usage()
    usage.ask()
    assert usage.mean() is None
    assert usage.find(RYUK, 3) == (RYUK, 3)
    assert usage.mean() is None

    usage.ask()
    assert usage.find(TRICKBOT, 0) is None
    assert usage.mean() == (TRICKBOT, 0)


def test_what_was_meant_of_one_query_does_not_count_for_the_next() -> None:
    usage = Usage()
    usage.mean()
    usage.ask()
    assert usage.find(RYUK, 3) is None
