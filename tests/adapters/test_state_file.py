"""What is remembered between runs."""

from pathlib import Path

import pytest

from desktop.adapters.state_file import StateFile
from desktop.domain.errors import StorageProblem


def test_what_was_written_is_read_back_in_a_folder_that_did_not_exist(tmp_path: Path) -> None:
    file = StateFile(tmp_path / "new" / "state.json")
    file.write({"vault": "/cases/größe", "theme": "dark"})
    assert file.read() == {"vault": "/cases/größe", "theme": "dark"}


def test_writing_replaces_everything(tmp_path: Path) -> None:
    file = StateFile(tmp_path / "state.json")
    file.write({"vault": "/a"})
    file.write({"theme": "light"})
    assert file.read() == {"theme": "light"}


@pytest.mark.parametrize("content", ["", "{", "[1]", "\udcff"])
def test_a_missing_or_damaged_file_is_empty(tmp_path: Path, content: str) -> None:
    path = tmp_path / "state.json"
    assert StateFile(path).read() == {}
    path.write_text(content, encoding="utf-8", errors="surrogateescape")
    assert StateFile(path).read() == {}


def test_what_is_no_text_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.write_text('{"vault": "/a", "size": 3}', encoding="utf-8")
    assert StateFile(path).read() == {"vault": "/a"}


def test_a_folder_that_cannot_be_written_is_a_storage_problem(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    with pytest.raises(StorageProblem):
        StateFile(tmp_path / "file" / "state.json").write({})
