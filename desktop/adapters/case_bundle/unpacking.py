"""Taking a bundle from elsewhere apart, in a process of its own; nothing in it is believed before it is checked."""

from __future__ import annotations

import hashlib
import stat
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from desktop.adapters.case_bundle.layout import LARGEST_MANIFEST, MANIFEST, SIGNATURE, is_bundle_name, read_manifest
from desktop.domain.errors import BundleDamaged

MOST_FILES = 400_000
MOST_BYTES = 50 * 2**30
MOST_EXPANSION = 200
"""How many times its own size a bundle may unpack to, beyond what is harmless."""
HARMLESS_BYTES = 200 * 2**20
LARGEST_TEXT = 512 * 2**20
"""No file but an original may be larger."""
_PIECE = 1 << 20
_AGAIN = "Do not use it; ask whoever sent it for another."


def unpack_bundle(source: Path, folder: Path, name: str) -> None:
    """Unpack a bundle into an empty folder, with its manifest and its signature beside; BundleDamaged says what is wrong with it."""
    try:
        with zipfile.ZipFile(source) as archive:
            members = _checked_members(archive, source.stat().st_size, name)
            (folder / MANIFEST).write_bytes(content := _small(archive, members, MANIFEST, name))
            if SIGNATURE in members:
                (folder / SIGNATURE).write_bytes(_small(archive, members, SIGNATURE, name))
            manifest = read_manifest(content, name)
            _check_names(members, manifest.files, name)
            for member, digest in manifest.files.items():
                _take_out(archive, members[member], folder, digest, name)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, UnicodeDecodeError, OverflowError) as error:
        raise BundleDamaged(f"{name} is no case bundle, or not a whole one: {error}.", "Ask for it again.") from error


def _checked_members(archive: zipfile.ZipFile, size: int, name: str) -> dict[str, zipfile.ZipInfo]:
    members = archive.infolist()
    if len(members) > MOST_FILES:
        raise BundleDamaged(f"{name} holds {len(members):,} files, more than any bundle.", _AGAIN)
    total = sum(each.file_size for each in members)
    if total > MOST_BYTES or total > max(HARMLESS_BYTES, size * MOST_EXPANSION):
        raise BundleDamaged(f"{name} would unpack to {total:,} bytes, more than a bundle of its size can hold.", _AGAIN)
    found: dict[str, zipfile.ZipInfo] = {}
    for member in members:
        kind = stat.S_IFMT(member.external_attr >> 16)
        plain = member.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
        if kind not in (0, stat.S_IFREG) or member.is_dir() or not plain:
            raise BundleDamaged(f"{name} holds {member.filename!r}, which is a link, or no file as Coffer writes them.", _AGAIN)
        if member.filename not in (MANIFEST, SIGNATURE) and not is_bundle_name(member.filename):
            raise BundleDamaged(f"{name} holds {member.filename!r}, which is no part of a bundle.", _AGAIN)
        folded = member.filename.casefold()
        if folded in found:
            raise BundleDamaged(f"{name} holds {member.filename!r} twice.", _AGAIN)
        found[folded] = member
    return {member.filename: member for member in found.values()}


def _check_names(members: Mapping[str, zipfile.ZipInfo], files: Mapping[str, str], name: str) -> None:
    """What is listed must be there, and nothing else."""
    listed = set(files)
    there = members.keys() - {MANIFEST, SIGNATURE}
    if missing := sorted(listed - there):
        raise BundleDamaged(f"{name} lacks {missing[0]!r}, which its manifest lists.", "It is not whole; ask for it again.")
    if stray := sorted(there - listed):
        raise BundleDamaged(f"{name} holds {stray[0]!r}, which its manifest does not list.", _AGAIN)


def _small(archive: zipfile.ZipFile, members: Mapping[str, zipfile.ZipInfo], member: str, name: str) -> bytes:
    if member not in members:
        raise BundleDamaged(f"{name} is no case bundle: it has no {member}.", "`coffer bundle make FILE` writes one.")
    with archive.open(members[member]) as packed:
        content = packed.read(LARGEST_MANIFEST + 1)
    if len(content) > LARGEST_MANIFEST:
        raise BundleDamaged(f"The {member} of {name} is larger than any.", _AGAIN)
    return content


def _take_out(archive: zipfile.ZipFile, member: zipfile.ZipInfo, folder: Path, expected: str, name: str) -> None:
    """Unpack one file, and no more of it than was announced."""
    allowed = member.file_size if member.filename.startswith("raw/") else min(member.file_size, LARGEST_TEXT)
    target = folder / member.filename
    target.parent.mkdir(exist_ok=True)
    digest, done = hashlib.sha256(), 0
    with archive.open(member) as packed, target.open("xb") as unpacked:
        while piece := packed.read(_PIECE):
            done += len(piece)
            if done > allowed:
                raise BundleDamaged(f"{member.filename!r} in {name} is larger than it says, or than any may be.", _AGAIN)
            digest.update(piece)
            unpacked.write(piece)
    if digest.hexdigest() != expected:
        raise BundleDamaged(f"{member.filename!r} in {name} is not what the manifest says: it was damaged or altered.", _AGAIN)
