from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.errors import StorageProblem
from desktop.ui.controllers.failures import as_known_error, describe_failure
from desktop.ui.dialogs.bug import BugDialog
from desktop.ui.jobs.bug_report import BugReport
from desktop.ui.notifier import Severity

REPORT = BugReport("ZeroDivisionError: oops", "Coffer 0.1.0\nTraceback …")


def test_a_known_error_keeps_its_words(qtbot: QtBot) -> None:
    notice = describe_failure(StorageProblem("The disk is full.", "Free some space."))
    assert (notice.severity, notice.text, notice.hint) == (Severity.ERROR, "The disk is full.", "Free some space.")


def test_a_bug_offers_its_report(qtbot: QtBot, qapp: QApplication) -> None:
    notice = describe_failure(REPORT)
    show, copy = notice.actions

    copy.run()
    assert qapp.clipboard().text() == REPORT.details

    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    show.run()
    assert [each.isVisible() for each in window.findChildren(BugDialog)] == [True]


def test_a_pane_can_show_a_bug_in_place() -> None:
    assert as_known_error(REPORT).message == "Something went wrong inside Coffer: ZeroDivisionError: oops"
    error = StorageProblem("Gone.")
    assert as_known_error(error) is error


def test_anything_else_is_no_failure() -> None:
    with pytest.raises(TypeError):
        describe_failure("a text")
