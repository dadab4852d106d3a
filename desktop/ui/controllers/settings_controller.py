"""The settings of the open vault: shown in a dialog, and written to its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop.application.job import JobContext
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.settings import SettingField, SettingsDialog, Value
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.services import ChangesSettings, Services
    from desktop.application.settings import Settings


class SettingsController(QObject):
    """Writes what was changed; whoever opens vaults opens this one anew with it."""

    saved = Signal()
    noticed = Signal(object)

    def __init__(self, services: Services, writing: Writing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._writing = writing

    def show(self, window: QWidget) -> None:
        """Show the settings."""
        dialog = SettingsDialog(fields_of(self._services.settings), str(self._services.paths.root), window)
        dialog.changes_wanted.connect(self.save)
        dialog.open()

    @Slot(object)
    def save(self, changes: Mapping[tuple[str, str], Value]) -> None:
        """Write these settings."""
        job = QtJob(_changing(self._services.change_setting, changes), self)
        job.succeeded.connect(self._tell_saved)
        job.failed.connect(self._fail)
        self._writing.submit(job)

    @Slot(object)
    def _tell_saved(self, _result: object) -> None:
        self.saved.emit()

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="settings"))


def fields_of(settings: Settings) -> list[SettingField]:
    """Every setting as it is, with what is declared of it."""
    return [
        _field(section.name, each, getattr(getattr(settings, section.name), each.name))
        for section in fields(settings)
        for each in fields(getattr(settings, section.name))
    ]


def _field(section: str, declared: Any, value: Value) -> SettingField:
    said = declared.metadata
    return SettingField(section, declared.name, said["meaning"], value, declared.default, said["choices"], said["minimum"], said["maximum"])


def _changing(change: ChangesSettings, changes: Mapping[tuple[str, str], Value]) -> UseCase:
    def write(_: JobContext) -> None:
        for (section, name), value in changes.items():
            change(section, name, value)

    return write
