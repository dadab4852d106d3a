from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.domain.errors import StorageProblem
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.import_controller import ImportController, ImportSummary
from desktop.ui.controllers.writing import Writing
from desktop.ui.notifier import Severity
from desktop.ui.widgets.import_status import Activity
from tests.fakes.lanes import HeldLane, InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard

FILES = [Path("a.pdf"), Path("fail.pdf"), Path("again.pdf"), Path("b.pdf")]
STOPPING = [Path("a.pdf"), Path("stop.pdf"), Path("b.pdf"), Path("c.pdf")]


def make(vault: FakeVault, lane: InlineLane | HeldLane, owner: QObject, *, writer: str = "") -> ImportController:
    return ImportController(vault.services.importer, Writing(lane, backlogs_of(vault.services), owner), writer, owner)


def test_an_import_is_summed_up(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    imports = make(vault, lane, owner)
    finished, changed, activities = heard(imports.finished), heard(imports.changed), heard(imports.activity_changed)

    imports.import_paths(FILES)

    (summary,) = finished
    assert (summary.sentence, summary.severity, summary.job) == ("2 imported, 1 duplicate, 1 failed", Severity.WARNING, "job-1")
    assert [row.path for row in summary.rows] == ["a.pdf", "fail.pdf", "again.pdf", "b.pdf"]
    assert frozenset.union(*(each.documents for each in changed)) == {"report-000451", "report-000452"}
    assert activities[0] == Activity("Importing", "files", pausable=True)
    assert activities[-1] is None
    assert any(each and each.total == 4 for each in activities)
    assert not imports.importing


def test_the_newest_goes_first_and_the_other_is_gone_on_with(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    imports = make(vault, held, owner)
    finished = heard(imports.finished)
    imports.import_paths(STOPPING)
    vault.importer.on_stop = lambda: imports.import_paths(FILES)

    held.run_all()

    assert vault.importer.calls == [tuple(STOPPING), tuple(FILES)]
    assert vault.importer.resumed == ["job-1"]
    assert [each.sentence for each in finished] == ["6 imported, 1 duplicate, 1 failed"]
    assert vault.importer.waiting == {}


def test_one_that_was_not_begun_yet_loses_nothing_by_waiting(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    imports = make(vault, held, owner)
    finished = heard(imports.finished)
    imports.import_paths(FILES[:2])
    imports.import_paths(FILES[2:])
    held.run_all()

    assert vault.importer.calls == [tuple(FILES[2:]), tuple(FILES[:2])]
    assert [each.sentence for each in finished] == ["2 imported, 1 duplicate, 1 failed"]


def test_a_paused_import_stays_in_the_vault_and_is_gone_on_with(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    imports = make(vault, held, owner)
    finished = heard(imports.finished)
    imports.import_paths(STOPPING)
    vault.importer.on_stop = imports.pause
    held.run_all()

    assert vault.importer.waiting == {"job-1": (Path("b.pdf"), Path("c.pdf"))}
    assert [each.sentence for each in finished] == ["2 imported, 2 not read yet"]
    assert not imports.importing

    imports.resume("job-1")
    held.run_all()
    assert vault.importer.waiting == {}
    assert finished[-1].sentence == "2 imported"


def test_a_stopped_import_is_given_up(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    imports = make(vault, held, owner)
    finished = heard(imports.finished)
    imports.import_paths(STOPPING)
    vault.importer.on_stop = imports.cancel
    held.run_all()

    assert vault.importer.waiting == {}
    assert [each.sentence for each in finished] == ["2 imported, 2 not read yet"]
    assert [row.path for row in finished[0].rows] == ["a.pdf", "stop.pdf"]


def test_stopping_reaches_those_that_wait(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.importer.waiting = {"old": (Path("x.pdf"),)}
    imports = make(vault, held, owner)
    imports.resume("old")
    imports.import_paths(FILES)
    imports.cancel()
    held.run_all()

    assert vault.importer.calls == []
    assert vault.importer.waiting == {}
    assert not imports.importing


def test_what_the_last_session_left_is_gone_on_with(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    vault.importer.waiting = {"newer": (Path("n.pdf"),), "older": (Path("o.pdf"), Path("p.pdf"))}
    imports = make(vault, held, owner)
    noticed = heard(imports.noticed)
    imports.go_on_with_unfinished()
    held.run_all()

    assert vault.importer.resumed == ["newer", "older"]
    assert [each.text for each in noticed] == ["Going on with an import that was not finished: 3 files wait."]


def test_a_full_disk_is_told_and_the_rest_can_be_gone_on_with(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    vault.importer.failure = StorageProblem("The disk is full.", "Free some space, then go on.")
    imports = make(vault, lane, owner)
    finished, noticed = heard(imports.finished), heard(imports.noticed)

    imports.import_paths(FILES)

    (summary,) = finished
    assert (summary.failure.text, summary.failure.hint) == ("The disk is full.", "Free some space, then go on.")
    assert (summary.sentence, summary.severity, noticed) == ("4 not read yet", Severity.ERROR, [])
    assert list(vault.importer.waiting) == ["job-1"]


def test_files_are_imported_again_each_once_with_a_password_for_this_time(
    qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject
) -> None:
    rows = [
        LedgerRow("/c/a.zip", Outcome.FAILED),
        LedgerRow("/c/m.eml!/b.zip", Outcome.FAILED, parent="m-1"),
        LedgerRow("/c/a.zip", Outcome.FAILED),
    ]
    make(vault, lane, owner).import_again(rows, ("infected",))
    assert vault.importer.calls == [(Path("/c/a.zip"), Path("/c/m.eml"))]
    assert vault.importer.options == [ImportOptions(passwords=("infected",))]


def test_a_vault_for_reading_takes_nothing_and_says_who_holds_it(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    imports = make(vault, lane, owner, writer="Coffer on desk-4 (process 12)")
    noticed = heard(imports.noticed)

    imports.import_paths(FILES)

    assert vault.importer.calls == []
    assert "Coffer on desk-4 (process 12)" in noticed[0].hint


@pytest.mark.parametrize(
    ("rows", "waiting", "sentence", "severity"),
    [
        ([], 0, "There was nothing to import", Severity.SUCCESS),
        ([Outcome.IMPORTED], 0, "a was imported", Severity.SUCCESS),
        ([Outcome.DUPLICATE] * 2, 0, "2 duplicates", Severity.SUCCESS),
        ([Outcome.SKIPPED, Outcome.UPDATED], 0, "1 updated, 1 skipped", Severity.WARNING),
        ([Outcome.IMPORTED] * 1200, 3, "1,200 imported, 3 not read yet", Severity.WARNING),
    ],
)
def test_sentences(rows: list[Outcome], waiting: int, sentence: str, severity: Severity) -> None:
    summary = ImportSummary(tuple(LedgerRow("a", each) for each in rows), waiting)
    assert (summary.sentence, summary.severity) == (sentence, severity)


def test_of_a_single_file_its_name_and_remark_are_told() -> None:
    failed = ImportSummary((LedgerRow("/c/mail.eml!/a.pdf", Outcome.FAILED, "It is damaged."),))
    assert (failed.sentence, failed.hint, failed.severity) == ("mail.eml › a.pdf failed", "It is damaged.", Severity.WARNING)
    stopped = ImportSummary((LedgerRow("/c/a.pdf", Outcome.IMPORTED, document_id="a"),), waiting=2)
    assert (stopped.sentence, stopped.hint) == ("1 imported, 2 not read yet", "")
