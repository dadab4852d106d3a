from __future__ import annotations

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.application.settings import Settings
from desktop.domain.errors import UsageError
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.settings_controller import SettingsController, fields_of
from desktop.ui.controllers.writing import Writing
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


def make(vault: FakeVault, lane: InlineLane, owner: QObject) -> SettingsController:
    return SettingsController(vault.services, Writing(lane, backlogs_of(vault.services), owner), owner)


def test_every_declared_setting_can_be_shown() -> None:
    found = {(each.section, each.name): each for each in fields_of(Settings())}
    size = found["imports", "max_file_mb"]
    assert (size.value, size.default, size.minimum) == (100, 100, 1)
    assert found["search", "default_mode"].choices == ("grep", "keyword", "vector", "hybrid", "blended")
    assert all(each.meaning for each in found.values())


def test_changes_are_written_and_told_once(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    settings = make(vault, lane, owner)
    saved = heard(settings.saved)
    settings.save({("imports", "max_file_mb"): 250, ("imports", "watched_folders"): ("/in",)})
    assert vault.changed_settings == [("imports", "max_file_mb", 250), ("imports", "watched_folders", ("/in",))]
    assert len(saved) == 1


def test_a_value_that_is_refused_is_told(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    vault.settings_failure = UsageError("answer.threads in coffer.toml is 99, out of range.")
    settings = make(vault, lane, owner)
    saved, noticed = heard(settings.saved), heard(settings.noticed)
    settings.save({("answer", "threads"): 99})
    assert saved == []
    assert [each.text for each in noticed] == ["answer.threads in coffer.toml is 99, out of range."]
