"""What to tell a person when a job failed."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from desktop.domain.errors import CofferError
from desktop.ui.dialogs.bug import BugDialog
from desktop.ui.jobs.bug_report import BugReport
from desktop.ui.notifier import Notice, NoticeAction, Severity


def describe_failure(failure: object, *, key: str = "") -> Notice:
    """A message for a known error, or for the report of a bug."""
    if isinstance(failure, BugReport):
        return describe_bug_report(failure, key=key)
    if isinstance(failure, CofferError):
        return Notice(Severity.ERROR, failure.message, failure.hint, key=key)
    raise TypeError(f"no failure: {failure!r}")


def describe_bug_report(report: BugReport, *, key: str = "") -> Notice:
    """A message for a bug, with its report to read or copy."""
    actions = (NoticeAction("Report…", ShowReport(report)), NoticeAction("Copy report", CopyReport(report)))
    return Notice(Severity.ERROR, f"Something went wrong inside Coffer: {report.summary}", "Your documents are not affected.", actions, key)


def as_known_error(failure: object) -> CofferError:
    """A failure as a pane can show it in place."""
    if isinstance(failure, CofferError):
        return failure
    summary = failure.summary if isinstance(failure, BugReport) else str(failure)
    return CofferError(f"Something went wrong inside Coffer: {summary}", "The report is in the messages below.")


@dataclass(frozen=True, slots=True)
class CopyReport:
    """Puts a report onto the clipboard."""

    report: BugReport

    def __call__(self) -> None:
        """Do it."""
        QGuiApplication.clipboard().setText(self.report.details)


@dataclass(frozen=True, slots=True)
class ShowReport:
    """Opens a report in a dialog."""

    report: BugReport

    def __call__(self) -> None:
        """Do it."""
        # Without a parent nothing would hold the dialog, and no window need be the active one.
        visible = (each for each in QApplication.topLevelWidgets() if each.isVisible())
        dialog = BugDialog(self.report.summary, self.report.details, QApplication.activeWindow() or next(visible, None))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
