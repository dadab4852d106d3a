"""Questions: shows the answer as it comes, sentence by sentence, stops it, and keeps it in a thread."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.answer import Answer
from desktop.domain.passage import Filters
from desktop.domain.thread import Thread, ThreadHead
from desktop.ui.controllers.busy import Busy
from desktop.ui.controllers.failures import as_known_error, describe_failure
from desktop.ui.jobs.bug_report import BugReport
from desktop.ui.jobs.each import EachJob
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, Severity
from desktop.ui.panes.search import SearchPane

if TYPE_CHECKING:
    from desktop.application.answer.answerer import Answerer
    from desktop.application.answer.threads import Threads


@dataclass(frozen=True, slots=True)
class ThreadKeeper:
    """What keeps threads in the vault, and the lane on which it does."""

    threads: Threads
    lane: RunsJobs


@dataclass(frozen=True, slots=True)
class OpenThread:
    """The thread that goes on: its id once it is kept, its case, what it is about, its answers, and which of them is shown."""

    id: str = ""
    case: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    shown: int = 0

    def about_nothing(self) -> OpenThread:
        """The same, going on with nothing."""
        return replace(self, about=())

    def going_on(self, answer: Answer) -> OpenThread:
        """The thread with one more answer."""
        return replace(self, about=answer.subjects or self.about, answers=(*self.answers, answer))


class AnswerController(QObject):
    """Sends questions to the answerer, one after the other in a thread, which goes on until it is put away or the case is another.

    A new question stops the one before, and may go on with what that one was about.
    """

    noticed = Signal(object)
    kept = Signal()

    def __init__(
        self,
        pane: SearchPane,
        busy: Busy,
        answerer: Answerer,
        lane: RunsJobs,
        keeper: ThreadKeeper | None = None,
        *,
        use_model: bool,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._pane = pane
        self._busy = busy
        self._answerer = answerer
        self._use_model = use_model
        self._keeper = keeper
        self._thread = OpenThread()
        self._job = LatestJob(lane, self)
        self._keeping = EachJob(keeper.lane if keeper else lane, self)
        self._connect()

    def _connect(self) -> None:
        self._job.partial.connect(self._show_partial)
        self._job.succeeded.connect(self._show)
        self._job.failed.connect(self._fail)
        self._job.cancelled.connect(self._stopped)
        self._keeping.succeeded.connect(self.kept)
        self._keeping.failed.connect(self._fail_keeping)
        self._pane.ask_requested.connect(self.ask)
        self._pane.fresh_requested.connect(self.ask_afresh)
        self._pane.stop_requested.connect(self.stop)
        self._pane.card.closed.connect(self.end_thread)
        self._pane.card.steps.stepped.connect(self._step)
        self._pane.card.steps.end_requested.connect(self.end_thread)

    @Slot(str, object)
    def ask(self, question: str, filters: Filters = Filters()) -> None:  # noqa: B008 - a frozen value
        """Answer a question from the documents that pass the filters."""
        if not question.strip():
            return
        if filters.tags != self._thread.case:
            self._thread = OpenThread(case=filters.tags)
        self._busy.begin("answer", "Looking for evidence…")
        self._job.start(_asking(self._answerer, question, filters, self._thread.about, use_model=self._use_model))

    @Slot(str, object)
    def ask_afresh(self, question: str, filters: Filters = Filters()) -> None:  # noqa: B008 - a frozen value
        """Answer a question without what the one before was about."""
        self._thread = self._thread.about_nothing()
        self.ask(question, filters)

    @Slot()
    def stop(self) -> None:
        """Stop answering; what is shown stays."""
        self._job.cancel()

    @Slot(object)
    def show_thread(self, thread: Thread) -> None:
        """Open a thread at its last question; the next one goes on with it."""
        self._job.drop()
        self._busy.end("answer")
        self._thread = OpenThread(thread.head.id, thread.head.case, thread.about, tuple(each.answer for each in thread.turns))
        self._show_turn(len(thread.turns) - 1)
        for warning in thread.warnings:
            self.noticed.emit(Notice(Severity.WARNING, warning, key=warning))

    @Slot()
    def end_thread(self) -> None:
        """Let the next question begin a thread; what is shown stays."""
        self._thread = OpenThread(case=self._thread.case)
        self._pane.card.steps.show_place(0, 0)

    @Slot(str)
    def leave_thread(self, thread_id: str) -> None:
        """End this thread, if it is the one that goes on: it was moved to the trash."""
        if self._thread.id == thread_id:
            self.end_thread()

    def close(self) -> None:
        """Ask for nothing more."""
        self._job.drop()
        self._keeping.drop()

    @Slot(object)
    def _show_partial(self, answers: tuple[object, ...]) -> None:
        self._pane.show_answer(cast("Answer", answers[-1]))

    @Slot(object)
    def _show(self, answer: object) -> None:
        shown = cast("Answer", answer)
        if self._keeper and not self._thread.id:
            self._thread = replace(self._thread, id=self._keeper.threads.begin(shown.question))
        self._thread = self._thread.going_on(shown)
        self._show_turn(len(self._thread.answers) - 1)
        self._busy.end("answer")
        if self._keeper:
            self._keeping.start(_keeping(self._keeper.threads, self._thread, shown))

    def _show_turn(self, place: int) -> None:
        self._thread = replace(self._thread, shown=place)
        count = len(self._thread.answers)
        if count:
            self._pane.show_answer(self._thread.answers[place])
        self._pane.card.steps.show_place(place + 1, count)

    @Slot(int)
    def _step(self, by: int) -> None:
        place = self._thread.shown + by
        if 0 <= place < len(self._thread.answers):
            self._show_turn(place)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self._busy.end("answer")
        self._pane.show_failure(as_known_error(failure))
        if isinstance(failure, BugReport):
            self.noticed.emit(describe_failure(failure, key="answer"))

    @Slot(object)
    def _fail_keeping(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="thread"))

    @Slot()
    def _stopped(self) -> None:
        self._busy.end("answer")


def _asking(answerer: Answerer, question: str, filters: Filters, about: tuple[str, ...], *, use_model: bool) -> UseCase:
    def ask(context: JobContext) -> Answer:
        return answerer.ask(context, question, use_model=use_model, filters=filters, about=about)

    return ask


def _keeping(threads: Threads, thread: OpenThread, answer: Answer) -> UseCase:
    def keep(_: JobContext) -> ThreadHead:
        return threads.keep(thread.id, answer, thread.case)

    return keep
