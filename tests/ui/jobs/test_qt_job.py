from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.application.job import JobContext, Progress
from desktop.domain.errors import Cancelled, StorageProblem
from desktop.ui.jobs.bug_report import BugReport
from desktop.ui.jobs.qt_job import QtJob
from tests.fakes.lanes import HeldLane, InlineLane
from tests.ui.hearing import Hearing


def test_a_result_is_told_after_everything_that_came_before_it(qtbot: QtBot) -> None:
    def use_case(context: JobContext) -> str:
        for done in range(1, 1001):
            context.report(Progress("import", done, 1000))
            context.emit(done)
        return "done"

    hearing = Hearing(QtJob(use_case))
    InlineLane().submit(hearing.job)

    assert hearing.rows == list(range(1, 1001))
    assert hearing.progress[-1] == Progress("import", 1000, 1000)
    assert hearing.ends == [("succeeded", "done"), ("ended", None)]


def test_a_chatty_job_is_heard_a_few_times_only(qtbot: QtBot) -> None:
    def use_case(context: JobContext) -> None:
        for done in range(10_000):
            context.report(Progress("import", done))
            context.emit(done)

    hearing = Hearing(QtJob(use_case))
    InlineLane().submit(hearing.job)

    assert len(hearing.rows) == 10_000
    assert hearing.deliveries <= 3


def test_what_is_held_back_comes_when_the_interval_is_over(qtbot: QtBot) -> None:
    held = Hearing(QtJob(lambda _: None))
    with qtbot.waitSignal(held.job.partial):
        held.job.deliver()
        held.job.task.put_partial("row")
        held.job.deliver()
        assert held.rows == []
    assert held.rows == ["row"]


def test_a_known_error_is_told_as_it_is(qtbot: QtBot) -> None:
    error = StorageProblem("The disk is full.", "Free some space.")

    def use_case(context: JobContext) -> None:
        raise error

    hearing = Hearing(QtJob(use_case))
    InlineLane().submit(hearing.job)

    assert hearing.ends == [("failed", error), ("ended", None)]


def test_an_unknown_error_becomes_a_bug_report(qtbot: QtBot) -> None:
    def use_case(context: JobContext) -> None:
        raise ZeroDivisionError("by nothing")

    hearing = Hearing(QtJob(use_case))
    InlineLane().submit(hearing.job)

    (kind, report), _ = hearing.ends
    assert kind == "failed"
    assert isinstance(report, BugReport)
    assert report.summary == "ZeroDivisionError: by nothing"
    assert "Python 3." in report.details
    assert 'raise ZeroDivisionError("by nothing")' in report.details


def test_cancelling_a_waiting_job_ends_it_at_once_and_it_never_runs(qtbot: QtBot) -> None:
    ran = []
    lane, hearing = HeldLane(), Hearing(QtJob(lambda _: ran.append(True)))
    lane.submit(hearing.job)

    hearing.job.cancel()
    assert hearing.ends == [("cancelled", None), ("ended", None)]

    lane.run_all()
    assert ran == []
    assert hearing.ends == [("cancelled", None), ("ended", None)]


def test_cancelling_a_running_job_keeps_what_it_had_emitted(qtbot: QtBot) -> None:
    def use_case(context: JobContext) -> None:
        context.emit("kept")
        hearing.job.cancel()
        context.cancel.raise_if_cancelled()
        raise AssertionError("it went on")

    hearing = Hearing(QtJob(use_case))
    InlineLane().submit(hearing.job)

    assert hearing.rows == ["kept"]
    assert hearing.ends == [("cancelled", None), ("ended", None)]


def test_a_silenced_job_says_nothing_more(qtbot: QtBot) -> None:
    lane, hearing = HeldLane(), Hearing(QtJob(lambda _: "stale"))
    lane.submit(hearing.job)

    hearing.job.silence()
    lane.run_all()

    assert hearing.ends == []


def test_cancelled_raised_by_a_use_case_is_no_failure(qtbot: QtBot) -> None:
    def use_case(context: JobContext) -> None:
        raise Cancelled

    hearing = Hearing(QtJob(use_case))
    InlineLane().submit(hearing.job)

    assert hearing.ends[0] == ("cancelled", None)
