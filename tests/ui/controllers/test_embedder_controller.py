from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from desktop.application.settings import IndexSettings, Settings
from desktop.domain.embedding_model import VectorState
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.embedder_controller import EmbedderController
from desktop.ui.controllers.settings_controller import SettingsController
from desktop.ui.controllers.writing import Writing
from desktop.ui.widgets.embedder_form import EmbedderForm
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


class Desk:
    """A form that a controller attends, over a vault of fakes."""

    def __init__(self, qtbot: QtBot, vault: FakeVault, owner: QObject, named: str, *, writable: bool) -> None:
        self.vault = vault
        services = replace(vault.services, settings=Settings(index=IndexSettings(embedder=named)))
        settings = SettingsController(services, Writing(InlineLane(), backlogs_of(services), owner), owner)
        self.controller = EmbedderController(services, settings, InlineLane(), owner)
        self.form = EmbedderForm(named, writable=writable)
        qtbot.addWidget(self.form)
        self.form.show()
        self.controller.attend(self.form)


@pytest.fixture
def desk(qtbot: QtBot, vault: FakeVault, owner: QObject) -> Iterator[Any]:
    made: list[Desk] = []

    def make(named: str = "", *, writable: bool = True) -> Desk:
        made.append(Desk(qtbot, vault, owner, named, writable=writable))
        return made[-1]

    yield make
    for each in made:
        each.controller.leave()


def choose(monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: folder)


def test_what_is_searched_by_is_told(desk: Any, vault: FakeVault) -> None:
    assert desk().form.state.text() == "Searched by letters-1."
    vault.backlog.vectors = VectorState("letters-1", "wide-1", 1234)
    assert desk().form.state.text() == (
        "Searched by letters-1.\n1,234 chunks still wait for vectors of wide-1; until then the others serve."
    )
    vault.backlog.vectors = VectorState("", "", 0)
    assert "only words are searched" in desk().form.state.text()


def test_a_folder_is_looked_at_then_used(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = desk()
    settled = heard(made.controller.settled)
    assert not made.form.use.isEnabled()
    choose(monkeypatch, "/stick/nomic")
    made.form.choose.click()
    assert made.form.found.text() == "nomic: 768 numbers a vector, mean query='q: ' document='d: ', for en\n/stick/nomic"
    made.form.use.click()
    assert made.vault.changed_settings == [("index", "embedder", "/stick/nomic")]
    assert len(settled) == 1


def test_a_folder_without_a_model_is_refused(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = desk()
    choose(monkeypatch, "/stick/bad")
    made.form.choose.click()
    assert "is incomplete: model.onnx missing." in made.form.found.text()
    assert not made.form.use.isEnabled()


def test_choosing_none_changes_nothing(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = desk()
    choose(monkeypatch, "")
    made.form.choose.click()
    assert not made.form.found.isVisible()


def test_the_bundled_one_is_gone_back_to(desk: Any) -> None:
    assert not desk().form.bundled.isVisible()
    made = desk("own")
    made.form.bundled.click()
    assert made.vault.changed_settings == [("index", "embedder", "")]


def test_who_may_only_read_the_vault_changes_nothing(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = desk("own", writable=False)
    choose(monkeypatch, "/stick/nomic")
    made.form.choose.click()
    assert (made.form.use.isEnabled(), made.form.bundled.isEnabled()) == (False, False)
