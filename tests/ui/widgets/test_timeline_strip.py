"""The timeline below the picture."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from desktop.domain.graph import DatedDocument
from desktop.domain.graph_timeline import Period, Timeline, Unit
from desktop.domain.graph_view import GraphView
from desktop.ui.widgets.timeline_strip import TimelineStrip
from tests.ui.hearing import heard

YEARS = {f"d{year}": DatedDocument(f"{year}-06-15", f"d{year}", f"Report of {year}", 1) for year in range(2016, 2024)}
KEYS = Qt.Key
SHIFT, CONTROL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def strip(qtbot: QtBot) -> TimelineStrip:
    """Eight years, a bar for each."""
    strip = TimelineStrip()
    qtbot.addWidget(strip)
    strip.setFixedWidth(60)
    strip.show()
    strip.show_timeline(Timeline(documents=YEARS))
    assert (strip.bars.bins.unit, len(strip.bars.bins.bins)) == (Unit.YEAR, 8)
    return strip


def stretch(first: int, last: int) -> Period:
    return Period(f"{first}-01-01", f"{last}-12-31")


def press(strip: TimelineStrip, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> Period | None:
    """Press a key, and show what it asks for as the pane does."""
    asked = heard(strip.step_wanted)
    QTest.keyClick(strip.bars, key, modifier)
    period = asked[-1].change(GraphView()).period if asked else strip.bars.period
    strip.bars.show_period(period)
    return period


def test_a_stretch_is_moved_and_widened_by_keys_within_the_timeline(strip: TimelineStrip) -> None:
    assert press(strip, KEYS.Key_Right) == stretch(2016, 2016)
    assert press(strip, KEYS.Key_Right) == stretch(2017, 2017)
    assert press(strip, KEYS.Key_Right, SHIFT) == stretch(2017, 2018)
    assert press(strip, KEYS.Key_Left, CONTROL) == stretch(2016, 2018)
    assert press(strip, KEYS.Key_Left) == stretch(2016, 2018)
    assert press(strip, KEYS.Key_End) == stretch(2021, 2023)
    assert press(strip, KEYS.Key_Right) == stretch(2021, 2023)
    assert press(strip, KEYS.Key_Left, SHIFT) == stretch(2021, 2022)
    assert press(strip, KEYS.Key_Home) == stretch(2016, 2017)
    assert strip.bars.accessibleDescription().startswith("From 2016-01-01 to 2017-12-31. Left and Right")
    assert press(strip, KEYS.Key_Escape) is None
    assert press(strip, KEYS.Key_Left) == stretch(2023, 2023)


def test_keys_in_a_row_are_one_step(strip: TimelineStrip) -> None:
    asked = heard(strip.step_wanted)
    QTest.keyClick(strip.bars, KEYS.Key_Right)
    QTest.mouseClick(strip.bars, Qt.MouseButton.LeftButton, pos=strip.bars.place_of(3).toPoint())
    assert [bool(each.run) for each in asked] == [True, False]


def test_a_stretch_is_dragged_moved_and_narrowed_with_the_mouse(strip: TimelineStrip) -> None:
    strip.setFixedWidth(200)
    strip.bars.show_timeline(Timeline(documents={name: each for name, each in YEARS.items() if name in ("d2016", "d2023")}))
    bars, last = strip.bars, len(strip.bars.bins.bins) - 1
    asked, previewed = heard(strip.step_wanted), heard(strip.previewed)

    def drag(start: QPoint, end: QPoint) -> Period | None:
        QTest.mousePress(bars, Qt.MouseButton.LeftButton, pos=start)
        QTest.mouseMove(bars, end)
        QTest.mouseRelease(bars, Qt.MouseButton.LeftButton, pos=end)
        period = asked[-1].change(GraphView()).period
        bars.show_period(period)
        return period

    def at(number: int) -> QPoint:
        return bars.place_of(number).toPoint()

    assert drag(at(20), at(10)) == bars.bins.period(10, 20)
    assert previewed == [bars.bins.period(10, 20)]
    assert drag(at(15), at(18)) == bars.bins.period(13, 23)
    assert drag(at(15), at(last)) == bars.bins.period(last - 10, last)
    left_edge = at(last - 10) - QPoint(2, 0)
    assert drag(left_edge, at(last - 4)) == bars.bins.period(last - 4, last)
    QTest.mouseClick(bars, Qt.MouseButton.LeftButton, pos=at(2))
    assert asked[-1].change(GraphView()).period == bars.bins.period(2, 2)


def test_days_may_be_given_and_an_open_end_is_that_of_the_timeline(strip: TimelineStrip) -> None:
    asked = heard(strip.step_wanted)
    for first, last in (("2018-02-03", None), ("2019-01-01", "2018-01-01"), (None, None)):
        strip.take_days(first, last)
    periods = [each.change(GraphView()).period for each in asked]
    assert periods == [Period("2018-02-03", "2023-12-31"), Period("2018-01-01", "2019-01-01"), None]


def test_a_bar_says_what_it_stands_for(strip: TimelineStrip, qapp: QApplication) -> None:
    at = strip.bars.place_of(0).toPoint()
    qapp.sendEvent(strip.bars, QHelpEvent(QHelpEvent.Type.ToolTip, at, strip.bars.mapToGlobal(at)))
    assert QToolTip.text() == "2016: 1 document\n2016-06-15  Report of 2016"
    QToolTip.hideText()


def test_without_a_date_there_is_nothing_to_brush(strip: TimelineStrip) -> None:
    strip.show_timeline(Timeline())
    asked = heard(strip.step_wanted)
    QTest.keyClick(strip.bars, KEYS.Key_Right)
    QTest.mouseClick(strip.bars, Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
    assert asked == []
