"""Language models: a file's header and hash, its test, and its use, for the dialog."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop.application.answer.self_test import QUESTIONS, try_model
from desktop.application.job import JobContext, Progress
from desktop.application.settings import AnswerSettings, stated_path
from desktop.domain.language_model import AskedQuestion, ModelFile, SelfTest
from desktop.domain.provider import Purpose
from desktop.ui.controllers.embedder_controller import EmbedderController
from desktop.ui.controllers.failures import as_known_error, describe_failure
from desktop.ui.controllers.form_controller import FormController
from desktop.ui.controllers.provider_controller import ProviderController
from desktop.ui.controllers.settings_controller import SettingsController
from desktop.ui.dialogs.models import ModelsAsSet, ModelsDialog
from desktop.ui.dialogs.settings import Value
from desktop.ui.jobs.bug_report import BugReport
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.services import ModelDesk, Services


class ModelsController(QObject):
    """A file is read on one lane while a model may be tested on another; both end with the dialog."""

    noticed = Signal(object)

    def __init__(
        self, services: Services, settings: SettingsController, reading: RunsJobs, testing: RunsJobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._services = services
        self._desk = services.models
        self._settings = settings
        self._dialog: ModelsDialog | None = None
        self._provider = ProviderController(services, settings, testing, self)
        self._vectors = ProviderController(services, settings, testing, self, purpose=Purpose.VECTORS)
        self._embedder = EmbedderController(services, settings, testing, self)
        self._forms: tuple[FormController, ...] = (self._provider, self._vectors, self._embedder)
        for each in self._forms:
            each.noticed.connect(self.noticed)
            each.settled.connect(self._close_dialog)
        self._reading = LatestJob(reading, self)
        self._reading.partial.connect(self._show_header)
        self._reading.progressed.connect(self._show_hashing)
        self._reading.succeeded.connect(self._show_hash)
        self._reading.failed.connect(self._fail_reading)
        self._reading.cancelled.connect(self._show_no_hash)
        self._testing = LatestJob(testing, self)
        self._testing.partial.connect(self._show_questions)
        self._testing.succeeded.connect(self._show_test)
        self._testing.failed.connect(self._fail_test)
        self._testing.cancelled.connect(self._show_stopped)

    def show(self, window: QWidget) -> None:
        """Show the model that is chosen."""
        self.show_file(_own_file(self._services.settings.answer) or self._desk.bundled, window)

    def show_file(self, path: Path, window: QWidget) -> None:
        """Show a file, in the dialog if it stands already."""
        if self._dialog is None:
            self._open(window)
        self.look_at(path)

    @Slot(object)
    def look_at(self, path: Path) -> None:
        """Read a file's header, then hash it; what was tested before is of no interest any more."""
        self._testing.drop()
        if self._dialog:
            self._dialog.show_reading(path)
        self._reading.start(_describing(self._desk, path))

    @Slot(object)
    def test(self, path: Path) -> None:
        """Ask the model in a file ten questions."""
        if self._dialog:
            self._dialog.show_testing()
        self._testing.start(_testing(self._desk, path))

    @Slot(object, int)
    def use(self, path: Path | None, threads: int) -> None:
        """Set which file answers are composed with, if none the bundled one, and the threads: what differs from what is set."""
        now = self._services.settings.answer
        wanted: dict[str, tuple[Value, Value]] = {
            "model_file": (now.model_file if path == _own_file(now) else str(path or ""), now.model_file),
            "threads": (threads, now.threads),
        }
        changes = {("answer", name): value for name, (value, before) in wanted.items() if value != before}
        if changes:
            self._settings.save(changes)

    def close(self) -> None:
        """Stop everything, and show nothing more."""
        if self._dialog:
            self._dialog.reject()
        self._reading.drop()
        self._testing.drop()
        self._leave_forms()

    def _leave_forms(self) -> None:
        for each in self._forms:
            each.leave()

    def _open(self, window: QWidget) -> None:
        answer = self._services.settings.answer
        (threads,) = (each for each in fields(answer) if each.name == "threads")
        dialog = self._dialog = ModelsDialog(
            ModelsAsSet(
                bundled=self._desk.bundled,
                own_file=_own_file(answer),
                threads=answer.threads,
                most_threads=threads.metadata["maximum"],
                composes=answer.use_model,
                machine_bytes=self._desk.machine_bytes,
                writer=self._services.writer,
                provider=self._provider.as_set,
                provider_of_vectors=self._vectors.as_set,
                embedder=self._services.settings.index.embedder,
            ),
            window,
        )
        dialog.file_chosen.connect(self.look_at)
        dialog.hash_stop_requested.connect(self._reading.cancel)
        dialog.test_requested.connect(self.test)
        dialog.test_stop_requested.connect(self._testing.cancel)
        dialog.use_requested.connect(self.use)
        dialog.finished.connect(self._forget)
        self._provider.attend(dialog.provider)
        self._vectors.attend(dialog.vectors)
        self._embedder.attend(dialog.embedder)
        dialog.open()

    @Slot()
    def _close_dialog(self) -> None:
        if self._dialog:
            self._dialog.accept()

    @Slot()
    def _forget(self) -> None:
        self._reading.drop()
        self._testing.drop()
        self._leave_forms()
        if self._dialog:
            self._dialog.deleteLater()
        self._dialog = None

    @Slot(object)
    def _show_header(self, files: object) -> None:
        if self._dialog:
            for file in cast("tuple[ModelFile, ...]", files):
                self._dialog.show_file(file)

    @Slot(object)
    def _show_hashing(self, progress: Progress) -> None:
        if self._dialog:
            self._dialog.card.show_hashing(progress.done, progress.total or 0)

    @Slot(object)
    def _show_hash(self, file: object) -> None:
        if self._dialog:
            self._dialog.card.show_hash(cast("ModelFile", file).sha256)

    @Slot()
    def _show_no_hash(self) -> None:
        if self._dialog:
            self._dialog.card.show_hash("")

    @Slot(object)
    def _show_questions(self, questions: object) -> None:
        if self._dialog:
            for asked in cast("tuple[AskedQuestion, ...]", questions):
                self._dialog.show_question(asked, len(QUESTIONS))

    @Slot(object)
    def _show_test(self, tested: object) -> None:
        if self._dialog:
            self._dialog.show_test(cast("SelfTest", tested))

    @Slot()
    def _show_stopped(self) -> None:
        if self._dialog:
            self._dialog.test.show_stopped()

    @Slot(object)
    def _fail_reading(self, failure: object) -> None:
        self._tell_bug(failure)
        if self._dialog:
            self._dialog.show_file_problem(as_known_error(failure))

    @Slot(object)
    def _fail_test(self, failure: object) -> None:
        self._tell_bug(failure)
        if self._dialog:
            self._dialog.test.show_problem(as_known_error(failure))

    def _tell_bug(self, failure: object) -> None:
        if isinstance(failure, BugReport):
            self.noticed.emit(describe_failure(failure, key="models"))


def _own_file(settings: AnswerSettings) -> Path | None:
    return stated_path(settings.model_file) if settings.model_file else None


def _describing(desk: ModelDesk, path: Path) -> UseCase:
    def describe(context: JobContext) -> ModelFile:
        return desk.describe(context, path)

    return describe


def _testing(desk: ModelDesk, path: Path) -> UseCase:
    def test(context: JobContext) -> SelfTest:
        return try_model(context, desk.generator, path)

    return test
