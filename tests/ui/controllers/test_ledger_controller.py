from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.domain.errors import StorageProblem
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.reading import Surroundings
from desktop.ui.controllers.ledger_controller import LedgerController
from desktop.ui.models.ledger_model import FILE
from desktop.ui.panes.imports import ImportsPane, LedgerListing
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault, make_job
from tests.ui.hearing import button, heard, visible_texts

ROWS = (
    LedgerRow("/n/new.pdf", Outcome.IMPORTED, document_id="new", job="newer"),
    LedgerRow("/o/bad.pdf", Outcome.FAILED, "It is damaged.", job="older"),
    LedgerRow("/o/old.pdf", Outcome.IMPORTED, document_id="old", job="older"),
)


@pytest.fixture
def pane(qtbot: QtBot) -> ImportsPane:
    pane = ImportsPane()
    qtbot.addWidget(pane)
    pane.resize(1000, 700)
    pane.show()
    return pane


@pytest.fixture
def ledger(pane: ImportsPane, vault: FakeVault, lane: InlineLane, owner: QObject) -> Iterator[LedgerController]:
    vault.library.rows_of_ledger = ROWS
    vault.library.jobs_of_ledger = (make_job("newer", files=1), make_job("older", files=2, waiting=1))
    controller = LedgerController(pane, vault.services.library, lane, owner)
    yield controller
    controller.close()


def files(pane: ImportsPane) -> list[object]:
    return [pane.model.data(pane.model.index(row, FILE)) for row in range(pane.model.rowCount())]


def test_every_row_of_every_import_is_listed_with_counts(pane: ImportsPane, ledger: LedgerController) -> None:
    jobs = heard(ledger.jobs_fetched)
    ledger.reload()

    assert files(pane) == ["new.pdf", "bad.pdf", "old.pdf"]
    assert {"All  3", "Imported  2", "Failed  1", "Needs attention  1"} <= visible_texts(pane)
    assert pane.jobs.count() == 3
    assert [[job.id for job in each] for each in jobs] == [["newer", "older"]]


def test_choices_are_answered_at_once_and_counts_are_those_of_the_import(pane: ImportsPane, ledger: LedgerController) -> None:
    ledger.reload()
    pane.jobs.setCurrentIndex(2)
    assert files(pane) == ["bad.pdf", "old.pdf"]
    button(pane, "Failed  1").click()
    assert files(pane) == ["bad.pdf"]
    assert "All  2" in visible_texts(pane)


def test_typing_filters_after_a_pause(qtbot: QtBot, pane: ImportsPane, ledger: LedgerController) -> None:
    ledger.reload()
    pane.filter_box.setText("damaged")
    assert len(files(pane)) == 3
    qtbot.waitUntil(lambda: files(pane) == ["bad.pdf"])


def test_rows_that_come_meanwhile_are_shown_soon(qtbot: QtBot, pane: ImportsPane, vault: FakeVault, ledger: LedgerController) -> None:
    ledger.reload()
    vault.library.rows_of_ledger = (LedgerRow("/n/newest.pdf", Outcome.IMPORTED, job="newer"), *ROWS)
    ledger.take_rows()
    qtbot.waitUntil(lambda: files(pane)[0] == "newest.pdf")


def test_what_failed_in_an_import_is_fetched_whatever_is_listed(pane: ImportsPane, ledger: LedgerController) -> None:
    failed = heard(ledger.failed_fetched)
    ledger.fetch_failed(LedgerListing("newer"))
    ledger.fetch_failed(LedgerListing())
    ledger.fetch_failed(LedgerListing(case="alpha"))
    assert failed == [(), (ROWS[1],), ()]


def test_in_a_case_only_what_has_to_do_with_it_is_listed_and_the_rest_counted(
    pane: ImportsPane, vault: FakeVault, ledger: LedgerController
) -> None:
    of_alpha = replace(make_job("given", files=1), options=ImportOptions(tags=("alpha",)))
    vault.library.jobs_of_ledger = (of_alpha, *vault.library.jobs_of_ledger)
    vault.library.rows_of_ledger = (LedgerRow("/g/cut.pdf", Outcome.FAILED, "It is damaged.", job="given"), *ROWS)
    jobs = heard(ledger.jobs_fetched)
    ledger.reload()
    pane.jobs.setCurrentIndex(3)
    assert not pane.elsewhere.isVisible()

    ledger.scope_to("alpha")
    assert (files(pane), pane.elsewhere.text()) == (["cut.pdf"], "3 of other cases")
    assert [pane.jobs.itemData(row) for row in range(pane.jobs.count())] == ["", "given"]
    assert {"All  1", "Failed  1"} <= visible_texts(pane)
    assert [job.id for job in jobs[-1]] == ["given", "newer", "older"]  # what waits is offered whatever the case

    ledger.scope_to("beta")
    assert "Nothing was imported to this case" in visible_texts(pane)
    assert pane.elsewhere.text() == "4 of other cases"
    ledger.scope_to("")
    assert (len(files(pane)), pane.elsewhere.isVisible()) == (4, False)


def test_a_list_is_exported_as_it_is_chosen(tmp_path: Path, ledger: LedgerController) -> None:
    noticed = heard(ledger.noticed)
    ledger.export(LedgerListing("older", Outcome.FAILED), tmp_path / "failed.csv")
    assert (tmp_path / "failed.csv").read_bytes() == b"failed,/o/bad.pdf\n"
    assert [each.text for each in noticed] == [f"The list was written to {tmp_path / 'failed.csv'}."]


def test_a_list_that_cannot_be_written_is_said(tmp_path: Path, vault: FakeVault, ledger: LedgerController) -> None:
    vault.library.failure = StorageProblem("list.csv could not be written.")
    noticed = heard(ledger.noticed)
    ledger.export(LedgerListing(), tmp_path / "list.csv")
    assert [each.text for each in noticed] == ["list.csv could not be written."]


def test_a_failure_is_told(pane: ImportsPane, vault: FakeVault, ledger: LedgerController) -> None:
    vault.library.failure = StorageProblem("The index is damaged.", "Rebuild it.")
    noticed = heard(ledger.noticed)
    ledger.reload()
    assert [each.text for each in noticed] == ["The index is damaged."]


def test_versions_of_the_document_a_row_tells_of_are_fetched_while_it_is_looked_at(
    pane: ImportsPane, ledger: LedgerController, vault: FakeVault
) -> None:
    document = vault.library.summaries[0].document
    vault.library.rows_of_ledger = (LedgerRow("/n/a.pdf", Outcome.IMPORTED, document_id=document.id, job="newer"), *ROWS)
    vault.library.surroundings[document.id] = Surroundings(unlinked=replace(document, id="other", title="Draft"))
    ledger.reload()
    asked = heard(pane.link_requested)
    button(pane, "Link as versions").click()
    assert asked == [(document.id, "other")]
    pane.table.selectRow(1)  # its document is not in the vault any more
    assert "Link as versions" not in visible_texts(pane)
