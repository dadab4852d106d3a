"""A stick is looked through, hashed, and copied from, with real files."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.stick_files import StickFiles
from desktop.application.job import JobContext
from desktop.domain.errors import PackDamaged, UsageError
from desktop.domain.stick import StickKind


def put(path: Path, content: bytes = b"x") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    stick = tmp_path / "stick"
    put(stick / "packs" / "attack" / "manifest.toml")
    put(stick / "models" / "small.GGUF", b"model")
    for name in ("model.onnx", "tokenizer.json", "config.json"):
        put(stick / "e5" / name, name.encode() * len(name))
    put(stick / "ocr" / "recognition.toml")
    put(stick / "coffer_1.2.0_amd64.deb", b"update")
    put(stick / "other" / "report.pdf")
    put(stick / ".hidden" / "x.gguf")
    return stick


def test_everything_that_can_be_taken_is_found_and_nothing_else(stick: Path, tmp_path: Path) -> None:
    (stick / "link").symlink_to(tmp_path)
    assert StickFiles().find(stick) == [
        (StickKind.UPDATE, stick / "coffer_1.2.0_amd64.deb"),
        (StickKind.EMBEDDER, stick / "e5"),
        (StickKind.LANGUAGE_MODEL, stick / "models" / "small.GGUF"),
        (StickKind.RECOGNISER, stick / "ocr"),
        (StickKind.KNOWLEDGE, stick / "packs" / "attack"),
    ]
    with pytest.raises(UsageError, match="There is no folder"):
        StickFiles().find(stick / "nothing")


def test_the_hash_is_the_files_own_and_sums_list_it_or_not(stick: Path) -> None:
    found = StickFiles().check(JobContext(), stick, stick / "models" / "small.GGUF")
    assert (found.bytes, found.sha256, found.listed) == (5, sha(b"model"), False)
    (stick / "SHA256SUMS").write_text(f"{sha(b'model')}  models/small.GGUF\n", encoding="utf-8")
    assert StickFiles().check(JobContext(), stick, stick / "models" / "small.GGUF").listed


def test_a_file_that_is_not_what_the_sums_say_is_refused(stick: Path) -> None:
    (stick / "SHA256SUMS").write_text(f"{'0' * 64}  e5/config.json\n", encoding="utf-8")
    with pytest.raises(PackDamaged) as refused:
        StickFiles().check(JobContext(), stick, stick / "e5")
    assert refused.value.message == "config.json is not the file that SHA256SUMS lists."
    assert StickFiles().check(JobContext(), stick, stick / "ocr").bytes == 1


def test_what_is_copied_is_what_was_looked_at(stick: Path, tmp_path: Path) -> None:
    files, packs = StickFiles(), tmp_path / "vault" / "packs"
    (stick / "e5" / "passwd").symlink_to("/etc/passwd")
    digest = files.check(JobContext(), stick, stick / "e5").sha256
    copied = files.copy(JobContext(), stick / "e5", packs, digest)
    assert sorted(path.name for path in copied.iterdir()) == ["config.json", "model.onnx", "tokenizer.json"]
    with pytest.raises(UsageError, match="is there already"):
        files.copy(JobContext(), stick / "e5", packs, digest)
    with pytest.raises(PackDamaged, match="no longer what it was"):
        files.copy(JobContext(), stick / "models" / "small.GGUF", packs, sha(b"another"))
    assert [path.name for path in packs.iterdir()] == ["e5"]


def test_the_folder_that_only_root_may_enter_does_not_hide_the_others(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (stick / "lost+found").mkdir()
    entered, scan = list[str](), os.scandir

    def scanned(folder: Path) -> Iterator[os.DirEntry[str]]:
        entered.append(folder.name)
        return scan(folder)

    monkeypatch.setattr("desktop.adapters.stick_files.os.scandir", scanned)
    assert len(StickFiles().find(stick)) == 5
    assert "lost+found" not in entered


def test_a_stick_of_too_many_folders_is_not_looked_through_in_part(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.adapters.stick_files.MOST_FOLDERS", 3)
    with pytest.raises(UsageError, match="has more than 3 folders"):
        StickFiles().find(stick)
