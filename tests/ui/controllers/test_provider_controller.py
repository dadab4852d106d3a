from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.application.settings import AnswerSettings, IndexSettings, Settings
from desktop.domain.errors import KeychainUnavailable, ProviderFailed
from desktop.domain.provider import Purpose
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.provider_controller import ProviderController
from desktop.ui.controllers.settings_controller import SettingsController
from desktop.ui.controllers.writing import Writing
from desktop.ui.widgets.provider_form import ProviderForm
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard

ADDRESS = "https://api.example.com/v1"


class Desk:
    """A form that a controller attends, over a vault of fakes."""

    def __init__(self, qtbot: QtBot, vault: FakeVault, owner: QObject, given: Settings, purpose: Purpose) -> None:
        self.vault = vault
        services = replace(vault.services, settings=given)
        settings = SettingsController(services, Writing(InlineLane(), backlogs_of(services), owner), owner)
        self.controller = ProviderController(services, settings, InlineLane(), owner, purpose=purpose)
        self.form = ProviderForm(self.controller.as_set)
        qtbot.addWidget(self.form)
        self.form.show()
        self.controller.attend(self.form)

    def enter(self, key: str = "") -> None:
        self.form.address.setText(f"{ADDRESS}/")
        self.form.model.setText("large-1")
        self.form.key.setText(key)


@pytest.fixture
def desk(qtbot: QtBot, vault: FakeVault, owner: QObject) -> Iterator[Any]:
    made: list[Desk] = []

    def make(**answer: str) -> Desk:
        made.append(Desk(qtbot, vault, owner, Settings(answer=AnswerSettings(**answer)), Purpose.ANSWERS))
        return made[-1]

    yield make
    for each in made:
        each.controller.leave()


def test_a_provider_is_tried_without_being_used(desk: Any) -> None:
    made = desk()
    made.enter("sk-1")
    made.form.test.click()
    assert made.form.said.text() == "It answered “ready” after 0.4 s."
    assert [(provider.address.text, key) for provider, key in made.vault.models.server.tried] == [(ADDRESS, "sk-1")]
    assert (made.vault.models.permissions.kept, made.vault.models.secrets.kept, made.vault.changed_settings) == ({}, {}, [])


def test_why_it_did_not_answer_is_said(desk: Any) -> None:
    made = desk()
    made.vault.models.server.failure = ProviderFailed(f"{ADDRESS} refused with status 401.", "Set the key anew.")
    made.enter()
    made.form.test.click()
    assert made.form.said.text() == f"{ADDRESS} refused with status 401. Set the key anew."
    assert made.form.test.isVisible()


def test_what_is_used_is_allowed_and_its_key_kept_before_the_vault_is_opened_anew(desk: Any) -> None:
    made = desk()
    settled = heard(made.controller.settled)
    made.enter("sk-1")
    made.form.use.click()
    assert len(settled) == 1
    assert made.vault.changed_settings == [("answer", "provider", ADDRESS), ("answer", "provider_model", "large-1")]
    assert list(made.vault.models.permissions.kept) == [f"{ADDRESS} {made.vault.services.paths.root.resolve()}"]
    assert made.vault.models.secrets.kept == {ADDRESS: "sk-1"}


def test_a_key_that_cannot_be_kept_changes_nothing(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = desk()

    def fail(*_: str) -> None:
        raise KeychainUnavailable("The keychain did not answer.", "Unlock it.")

    monkeypatch.setattr(made.vault.models.secrets, "put", fail)
    made.enter("sk-1")
    made.form.use.click()
    assert made.form.said.text() == "The keychain did not answer. Unlock it."
    assert (made.vault.changed_settings, made.vault.models.permissions.kept) == ([], {})


def test_an_address_that_is_none_is_said(desk: Any) -> None:
    made = desk()
    made.enter()
    made.form.address.setText("api.example.com")
    made.form.use.click()
    assert made.form.said.text().startswith("'api.example.com' is no address of a provider.")


def test_it_is_used_no_longer_and_its_key_forgotten(desk: Any) -> None:
    made = desk(provider=ADDRESS, provider_model="large-1")
    made.vault.models.secrets.put(ADDRESS, "sk-1")
    made.form.forget.click()
    assert made.vault.changed_settings == [("answer", "provider", "")]
    assert made.vault.models.secrets.kept == {}


def test_what_the_vault_names_and_this_machine_knows_is_shown(desk: Any, vault: FakeVault) -> None:
    vault.models.permissions.write({f"{ADDRESS} {vault.services.paths.root.resolve()}": "2026-12-01"})
    vault.models.secrets.put(ADDRESS, "sk-1")
    made = desk(provider=ADDRESS, provider_model="large-1")
    assert (made.form.address.text(), made.form.said.text()) == (ADDRESS, "")
    assert made.form.key.placeholderText() == "kept; type another to replace it"


def test_what_would_be_held_back_is_looked_up(desk: Any) -> None:
    made = desk()
    made.form.trial.click()
    assert made.form.held.text().startswith("450 of 450 documents and facts are never sent (above TLP:CLEAR): report-000001; ")


def of_vectors(qtbot: QtBot, vault: FakeVault, owner: QObject, named: str) -> Desk:
    return Desk(qtbot, vault, owner, Settings(index=IndexSettings(embedder=named)), Purpose.VECTORS)


def test_a_provider_of_vectors_is_tried_allowed_for_them_alone_and_set(qtbot: QtBot, vault: FakeVault, owner: QObject) -> None:
    made = of_vectors(qtbot, vault, owner, "")
    made.enter("sk-1")
    made.form.test.click()
    assert made.form.said.text() == "It answered “27 numbers a vector” after 0.2 s."
    made.form.use.click()
    assert vault.changed_settings == [("index", "embedder", f"{ADDRESS}#large-1")]
    assert list(vault.models.permissions.kept) == [f"{ADDRESS} vectors {vault.services.paths.root.resolve()}"]


def test_a_provider_of_vectors_that_is_set_is_shown_and_can_be_left(qtbot: QtBot, vault: FakeVault, owner: QObject) -> None:
    made = of_vectors(qtbot, vault, owner, f"{ADDRESS}#wide-1")
    assert (made.form.address.text(), made.form.model.text()) == (ADDRESS, "wide-1")
    assert "nothing is sent to it" in made.form.said.text()
    made.form.forget.click()
    assert vault.changed_settings == [("index", "embedder", "")]


@pytest.mark.parametrize("named", ["nomic", "https://api.example.com/v1"])
def test_a_folder_or_what_names_no_model_is_no_provider_of_vectors(qtbot: QtBot, vault: FakeVault, owner: QObject, named: str) -> None:
    made = of_vectors(qtbot, vault, owner, named)
    assert (made.form.address.text(), made.form.forget.isVisible()) == ("", False)
