"""The embedding model: what a folder says of one, and its use, for the form in the models' dialog."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Slot

from desktop.application.job import JobContext
from desktop.domain.embedding_model import EmbeddingModel, VectorState
from desktop.ui.controllers.form_controller import FormController
from desktop.ui.controllers.settings_controller import SettingsController
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.task import UseCase
from desktop.ui.widgets.embedder_form import EmbedderForm

if TYPE_CHECKING:
    from desktop.application.services import Services


class EmbedderController(FormController):
    """Attends one form at a time."""

    def __init__(self, services: Services, settings: SettingsController, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(lane, "embedder", parent)
        self._services = services
        self._settings = settings
        self._form: EmbedderForm | None = None
        self._looking, self._reading = self._job(), self._job()
        self._looking.succeeded.connect(self._show_state)
        self._reading.succeeded.connect(self._show_found)

    def attend(self, form: EmbedderForm) -> None:
        """Do what a form asks for, until another is attended."""
        self._form = form
        form.folder_chosen.connect(self.look_at)
        form.use_requested.connect(self.use)
        self._looking.start(_looking(self._services))

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


def _looking(services: Services) -> UseCase:
    def look(_: JobContext) -> VectorState:
        return services.backlog.state()

    return look


def _reading(services: Services, folder: str) -> UseCase:
    def read(_: JobContext) -> tuple[str, EmbeddingModel]:
        return folder, services.models.describe_embedder(Path(folder))

    return read
