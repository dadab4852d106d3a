"""Reports: shows what one would say, and writes it where the person wants it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.application.job import JobContext
from desktop.domain.report import Report, ReportChoice, ReportFormat, ReportRequest, ReportTemplate
from desktop.ui.controllers.failures import as_known_error, describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.report import ReportDialog
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, Severity

if TYPE_CHECKING:
    from desktop.application.reporting.reports import Reports

SAID_SECONDS = 15.0
FILTERS = {ReportFormat.PDF: "PDF (*.pdf)", ReportFormat.DOCX: "Word (*.docx)", ReportFormat.MARKDOWN: "Markdown (*.md)"}


class ReportController(QObject):
    """Composes on the lane of those who only read; what is written is recorded, so that goes by the lane that writes."""

    noticed = Signal(object)

    def __init__(self, reports: Reports, lane: RunsJobs, writing: Writing, window: QWidget, parent: QObject | None = None) -> None:
        """`window` is what the dialog stands before."""
        super().__init__(parent)
        self._reports = reports
        self._writing = writing
        self._window = window
        self.dialog: ReportDialog | None = None
        self._case = ""
        self._listing, self._composing = LatestJob(lane, self), LatestJob(lane, self)
        self._listing.succeeded.connect(self._show_choices)
        self._listing.failed.connect(self._fail)
        self._composing.succeeded.connect(self._show_report)
        self._composing.failed.connect(self._fail_composing)

    def scope_to(self, case: str) -> None:
        """Offer only what belongs to this case; everything if it is empty."""
        self._case = case
        if self.dialog is not None and self.dialog.isVisible():
            self._listing.start(_listing(self._reports, case))

    @Slot()
    def show(self) -> None:
        """Show the dialog with what there is now."""
        if self.dialog is None:
            self.dialog = ReportDialog(self._window)
            self.dialog.preview_wanted.connect(self._compose)
            self.dialog.export_requested.connect(self._choose_target)
        self.dialog.show()
        self.dialog.raise_()
        self._listing.start(_listing(self._reports, self._case))

    def export(self, request: ReportRequest, target: Path) -> None:
        """Compose a report and write it; what may leave is decided now, whatever was shown before."""
        job = QtJob(_writing(self._reports, request, target), self)
        job.succeeded.connect(self._tell)
        job.failed.connect(self._fail)
        self._writing.submit(job)

    def close(self) -> None:
        """Ask for nothing more."""
        for job in (self._listing, self._composing):
            job.drop()

    @Slot(object)
    def _show_choices(self, found: object) -> None:
        choices, templates, elsewhere = cast("tuple[tuple[ReportChoice, ...], tuple[ReportTemplate, ...], int]", found)
        if self.dialog:
            self.dialog.show_choices(choices, templates, elsewhere)

    @Slot(object)
    def _compose(self, request: ReportRequest) -> None:
        self._composing.start(_composing(self._reports, request))

    @Slot(object)
    def _show_report(self, report: object) -> None:
        if self.dialog:
            self.dialog.show_report(cast("Report", report))

    @Slot(object)
    def _fail_composing(self, failure: object) -> None:
        error = as_known_error(failure)
        if self.dialog:
            self.dialog.show_failure(f"{error.message} {error.hint}".strip())

    @Slot(object, object)
    def _choose_target(self, request: ReportRequest, form: ReportFormat) -> None:
        name, _ = QFileDialog.getSaveFileName(self.dialog, "Write the report", f"report.{form}", FILTERS[form])
        if name:
            self.export(request, Path(name) if Path(name).suffix.lower() == f".{form}" else Path(f"{name}.{form}"))

    @Slot(object)
    def _tell(self, written: object) -> None:
        report, target = cast("tuple[Report, Path]", written)
        held = f"Held back by their markings: {len(report.withheld):,}." if report.withheld else ""
        severity = Severity.WARNING if held else Severity.SUCCESS
        seconds = None if held else SAID_SECONDS
        self.noticed.emit(
            Notice(severity, f"The report is in {target}, marked {report.label}.", held, key="report", seconds=seconds, made_of=())
        )

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="report"))


def _listing(reports: Reports, case: str) -> UseCase:
    def fetch(_: JobContext) -> tuple[tuple[ReportChoice, ...], tuple[ReportTemplate, ...], int]:
        choices = reports.choices(case)
        return choices, reports.templates(), len(reports.choices()) - len(choices) if case else 0

    return fetch


def _composing(reports: Reports, request: ReportRequest) -> UseCase:
    def compose(context: JobContext) -> Report:
        return reports.compose(context, request)

    return compose


def _writing(reports: Reports, request: ReportRequest, target: Path) -> UseCase:
    def write(context: JobContext) -> tuple[Report, Path]:
        report = reports.compose(context, request)
        reports.write(report, target)
        return report, target

    return write
