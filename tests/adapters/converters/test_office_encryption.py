"""Office files behind a password open with it, and with the passwords under which programs lock what opens without one."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msoffcrypto.format.ooxml import OOXMLFile

from desktop.adapters.converters.office_encryption import unlocked
from desktop.domain.errors import PasswordNeeded
from tests.adapters.converters.archive_maker import opened

DATA = Path(__file__).parents[2] / "data" / "converters"


def locked(name: str, password: str) -> bytes:
    out = io.BytesIO()
    with (DATA / name).open("rb") as file:
        OOXMLFile(file).encrypt(password, out)
    return out.getvalue()


@pytest.mark.parametrize("name", ["report.docx", "report.xlsx", "report.pptx"])
def test_the_password_opens_it(tmp_path: Path, name: str) -> None:
    found = opened(tmp_path, name, locked(name, "geheim"), ["wrong", "geheim"])
    plain = opened(tmp_path, f"plain-{name}", (DATA / name).read_bytes())
    assert found.conversion.markdown == plain.conversion.markdown
    assert found.conversion.format == plain.conversion.format
    assert list(found.folder.iterdir()) == []


@pytest.mark.parametrize("passwords", [[], ["wrong"]])
def test_without_it_the_file_asks(tmp_path: Path, passwords: list[str]) -> None:
    with pytest.raises(PasswordNeeded, match="needs a password"):
        opened(tmp_path, "a.docx", locked("report.docx", "geheim"), passwords)


def test_what_excel_opens_without_asking_coffer_does_too(tmp_path: Path) -> None:
    assert opened(tmp_path, "a.xlsx", locked("report.xlsx", "VelvetSweatshop")).conversion.format == "xlsx"


def test_a_file_without_a_password_is_left_alone(tmp_path: Path) -> None:
    with unlocked(DATA / "greek_heading_styles.doc", tmp_path, ()) as found:
        assert found is None


def test_a_damaged_one_is_a_reason(tmp_path: Path) -> None:
    content = locked("report.docx", "geheim")
    with pytest.raises(PasswordNeeded):
        opened(tmp_path, "a.docx", content[: len(content) // 2])
