"""Providers on the command line; keys and passphrases are asked for and never arguments."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.services import Services
from desktop.cli import main, provider_command
from desktop.cli.arguments import parse
from desktop.domain.errors import ProviderFailed
from tests.fakes.services import FakeVault

ADDRESS = "https://api.example.com/v1"


class Terminal:
    """A vault of fakes, somebody who types a key, and what the last command printed."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.vault = FakeVault(root)
        self.typed = "sk-1"
        self._capsys = capsys

    def open(self, _root: Path, *, write: bool) -> Services:
        return self.vault.services

    def run(self, *arguments: str, status: int = 0) -> Any:
        opener = cast("Any", SimpleNamespace(open=self.open, models=lambda: self.vault.models.desk))
        assert main.run(parse(["provider", *arguments, "--json"]), opener, Path()) == status
        return json.loads(self._capsys.readouterr().out)


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    terminal = Terminal(tmp_path, capsys)
    monkeypatch.setattr(provider_command, "getpass", lambda _: terminal.typed)
    return terminal


def test_at_first_there_is_none(terminal: Terminal) -> None:
    told = terminal.run("show")
    assert (told["provider"], told["used"]) == ("", False)


def test_a_provider_is_tried_with_the_key_that_is_typed(terminal: Terminal) -> None:
    told = terminal.run("test", ADDRESS, "large-1", "--key")
    assert (told["said"], [key for _, key in terminal.vault.models.server.tried]) == ("ready", ["sk-1"])
    assert terminal.vault.models.permissions.kept == {}


def test_one_that_does_not_answer_fails_the_command(terminal: Terminal) -> None:
    terminal.vault.models.server.failure = ProviderFailed("It did not answer.", "Try again.")
    assert terminal.run("test", ADDRESS, "large-1", status=1)["error"]["code"] == "provider_failed"


def test_a_provider_is_allowed_and_set_and_its_key_kept_apart(terminal: Terminal) -> None:
    told = terminal.run("use", f"{ADDRESS}/", "large-1", "--key")
    assert told == {"provider": ADDRESS, "model": "large-1", "limit": "CLEAR"}
    assert terminal.vault.changed_settings == [("answer", "provider", ADDRESS), ("answer", "provider_model", "large-1")]
    assert terminal.vault.models.secrets.kept == {ADDRESS: "sk-1"}
    assert list(terminal.vault.models.permissions.kept) == [f"{ADDRESS} {terminal.vault.services.paths.root.resolve()}"]


def test_none_is_used_any_more_or_one_is_forgotten_with_its_key(terminal: Terminal) -> None:
    terminal.run("use", ADDRESS, "large-1", "--key")
    terminal.run("none")
    assert terminal.vault.changed_settings[-1] == ("answer", "provider", "")
    assert terminal.run("forget", ADDRESS) == {"forgotten": ADDRESS}
    assert (terminal.vault.models.secrets.kept, terminal.vault.models.permissions.kept) == ({}, {})


def test_what_is_missing_is_said(terminal: Terminal) -> None:
    assert terminal.run("use", ADDRESS, status=2)["error"]["code"] == "usage"
    assert terminal.run("forget", status=2)["error"]["code"] == "usage"
