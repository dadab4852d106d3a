"""Which files an import is about."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from desktop.application.ingest.gathering import gather, given_path, in_given_order, member_refusal
from desktop.domain.ledger import LedgerRow, Outcome


def test_folders_nested_deeper_than_calls_are_searched_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(600):
        Path("d").mkdir()
        os.chdir("d")
    Path("leaf.txt").write_text("text", encoding="utf-8")
    os.chdir(tmp_path)
    (found,) = gather([tmp_path])
    assert (found.path.name, found.outcome) == ("leaf.txt", None)


def test_a_name_that_no_file_can_have_is_a_failed_file(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("text", encoding="utf-8")
    long, other = gather([tmp_path / ("n" * 300), tmp_path / "a.txt"])
    assert (long.outcome, long.reason) == (Outcome.FAILED, "It could not be read: File name too long.")
    assert (other.path.name, other.outcome) == ("a.txt", None)


def test_files_come_by_name_each_folder_at_its_place(tmp_path: Path) -> None:
    for name in ("b/2.txt", "b/1.txt", "a.txt", "c.txt", "b/a/0.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("text", encoding="utf-8")
    found = [str(each.path.relative_to(tmp_path)) for each in gather([tmp_path, tmp_path / "b" / "1.txt"])]
    assert found == ["a.txt", "b/1.txt", "b/2.txt", "b/a/0.txt", "c.txt"]


@pytest.mark.parametrize("mark", ["coffer.toml", "coffer.db"])
def test_nothing_of_a_vault_is_ever_opened(tmp_path: Path, mark: str) -> None:
    vault = tmp_path / "vault"
    (vault / "docs").mkdir(parents=True)
    (vault / mark).write_bytes(b"x")
    (vault / "docs" / "a.md").write_bytes(b"text")
    given = [tmp_path, vault / mark, vault / "docs"]
    assert [(each.path, each.outcome) for each in gather(given)] == [
        (vault, Outcome.SKIPPED),
        (vault / mark, Outcome.SKIPPED),
        (vault / "docs", Outcome.SKIPPED),
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("a/report.pdf", ""),
        ("__MACOSX/._report.pdf", "own notes"),
        ("x/THUMBS.DB", "own notes"),
        (".DS_Store", "own notes"),
        ("~$letter.docx", "own notes"),
        (".git/config", "hidden"),
        ("a\\.profile", "hidden"),
        ("../x.txt", ""),
        ("", ""),
    ],
)
def test_members_that_are_not_read(name: str, said: str) -> None:
    reason = member_refusal(name)
    assert bool(reason) == bool(said)
    assert said in reason


def test_the_given_file_of_a_member_is_the_outermost(tmp_path: Path) -> None:
    odd = tmp_path / "odd!"
    odd.mkdir()
    (odd / "a.zip").write_bytes(b"x")
    row = LedgerRow(f"{odd}/a.zip!/b.zip!/c.txt", Outcome.FAILED, parent="b-1")
    assert given_path(row) == odd / "a.zip"
    assert given_path(LedgerRow("/x!/y", Outcome.FAILED)) == Path("/x!/y")
    assert given_path(LedgerRow("/gone.zip!/y", Outcome.FAILED, parent="b-1")) == Path("/gone.zip")


def test_rows_are_put_into_the_order_in_which_their_files_were_given() -> None:
    rows = [LedgerRow(path, Outcome.IMPORTED) for path in ("/b", "/a.zip!/2", "/c", "/a.zip", "/a.zip!/1")]
    assert [row.path for row in in_given_order(rows, ["/a.zip", "/b"])] == ["/a.zip!/2", "/a.zip", "/a.zip!/1", "/b", "/c"]


def test_relative_paths_become_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("text", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert [each.path for each in gather([Path("x/../a.txt"), Path()])] == [tmp_path / "a.txt"]
