"""Packs from a stick: checked before they are put into place, and taken back."""

from __future__ import annotations

import base64
import shutil
import zipfile
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from desktop.adapters.packs.archive import unpack_archive
from desktop.adapters.packs.folders import manifest_of
from desktop.adapters.packs.shelf import VaultPacks
from desktop.adapters.packs.signing import signed_text
from desktop.application.ports import Signed
from desktop.domain.errors import PackDamaged, UsageError
from tests.adapters.packs.test_folders import FREE, write_pack


@pytest.fixture
def shelf(tmp_path: Path) -> VaultPacks:
    return VaultPacks(tmp_path / "vault" / "packs", unpack_archive)


@pytest.fixture(autouse=True)
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault").mkdir()
    return tmp_path / "vault" / "packs"


def a_pack(folder: Path, said: bytes = b"free") -> Path:
    write_pack(folder, {"LICENSE": ("licence", said)})
    return folder


def add(shelf: VaultPacks, source: Path) -> None:
    with shelf.stage(source) as staged:
        shelf.put(staged)


def test_only_what_the_manifest_lists_comes_into_the_vault(shelf: VaultPacks, tmp_path: Path, vault: Path) -> None:
    source = a_pack(tmp_path / "stick" / "own")
    (source / "autorun.inf").write_text("no")
    with shelf.stage(source) as staged:
        assert (staged.manifest.name, staged.signed) == ("own", Signed.NOT)
        assert sorted(each.name for each in staged.folder.iterdir()) == ["LICENSE", "manifest.toml"]
        assert shelf.added() == []
        shelf.put(staged)
    assert (shelf.added(), sorted(each.name for each in (vault / "own").iterdir())) == (["own"], ["LICENSE", "manifest.toml"])
    assert sorted(each.name for each in vault.iterdir()) == [".replaced", "own"]


def test_what_is_only_looked_at_leaves_nothing(shelf: VaultPacks, tmp_path: Path, vault: Path) -> None:
    with shelf.stage(a_pack(tmp_path / "own")):
        pass
    assert list(vault.iterdir()) == []


def test_every_pack_that_was_replaced_comes_back_in_turn(shelf: VaultPacks, tmp_path: Path, vault: Path) -> None:
    for number in range(12):
        add(shelf, a_pack(tmp_path / str(number) / "own", f"version {number}".encode()))
    assert shelf.replaced("own") == 12
    for number in range(10, -1, -1):
        assert shelf.take_back("own") is not None
        assert (vault / "own" / "LICENSE").read_text() == f"version {number}"
    assert (shelf.take_back("own"), shelf.added(), shelf.replaced("own")) == (None, [], 0)
    with pytest.raises(UsageError, match="No pack named own"):
        shelf.take_back("own")
    with pytest.raises(UsageError):
        shelf.take_back("../own")


def test_a_zip_is_a_pack_whether_its_files_lie_in_a_folder_or_not(shelf: VaultPacks, tmp_path: Path) -> None:
    source = a_pack(tmp_path / "stick" / "own")
    shutil.make_archive(str(tmp_path / "one"), "zip", source.parent, "own")
    shutil.make_archive(str(tmp_path / "two.v2"), "zip", source)
    for name, expected in (("one.zip", "own"), ("two.v2.zip", "two")):
        with shelf.stage(tmp_path / name) as staged:
            assert staged.manifest.name == expected


def test_a_part_that_is_not_what_the_manifest_lists_is_refused(shelf: VaultPacks, tmp_path: Path) -> None:
    changed, missing, linked = (a_pack(tmp_path / name / "own") for name in ("changed", "missing", "linked"))
    (changed / "LICENSE").write_text("other")
    (missing / "LICENSE").unlink()
    (linked / "LICENSE").unlink()
    (linked / "LICENSE").symlink_to("/etc/passwd")
    for source in (changed, missing, linked):
        with pytest.raises(PackDamaged, match="LICENSE"), shelf.stage(source):
            pass
    write_pack(tmp_path / "escape", FREE)
    manifest = (tmp_path / "escape" / "manifest.toml").read_text()
    (tmp_path / "escape" / "manifest.toml").write_text(manifest.replace('"LICENSE"', '"../LICENSE"'))
    with pytest.raises(PackDamaged, match="not a file of its own"), shelf.stage(tmp_path / "escape"):
        pass


def test_what_is_no_pack_is_told(shelf: VaultPacks, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "no.zip").write_text("no zip")
    a_pack(tmp_path / "keys")
    for name in ("gone", "empty", "keys"):
        with pytest.raises(UsageError), shelf.stage(tmp_path / name):
            pass
    with pytest.raises(PackDamaged, match="no ZIP"), shelf.stage(tmp_path / "no.zip"):
        pass


@pytest.mark.parametrize("member", ["../out.txt", "/out.txt", "a/b/c.txt"])
def test_an_archive_reaches_nowhere_else(tmp_path: Path, member: str) -> None:
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        archive.writestr(member, "x")
    (tmp_path / "in").mkdir()
    with pytest.raises(PackDamaged, match="no part of a pack"):
        unpack_archive(tmp_path / "bad.zip", tmp_path / "in")
    assert not list(tmp_path.rglob("out.txt"))


def test_an_archive_that_unpacks_to_more_than_a_pack_holds_is_refused_before_it_is(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as archive:
        for number in range(501):
            archive.writestr(f"{number}.txt", "")
    (tmp_path / "in").mkdir()
    with pytest.raises(PackDamaged, match="more than any pack may hold"):
        unpack_archive(tmp_path / "many.zip", tmp_path / "in")
    assert list((tmp_path / "in").iterdir()) == []


def test_a_signature_counts_by_the_keys_in_the_vault(shelf: VaultPacks, tmp_path: Path, vault: Path) -> None:
    ours, theirs = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    source = a_pack(tmp_path / "own")
    manifest = (source / "manifest.toml").read_text()
    (vault / "keys").mkdir(parents=True)
    (vault / "keys" / "team.pub").write_bytes(base64.b64encode(ours.public_key().public_bytes_raw()))

    def signed(signature: str) -> tuple[Signed, str]:
        (source / "manifest.toml").write_text(f'signature = "{signature}"\n{manifest}')
        with shelf.stage(source) as staged:
            return staged.signed, staged.signer

    text = signed_text(manifest_of(source))
    assert signed(base64.b64encode(ours.sign(text)).decode()) == (Signed.TRUSTED, "team")
    assert signed(base64.b64encode(theirs.sign(text)).decode()) == (Signed.UNKNOWN, "")
    assert signed("no base 64") == (Signed.UNKNOWN, "")
    (vault / "keys" / "team.pub").write_text("broken")
    with pytest.raises(UsageError, match=r"team\.pub is no public key"):
        signed(base64.b64encode(ours.sign(text)).decode())
