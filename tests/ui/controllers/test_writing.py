from __future__ import annotations

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.application.job import JobContext, Progress
from desktop.domain.errors import ModelUnavailable
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.writing import Backlog, Writing
from desktop.ui.jobs.qt_job import QtJob
from tests.fakes.lanes import HeldLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


def nothing(_: JobContext) -> None:
    return


def make(vault: FakeVault, held: HeldLane, owner: QObject) -> Writing:
    return Writing(held, backlogs_of(vault.services), owner)


def test_what_waits_is_worked_off_once_nothing_else_is_to_do(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.backlog.waiting = 8
    writing = make(vault, held, owner)

    writing.submit(QtJob(nothing))
    writing.submit(QtJob(nothing))
    assert writing.busy
    held.run_next()
    assert vault.backlog.runs == 0
    held.run_next()
    assert not writing.busy
    held.run_all()

    assert (vault.backlog.runs, vault.backlog.waiting) == (1, 0)


def test_scans_are_read_before_chunks_are_embedded(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.recognition.waiting, vault.backlog.waiting = 2, 4
    writing = make(vault, held, owner)
    seen: list[str] = []

    def note(backlog: Backlog, _: Progress) -> None:
        seen.append(backlog.doing)

    writing.backlog_progressed.connect(note)
    writing.submit(QtJob(nothing))
    held.run_all()

    assert list(dict.fromkeys(seen)) == ["Reading scans", "Embedding"]


def test_a_backlog_makes_way_and_is_taken_up_again(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.backlog.waiting = 8
    writing = make(vault, held, owner)
    order: list[str] = []

    def job(_: JobContext) -> None:
        order.append(f"job, {vault.backlog.waiting} wait")

    def interrupt(_: Backlog, __: Progress) -> None:
        if not order:
            order.append("asked")
            writing.submit(QtJob(job))

    writing.backlog_progressed.connect(interrupt)
    writing.submit(QtJob(nothing))
    held.run_all()

    assert order == ["asked", "job, 4 wait"]
    assert (vault.backlog.runs, vault.backlog.waiting) == (2, 0)


def test_where_nothing_waits_no_engine_is_touched(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    writing = make(vault, held, owner)
    writing.submit(QtJob(nothing))
    held.run_all()

    assert (vault.recognition.runs, vault.backlog.runs) == (0, 0)


def test_a_backlog_that_fails_keeps_no_other_waiting_and_is_tried_again_when_something_changes(
    qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject
) -> None:
    vault.recognition.waiting, vault.backlog.waiting = 2, 4
    vault.recognition.failure = ModelUnavailable("There is no OCR model.")
    writing = make(vault, held, owner)
    failed: list[tuple[str, object]] = []

    def note(backlog: Backlog, failure: object) -> None:
        failed.append((backlog.doing, failure))

    writing.backlog_failed.connect(note)
    writing.submit(QtJob(nothing))
    held.run_all()
    assert failed == [("Reading scans", vault.recognition.failure)]
    assert vault.backlog.waiting == 0

    writing.submit(QtJob(nothing))
    held.run_all()
    assert len(failed) == 2


def test_a_stopped_backlog_stays_stopped(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.backlog.waiting = 8
    writing = make(vault, held, owner)

    def stop(_: Backlog, __: Progress) -> None:
        writing.stop_backlogs()

    writing.backlog_progressed.connect(stop)
    ended = heard(writing.backlogs_ended)
    writing.submit(QtJob(nothing))
    held.run_all()

    assert (vault.backlog.runs, vault.backlog.waiting, len(ended)) == (1, 4, 1)


def test_a_closed_vault_begins_nothing(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.backlog.waiting = 8
    writing = make(vault, held, owner)
    writing.submit(QtJob(nothing))
    writing.close()
    held.run_all()

    assert vault.backlog.runs == 0
