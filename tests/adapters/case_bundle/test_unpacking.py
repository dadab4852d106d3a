"""Nothing in a bundle from elsewhere is believed before it is checked."""

from __future__ import annotations

import hashlib
import json
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from desktop.adapters.case_bundle import unpacking
from desktop.adapters.case_bundle.layout import is_bundle_name, manifest_bytes, read_manifest
from desktop.adapters.case_bundle.unpacking import unpack_bundle
from desktop.domain.case_bundle import BundleManifest
from desktop.domain.errors import BundleDamaged
from desktop.domain.marking import Marking

FILES = {"docs/a-12345678.md": b"# A\n", "raw/a-12345678.txt": b"A", "memory/f-12345678.md": b"F\n"}


def manifest_of(files: Mapping[str, bytes]) -> bytes:
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    return manifest_bytes(BundleManifest("2026-01-01T00:00:00Z", "me", "", Marking.GREEN, Marking.CLEAR, hashes))


def bundle(path: Path, files: Mapping[str, bytes] = FILES, manifest: bytes | None = None) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        archive.writestr("manifest.json", manifest_of(files) if manifest is None else manifest)
    return path


def unpacked(source: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "unpacked"
    folder.mkdir()
    unpack_bundle(source, folder, source.name)
    return folder


def refused(source: Path, tmp_path: Path) -> str:
    with pytest.raises(BundleDamaged) as caught:
        unpacked(source, tmp_path)
    assert not [each for each in tmp_path.rglob("*") if "outside" in each.name]
    return caught.value.message


def test_a_whole_bundle_is_unpacked(tmp_path: Path) -> None:
    folder = unpacked(bundle(tmp_path / "b.coffer"), tmp_path)
    found = {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    assert found == FILES | {"manifest.json": manifest_of(FILES)}


def test_an_altered_file_is_named(tmp_path: Path) -> None:
    altered = bundle(tmp_path / "b.coffer", FILES | {"memory/f-12345678.md": b"G\n"}, manifest_of(FILES))
    assert "'memory/f-12345678.md' in b.coffer is not what the manifest says" in refused(altered, tmp_path)


@pytest.mark.parametrize("kept", [0, 1, 40, 200, -1, -30])
def test_a_truncated_bundle_is_refused(tmp_path: Path, kept: int) -> None:
    whole = bundle(tmp_path / "b.coffer").read_bytes()
    (tmp_path / "b.coffer").write_bytes(whole[:kept])
    assert "not a whole one" in refused(tmp_path / "b.coffer", tmp_path)


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    without = {name: content for name, content in FILES.items() if not name.startswith("memory/")}
    assert "lacks 'memory/f-12345678.md'" in refused(bundle(tmp_path / "b.coffer", without, manifest_of(FILES)), tmp_path)


def test_a_file_that_is_not_listed_is_refused(tmp_path: Path) -> None:
    more = FILES | {"memory/g-12345678.md": b"G\n"}
    assert "which its manifest does not list" in refused(bundle(tmp_path / "b.coffer", more, manifest_of(FILES)), tmp_path)


@pytest.mark.parametrize(
    "name",
    ["../outside.md", "/outside.md", "docs/../../outside.md", "docs/sub/outside.md", "docs/.hidden.md", "docs\\outside.md", "coffer.toml",
     "coffer.db", "packs/keys/outside.pub", "docs/outside.exe", "docs/", "bundles/seen.json", "memory/a\nb.md"],
)  # fmt: skip
def test_a_name_that_no_bundle_has_is_refused(tmp_path: Path, name: str) -> None:
    assert not is_bundle_name(name)
    assert refused(bundle(tmp_path / "b.coffer", FILES | {name: b""}), tmp_path)


def test_a_link_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "b.coffer"
    with zipfile.ZipFile(source, "w") as archive:
        link = zipfile.ZipInfo("raw/a-12345678.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("manifest.json", manifest_of({"raw/a-12345678.txt": b"/etc/passwd"}))
    assert "which is a link" in refused(source, tmp_path)


def test_names_that_only_differ_by_case_are_refused(tmp_path: Path) -> None:
    both = {"docs/a.md": b"1", "docs/A.md": b"2"}
    assert "twice" in refused(bundle(tmp_path / "b.coffer", both), tmp_path)


def test_a_bomb_is_refused_before_it_unpacks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "HARMLESS_BYTES", 10_000)
    bomb = bundle(tmp_path / "b.coffer", {"raw/a-12345678.bin": bytes(10_000_000)})
    assert "would unpack to 10,0" in refused(bomb, tmp_path)
    assert not (tmp_path / "unpacked" / "raw").exists()


def test_a_text_larger_than_any_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "LARGEST_TEXT", 1000)
    assert "larger than it says, or than any may be" in refused(bundle(tmp_path / "b.coffer", {"docs/a.md": bytes(1001)}), tmp_path)


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unpacking, "MOST_FILES", 3)
    assert "holds 4 files" in refused(bundle(tmp_path / "b.coffer"), tmp_path)


@pytest.mark.parametrize(
    "manifest", [b"", b"[]", b"{}", b"[" * 100_000, b'{"format": 1, "files": 3}', manifest_of(FILES).replace(b'"GREEN"', b'"PINK"')]
)
def test_a_manifest_that_cannot_be_understood_is_refused(tmp_path: Path, manifest: bytes) -> None:
    assert "no case bundle that can be understood" in refused(bundle(tmp_path / "b.coffer", manifest=manifest), tmp_path)


def test_a_newer_format_is_named_as_such(tmp_path: Path) -> None:
    newer = json.dumps(json.loads(manifest_of(FILES)) | {"format": 4}).encode()
    assert "newer Coffer" in refused(bundle(tmp_path / "b.coffer", manifest=newer), tmp_path)


def test_any_other_file_is_no_bundle(tmp_path: Path) -> None:
    (tmp_path / "b.coffer").write_bytes(b"hello")
    assert "no case bundle" in refused(tmp_path / "b.coffer", tmp_path)
    with zipfile.ZipFile(tmp_path / "c.coffer", "w") as archive:
        archive.writestr("docs/a.md", b"")
    (tmp_path / "unpacked").rmdir()
    assert "it has no manifest.json" in refused(tmp_path / "c.coffer", tmp_path)


def test_a_manifest_is_read_as_it_was_written() -> None:
    made = BundleManifest(
        "2026-01-01T00:00:00Z",
        "me",
        "alpha",
        Marking.AMBER,
        Marking.GREEN,
        {"docs/a.md": "0" * 64},
        {"fact": 2},
        {"fact:f": ("supersedes",)},
    )
    assert read_manifest(manifest_bytes(made), "b.coffer") == made


@pytest.mark.parametrize(
    ("name", "number"),
    [("searches/saved.toml", 1), ("threads/a-12345678.md", 2), ("searches/golden.toml", 3), ("searches/pins.toml", 3)],
)
def test_a_bundle_is_of_the_first_format_that_knows_all_that_it_holds(name: str, number: int) -> None:
    assert is_bundle_name(name)
    assert json.loads(manifest_of(FILES | {name: b""}))["format"] == number
