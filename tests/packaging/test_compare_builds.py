from __future__ import annotations

from pathlib import Path

import compare_builds
import pytest


def build(folder: Path, **files: str) -> Path:
    folder.mkdir()
    (folder / "SHA256SUMS").write_text("".join(f"{digest}  {name}\n" for name, digest in files.items()))
    return folder


def test_the_same_files_with_the_same_content_are_no_surprise(tmp_path: Path) -> None:
    one, other = build(tmp_path / "one", a="1", b="2"), build(tmp_path / "other", a="1", b="2")
    assert compare_builds.main([str(one), str(other)]) == 0


def test_whatever_else_differs_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, other = build(tmp_path / "one", a="1", b="2", d="4"), build(tmp_path / "other", a="1", b="3", c="4")
    assert compare_builds.main([str(one), str(other)]) == 1
    said = capsys.readouterr().err
    assert [line.removeprefix("coffer: ") for line in said.splitlines()] == [
        "only in the one: d",
        "only in the other: c",
        "differs: b",
        "3 files, 3 surprises, 0 named exceptions",
    ]


def test_a_named_exception_may_differ_but_not_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_builds, "MAY_DIFFER", {"a": "it holds the time"})
    assert compare_builds.differences({"a": "1"}, {"a": "2"}) == []
    assert compare_builds.differences({"a": "1"}, {}) == ["only in the one: a"]
