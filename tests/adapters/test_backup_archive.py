"""A vault in one file and back."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from desktop.adapters.backup_archive import MANIFEST, ZipBackup
from desktop.domain.errors import StorageProblem, UsageError


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    for name in ("docs/a.md", "raw/a.pdf", "memory/fact.md", "trash/versions/old.md", "coffer.toml", "audit.jsonl", "audit.head"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"content of {name}, Größe 😀\n")
    for name in ("coffer.db", "coffer.db-wal", "coffer.lock", "docs/a.md.0a1b2c3d.tmp"):
        (root / name).write_bytes(b"made again")
    return root


def test_a_vault_comes_back_as_it_was_without_what_is_made_again(vault: Path, tmp_path: Path) -> None:
    manifest = ZipBackup().write(vault, tmp_path / "b.zip")
    assert ZipBackup().read(tmp_path / "b.zip", tmp_path / "again") == manifest
    assert sorted(manifest.files) == [
        "audit.head", "audit.jsonl", "coffer.toml", "docs/a.md", "memory/fact.md", "raw/a.pdf", "trash/versions/old.md",
    ]  # fmt: skip
    for name in manifest.files:
        assert (tmp_path / "again" / name).read_bytes() == (vault / name).read_bytes()
    assert (tmp_path / "again" / "raw" / "a.pdf").stat().st_mode & 0o222 == 0
    assert (manifest.count("docs"), manifest.count("trash")) == (1, 0)


def test_a_backup_never_takes_the_place_of_another_file(vault: Path, tmp_path: Path) -> None:
    ZipBackup().write(vault, tmp_path / "b.zip")
    with pytest.raises(UsageError, match="there already"):
        ZipBackup().write(vault, tmp_path / "b.zip")
    with pytest.raises(UsageError, match="not an empty folder"):
        ZipBackup().read(tmp_path / "b.zip", vault)


def test_a_backup_within_the_vault_does_not_hold_itself(vault: Path) -> None:
    assert "b.zip" not in ZipBackup().write(vault, vault / "b.zip").files
    assert sorted(path.name for path in vault.glob("b.zip*")) == ["b.zip"]


def rewritten(archive: Path, changes: dict[str, bytes | None]) -> Path:
    with zipfile.ZipFile(archive) as opened:
        contents = {name: opened.read(name) for name in opened.namelist()}
    contents |= {name: content for name, content in changes.items() if content is not None}
    target = archive.with_name("changed.zip")
    with zipfile.ZipFile(target, "w") as made:
        for name, content in contents.items():
            if changes.get(name, content) is not None:
                made.writestr(name, content)
    return target


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"docs/a.md": b"forged"}, "docs/a.md is not what the backup's manifest says"),
        ({"docs/a.md": None}, "lacks docs/a.md"),
        ({MANIFEST: None}, "no backup of a vault"),
        ({MANIFEST: b"[]"}, "no backup of a vault"),
        ({MANIFEST: json.dumps({"format": 2, "files": {}}).encode()}, "newer Coffer"),
        ({MANIFEST: json.dumps({"format": 1, "files": {"../evil": "x"}}).encode()}, "outside the vault"),
    ],
)
def test_what_is_not_what_it_says_is_refused(vault: Path, tmp_path: Path, changes: dict[str, bytes | None], said: str) -> None:
    ZipBackup().write(vault, tmp_path / "b.zip")
    with pytest.raises(StorageProblem, match=said):
        ZipBackup().read(rewritten(tmp_path / "b.zip", changes), tmp_path / "again")
    assert not (tmp_path / "evil").exists()


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "b.zip").write_bytes(b"no archive")
    with pytest.raises(StorageProblem, match="damaged"):
        ZipBackup().read(tmp_path / "b.zip", tmp_path / "again")
