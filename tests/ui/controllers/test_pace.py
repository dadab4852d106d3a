from __future__ import annotations

from desktop.ui.controllers.pace import Pace


def test_it_says_nothing_too_early() -> None:
    pace = Pace()
    assert pace.per_minute is None
    pace.mark(0.0, 0)
    pace.mark(1.0, 5)
    assert pace.per_minute is None
    assert pace.seconds_left(100) is None


def test_speed_and_time_left() -> None:
    pace = Pace()
    pace.mark(100.0, 0)
    pace.mark(110.0, 5)

    assert pace.per_minute == 30.0
    assert pace.seconds_left(20) == 30.0
    assert pace.seconds_left(None) is None


def test_only_the_last_minute_counts() -> None:
    pace = Pace()
    for second in range(0, 301, 10):
        pace.mark(float(second), second)
    for second in range(310, 401, 10):
        pace.mark(float(second), 300 + (second - 300) * 2)

    assert pace.per_minute == 120.0


def test_it_begins_anew_when_counting_begins_anew() -> None:
    pace = Pace()
    pace.mark(0.0, 0)
    pace.mark(10.0, 100)
    pace.mark(11.0, 0)

    assert pace.per_minute is None
