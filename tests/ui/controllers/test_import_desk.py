from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QInputDialog, QPushButton
from pytestqt.qtbot import QtBot

from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.import_controller import ImportController
from desktop.ui.controllers.import_desk import ImportDesk
from desktop.ui.controllers.ledger_controller import LedgerController
from desktop.ui.controllers.writing import Writing
from desktop.ui.panes.imports import ImportsPane
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault, make_job
from tests.ui.hearing import button, heard


class Desk:
    def __init__(self, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
        self.pane = ImportsPane()
        self.imports = ImportController(vault.services.importer, Writing(lane, backlogs_of(vault.services), owner), "", owner)
        self.ledger = LedgerController(self.pane, vault.services.library, lane, owner)
        self.desk = ImportDesk(self.pane, self.imports, self.ledger, lane, owner)
        self.noticed = heard(self.desk.noticed)


@pytest.fixture
def desk(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> Desk:
    vault.library.rows_of_ledger = (
        LedgerRow("/c/fail.pdf", Outcome.FAILED, "Damaged.", job="j"),
        LedgerRow("/c/mail.eml!/locked.zip", Outcome.FAILED, "It needs a password.", parent="mail-1", problem="password_needed", job="j"),
        LedgerRow("/c/mail.eml!/bad.pdf", Outcome.FAILED, "Damaged.", parent="mail-1", job="j"),
    )
    vault.library.jobs_of_ledger = (make_job("j", waiting=3), make_job("i"))
    desk = Desk(vault, lane, owner)
    qtbot.addWidget(desk.pane)
    desk.pane.show()
    desk.ledger.reload()
    return desk


def test_a_file_is_imported_again(desk: Desk, vault: FakeVault) -> None:
    desk.pane.table.selectRow(0)
    button(desk.pane, "Import again").click()
    assert vault.importer.calls == [(Path("/c/fail.pdf"),)]


def test_all_that_failed_is_imported_again_each_given_file_once(desk: Desk, vault: FakeVault) -> None:
    button(desk.pane, "Import the failed again").click()
    assert vault.importer.calls == [(Path("/c/fail.pdf"), Path("/c/mail.eml"))]


def test_a_password_is_used_for_that_import_alone(desk: Desk, vault: FakeVault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("infected", True))
    desk.pane.table.selectRow(1)
    button(desk.pane, "Enter password…").click()
    assert vault.importer.calls == [(Path("/c/mail.eml"),)]
    assert vault.importer.options == [ImportOptions(passwords=("infected",))]


@pytest.mark.parametrize("answer", [("infected", False), ("", True)])
def test_without_a_password_nothing_happens(
    desk: Desk, vault: FakeVault, monkeypatch: pytest.MonkeyPatch, answer: tuple[str, bool]
) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: answer)
    desk.pane.table.selectRow(1)
    button(desk.pane, "Enter password…").click()
    assert vault.importer.calls == []


def test_the_folder_of_a_file_is_shown_and_a_file_that_has_gone_is_said(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(url) or True)
    (tmp_path / "here.pdf").touch()
    desk.pane.reveal_requested.emit(tmp_path / "here.pdf")
    desk.pane.reveal_requested.emit(tmp_path / "gone.pdf")
    assert [url.toLocalFile() for url in shown] == [str(tmp_path)]
    assert [each.text for each in desk.noticed] == [f"gone.pdf is no longer in {tmp_path}."]
    assert desk.noticed[0].hint == "The vault keeps its own copy of what was imported."
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: False)
    desk.pane.reveal_requested.emit(tmp_path / "here.pdf")
    assert (desk.noticed[1].text, desk.noticed[1].hint) == (f"{tmp_path} could not be shown.", "Open it in your file manager.")


def test_a_list_is_exported_where_the_person_says(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "list.csv"), ""))
    button(desk.pane, "Export as CSV…").click()
    assert len((tmp_path / "list.csv").read_text().splitlines()) == 3


def test_an_import_that_waits_is_offered_and_gone_on_with(desk: Desk, vault: FakeVault) -> None:
    vault.importer.waiting = {"j": (Path("x.pdf"),)}
    go_on = next(each for each in desk.pane.findChildren(QPushButton) if each.text() == "Go on")
    assert go_on.isVisible()
    go_on.click()
    assert vault.importer.resumed == ["j"]
