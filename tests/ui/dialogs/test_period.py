from __future__ import annotations

from PySide6.QtCore import QDate
from pytestqt.qtbot import QtBot

from desktop.ui.dialogs.period import PeriodDialog
from tests.ui.samples import SignalLog


def dialog(qtbot: QtBot, since: str | None = None, until: str | None = None) -> PeriodDialog:
    made = PeriodDialog(since, until)
    qtbot.addWidget(made)
    return made


def test_a_period_may_be_open_on_either_side(qtbot: QtBot) -> None:
    asked = dialog(qtbot, "2024-03-01")
    log = SignalLog(asked.chosen)
    assert not asked.last.day.isEnabled()
    asked.accept()
    assert log.emissions == [("2024-03-01", None)]


def test_days_the_wrong_way_round_are_turned(qtbot: QtBot) -> None:
    asked = dialog(qtbot)
    log = SignalLog(asked.chosen)
    for each, day in ((asked.first, QDate(2024, 5, 2)), (asked.last, QDate(2023, 5, 2))):
        each.given.setChecked(True)
        each.day.setDate(day)
    asked.accept()
    assert log.emissions == [("2023-05-02", "2024-05-02")]
