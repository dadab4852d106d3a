"""Questions: shows the answer as it comes, sentence by sentence, and stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.answer import Answer
from desktop.domain.passage import Filters
from desktop.ui.controllers.busy import Busy
from desktop.ui.controllers.failures import as_known_error, describe_failure
from desktop.ui.jobs.bug_report import BugReport
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.panes.search import SearchPane

if TYPE_CHECKING:
    from desktop.application.answer.answerer import Answerer


class AnswerController(QObject):
    """Sends questions to the answerer; a new question stops the one before, and may go on with what that one was about."""

    noticed = Signal(object)

    def __init__(
        self, pane: SearchPane, busy: Busy, answerer: Answerer, lane: RunsJobs, *, use_model: bool, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pane = pane
        self._busy = busy
        self._answerer = answerer
        self._use_model = use_model
        self._about: tuple[str, ...] = ()
        self._job = LatestJob(lane, self)
        self._job.partial.connect(self._show_partial)
        self._job.succeeded.connect(self._show)
        self._job.failed.connect(self._fail)
        self._job.cancelled.connect(self._stopped)
        pane.ask_requested.connect(self.ask)
        pane.fresh_requested.connect(self.ask_afresh)
        pane.stop_requested.connect(self.stop)

    @Slot(str, object)
    def ask(self, question: str, filters: Filters = Filters()) -> None:  # noqa: B008 - a frozen value
        """Answer a question from the documents that pass the filters."""
        if question.strip():
            self._busy.begin("answer", "Looking for evidence…")
            self._job.start(_asking(self._answerer, question, filters, self._about, use_model=self._use_model))

    @Slot(str, object)
    def ask_afresh(self, question: str, filters: Filters = Filters()) -> None:  # noqa: B008 - a frozen value
        """Answer a question without what the one before was about."""
        self._about = ()
        self.ask(question, filters)

    @Slot()
    def stop(self) -> None:
        """Stop answering; what is shown stays."""
        self._job.cancel()

    def close(self) -> None:
        """Ask for nothing more."""
        self._job.drop()

    @Slot(object)
    def _show_partial(self, answers: tuple[object, ...]) -> None:
        self._pane.show_answer(cast("Answer", answers[-1]))

    @Slot(object)
    def _show(self, answer: object) -> None:
        shown = cast("Answer", answer)
        self._about = shown.subjects or self._about
        self._pane.show_answer(shown)
        self._busy.end("answer")

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self._busy.end("answer")
        self._pane.show_failure(as_known_error(failure))
        if isinstance(failure, BugReport):
            self.noticed.emit(describe_failure(failure, key="answer"))

    @Slot()
    def _stopped(self) -> None:
        self._busy.end("answer")


def _asking(answerer: Answerer, question: str, filters: Filters, about: tuple[str, ...], *, use_model: bool) -> UseCase:
    def ask(context: JobContext) -> Answer:
        return answerer.ask(context, question, use_model=use_model, filters=filters, about=about)

    return ask
