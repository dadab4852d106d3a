"""The embedding model of a vault, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.services import Services
from desktop.cli import main, provider_command
from desktop.cli.arguments import parse
from desktop.domain.embedding_model import VectorState
from desktop.domain.marking import Marking
from tests.fakes.services import FakeVault

ADDRESS = "https://api.example.com/v1"


class Terminal:
    """A vault of fakes, and what the last command printed."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.vault = FakeVault(root)
        self.typed = "sk-1"
        self._capsys = capsys

    def open(self, _root: Path, *, write: bool) -> Services:
        return self.vault.services

    def said(self, *arguments: str, status: int = 0) -> str:
        opener = cast("Any", SimpleNamespace(open=self.open, models=lambda: self.vault.models.desk))
        assert main.run(parse(["embedder", *arguments]), opener, Path()) == status
        return self._capsys.readouterr().out

    def run(self, *arguments: str, status: int = 0) -> Any:
        return json.loads(self.said(*arguments, "--json", status=status))


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Terminal:
    terminal = Terminal(tmp_path, capsys)
    monkeypatch.setattr(provider_command, "getpass", lambda _: terminal.typed)
    return terminal


def test_what_makes_the_vectors_is_shown_and_how_far_a_change_is(terminal: Terminal) -> None:
    assert terminal.run("show") == {"serving": "letters-1", "wanted": "letters-1", "waiting": 0, "withheld": 0, "limit": None}
    terminal.vault.backlog.vectors = VectorState("letters-1", "wide-1", 1234)
    assert terminal.said("show") == (
        "Searched by letters-1 until those of the other model are made. 1,234 chunks still wait for vectors of wide-1.\n"
    )
    terminal.vault.backlog.vectors = VectorState("", "", 0)
    assert "There is no embedding model" in terminal.said("show")


def test_a_folder_is_looked_at_before_it_is_used(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal.run("use", "nomic") == {"embedder": "nomic", "identity": "nomic@ab12 mean"}
    (tmp_path / "elsewhere").mkdir()
    assert terminal.run("use", str(tmp_path / "elsewhere"))["embedder"] == str(tmp_path / "elsewhere")
    assert terminal.run("use", "bad", status=1)["error"]["code"] == "model_unavailable"
    assert [value for _, _, value in terminal.vault.changed_settings] == ["nomic", str(tmp_path / "elsewhere")]


def test_the_bundled_one_is_used_again(terminal: Terminal) -> None:
    assert terminal.run("bundled") == {"embedder": "", "identity": None}
    assert terminal.vault.changed_settings == [("index", "embedder", "")]


def test_which_folder_must_be_said(terminal: Terminal) -> None:
    assert terminal.run("use", status=2)["error"]["code"] == "usage"


def test_a_provider_is_tried_without_being_used(terminal: Terminal) -> None:
    assert terminal.run("test", ADDRESS, "wide-1", "--key")["said"] == "27 numbers a vector"
    assert [(provider.model, key) for provider, key in terminal.vault.models.server.tried] == [("wide-1", "sk-1")]
    assert (terminal.vault.changed_settings, terminal.vault.models.permissions.kept) == ([], {})


def test_a_provider_is_allowed_for_vectors_and_named_in_the_settings(terminal: Terminal) -> None:
    told = terminal.run("use", f"{ADDRESS}/", "wide-1", "--key")
    assert told == {"embedder": f"{ADDRESS}#wide-1", "identity": None, "limit": "CLEAR"}
    assert terminal.vault.changed_settings == [("index", "embedder", f"{ADDRESS}#wide-1")]
    assert list(terminal.vault.models.permissions.kept) == [f"{ADDRESS} vectors {terminal.vault.services.paths.root.resolve()}"]
    assert terminal.vault.models.secrets.kept == {ADDRESS: "sk-1"}
    assert "the words of every search by meaning; nothing marked above TLP:CLEAR" in terminal.said("use", ADDRESS, "wide-1")


@pytest.mark.parametrize(
    ("arguments", "said"), [(("use", ADDRESS), "names no model"), (("test", "nomic"), "Which provider?"), (("use",), "Which model?")]
)
def test_what_is_missing_is_said(terminal: Terminal, arguments: tuple[str, ...], said: str) -> None:
    assert said in terminal.run(*arguments, status=2)["error"]["message"]
    assert terminal.vault.changed_settings == []


def test_what_is_not_given_to_the_provider_is_said(terminal: Terminal) -> None:
    terminal.vault.backlog.vectors = VectorState("wide-1", "wide-1", 0, 12, Marking.CLEAR)
    assert terminal.said("show").endswith(" 12 chunks are marked above TLP:CLEAR, which it is not given.\n")
