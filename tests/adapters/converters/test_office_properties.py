"""Office properties: believed where a person wrote them, not where a program did."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from desktop.adapters.converters.office_properties import is_author, is_language, read_office_properties
from desktop.adapters.converters.stated import FILE_MADE, Found, Stated

CORE = """<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">
<dc:title>{title}</dc:title><dc:creator>{author}</dc:creator><dcterms:created>{created}</dcterms:created><dc:language>{language}</dc:language>
</cp:coreProperties>"""


def stated(tmp_path: Path, core: str) -> Stated:
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("docProps/core.xml", core)
    return read_office_properties(path)


def test_what_a_person_wrote_is_believed(tmp_path: Path) -> None:
    found = stated(tmp_path, CORE.format(title="Grey &amp; Otter", author="Ana Sol", created="2024-02-03T04:05:06Z", language="en-GB"))
    assert (found.title, found.author) == (Found("Grey & Otter", "the file's properties"), Found("Ana Sol", "the file's properties"))
    assert found.published == Found("2024-02-03", FILE_MADE)
    assert found.language == Found("en-GB", "the file's properties")


def test_what_a_program_wrote_is_not(tmp_path: Path) -> None:
    assert stated(tmp_path, CORE.format(title="PowerPoint Presentation", author="openpyxl", created="x", language="")) == Stated()


@pytest.mark.parametrize("core", ["<broken", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'])
def test_damaged_properties_and_entities_state_nothing(tmp_path: Path, core: str) -> None:
    assert stated(tmp_path, core) == Stated()


def test_authors_and_languages() -> None:
    assert [is_author(name) for name in ("Ana Sol", "admin", "Microsoft Office User", "12", "")] == [True, False, False, False, False]
    assert [is_language(tag) for tag in ("en", "pt-BR", "zh-Hant-TW", "English (US)", "")] == [True, True, True, False, False]
