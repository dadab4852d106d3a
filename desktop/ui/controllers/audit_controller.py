"""The audit log in a window: fetches lines, checks the chain, and writes a table of what may leave."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.application.job import JobContext
from desktop.domain.audit import AuditFacets, AuditQuery, AuditRecord
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.dialogs.audit import AuditDialog
from desktop.ui.jobs.each import EachJob
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, Severity

if TYPE_CHECKING:
    from desktop.application.audit_trail import AuditTrail

SAID_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Checked:
    """What is wrong with the chain, and what its lines can be told apart by."""

    problems: tuple[str, ...]
    facets: AuditFacets


class AuditController(QObject):
    """Answers the dialog on the lane of those who only read."""

    open_requested = Signal(str)
    noticed = Signal(object)

    def __init__(self, trail: AuditTrail, lane: RunsJobs, window: QWidget, parent: QObject | None = None) -> None:
        """`window` is what the dialog stands before."""
        super().__init__(parent)
        self._trail = trail
        self._window = window
        self.dialog: AuditDialog | None = None
        self._listing, self._checking, self._exporting = LatestJob(lane, self), LatestJob(lane, self), EachJob(lane, self)
        self._listing.succeeded.connect(self._show_records)
        self._checking.succeeded.connect(self._show_check)
        self._exporting.succeeded.connect(self._tell_export)
        for job in (self._listing, self._checking, self._exporting):
            job.failed.connect(self._fail)

    @Slot()
    def show(self) -> None:
        """Show the log."""
        self.show_object("")

    @Slot(str)
    def show_object(self, subject: str) -> None:
        """Show what was done to one document or fact (`memory/<fact id>`)."""
        if self.dialog is None:
            self.dialog = AuditDialog(self._window)
            self.dialog.records_wanted.connect(self._fetch)
            self.dialog.check_requested.connect(self.check)
            self.dialog.export_requested.connect(self._choose_target)
            self.dialog.open_requested.connect(self._open)
        self.dialog.show_object(subject)
        self.dialog.show()
        self.dialog.raise_()
        self.check()

    @Slot()
    def check(self) -> None:
        """Check the chain of lines."""
        if self.dialog:
            self.dialog.show_checking()
            self._checking.start(_checking(self._trail))

    def export(self, query: AuditQuery, target: Path) -> None:
        """Write lines to a CSV file."""
        self._exporting.start(_exporting(self._trail, query, target))

    def close(self) -> None:
        """Ask for nothing more."""
        for job in (self._listing, self._checking, self._exporting):
            job.drop()
        if self.dialog:
            self.dialog.close()

    @Slot(object)
    def _fetch(self, query: AuditQuery) -> None:
        self._listing.start(_listing(self._trail, query))

    @Slot(object)
    def _show_records(self, records: object) -> None:
        if self.dialog:
            self.dialog.show_records(cast("list[AuditRecord]", records))

    @Slot(object)
    def _show_check(self, found: object) -> None:
        checked = cast("Checked", found)
        if self.dialog:
            self.dialog.show_facets(checked.facets)
            self.dialog.show_check(checked.problems, checked.facets.lines)

    @Slot(object)
    def _choose_target(self, query: AuditQuery) -> None:
        name, _ = QFileDialog.getSaveFileName(self.dialog, "Export the lines", "audit.csv", "Table (*.csv)")
        if name:
            self.export(query, Path(name))

    @Slot(str)
    def _open(self, subject: str) -> None:
        if self.dialog:
            self.dialog.close()
        self.open_requested.emit(subject)

    @Slot(object)
    def _tell_export(self, counts: object) -> None:
        target, written, held = cast("tuple[Path, int, int]", counts)
        said = f"Lines of the audit log written to {target}: {written:,}."
        hint = f"Held back, for what they tell of is marked above the limit: {held:,}." if held else ""
        severity = Severity.WARNING if held else Severity.SUCCESS
        self.noticed.emit(Notice(severity, said, hint, key="audit", seconds=None if held else SAID_SECONDS, made_of=()))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="audit"))


def _listing(trail: AuditTrail, query: AuditQuery) -> UseCase:
    def fetch(_: JobContext) -> list[AuditRecord]:
        return trail.records(query)

    return fetch


def _checking(trail: AuditTrail) -> UseCase:
    def check(_: JobContext) -> Checked:
        return Checked(tuple(trail.problems()), trail.facets())

    return check


def _exporting(trail: AuditTrail, query: AuditQuery, target: Path) -> UseCase:
    def export(_: JobContext) -> tuple[Path, int, int]:
        return (target, *trail.export(query, target))

    return export
