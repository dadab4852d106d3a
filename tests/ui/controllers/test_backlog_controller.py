from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.application.job import JobContext
from desktop.domain.changes import Changes
from desktop.domain.errors import ModelUnavailable
from desktop.ui.controllers.backlog_controller import BacklogController, backlogs_of
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from tests.fakes.lanes import HeldLane, InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


def nothing(_: JobContext) -> None:
    return


def test_how_far_each_backlog_is_is_shown(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.recognition.waiting, vault.backlog.waiting = 1, 8
    writing = Writing(held, backlogs_of(vault.services), owner)
    activities = heard(BacklogController(writing, parent=owner).activity_changed)

    writing.submit(QtJob(nothing))
    held.run_all()

    shown = [(each.doing, each.unit, each.done, each.total) for each in activities if each]
    assert shown == [("Reading scans", "pages", 1, 1), ("Embedding", "chunks", 4, 8), ("Embedding", "chunks", 8, 8)]
    assert activities[-1] is None


def test_the_search_is_readied_at_once_and_again_when_all_else_is_done(
    qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject
) -> None:
    vault.backlog.waiting = 8
    writing = Writing(held, backlogs_of(vault.services), owner)

    writing.submit(QtJob(nothing))
    held.run_all()

    assert (vault.backlog.waiting, vault.searcher.prepared) == (0, 2)


def test_documents_that_ocr_changed_are_told(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.recognition.waiting = 2
    writing = Writing(held, backlogs_of(vault.services), owner)
    changed = heard(BacklogController(writing, parent=owner).changed)

    writing.submit(QtJob(nothing))
    held.run_all()

    assert changed == [Changes(frozenset({"scan-0", "scan-1"}))]


def test_documents_whose_names_were_found_are_told(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.extraction.waiting = 2
    writing = Writing(held, backlogs_of(vault.services), owner)
    backlogs = BacklogController(writing, parent=owner)
    named, changed = heard(backlogs.named), heard(backlogs.changed)

    writing.submit(QtJob(nothing))
    held.run_all()

    assert frozenset(each for changes in named for each in changes.documents) == {"document-0", "document-1"}
    assert changed == []


@pytest.mark.parametrize(("limited", "expected"), [(False, 1), (True, 0)])
def test_a_missing_model_is_said_once(
    qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject, limited: bool, expected: int
) -> None:
    vault.backlog.waiting = 8
    vault.backlog.failure = ModelUnavailable("There is no embedding model.", "Keyword search works.")
    writing = Writing(lane, backlogs_of(vault.services), owner)
    noticed = heard(BacklogController(writing, limited=limited, parent=owner).noticed)

    writing.submit(QtJob(nothing))

    said = [("New documents can be found by their words, but not yet by meaning.", "There is no embedding model. Keyword search works.")]
    assert [(each.text, each.hint) for each in noticed] == said * expected


def test_a_vault_for_reading_has_no_backlog_to_work_off(vault: FakeVault) -> None:
    vault.writer = "Coffer on desk-4"
    assert backlogs_of(vault.services) == ()
