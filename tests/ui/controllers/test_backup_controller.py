from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.application.exchange.backup import Backups, Rebuilt
from desktop.domain.errors import StorageProblem
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.backup_controller import BackupController
from desktop.ui.controllers.writing import Writing
from desktop.ui.notifier import Notice
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeBackupFiles, FakeVault
from tests.ui.hearing import heard


def told(backups: Backups, vault: FakeVault, lane: InlineLane, owner: QObject) -> Notice:
    """What is said last of a backup."""
    controller = BackupController(backups, vault.root, Writing(lane, backlogs_of(vault.services), owner), owner)
    noticed = heard(controller.noticed)
    controller.write(Path("/stick/b.zip"))
    return noticed[-1]


def test_a_backup_is_written_and_restored_for_trial(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    said = told(vault.services.backups, vault, lane, owner).text
    assert said == "1 documents and 0 facts are in /stick/b.zip; restored for trial, they are as they were."


def test_what_does_not_come_back_is_said(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    backups = Backups(FakeBackupFiles(), lambda _context, _root: Rebuilt(0, 0, ()))
    assert "1 files of documents, but 0 documents came of them" in told(backups, vault, lane, owner).text


def test_a_failure_is_told(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    class Full(FakeBackupFiles):
        def write(self, _root: Path, target: Path) -> object:  # type: ignore[override]
            raise StorageProblem(f"{target} could not be written.", "Free some space.")

    backups = Backups(Full(), lambda _context, _root: Rebuilt(0, 0, ()))  # type: ignore[arg-type]
    assert told(backups, vault, lane, owner).text == "/stick/b.zip could not be written."
