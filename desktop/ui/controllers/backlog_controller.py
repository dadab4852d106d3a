"""What waits in the vault, shown while it is worked off: pages for OCR, chunks for their vectors."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.ingest.extracting import EntitiesFound
from desktop.application.ingest.recognition import PagesRead
from desktop.application.job import Progress
from desktop.domain.changes import Changes
from desktop.domain.errors import ModelUnavailable
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.pace import Pace
from desktop.ui.controllers.writing import Backlog, Writing
from desktop.ui.notifier import Notice, Severity
from desktop.ui.widgets.import_status import Activity

if TYPE_CHECKING:
    from desktop.application.services import Services


def backlogs_of(services: Services) -> tuple[Backlog, ...]:
    """What is worked off in a vault, in this order: what OCR reads is embedded afterwards."""
    if services.writer:
        return ()
    readying = Backlog(
        "Readying the search",
        "vectors",
        "Searches by meaning take longer than they could.",
        services.searcher.vectors,
        services.searcher.prepare,
    )
    return (
        readying,
        Backlog(
            "Reading scans",
            "pages",
            "Scanned pages are not read, so their text cannot be searched yet.",
            services.recognition.pending,
            services.recognition.read_pending,
        ),
        Backlog(
            "Finding names",
            "documents",
            "New documents are searchable, but what they mention is not in the graph yet.",
            services.extraction.pending,
            services.extraction.extract_pending,
        ),
        Backlog(
            "Embedding",
            "chunks",
            "New documents can be found by their words, but not yet by meaning.",
            services.backlog.pending,
            services.backlog.embed_pending,
        ),
        readying,
    )


class BacklogController(QObject):
    """Passes on how far the backlogs are, which documents they changed, and what keeps them from being done."""

    activity_changed = Signal(object)
    changed = Signal(object)
    named = Signal(object)  # Changes: documents whose names can be asked for now
    noticed = Signal(object)

    def __init__(self, writing: Writing, *, limited: bool = False, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._writing = writing
        self._limited = limited
        self._backlog: Backlog | None = None
        self._pace = Pace()
        writing.backlog_progressed.connect(self._show_progress)
        writing.backlog_partial.connect(self._take_changes)
        writing.backlog_failed.connect(self._fail)
        writing.backlogs_ended.connect(self._show_nothing)

    @Slot(object, object)
    def _show_progress(self, backlog: Backlog, progress: Progress) -> None:
        if self._writing.busy:
            return
        if backlog is not self._backlog:
            self._backlog, self._pace = backlog, Pace()
        self._pace.mark(monotonic(), progress.done)
        seconds = self._pace.seconds_left(progress.total)
        self.activity_changed.emit(
            Activity(backlog.doing, backlog.unit, progress.done, progress.total, progress.detail, self._pace.per_minute, seconds)
        )

    @Slot(object)
    def _take_changes(self, partials: tuple[object, ...]) -> None:
        read = frozenset(each.document_id for each in partials if isinstance(each, PagesRead))
        if read:
            self.changed.emit(Changes(read))
        named = frozenset(each.document_id for each in partials if isinstance(each, EntitiesFound))
        if named:
            self.named.emit(Changes(named))

    @Slot(object, object)
    def _fail(self, backlog: Backlog, failure: object) -> None:
        if self._limited and isinstance(failure, ModelUnavailable):
            return  # it was said when the vault was opened
        notice = describe_failure(failure)
        why = " ".join(filter(None, [notice.text, notice.hint]))
        self.noticed.emit(Notice(Severity.WARNING, backlog.failing, why, notice.actions, key=backlog.doing))

    @Slot()
    def _show_nothing(self) -> None:
        self._backlog = None
        if not self._writing.busy:
            self.activity_changed.emit(None)
