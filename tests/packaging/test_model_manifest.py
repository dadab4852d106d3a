from __future__ import annotations

import hashlib
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from console import SetUpFailed
from model_manifest import read_manifest, read_model


def table(**changes: Any) -> dict[str, Any]:
    described = {
        "name": "small",
        "kind": "language",
        "version": "1",
        "licence": "MIT",
        "licence_text": "licences/MIT.txt",
        "origin": "a test",
        "why": "it is small",
        "file": "model.gguf",
        "source": "url",
        "files": [file()],
    }
    return {**described, **changes}


def file(**changes: Any) -> dict[str, Any]:
    return {"path": "model.gguf", "bytes": 3, "sha256": "0" * 64, "url": "https://example.invalid/model.gguf", **changes}


def test_a_sound_model_is_read() -> None:
    model = read_model(table())
    assert (model.name, model.file, model.files[0].bytes) == ("small", "model.gguf", 3)


@pytest.mark.parametrize(
    "path", ["../model.gguf", "/etc/passwd", "a/../../b", "..", "", "a\\..\\b", ".hidden", "~/x", "a//../b", "C:\\x", "a\n"]
)
def test_a_path_out_of_the_folder_is_refused(path: str) -> None:
    with pytest.raises(SetUpFailed, match="no path inside"):
        read_model(table(file=path, files=[file(path=path)]))


@pytest.mark.parametrize("name", ["..", "../x", "/x", "a/b", "", ".", "x\n"])
def test_a_name_out_of_the_folder_is_refused(name: str) -> None:
    with pytest.raises(SetUpFailed, match="no name for a folder"):
        read_model(table(name=name))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"licence": ""}, "says no licence"),
        ({"why": ""}, "says no why"),
        ({"kind": "oracle"}, "no known kind"),
        ({"source": "somewhere"}, "no known source"),
        ({"file": "other.gguf"}, "does not list its own file"),
        ({"files": [file(sha256="0" * 63)]}, "has no SHA-256"),
        ({"files": [file(bytes=0)]}, "has no size"),
        ({"files": [file(url="")]}, "must name a url"),
        ({"files": [file(url="ftp://example.invalid/x")]}, "no known kind of place"),
        ({"source": "repository"}, "must name a url, and only if"),
        ({"source": "package", "package": "p>=1", "package_sha256": "0" * 64}, "no exact package"),
        ({"source": "package", "package": "p==1\n--index-url=x", "package_sha256": "0" * 64}, "no exact package"),
        ({"source": "package", "package": "p==1"}, "no SHA-256 of its package"),
    ],
)
def test_what_cannot_be_trusted_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(SetUpFailed, match=reason):
        read_model(table(**changes))


@pytest.mark.parametrize(
    "text", ["model = 3", "not toml", "[[model]]\nname = 'x'", "[[model]]\nname = 'x'\nfiles = [{path = 'x'}]\nsurprise = 1"]
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "models.toml").write_text(text, encoding="utf-8")
    with pytest.raises(SetUpFailed, match="is not a list of models"):
        read_manifest(tmp_path / "models.toml")


def test_the_list_that_ships_can_be_read_and_its_licences_are_here(root: Path) -> None:
    models = read_manifest(root / "resources" / "models.toml")
    assert {model.kind for model in models} == {"embedder", "language"}
    for model in models:
        assert (root / "resources" / model.licence_text).stat().st_size > 1000


def test_the_committed_files_are_the_listed_ones(root: Path) -> None:
    committed = [model for model in read_manifest(root / "resources" / "models.toml") if model.source == "repository"]
    assert committed
    for model in committed:
        folder = root / "resources" / "models" / model.name
        tracked = subprocess.run(["git", "ls-files", "."], cwd=folder, capture_output=True, text=True, check=True).stdout.split()
        assert sorted(tracked) == sorted(file.path for file in model.files)
        for file in model.files:
            assert hashlib.sha256((folder / file.path).read_bytes()).hexdigest() == file.sha256


def test_the_embedder_is_the_one_that_the_script_makes(root: Path) -> None:
    script = (root / "packaging" / "export_minilm.py").read_text(encoding="utf-8")
    models = tomllib.loads((root / "resources" / "models.toml").read_text(encoding="utf-8"))["model"]
    listed = next(
        file for model in models if model["name"] == "all-MiniLM-L6-v2" for file in model["files"] if file["path"] == "model.onnx"
    )
    assert f'COMMITTED_SHA256 = "{listed["sha256"]}"' in script
