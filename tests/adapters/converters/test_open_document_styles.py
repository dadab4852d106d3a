"""The parts of a package: damaged ones are named, absent ones are nothing."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from desktop.adapters.converters.open_document_styles import read_package
from desktop.adapters.converters.stated import Stated
from desktop.domain.errors import ConversionFailed


def packed(tmp_path: Path, parts: dict[str, str]) -> Path:
    path = tmp_path / "a.odt"
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return path


def test_a_package_of_its_content_alone(tmp_path: Path) -> None:
    parts = read_package(packed(tmp_path, {"content.xml": "<a/>"}))
    assert (parts.stated(), parts.hidden_styles, parts.hidden_tables, list(parts.headers()), parts.charts) == (
        Stated(),
        frozenset(),
        frozenset(),
        [],
        (),
    )


@pytest.mark.parametrize("content", ["<broken", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', None])
def test_a_damaged_package_fails_with_its_reason(tmp_path: Path, content: str | None) -> None:
    with pytest.raises(ConversionFailed, match="It is damaged"):
        read_package(packed(tmp_path, {"content.xml": content} if content else {"x": ""}))
