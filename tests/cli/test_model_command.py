"""`model`: what a file states of itself, without a vault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest

from desktop.application.job import JobContext
from desktop.application.providers import Providers
from desktop.application.services import ModelDesk, VaultOpener
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.embedding_model import EmbeddingModel
from desktop.domain.errors import ModelUnavailable
from desktop.domain.language_model import ModelFile
from tests.fakes.generator import ScriptedGenerator

FILE = ModelFile("Tiny Heron", "llama", "", "Q4_1", 8192, 30, 3, 64, False, 98 * 2**20, "ab12")


class NoVault:
    def __init__(self) -> None:
        self.generator = ScriptedGenerator("The ministry did not pay a ransom. [1]\n")
        self.described: list[Path] = []

    def models(self) -> ModelDesk:
        return ModelDesk(
            Path("/app/bundled.gguf"),
            400 * 2**20,
            self.describe,
            lambda _: self.generator,
            lambda: cast(Providers, None),
            lambda _: cast(EmbeddingModel, None),
        )

    def describe(self, _: JobContext, path: Path) -> ModelFile:
        self.described.append(path)
        if path.name == "bad.gguf":
            raise ModelUnavailable("bad.gguf is no GGUF file.", "Choose another file.")
        return FILE


def run(*arguments: str, opener: NoVault | None = None) -> int:
    return main.run(parse(["model", *arguments]), cast(VaultOpener, opener or NoVault()), Path("/no/vault"))


def test_the_header_is_told_and_what_is_not_stated_said(capsys: pytest.CaptureFixture[str]) -> None:
    opener = NoVault()
    assert run(opener=opener) == 0
    said = capsys.readouterr().out
    assert opener.described == [Path("/app/bundled.gguf")]
    assert "name: Tiny Heron\narchitecture: llama\nlicence: not stated\n" in said
    assert "chat template: no: a common one is used" in said
    assert "memory: about 303 MB of 400 MB: too much for this machine to stay quick" in said


def test_the_shape_holds_what_it_needs_and_how_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    opener = NoVault()
    assert run("/models/own.gguf", "--test", "--json", opener=opener) == 0
    shape = json.loads(capsys.readouterr().out)
    assert (shape["path"], shape["sha256"], shape["machine"]) == ("/models/own.gguf", "ab12", 400 * 2**20)
    assert shape["memory"] == FILE.memory(2048)
    assert (shape["test"]["passed"], shape["test"]["fit"], len(shape["test"]["questions"])) == (1, False, 10)
    assert opener.generator.closed


def test_a_file_that_is_no_model_is_a_known_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bad.gguf", "--json") == 1
    assert json.loads(capsys.readouterr().out)["error"]["message"] == "bad.gguf is no GGUF file."
