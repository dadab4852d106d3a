from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desktop.adapters.board_files import BoardFiles
from desktop.domain.ach import Board, Evidence, Rating, Weight
from desktop.domain.errors import UsageError
from desktop.domain.vault import VaultPaths

BOARD = Board(
    "who-0a1b2c3d",
    "Who: 'did' it? ü",
    ("Heron", "yes"),
    (Evidence("one", (Rating.INCONSISTENT, Rating.UNRATED), Weight.HIGH), Evidence("2", (Rating.NEUTRAL, Rating.VERY_CONSISTENT))),
    "2026-12-01T08:00:00Z",
)


@pytest.fixture
def files(tmp_path: Path) -> BoardFiles:
    return BoardFiles(VaultPaths(tmp_path))


def test_a_board_is_read_as_it_was_written(files: BoardFiles, tmp_path: Path) -> None:
    assert files.all() == ()
    digest = files.write(BOARD)
    assert (files.read(BOARD.id), files.all()) == (BOARD, (BOARD,))
    assert files.write(BOARD) == digest
    assert "- fact: one\n  weight: high\n" in (tmp_path / "boards" / "who-0a1b2c3d.yaml").read_text(encoding="utf-8")


def test_boards_are_listed_with_the_one_changed_last_first(files: BoardFiles) -> None:
    files.write(BOARD)
    files.write(Board("later", "Later", updated_at="2026-12-02T08:00:00Z"))
    assert [each.id for each in files.all()] == ["later", BOARD.id]


def test_what_a_person_left_out_counts_as_not_rated(files: BoardFiles, tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "short.yaml").write_text("title: Short\nhypotheses: [a, b]\nevidence:\n- fact: one\n  ratings: [I]\n")
    assert files.read("short").evidence == (Evidence("one", (Rating.INCONSISTENT, Rating.UNRATED)),)


@pytest.mark.parametrize(
    "text", ["", "[]", "title: x\nhypotheses: [a]\nevidence: [1]", "title: x\nhypotheses: a: b", "title: !!python/object:os.system x",
             "title: x\nhypotheses: [a]\nevidence:\n- {fact: f, ratings: [maybe]}\n"],
)  # fmt: skip
def test_a_file_that_makes_no_sense_is_named_and_the_others_are_listed(files: BoardFiles, tmp_path: Path, text: str) -> None:
    files.write(BOARD)
    (tmp_path / "boards" / "bad.yaml").write_text(text)
    with pytest.raises(UsageError, match=r"boards/bad\.yaml cannot be understood"):
        files.read("bad")
    assert [each.id for each in files.all()] == [BOARD.id, "bad"]


@pytest.mark.parametrize("name", ["nothing", "../who", ""])
def test_what_is_no_board_is_refused(files: BoardFiles, name: str) -> None:
    with pytest.raises(UsageError):
        files.read(name)


def test_a_board_goes_to_the_trash_and_comes_back(files: BoardFiles) -> None:
    files.write(BOARD)
    files.trash(BOARD.id)
    assert (files.all(), [(each.board_id, each.title) for each in files.trashed()]) == ((), [(BOARD.id, BOARD.title)])
    files.restore(BOARD.id)
    assert (files.read(BOARD.id), files.trashed()) == (BOARD, ())
    files.trash(BOARD.id)
    files.write(BOARD)
    with pytest.raises(UsageError, match="again"):
        files.restore(BOARD.id)
    assert (files.empty_trash(["other"]), files.empty_trash([BOARD.id]), files.trashed()) == (0, 1, ())
    with pytest.raises(UsageError, match="holds no board"):
        files.restore(BOARD.id)


def test_a_board_whose_file_makes_no_sense_can_be_deleted(files: BoardFiles, tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "bad.yaml").write_text("[]")
    files.trash("bad")
    assert [each.title for each in files.trashed()] == ["bad"]
    with pytest.raises(UsageError, match="no board"):
        files.trash("bad")


def test_the_case_is_kept_and_so_is_what_a_person_added_to_the_file(files: BoardFiles, tmp_path: Path) -> None:
    files.write(replace(BOARD, case="winter"))
    path = tmp_path / "boards" / f"{BOARD.id}.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "reviewed_by: Ada\n", encoding="utf-8")
    files.write(replace(BOARD, case="winter", title="Who else?"))
    assert (files.read(BOARD.id).case, files.read(BOARD.id).title) == ("winter", "Who else?")
    assert "reviewed_by: Ada\n" in path.read_text(encoding="utf-8")
