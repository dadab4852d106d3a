"""A whole vault in one ZIP file, each file with its SHA-256, and back again."""

from __future__ import annotations

import hashlib
import json
import os
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from desktop.adapters.durable_files import LEFTOVERS, flush_folder, storing
from desktop.application.exchange.backup import BackupManifest
from desktop.domain.errors import StorageProblem, UsageError

MANIFEST = "manifest.json"
_LEFT_OUT = ("coffer.db", "coffer.lock", ".staging")
_PIECE = 1 << 20
_FORMAT = 1


class ZipBackup:
    """Writes and reads backups; the index is left out, for it is made again from the files."""

    def write(self, root: Path, target: Path) -> BackupManifest:
        """Write a vault that nobody changes meanwhile; the file has its name only once it is whole on the disk."""
        if target.exists():
            raise UsageError(f"{target} is there already.", "Choose another name: a backup never takes the place of another file.")
        temporary = target.with_name(f"{target.name}.part")
        hashes: dict[str, str] = {}
        with storing(f"The backup {target} could not be written"):
            try:
                with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
                    for path in _files(root, target, temporary):
                        name = path.relative_to(root).as_posix()
                        hashes[name] = _put(archive, path, name)
                    archive.writestr(MANIFEST, json.dumps({"format": _FORMAT, "files": hashes}, ensure_ascii=False, indent=1))
                _flush(temporary)
                temporary.replace(target)
                flush_folder(target.absolute().parent)
            finally:
                temporary.unlink(missing_ok=True)
        return BackupManifest(hashes)

    def read(self, archive: Path, folder: Path) -> BackupManifest:
        """Unpack a backup into a new or empty folder; StorageProblem if a file in it is not what its manifest says."""
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(f"{folder} is not an empty folder.", "Choose an empty folder or a new name.")
        try:
            with storing(f"The backup {archive} could not be unpacked"), zipfile.ZipFile(archive) as opened:
                manifest = _manifest(opened, archive)
                for name, digest in manifest.files.items():
                    _take_out(opened, name, folder, digest)
        except zipfile.BadZipFile as error:
            raise _damaged(archive, str(error)) from error
        return manifest


def _files(root: Path, *without: Path) -> Iterator[Path]:
    """The files of a vault in order, without what can be made again and what a crash left behind."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(each for each in folders if each not in _LEFT_OUT)
        for name in sorted(names):
            path = Path(folder, name)
            left_out = path.match(LEFTOVERS) or path in without or path.is_symlink()
            if not left_out and not (Path(folder) == root and name.startswith(_LEFT_OUT)):
                yield path


def _put(archive: zipfile.ZipFile, path: Path, name: str) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as source, archive.open(zipfile.ZipInfo.from_file(path, name), "w", force_zip64=True) as target:
        while piece := source.read(_PIECE):
            digest.update(piece)
            target.write(piece)
    return digest.hexdigest()


def _manifest(opened: zipfile.ZipFile, archive: Path) -> BackupManifest:
    try:
        said = json.loads(opened.read(MANIFEST))
        files = {str(name): str(digest) for name, digest in said["files"].items()}
    except (KeyError, ValueError, AttributeError, TypeError) as error:
        raise StorageProblem(f"{archive} is no backup of a vault.", "`coffer backup FILE` writes one.") from error
    if said.get("format") != _FORMAT:
        raise StorageProblem(f"{archive} was written by a newer Coffer.", "Restore it with that one.")
    return BackupManifest(files)


def _take_out(opened: zipfile.ZipFile, name: str, folder: Path, expected: str) -> None:
    """Unpack one file, whose name must stay within the folder, and check it."""
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or "\\" in name:
        raise StorageProblem(f"The backup names a file outside the vault: {name!r}.", "It was not written by Coffer; do not use it.")
    target = folder.joinpath(*parts)
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    try:
        with opened.open(name) as source, target.open("xb") as written:
            while piece := source.read(_PIECE):
                digest.update(piece)
                written.write(piece)
    except KeyError as error:
        raise StorageProblem(f"The backup lacks {name}.", "It is not whole; use another one.") from error
    if digest.hexdigest() != expected:
        raise StorageProblem(f"{name} is not what the backup's manifest says.", "The backup is damaged; use another one.")
    if parts[0] == "raw":
        target.chmod(0o400)
    at = time.mktime((*opened.getinfo(name).date_time, 0, 0, -1))
    os.utime(target, (at, at))


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _damaged(archive: Path, why: str) -> StorageProblem:
    return StorageProblem(f"{archive} is damaged: {why}.", "Use another backup.")
