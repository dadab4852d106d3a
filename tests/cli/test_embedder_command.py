"""The embedding model of a vault, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.services import Services
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.embedding_model import VectorState
from tests.fakes.services import FakeVault


class Terminal:
    """A vault of fakes, and what the last command printed."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.vault = FakeVault(root)
        self._capsys = capsys

    def open(self, _root: Path, *, write: bool) -> Services:
        return self.vault.services

    def said(self, *arguments: str, status: int = 0) -> str:
        assert main.run(parse(["embedder", *arguments]), cast("Any", SimpleNamespace(open=self.open)), Path()) == status
        return self._capsys.readouterr().out

    def run(self, *arguments: str, status: int = 0) -> Any:
        return json.loads(self.said(*arguments, "--json", status=status))


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(tmp_path, capsys)


def test_what_makes_the_vectors_is_shown_and_how_far_a_change_is(terminal: Terminal) -> None:
    assert terminal.run("show") == {"serving": "letters-1", "wanted": "letters-1", "waiting": 0}
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
