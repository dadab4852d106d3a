from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, QThread, Slot
from pytestqt.qtbot import QtBot

from desktop.application.job import JobContext, Progress
from desktop.ui.jobs.lane import Lane, Lanes
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from tests.ui.hearing import Hearing


@pytest.fixture
def lane(qtbot: QtBot) -> Iterator[Lane]:
    lane = Lane("test")
    yield lane
    assert lane.stop()


def test_jobs_run_one_after_the_other_in_the_lanes_own_thread(qtbot: QtBot, lane: Lane) -> None:
    threads: list[int] = []
    order: list[int] = []

    def make(number: int) -> UseCase:
        def use_case(context: JobContext) -> None:
            threads.append(threading.get_ident())
            order.append(number)

        return use_case

    jobs = [QtJob(make(number)) for number in range(5)]
    with qtbot.waitSignal(jobs[-1].ended):
        for job in jobs:
            lane.submit(job)

    assert order == [0, 1, 2, 3, 4]
    assert len(set(threads)) == 1
    assert threads[0] != threading.get_ident()
    assert not lane.busy


def test_everything_is_heard_in_the_windows_thread_and_none_is_lost(qtbot: QtBot, lane: Lane) -> None:
    class Listener(QObject):
        def __init__(self) -> None:
            super().__init__()
            self.threads: set[QThread] = set()
            self.rows: list[object] = []
            self.calls = 0

        @Slot(object)
        def hear(self, rows: tuple[object, ...]) -> None:
            self.threads.add(QThread.currentThread())
            self.rows.extend(rows)
            self.calls += 1

    def use_case(context: JobContext) -> None:
        for number in range(20_000):
            context.emit(number)
            context.report(Progress("import", number))

    job, listener = QtJob(use_case), Listener()
    job.partial.connect(listener.hear)
    with qtbot.waitSignal(job.ended):
        lane.submit(job)

    assert listener.rows == list(range(20_000))
    assert listener.threads == {QThread.currentThread()}
    assert listener.calls < 200


def test_cancelling_reaches_the_running_job_and_those_that_wait(qtbot: QtBot, lane: Lane) -> None:
    begun = threading.Event()

    def run_until_cancelled(context: JobContext) -> None:
        stopped = threading.Event()
        with context.cancel.on_cancel(stopped.set):
            begun.set()
            stopped.wait(5)
        context.cancel.raise_if_cancelled()

    running, waiting = Hearing(QtJob(run_until_cancelled)), Hearing(QtJob(run_until_cancelled))
    lane.submit(running.job)
    lane.submit(waiting.job)
    assert begun.wait(5)

    with qtbot.waitSignal(running.job.ended):
        lane.cancel_all()

    assert running.ends == [("cancelled", None), ("ended", None)]
    assert waiting.ends == [("cancelled", None), ("ended", None)]


def test_stopping_waits_for_the_job_and_tells_its_end(qtbot: QtBot) -> None:
    lane = Lane("test")
    begun = threading.Event()

    def use_case(context: JobContext) -> str:
        stopped = threading.Event()
        with context.cancel.on_cancel(stopped.set):
            begun.set()
            stopped.wait(5)
        return "finished what it had in hand"

    hearing = Hearing(QtJob(use_case))
    lane.submit(hearing.job)
    assert begun.wait(5)

    assert lane.stop()
    assert hearing.ends == [("succeeded", "finished what it had in hand"), ("ended", None)]


def test_a_job_that_raises_does_not_end_the_lane(qtbot: QtBot, lane: Lane) -> None:
    broken = QtJob(lambda _: 1 / 0)
    sound = Hearing(QtJob(lambda _: "still here"))
    with qtbot.waitSignal(sound.job.ended):
        lane.submit(broken)
        lane.submit(sound.job)

    assert sound.ends[0] == ("succeeded", "still here")


def test_lanes_run_beside_each_other(qtbot: QtBot) -> None:
    lanes = Lanes.start()
    meeting = threading.Barrier(len(lanes.each()))
    jobs = [Hearing(QtJob(lambda _: meeting.wait(5))) for _ in lanes.each()]
    for lane, hearing in zip(lanes.each(), jobs, strict=True):
        lane.submit(hearing.job)

    qtbot.waitUntil(lambda: all(hearing.ends for hearing in jobs))

    assert [hearing.ends[0][0] for hearing in jobs] == ["succeeded"] * 4
    assert lanes.stop()
