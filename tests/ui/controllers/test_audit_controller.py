from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop.application.audit_trail import AuditTrail
from desktop.application.gate import MarkingGate
from desktop.application.settings import MarkingSettings
from desktop.domain.marking import Marking
from desktop.ui.controllers.audit_controller import AuditController
from desktop.ui.dialogs.audit import AuditDialog
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.lanes import InlineLane
from tests.fakes.memory_facts import MemoryFactIndex
from tests.ui.hearing import button, heard


@pytest.fixture
def log() -> MemoryAuditLog:
    log = MemoryAuditLog()
    log.append("import", "open")
    log.append("import", "strict")
    return log


@pytest.fixture
def controller(qtbot: QtBot, owner: QObject, lane: InlineLane, log: MemoryAuditLog) -> Iterator[AuditController]:
    index, window = MemoryFactIndex(), QWidget()
    qtbot.addWidget(window)
    index.markings = {"open": Marking.CLEAR, "strict": Marking.AMBER_STRICT}
    controller = AuditController(AuditTrail(log, MarkingGate(index, MarkingSettings(export_max="GREEN"))), lane, window, owner)
    yield controller
    controller.close()


def shown(controller: AuditController) -> AuditDialog:
    assert controller.dialog is not None
    return controller.dialog


def test_the_log_is_shown_with_what_its_check_found(controller: AuditController, log: MemoryAuditLog) -> None:
    controller.show()
    dialog = shown(controller)
    assert [dialog.model.index(row, 4).data() for row in range(2)] == ["strict", "open"]
    assert dialog.state.text().startswith("✓ The chain is whole: 2 lines")
    log.wrong = ["audit.jsonl: line 1 was altered."]
    button(dialog, "Check again").click()
    assert dialog.state.text() == "audit.jsonl: line 1 was altered."


def test_the_history_of_one_object_is_shown_on_request(controller: AuditController) -> None:
    controller.show_object("open")
    assert [shown(controller).model.index(row, 4).data() for row in range(shown(controller).model.rowCount())] == ["open"]


def test_what_is_held_back_from_a_table_is_said(controller: AuditController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noticed = heard(controller.noticed)
    target = tmp_path / "audit.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    controller.show()
    button(shown(controller), "Export as CSV…").click()
    assert "strict" not in target.read_text(encoding="utf-8")
    assert (noticed[0].text, noticed[0].hint) == (
        f"Lines of the audit log written to {target}: 1.",
        "Held back, for what they tell of is marked above the limit: 1.",
    )


def test_what_cannot_be_written_is_said(controller: AuditController, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noticed = heard(controller.noticed)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "audit.csv"), ""))
    controller.show()
    button(shown(controller), "Export as CSV…").click()
    assert "could not be written" in noticed[0].text


def test_an_object_is_opened_in_the_window(controller: AuditController) -> None:
    opened = heard(controller.open_requested)
    controller.show()
    button(shown(controller), "Open it").click()
    assert opened == ["strict"]
    assert not shown(controller).isVisible()
