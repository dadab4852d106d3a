from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

import parts_list
import pytest
from model_manifest import read_manifest

import desktop


def test_a_package_is_listed_if_a_module_of_it_was_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts_list, "ROOT", tmp_path)
    (tmp_path / "build" / "build").mkdir(parents=True)
    (tmp_path / "build" / "build" / "PYZ-00.toc").write_text("('tomlkit.api', '/x/api.py', 'PYMODULE'),\n('olefile', '/x', 'PYMODULE')")
    (tmp_path / "built" / "_internal" / "sqlite_vec").mkdir(parents=True)
    (tmp_path / "built" / "_internal" / "bin").mkdir()
    names = {parts_list.name_of(each) for each in parts_list.packages_in(tmp_path / "built")}
    assert names == {"tomlkit", "olefile", "sqlite-vec", "ripgrep"}


def test_the_list_names_packages_and_models_with_their_licences(root: Path) -> None:
    models = read_manifest(root / "resources" / "models.toml")
    listed = parts_list.bill_of_materials([distribution("olefile")], models)
    assert listed["bomFormat"] == "CycloneDX"
    names = [component["name"] for component in listed["components"]]
    assert names == ["olefile", *(model.name for model in models)]
    assert all(component["licenses"][0]["license"]["name"] for component in listed["components"])
    assert listed["components"][0]["purl"] == f"pkg:pypi/olefile@{distribution('olefile').version}"


def test_the_same_parts_give_the_same_list() -> None:
    parts = [distribution("olefile"), distribution("tomlkit")]
    assert parts_list.bill_of_materials(parts, ()) == parts_list.bill_of_materials(parts, ())


def test_licence_texts_are_copied_and_their_lack_is_filled_with_what_is_stated(tmp_path: Path) -> None:
    parts_list.copy_licences(distribution("tomlkit"), tmp_path)
    texts = [path.read_text(encoding="utf-8") for path in (tmp_path / "tomlkit").iterdir()]
    assert any("Permission is hereby granted" in text for text in texts)
    for each in ("olefile", "PyYAML", "sqlite-vec"):
        parts_list.copy_licences(distribution(each), tmp_path)
        assert any((tmp_path / parts_list.name_of(distribution(each))).iterdir())


def test_the_program_and_its_list_of_parts_say_the_same_version() -> None:
    assert parts_list.version() == desktop.__version__
