"""In what order files are read."""

from __future__ import annotations

from pathlib import Path

from desktop.application.ingest.costs import expected_cost


def test_small_files_and_texts_come_first_and_archives_last(tmp_path: Path) -> None:
    sizes = {"note.txt": 5_000, "log.txt": 300_000, "small.pdf": 60_000, "report.docx": 60_000, "all.zip": 200_000, "big.pdf": 5_000_000}
    for name, size in sizes.items():
        with (tmp_path / name).open("wb") as file:
            file.truncate(size)
    ordered = sorted(sizes, key=lambda name: expected_cost(tmp_path / name))
    assert ordered == ["note.txt", "log.txt", "report.docx", "small.pdf", "all.zip", "big.pdf"]


def test_a_member_is_judged_by_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "0").write_bytes(b"x" * 1000)
    assert expected_cost(tmp_path / "0", "a.txt") < expected_cost(tmp_path / "0", "a.pdf")


def test_what_is_not_there_is_told_first(tmp_path: Path) -> None:
    assert expected_cost(tmp_path / "none.zip") == 0
