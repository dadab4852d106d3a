from __future__ import annotations

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.application.job import JobContext
from desktop.domain.errors import ModelUnavailable
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from tests.fakes.lanes import HeldLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


def nothing(_: JobContext) -> None:
    return


def test_what_waits_is_embedded_once_nothing_else_is_to_do(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.backlog.waiting = 8
    writing = Writing(held, vault.services.backlog, owner)

    writing.submit(QtJob(nothing))
    writing.submit(QtJob(nothing))
    assert writing.busy
    held.run_next()
    assert vault.backlog.runs == 0
    held.run_next()
    assert not writing.busy
    held.run_next()

    assert (vault.backlog.runs, vault.backlog.waiting) == (1, 0)
    assert held.jobs == []


def test_embedding_makes_way_and_is_taken_up_again(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.backlog.waiting = 8
    writing = Writing(held, vault.services.backlog, owner)
    order: list[str] = []

    def job(_: JobContext) -> None:
        order.append(f"job, {vault.backlog.waiting} wait")

    def interrupt(progress: object) -> None:
        if not order:
            writing.submit(QtJob(job))
            order.append("asked")

    writing.embedding_progressed.connect(interrupt)
    writing.submit(QtJob(nothing))
    held.run_all()

    assert order == ["asked", "job, 4 wait"]
    assert (vault.backlog.runs, vault.backlog.waiting) == (2, 0)


def test_without_waiting_chunks_the_model_is_not_touched(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    writing = Writing(held, vault.services.backlog, owner)
    writing.submit(QtJob(nothing))
    held.run_all()

    assert vault.backlog.runs == 0


def test_a_failure_is_told_and_not_repeated_until_something_changes(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.backlog.waiting = 8
    vault.backlog.failure = ModelUnavailable("There is no embedding model.")
    writing = Writing(held, vault.services.backlog, owner)
    failures = heard(writing.embedding_failed)

    writing.submit(QtJob(nothing))
    held.run_all()
    assert failures == [vault.backlog.failure]

    writing.submit(QtJob(nothing))
    held.run_all()
    assert len(failures) == 2


def test_stopped_embedding_stays_stopped(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.backlog.waiting = 8
    writing = Writing(held, vault.services.backlog, owner)
    writing.embedding_progressed.connect(lambda _: writing.stop_embedding())
    writing.submit(QtJob(nothing))
    held.run_all()

    assert (vault.backlog.runs, vault.backlog.waiting) == (1, 4)
