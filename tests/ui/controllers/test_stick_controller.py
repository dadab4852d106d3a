"""Packs from a stick in the window: looked at, and taken only when the person says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.errors import PackDamaged
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.settings_controller import SettingsController
from desktop.ui.controllers.stick_controller import StickController
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.stick import StickDialog
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.fakes.stick import MODEL, PACK
from tests.ui.hearing import heard
from tests.ui.samples import SignalLog


class Desk:
    def __init__(self, qtbot: QtBot, vault: FakeVault, owner: QObject) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        services = vault.services
        writing = Writing(InlineLane(), backlogs_of(services), owner)
        self.settings = SettingsController(services, writing, owner)
        self.controller = StickController(services, self.settings, InlineLane(), writing, self.window, owner)
        self.notices = heard(self.controller.noticed)

    def dialog(self) -> StickDialog:
        assert self.controller.dialog is not None
        return self.controller.dialog


@pytest.fixture
def desk(qtbot: QtBot, vault: FakeVault, owner: QObject, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "/stick")
    desk = Desk(qtbot, vault, owner)
    yield desk
    if desk.controller.dialog:
        desk.controller.dialog.reject()
    desk.controller.close()


def test_what_is_on_the_stick_is_shown_and_nothing_is_taken(desk: Desk, vault: FakeVault) -> None:
    desk.controller.show()
    assert vault.stick.looked == [Path("/stick")]
    assert desk.dialog().heading.text() == "2 found, 1 refused"
    assert vault.stick.taken == []


def test_a_pack_is_taken_when_the_person_says_so(desk: Desk, vault: FakeVault) -> None:
    desk.controller.show()
    desk.dialog().take.click()
    assert vault.stick.taken == [PACK]
    assert [notice.text for notice in desk.notices] == ["ATT&CK was taken from the stick."]
    assert desk.controller.dialog is None
    assert vault.changed_settings == []


def test_a_model_that_was_taken_is_named_in_the_settings(desk: Desk, vault: FakeVault) -> None:
    vault.stick.items, vault.stick.setting = (MODEL,), ("answer", "model_file", "/vault/packs/m.gguf")
    saved = SignalLog(desk.settings.saved)
    desk.controller.show()
    desk.dialog().take.click()
    assert vault.changed_settings == [("answer", "model_file", "/vault/packs/m.gguf")]
    assert len(saved.emissions) == 1


def test_what_cannot_be_taken_says_why_and_the_dialog_stays(desk: Desk, vault: FakeVault) -> None:
    vault.stick.failure = PackDamaged("It has changed.", "Look at the stick again.")
    desk.controller.show()
    desk.dialog().take.click()
    assert desk.dialog().heading.text() == "It has changed. Look at the stick again."
    assert desk.dialog().take.isEnabled()
