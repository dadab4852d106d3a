from __future__ import annotations

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.application.job import JobContext
from desktop.domain.errors import UsageError
from desktop.ui.jobs.each import EachJob
from tests.fakes.lanes import HeldLane


def refuse(_: JobContext) -> None:
    raise UsageError("No.")


def test_each_is_heard_in_its_order(qtbot: QtBot) -> None:
    owner, lane = QObject(), HeldLane()
    each = EachJob(lane, owner)
    heard: list[object] = []
    failures: list[object] = []
    each.succeeded.connect(heard.append)
    each.failed.connect(failures.append)
    each.start(lambda _: "one")
    each.start(refuse)
    each.start(lambda _: "two")
    lane.run_all()
    assert heard == ["one", "two"]
    assert [str(failure) for failure in failures] == ["No."]


def test_what_is_dropped_is_heard_no_more(qtbot: QtBot) -> None:
    owner, lane = QObject(), HeldLane()
    each = EachJob(lane, owner)
    each.start(lambda _: "one")
    with qtbot.assertNotEmitted(each.succeeded):
        each.drop()
        lane.run_all()
    with qtbot.waitSignal(each.succeeded):
        each.start(lambda _: "two")
        lane.run_all()
