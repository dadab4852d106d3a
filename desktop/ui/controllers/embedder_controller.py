"""The embedding model: what a folder says of one, and its use, for the form in the models' dialog."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.embedding_model import EmbeddingModel, VectorState
from desktop.ui.controllers.failures import as_known_error, describe_failure
from desktop.ui.controllers.settings_controller import SettingsController
from desktop.ui.jobs.bug_report import BugReport
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.widgets.embedder_form import EmbedderForm

if TYPE_CHECKING:
    from desktop.application.services import Services


class EmbedderController(QObject):
    """Attends one form at a time."""

    noticed = Signal(object)
    settled = Signal()

    def __init__(self, services: Services, settings: SettingsController, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._settings = settings
        self._form: EmbedderForm | None = None
        self._looking, self._reading = LatestJob(lane, self), LatestJob(lane, self)
        self._looking.succeeded.connect(self._show_state)
        self._reading.succeeded.connect(self._show_found)
        for job in (self._looking, self._reading):
            job.failed.connect(self._fail)

    def attend(self, form: EmbedderForm) -> None:
        """Do what a form asks for, until another is attended."""
        self._form = form
        form.folder_chosen.connect(self.look_at)
        form.use_requested.connect(self.use)
        self._looking.start(_looking(self._services))

    def leave(self) -> None:
        """Stop everything, and show nothing more."""
        self._form = None
        self._looking.drop()
        self._reading.drop()

    @Slot(str)
    def look_at(self, folder: str) -> None:
        """Read what a folder says of the model in it."""
        self._reading.start(_reading(self._services, folder))

    @Slot(str)
    def use(self, folder: str) -> None:
        """Have vectors made by the model in a folder, or by the bundled one: whoever opens vaults opens this one anew."""
        self.settled.emit()
        self._settings.save({("index", "embedder"): folder})

    @Slot(object)
    def _show_state(self, state: object) -> None:
        if self._form:
            self._form.show_state(cast("VectorState", state))

    @Slot(object)
    def _show_found(self, found: object) -> None:
        if self._form:
            self._form.show_found(*cast("tuple[str, EmbeddingModel]", found))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        if isinstance(failure, BugReport):
            self.noticed.emit(describe_failure(failure, key="embedder"))
        if self._form:
            self._form.show_problem(as_known_error(failure))


def _looking(services: Services) -> UseCase:
    def look(_: JobContext) -> VectorState:
        return services.backlog.state()

    return look


def _reading(services: Services, folder: str) -> UseCase:
    def read(_: JobContext) -> tuple[str, EmbeddingModel]:
        return folder, services.models.describe_embedder(Path(folder))

    return read
