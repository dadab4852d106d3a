"""Everything that changes the vault, one after the other, with embedding in the gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.qt_job import QtJob

if TYPE_CHECKING:
    from desktop.application.ingest.backlog import EmbeddingBacklog


class Writing(QObject):
    """Sends jobs to the lane that alone changes the vault; whenever none is left, chunks that wait are embedded.

    Embedding can always be taken up again, so whatever a person asks for goes before it.
    """

    embedding_progressed = Signal(object)
    embedding_failed = Signal(object)
    embedding_ended = Signal()

    def __init__(self, lane: RunsJobs, backlog: EmbeddingBacklog, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lane = lane
        self._backlog = backlog
        self._pending = 0
        self._embedding: QtJob | None = None
        self._allowed = True

    @property
    def busy(self) -> bool:
        """Whether a job that a person waits for runs or waits."""
        return self._pending > 0

    def submit(self, job: QtJob) -> None:
        """Run a job when those before it are done; embedding makes way for it."""
        self._pending += 1
        self._allowed = True
        job.ended.connect(self._job_ended)
        if self._embedding:
            self._embedding.cancel()
        self._lane.submit(job)

    def stop_embedding(self) -> None:
        """Stop embedding until the vault changes again or is opened anew."""
        self._allowed = False
        if self._embedding:
            self._embedding.cancel()

    def close(self) -> None:
        """Begin nothing more."""
        self._allowed = False

    @Slot()
    def _job_ended(self) -> None:
        self._pending -= 1
        self._embed_if_idle()

    def _embed_if_idle(self) -> None:
        if self._pending or self._embedding or not self._allowed:
            return
        backlog = self._backlog

        def embed(context: JobContext) -> object:
            return backlog.embed_pending(context) if backlog.pending() else None

        job = self._embedding = QtJob(embed)
        job.progressed.connect(self.embedding_progressed)
        job.failed.connect(self._embedding_fails)
        job.ended.connect(self._embedding_ends)
        self._lane.submit(job)

    @Slot(object)
    def _embedding_fails(self, failure: object) -> None:
        self._allowed = False
        self.embedding_failed.emit(failure)

    @Slot()
    def _embedding_ends(self) -> None:
        interrupted = self._embedding is not None and self._embedding.was_cancelled
        self._embedding = None
        self.embedding_ended.emit()
        if interrupted:
            self._embed_if_idle()
