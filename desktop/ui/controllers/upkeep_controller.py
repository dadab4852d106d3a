"""What a person asks of the vault itself: to check it, to compare it with the files it came from, and to make its index anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext, Progress
from desktop.domain.source import SourceCondition, SourceState
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, Severity
from desktop.ui.widgets.import_status import Activity

if TYPE_CHECKING:
    from desktop.application.ingest.maintenance import Maintenance, ReindexReport

SECONDS = 15.0


class UpkeepController(QObject):
    """Checks the vault and rebuilds its index, one at a time, after whatever is being written."""

    activity_changed = Signal(object)
    problems_found = Signal(object)
    sources_differ = Signal(object)
    rebuilt = Signal()
    noticed = Signal(object)

    def __init__(self, maintenance: Maintenance, writing: Writing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._maintenance = maintenance
        self._writing = writing
        self._job: QtJob | None = None
        self._doing = ""

    @Slot()
    def check(self) -> None:
        """Look for everything that is wrong with the vault."""
        job = QtJob(_checking(self._maintenance))
        job.succeeded.connect(self._tell_problems)
        self._begin("Checking", job)

    @Slot()
    def check_sources(self) -> None:
        """Look whether the files that documents were made from are still what they were."""
        job = QtJob(_comparing(self._maintenance))
        job.succeeded.connect(self._tell_sources)
        self._begin("Comparing", job)

    @Slot()
    def rebuild(self) -> None:
        """Make the index anew from the files."""
        job = QtJob(_rebuilding(self._maintenance))
        job.succeeded.connect(self._tell_rebuilt)
        job.cancelled.connect(self._tell_stopped)
        self._begin("Indexing", job)

    @Slot()
    def cancel(self) -> None:
        """Stop what is being done."""
        if self._job:
            self._job.cancel()

    def close(self) -> None:
        """Ask for nothing more."""
        if self._job:
            self._job.silence()

    def _begin(self, doing: str, job: QtJob) -> None:
        if self._job:
            self.noticed.emit(Notice(Severity.INFO, "The vault is being looked after already.", seconds=SECONDS, key="upkeep", made_of=()))
            return
        self._doing, self._job = doing, job
        job.progressed.connect(self._show_progress)
        job.failed.connect(self._fail)
        job.ended.connect(self._end)
        self.activity_changed.emit(Activity(doing, "documents"))
        self._writing.submit(job)

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self.activity_changed.emit(Activity(self._doing, "documents", progress.done, progress.total, progress.detail))

    @Slot(object)
    def _tell_problems(self, problems: object) -> None:
        found = cast("tuple[str, ...]", problems)
        if found:
            self.problems_found.emit(found)
        else:
            self.noticed.emit(
                Notice(Severity.SUCCESS, "The vault is sound: files, index and audit log agree.", seconds=SECONDS, key="upkeep", made_of=())
            )

    @Slot(object)
    def _tell_sources(self, found: object) -> None:
        states = cast("tuple[SourceState, ...]", found)
        if any(each.state is not SourceCondition.UNCHANGED for each in states):
            self.sources_differ.emit(states)
            return
        which = "The original lies where it did" if len(states) == 1 else f"All {len(states):,} originals lie where they did"
        said = f"{which}, with the bytes that were imported." if states else "No document names a file to compare."
        self.noticed.emit(Notice(Severity.SUCCESS, said, seconds=SECONDS, key="upkeep", made_of=()))

    @Slot(object)
    def _tell_rebuilt(self, report: object) -> None:
        made = cast("ReindexReport", report)
        said = f"The index was made anew: {made.documents:,} documents, {made.chunks:,} chunks."
        self.noticed.emit(Notice(Severity.SUCCESS, said, seconds=SECONDS, key="upkeep", made_of=()))
        self.rebuilt.emit()

    @Slot()
    def _tell_stopped(self) -> None:
        said = "The index is not complete: its rebuilding was stopped."
        self.noticed.emit(
            Notice(Severity.WARNING, said, "What is missing is taken in when the vault is next opened.", key="upkeep", made_of=())
        )
        self.rebuilt.emit()

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="upkeep"))

    @Slot()
    def _end(self) -> None:
        self._job = None
        self.activity_changed.emit(None)


def _checking(maintenance: Maintenance) -> UseCase:
    def check(context: JobContext) -> tuple[str, ...]:
        return maintenance.verify(context)

    return check


def _comparing(maintenance: Maintenance) -> UseCase:
    def compare(context: JobContext) -> tuple[SourceState, ...]:
        return maintenance.check_sources(context)

    return compare


def _rebuilding(maintenance: Maintenance) -> UseCase:
    def rebuild(context: JobContext) -> ReindexReport:
        return maintenance.reindex(context, full=True)

    return rebuild
