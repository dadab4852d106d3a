"""ripgrep: its place, its options, its end."""

from __future__ import annotations

import stat
import sys
import threading
import time
from pathlib import Path

import pytest

from desktop.adapters import ripgrep
from desktop.adapters.ripgrep import MOST_SPANS_OF_LINE, Ripgrep, find_ripgrep
from desktop.application.job import CancelToken
from desktop.domain.errors import Cancelled, EnvironmentProblem, WorkerDied


def stubborn(folder: Path) -> Path:
    """A program that never ends."""
    program = folder / "rg"
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program


def test_the_one_of_the_package_is_found() -> None:
    assert find_ripgrep().name.startswith("rg")


def test_in_a_built_program_it_lies_in_bin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    with pytest.raises(EnvironmentProblem, match="ripgrep"):
        find_ripgrep()
    (tmp_path / "bin").mkdir()
    name = "rg.exe" if sys.platform == "win32" else "rg"
    (tmp_path / "bin" / name).touch()
    assert find_ripgrep() == tmp_path / "bin" / name


def test_a_file_of_one_long_line_does_not_explode(tmp_path: Path) -> None:
    line = '{"ü":"evil.com"},' * 300_000  # 5 MB
    (tmp_path / "dense.md").write_text(line, encoding="utf-8")
    started = time.process_time()
    (match,) = Ripgrep().search("evil.com", tmp_path, 10, CancelToken())
    assert time.process_time() - started < 2
    assert (match.line_start, match.line_end, len(match.spans)) == (0, len(line), MOST_SPANS_OF_LINE)
    assert all(line[start:end] == "evil.com" for start, end in match.spans)


def test_settings_and_patterns_of_others_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rc").write_text("--invert-match\n")
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(tmp_path / "rc"))
    (tmp_path / "a.md").write_text("found\nother\n")
    (tmp_path / ".ignore").write_text("a.md\n")
    assert [match.line_start for match in Ripgrep().search("found", tmp_path, 10, CancelToken())] == [0]


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("secret\n")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").symlink_to(tmp_path / "outside.txt")
    assert Ripgrep().search("secret", tmp_path / "docs", 10, CancelToken()) == []


def test_bytes_of_any_kind_are_searched(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbf\xff\x00 mark here\nsecond mark\n")
    first, second = Ripgrep().search("mark", tmp_path, 10, CancelToken())
    text = (tmp_path / "a.md").read_bytes().decode("utf-8", "replace")
    assert [text[start:end] for match in (first, second) for start, end in match.spans] == ["mark", "mark"]


def test_a_pattern_of_several_lines_is_sought_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one\ntwo\nthree\n")
    assert [match.line_start for match in Ripgrep().search("one\n\nthree", tmp_path, 10, CancelToken())] == [0, 8]


def test_a_file_that_vanishes_during_the_search_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("evil.example\nevil.example\n", encoding="utf-8")
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: (tmp_path / "gone").open() if path.name == "a.md" else read(path))
    found = Ripgrep().search("evil", tmp_path, 10, CancelToken())
    assert [each.document_id for each in found] == ["b", "b"]


def test_files_beyond_the_first_batch_are_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ripgrep, "_FILES_AT_ONCE", 2)
    for number in range(5):
        (tmp_path / f"d{number}.md").write_text("word\n")
    assert [match.document_id for match in Ripgrep().search("word", tmp_path, 10, CancelToken())] == [f"d{number}" for number in range(5)]


def test_cancel_ends_the_process(tmp_path: Path) -> None:
    cancel = CancelToken()
    timer = threading.Timer(0.1, cancel.cancel)
    timer.start()
    started = time.perf_counter()
    with pytest.raises(Cancelled):
        Ripgrep(stubborn(tmp_path)).search("word", tmp_path, 10, cancel)
    timer.join()
    assert time.perf_counter() - started < 5


def test_a_search_that_takes_too_long_is_ended_and_said(tmp_path: Path) -> None:
    with pytest.raises(WorkerDied, match=r"longer than 0\.1 seconds"):
        Ripgrep(stubborn(tmp_path), seconds=0.1).search("word", tmp_path, 10, CancelToken())
