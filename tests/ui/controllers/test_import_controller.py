from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.domain.changes import Changes
from desktop.domain.errors import ModelUnavailable, StorageProblem
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.ui.controllers.import_controller import ImportController, ImportSummary
from desktop.ui.controllers.writing import Writing
from desktop.ui.notifier import Severity
from desktop.ui.widgets.import_status import Activity
from tests.fakes.lanes import HeldLane, InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard

FILES = [Path("a.pdf"), Path("fail.pdf"), Path("again.pdf"), Path("b.pdf")]


def make(vault: FakeVault, lane: InlineLane | HeldLane, owner: QObject, *, writer: str = "", limited: bool = False) -> ImportController:
    return ImportController(vault.services.importer, Writing(lane, vault.services.backlog, owner), writer, limited=limited, parent=owner)


def test_an_import_is_summed_up(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    imports = make(vault, lane, owner)
    finished, changed, activities = heard(imports.finished), heard(imports.changed), heard(imports.activity_changed)

    imports.import_paths(FILES)

    (summary,) = finished
    assert summary.sentence == "2 imported, 1 duplicate, 1 failed"
    assert summary.severity is Severity.WARNING
    assert [row.path for row in summary.rows] == ["a.pdf", "fail.pdf", "again.pdf", "b.pdf"]
    assert frozenset.union(*(each.documents for each in changed)) == {"report-000451", "report-000452"}
    assert activities[0] == Activity("Importing", "files")
    assert activities[-1] is None
    assert any(each and each.total == 4 for each in activities)
    assert not imports.importing


def test_imports_that_were_asked_for_meanwhile_are_summed_up_together(
    qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject
) -> None:
    imports = make(vault, held, owner)
    finished, activities = heard(imports.finished), heard(imports.activity_changed)

    imports.import_paths(FILES[:2])
    imports.import_paths(FILES[2:])
    held.run_next()
    assert finished == []
    assert [each.waiting for each in activities if each] == [0, 1, 1]
    held.run_all()

    assert [each.sentence for each in finished] == ["2 imported, 1 duplicate, 1 failed"]
    assert vault.importer.calls == [tuple(FILES[:2]), tuple(FILES[2:])]


def test_a_full_disk_is_told_with_how_many_files_were_not_begun(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    vault.importer.failure = StorageProblem("The disk is full.", "Free some space, then import the rest.")
    imports = make(vault, lane, owner)
    finished, noticed = heard(imports.finished), heard(imports.noticed)

    imports.import_paths(FILES)

    assert [(each.text, each.hint) for each in noticed] == [("The disk is full.", "Free some space, then import the rest.")]
    assert [each.sentence for each in finished] == ["4 not begun"]


def test_stopping_reaches_those_that_wait(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    imports = make(vault, held, owner)
    finished = heard(imports.finished)
    imports.import_paths(FILES[:1])
    imports.import_paths(FILES[1:])

    imports.cancel()
    held.run_all()

    assert vault.importer.calls == []
    assert [each.sentence for each in finished] == ["2 imports not begun"]
    assert finished[0].severity is Severity.WARNING
    assert not imports.importing


def test_stopping_counts_each_file_once_whatever_waits_behind_it(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    imports = make(vault, held, owner)
    finished = heard(imports.finished)
    imports.import_paths([Path("a.pdf"), Path("stop.pdf"), Path("b.pdf"), Path("c.pdf")])
    imports.import_paths(FILES)
    vault.importer.on_stop = imports.cancel

    held.run_all()

    assert [each.sentence for each in finished] == ["2 imported, 2 not begun, 1 import not begun"]
    assert [row.path for row in finished[0].rows] == ["a.pdf", "stop.pdf"]


def test_a_vault_for_reading_takes_nothing_and_says_who_holds_it(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    imports = make(vault, lane, owner, writer="Coffer on desk-4 (process 12)")
    noticed = heard(imports.noticed)

    imports.import_paths(FILES)

    assert vault.importer.calls == []
    assert "Coffer on desk-4 (process 12)" in noticed[0].hint


def test_embedding_follows_and_is_shown(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.backlog.waiting = 8
    imports = make(vault, held, owner)
    activities = heard(imports.activity_changed)

    imports.import_paths(FILES[:1])
    held.run_all()

    shown = [(each.doing, each.done, each.total) for each in activities if each]
    assert ("Embedding", 8, 8) in shown
    assert activities[-1] is None


@pytest.mark.parametrize(("limited", "expected"), [(False, 1), (True, 0)])
def test_a_missing_model_is_said_once(
    qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject, limited: bool, expected: int
) -> None:
    vault.backlog.waiting = 8
    vault.backlog.failure = ModelUnavailable("There is no embedding model.", "Keyword search works.")
    imports = make(vault, lane, owner, limited=limited)
    noticed = heard(imports.noticed)

    imports.import_paths(FILES[:1])

    assert len(noticed) == expected
    assert [each.hint for each in noticed] == ["There is no embedding model. Keyword search works."] * expected


@pytest.mark.parametrize(
    ("rows", "not_begun", "sentence", "severity"),
    [
        ([], 0, "There was nothing to import", Severity.SUCCESS),
        ([Outcome.IMPORTED], 0, "1 imported", Severity.SUCCESS),
        ([Outcome.DUPLICATE] * 2, 0, "2 duplicates", Severity.SUCCESS),
        ([Outcome.SKIPPED, Outcome.UPDATED], 0, "1 updated, 1 skipped", Severity.WARNING),
        ([Outcome.IMPORTED] * 1200, 3, "1,200 imported, 3 not begun", Severity.WARNING),
    ],
)
def test_sentences(rows: list[Outcome], not_begun: int, sentence: str, severity: Severity) -> None:
    summary = ImportSummary(tuple(LedgerRow("a", each) for each in rows), not_begun)
    assert (summary.sentence, summary.severity) == (sentence, severity)


def test_a_document_that_is_not_whole_is_not_passed_over() -> None:
    rows = (LedgerRow("a", Outcome.IMPORTED), LedgerRow("b", Outcome.IMPORTED, "2 pages have no text."))
    summary = ImportSummary(rows)
    assert (summary.sentence, summary.severity) == ("2 imported, 1 with a remark", Severity.WARNING)


def test_nothing_dropped_is_no_import(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    imports = make(vault, lane, owner)
    imports.import_paths([])
    assert vault.importer.calls == []
    assert Changes() == Changes(frozenset())
