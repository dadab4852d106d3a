"""coffer.toml: a vault's settings, with every comment a person wrote kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import ParseError, TOMLKitError

from desktop.adapters.durable_files import replace_file, storing
from desktop.application.settings import Settings, read_settings
from desktop.domain.errors import UsageError


class SettingsFile:
    """The settings of one vault on disk."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> Settings:
        """All settings; what the file does not name, or no file at all, means the defaults."""
        return read_settings(self._table().unwrap())

    def change(self, section: str, name: str, value: bool | int | str | Sequence[str]) -> Settings:
        """Set one setting and leave every other line as it is; UsageError if the value is not allowed."""
        table = self._table()
        if section not in {each.name for each in fields(Settings)} or name not in _declared(section):
            raise UsageError(f"There is no setting {section}.{name}.", "coffer.toml lists all settings with their meaning.")
        if section not in table:
            table.add(section, tomlkit.table())
        changed: Any = table[section]
        changed[name] = value if isinstance(value, bool | int | str) else list(value)
        settings = read_settings(table.unwrap())
        with storing(f"{self._path.name} could not be written"):
            replace_file(self._path, tomlkit.dumps(table).encode())
        return settings

    def _table(self) -> tomlkit.TOMLDocument:
        if not self._path.exists():
            return tomlkit.document()
        with storing(f"{self._path.name} could not be read"):
            content = self._path.read_bytes()
        try:
            return tomlkit.parse(content.decode())
        except UnicodeDecodeError as error:
            raise UsageError(f"{self._path} is not valid UTF-8.", "Save it as UTF-8.") from error
        except ParseError as error:
            raise UsageError(f"{self._path}, line {error.line}: this is not valid TOML.", "Mend the line, or put a # before it.") from error
        except TOMLKitError as error:
            raise UsageError(f"{self._path} is not valid TOML: {error}.", "Each setting may stand there once.") from error


def default_settings_text() -> str:
    """A coffer.toml that sets nothing and explains everything."""
    lines = ["# The settings of this vault. Remove the # before a setting to change it; what follows it is its default."]
    for section in fields(Settings):
        lines += ["", f"[{section.name}]"]
        for name, each in _declared(section.name).items():
            lines += ["", f"# {each.metadata['meaning']}{_allowed(each.metadata)}", f"# {name} = {tomlkit.item(each.default).as_string()}"]
    return "\n".join(lines) + "\n"


def _declared(section: str) -> dict[str, Any]:
    default: Any = getattr(Settings(), section)
    return {each.name: each for each in fields(default)}


def _allowed(declared: Any) -> str:
    low, high = declared["minimum"], declared["maximum"]
    if declared["choices"]:
        return f" One of: {', '.join(declared['choices'])}."
    if low is not None and high is not None:
        return f" From {low} to {high}."
    return f" At least {low}." if low is not None else ""
