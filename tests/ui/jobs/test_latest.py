from __future__ import annotations

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.ui.jobs.latest import LatestJob
from tests.fakes.lanes import HeldLane


def test_only_the_newest_is_heard(qtbot: QtBot) -> None:
    owner, lane = QObject(), HeldLane()
    latest = LatestJob(lane, owner)
    heard: list[object] = []
    latest.succeeded.connect(heard.append)

    latest.start(lambda _: "old")
    latest.start(lambda _: "new")
    lane.run_all()

    assert heard == ["new"]


def test_cancelling_is_told_and_dropping_is_not(qtbot: QtBot) -> None:
    owner, lane = QObject(), HeldLane()
    latest = LatestJob(lane, owner)

    latest.start(lambda _: None)
    with qtbot.waitSignal(latest.cancelled):
        latest.cancel()

    latest.start(lambda _: None)
    with qtbot.assertNotEmitted(latest.cancelled), qtbot.assertNotEmitted(latest.succeeded):
        latest.drop()
        lane.run_all()
