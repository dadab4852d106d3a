from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.markdown_folder import LONGEST_ID, encoded, is_plain_name, stamps_in
from desktop.domain.errors import StorageProblem


@pytest.mark.parametrize("name", ["", ".hidden", "~kept", "a/b", "a\\b", "a\nb", "a\u202eb", "x" * (LONGEST_ID + 1), "é" * LONGEST_ID])
def test_paths_and_names_that_hide_something_are_no_names(name: str) -> None:
    assert not is_plain_name(name)


@pytest.mark.parametrize("name", ["a", "apt28-headlace-3f9a2c1d", "Zürich 2024", "x" * LONGEST_ID, "..a".lstrip(".")])
def test_other_names_are(name: str) -> None:
    assert is_plain_name(name)


def test_only_files_of_markdown_with_an_id_are_stamped(tmp_path: Path) -> None:
    for name in ("b.md", "a.md", ".c.md", "d.txt", "e.md.00000000.tmp"):
        (tmp_path / name).write_bytes(b"12345")
    (tmp_path / "link.md").symlink_to(tmp_path / "a.md")
    (tmp_path / "folder.md").mkdir()
    stamps = stamps_in(tmp_path, is_plain_name)
    assert list(stamps) == ["a", "b"]
    assert stamps["a"].size == 5
    assert list(stamps_in(tmp_path, lambda name: name == "b")) == ["b"]


def test_a_folder_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(StorageProblem, match="missing could not be read"):
        stamps_in(tmp_path / "missing", is_plain_name)


def test_half_a_letter_is_written_as_a_question_mark() -> None:
    assert encoded("a\ud800b") == b"a?b"
