"""coffer.toml."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from desktop.adapters.settings_file import SettingsFile, default_settings_text
from desktop.application.settings import Settings, read_settings
from desktop.domain.errors import UsageError
from desktop.domain.marking import Marking


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "coffer.toml"
    path.write_text(default_settings_text(), encoding="utf-8")
    return path


def test_the_text_of_a_new_vault_explains_every_setting_and_sets_none(path: Path) -> None:
    assert SettingsFile(path).read() == Settings()
    text = path.read_text(encoding="utf-8")
    for section in fields(Settings):
        assert f"[{section.name}]" in text
        for each in fields(getattr(Settings(), section.name)):
            assert f"# {each.metadata['meaning']}" in text
            assert f"# {each.name} = " in text


def test_the_commented_values_are_the_defaults() -> None:
    uncommented = re.sub(r"^# (\w+ = )", r"\1", default_settings_text(), flags=re.MULTILINE)
    assert read_settings(tomllib.loads(uncommented)) == Settings()


def test_no_file_means_the_defaults(tmp_path: Path) -> None:
    assert SettingsFile(tmp_path / "none.toml").read() == Settings()


def test_a_change_keeps_every_other_line(path: Path) -> None:
    path.write_text('# mine\n[imports]\nmax_file_mb = 7 # enough\nfrom_the_future = "x"\n\n[chunks]\n# about chunks\n', encoding="utf-8")
    settings = SettingsFile(path).change("imports", "max_file_mb", 9)
    assert settings == SettingsFile(path).read()
    assert settings.imports.max_file_mb == 9
    assert path.read_text(encoding="utf-8") == (
        '# mine\n[imports]\nmax_file_mb = 9 # enough\nfrom_the_future = "x"\n\n[chunks]\n# about chunks\n'
    )


def test_a_list_of_texts_is_a_setting(path: Path) -> None:
    settings = SettingsFile(path).change("imports", "watched_folders", ("/cases/in", "/cases/mail"))
    assert settings.imports.watched_folders == ("/cases/in", "/cases/mail")
    assert 'watched_folders = ["/cases/in", "/cases/mail"]' in path.read_text(encoding="utf-8")
    assert SettingsFile(path).read() == settings


def test_a_setting_that_was_not_set_is_added(path: Path) -> None:
    before = path.read_text(encoding="utf-8")
    assert SettingsFile(path).change("search", "default_mode", "keyword").search.default_mode == "keyword"
    assert SettingsFile(path).read().search.default_mode == "keyword"
    assert {line for line in before.splitlines() if line} <= set(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(("section", "name", "value"), [("imports", "max_file_mb", 0), ("imports", "nothing", 1), ("nothing", "x", 1)])
def test_what_is_not_allowed_is_not_written(path: Path, section: str, name: str, value: int) -> None:
    before = path.read_bytes()
    with pytest.raises(UsageError):
        SettingsFile(path).change(section, name, value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[imports]\nmax_file_mb =\n", "line 2"),
        (b"[imports]\nmax_file_mb = 1\nmax_file_mb = 2\n", "TOML"),
        (b"[imports]\nname = '\xe9'\n", "UTF-8"),
        (b"[imports]\nmax_file_mb = 'x'\n", "imports.max_file_mb"),
        (b"[imports]\nwatched_folders = 'x'\n", "must be a list of texts"),
        (b"[imports]\nwatched_folders = [1]\n", "must be a list of texts"),
        (b"imports = 3\n", "imports"),
    ],
)
def test_a_broken_file_is_named_with_its_line(path: Path, content: bytes, said: str) -> None:
    path.write_bytes(content)
    with pytest.raises(UsageError, match=re.escape(said)) as caught:
        SettingsFile(path).read()
    assert caught.value.hint


def test_a_case_has_a_marking_of_its_own() -> None:
    imports = read_settings({"imports": {"default_tlp": "GREEN", "case_tlp": ["alpha = AMBER", "the = case=RED"]}}).imports
    assert imports.default_for(()) is Marking.GREEN
    assert imports.default_for(("alpha",)) is Marking.AMBER
    assert imports.default_for(("beta", "the = case", "alpha")) is Marking.RED
    with pytest.raises(UsageError, match="which marks no case"):
        read_settings({"imports": {"case_tlp": ["alpha = PINK"]}})
