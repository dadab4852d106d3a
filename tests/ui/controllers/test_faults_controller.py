from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.controllers.faults_controller import FaultsController
from desktop.ui.dialogs.faults import FaultsDialog
from desktop.ui.notifier import Severity
from tests.fakes.faults import MemoryFaults, a_report
from tests.fakes.lanes import InlineLane
from tests.ui.hearing import button, heard, visible_texts


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


def test_a_crash_of_the_last_start_is_told_once(window: QWidget) -> None:
    kept = MemoryFaults(a_report(2), a_report(1, told=True))
    for said in (["Coffer crashed when it last ran: Segmentation fault 2."], []):
        controller = FaultsController(kept, InlineLane())
        notices = heard(controller.noticed)
        controller.begin(window)
        assert [each.text for each in notices] == said


def test_reports_can_be_read_carried_out_and_removed(window: QWidget, tmp_path: Path) -> None:
    kept = MemoryFaults(a_report(2), a_report(1))
    controller = FaultsController(kept, InlineLane())
    controller.begin(window)
    controller.show()
    dialog = window.findChild(FaultsDialog)
    assert dialog.text.toPlainText() == "Report 2\n"
    dialog.list.setCurrentRow(1)
    assert dialog.text.toPlainText() == "Report 1\n"

    notices = heard(controller.noticed)
    controller.save(a_report(1), tmp_path / "report.txt")
    assert (tmp_path / "report.txt").read_text() == "Report 1\n"
    controller.save(a_report(1), tmp_path / "none" / "report.txt")
    assert [each.severity for each in notices] == [Severity.SUCCESS, Severity.ERROR]

    button(dialog, "Remove all").click()
    assert kept.reports() == ()
    assert "Coffer has not failed" in visible_texts(dialog)
    assert not button(dialog, "Save report…").isEnabled()
    dialog.close()
