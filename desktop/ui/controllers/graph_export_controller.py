"""Gives the graph out: asks which part of it, in which form and where to, and tells what was written and what was held back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from desktop.application.job import JobContext, Progress
from desktop.domain.graph_export import ExportFormat, ExportReport, ExportScope
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.export_graph import ExportGraphDialog
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.models.graph_words import FORMAT_WORDS
from desktop.ui.notifier import Notice, Severity

if TYPE_CHECKING:
    from desktop.application.exchange.graph_exports import GraphExports
    from desktop.application.gate import MarkingGate
    from desktop.application.library import Library

SECONDS = 20.0
_ENDINGS = {ExportFormat.GRAPHML: "GraphML (*.graphml)", ExportFormat.CSV: "CSV (*.csv)"}


class GraphExportController(QObject):
    """Shows the dialog, and writes in turn with whatever else changes the vault, for what leaves is recorded there."""

    noticed = Signal(object)

    def __init__(
        self, exports: GraphExports, library: Library, gate: MarkingGate, lane: RunsJobs, writing: Writing, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._exports = exports
        self._library = library
        self._gate = gate
        self._writing = writing
        self._selected: tuple[str, ...] = ()
        self._parent: QWidget | None = None
        self._form = ExportFormat.GRAPHML
        self._facets = LatestJob(lane, self)
        self._facets.succeeded.connect(self._open)
        self._facets.failed.connect(self._fail)

    def choose(self, selected: Sequence[str], parent: QWidget | None, form: ExportFormat = ExportFormat.GRAPHML) -> None:
        """Ask which part of the graph is wanted; `selected` are the ids of what is chosen in it, `form` is what is offered first."""
        self._selected, self._parent, self._form = tuple(selected), parent, form
        self._facets.start(_tags(self._library))

    def close(self) -> None:
        """Ask for nothing more."""
        self._facets.drop()

    @Slot(object)
    def _open(self, tags: object) -> None:
        limit = min((self._gate.limit(each.exit) for each in ExportFormat), key=lambda each: each.rank)
        dialog = ExportGraphDialog(limit, self._selected, cast("tuple[str, ...]", tags), self._form, self._parent)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.chosen.connect(self._ask_where)
        dialog.open()

    @Slot(object, object)
    def _ask_where(self, form: ExportFormat, scope: ExportScope) -> None:
        suggested = f"{scope.tags[0] if scope.tags else 'graph'}{form.suffix}"
        words = FORMAT_WORDS[form]
        name, _ = QFileDialog.getSaveFileName(self._parent, f"Export as {words}", suggested, _ENDINGS.get(form, "JSON (*.json)"))
        if name and self._may_replace(form, Path(name)):
            self.export(form, scope, Path(name))

    def _may_replace(self, form: ExportFormat, target: Path) -> bool:
        """Whether files may go that have other names than the one that the person was asked about already."""
        there = [each.name for each in form.files(target) if each != target and each.exists()]
        if not there:
            return True
        buttons = QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No
        asked = f"{' and '.join(there)} already {'exists' if len(there) == 1 else 'exist'} in {target.parent}.\nReplace?"
        answer = QMessageBox.question(self._parent, "Export", asked, buttons, QMessageBox.StandardButton.No)
        return answer == QMessageBox.StandardButton.Yes

    def export(self, form: ExportFormat, scope: ExportScope, target: Path) -> None:
        """Write it."""
        job = QtJob(_exporting(self._exports, form, scope, target), self)
        job.progressed.connect(self._tell_progress)
        job.succeeded.connect(self._tell)
        job.failed.connect(self._fail)
        job.ended.connect(job.deleteLater)
        self._writing.submit_look(job)

    @Slot(object)
    def _tell_progress(self, progress: Progress) -> None:
        if progress.total:
            said = f"The graph is being exported: {progress.done:,} of {progress.total:,} documents."
            self.noticed.emit(Notice(Severity.INFO, said, key="graph-export"))

    @Slot(object)
    def _tell(self, result: object) -> None:
        report = cast("ExportReport", result)
        edges = f" and {report.edges:,} edges" if report.edges else ""
        said = f"{report.nodes:,} nodes{edges} were written to {' and '.join(report.files)}, marked TLP:{report.marking}."
        held = f"{report.withheld:,} documents were held back because of their markings." if report.withheld else ""
        hint = " ".join(filter(None, (held, *report.dropped[:1], f"And {len(report.dropped) - 1:,} more." if report.dropped[1:] else "")))
        severity = Severity.WARNING if hint else Severity.SUCCESS
        self.noticed.emit(Notice(severity, said, hint, key="graph-export", seconds=None if hint else SECONDS))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="graph-export"))


def _tags(library: Library) -> UseCase:
    def fetch(_: JobContext) -> tuple[str, ...]:
        return library.facets().tags

    return fetch


def _exporting(exports: GraphExports, form: ExportFormat, scope: ExportScope, target: Path) -> UseCase:
    def export(context: JobContext) -> ExportReport:
        return exports.export(context, form, scope, target)

    return export
