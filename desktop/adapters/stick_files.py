"""Looking through a stick for what Coffer can take, by names alone; hashing it, and copying what is taken."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from desktop.adapters.durable_files import flush_folder, storing
from desktop.application.job import JobContext, Progress
from desktop.domain.errors import PackDamaged, UsageError
from desktop.domain.stick import Checked, StickKind

SUMS = "SHA256SUMS"
DEEPEST, MOST_FOLDERS, MOST_SUMS_BYTES = 4, 5000, 4_000_000
_BLOCK = 1 << 20
_UPDATE = re.compile(r"coffer_[0-9][\w.+~-]*\.deb|Coffer-[0-9][\w.+-]*\.(?:tar\.zst|dmg)")
_LINE = re.compile(r"([0-9a-f]{64}) [ *](.+)")


class StickFiles:
    """What is on a stick; links are never followed."""

    def find(self, folder: Path) -> list[tuple[StickKind, Path]]:
        """Everything that could be taken, in the order of paths. Raises UsageError where there is no folder."""
        if not folder.is_dir():
            raise UsageError(f"There is no folder {folder}.", "Connect the stick again, and choose it or a folder on it.")
        with storing(f"{folder} could not be looked through"):
            return sorted(_found(folder), key=lambda each: str(each[1]))

    def check(self, context: JobContext, root: Path, item: Path) -> Checked:
        """Hash a thing whole; PackDamaged where a file is not what SHA256SUMS beside it or above it, up to `root`, says."""
        files = [item] if item.is_file() else sorted(path for path in item.rglob("*") if path.is_file() and not path.is_symlink())
        sums = _sums(root, item)
        digests = {path: _digest(context, path) for path in files}
        for path, digest in digests.items():
            if sums.get(path, digest) != digest:
                raise PackDamaged(f"{path.name} is not the file that {SUMS} lists.", "Do not use it; get it again from its source.")
        main = max(files, key=lambda path: path.stat().st_size, default=None)
        size = sum(path.stat().st_size for path in files)
        return Checked(size, digests[main] if main else "", bool(files) and all(path in sums for path in files))

    def copy(self, context: JobContext, item: Path, folder: Path, sha256: str) -> Path:
        """Copy a thing into a folder under its name; PackDamaged if its main file has changed since it was looked at."""
        target = folder / item.name
        if os.path.lexists(target):
            raise UsageError(f"{target} is there already.", "It is the one in use, or was brought before; rename or remove it first.")
        with storing(f"{item.name} could not be copied to {folder}"):
            folder.mkdir(parents=True, exist_ok=True)
            staging = Path(tempfile.mkdtemp(prefix=".staged-", dir=folder))
            try:
                copied = staging / item.name
                if item.is_dir():
                    shutil.copytree(item, copied, symlinks=True, ignore=_links)
                else:
                    shutil.copyfile(item, copied, follow_symlinks=False)
                if self.check(context, staging, copied).sha256 != sha256:
                    raise PackDamaged(f"{item.name} is no longer what it was when it was looked at.", "Look at the stick again.")
                copied.rename(target)
                flush_folder(folder)
            finally:
                shutil.rmtree(staging, ignore_errors=True)
        return target


def _found(folder: Path) -> Iterator[tuple[StickKind, Path]]:
    waiting, seen = [(folder, 0)], 0
    while waiting and seen < MOST_FOLDERS:
        here, depth = waiting.pop()
        seen += 1
        entries = sorted((each for each in os.scandir(here) if not each.is_symlink()), key=lambda each: each.name)
        names = {each.name for each in entries if each.is_file()}
        kind = _folder_kind(names)
        if kind:
            yield kind, here
            continue
        yield from ((found, Path(each.path)) for each in entries if each.is_file() and (found := _file_kind(each.name)))
        if depth < DEEPEST:
            waiting += [(Path(each.path), depth + 1) for each in entries if each.is_dir() and not _is_the_systems(each.name)]
    if waiting:
        raise UsageError(f"{folder} has more than {MOST_FOLDERS:,} folders.", "Choose the folder on it that holds packs or models.")


def _is_the_systems(name: str) -> bool:
    """Whether a folder is hidden, or the one on each Linux stick that only root may enter."""
    return name.startswith(".") or name == "lost+found"


def _folder_kind(names: set[str]) -> StickKind | None:
    if "manifest.toml" in names:
        return StickKind.KNOWLEDGE
    if "recognition.toml" in names:
        return StickKind.RECOGNISER
    has_model = any(name.endswith(".onnx") for name in names)
    return StickKind.EMBEDDER if has_model and {"tokenizer.json", "config.json"} <= names else None


def _file_kind(name: str) -> StickKind | None:
    if name.lower().endswith(".gguf"):
        return StickKind.LANGUAGE_MODEL
    if _UPDATE.fullmatch(name):
        return StickKind.UPDATE
    return StickKind.KNOWLEDGE if name.lower().endswith(".pack.zip") else None


def _sums(root: Path, item: Path) -> dict[Path, str]:
    """What the lists of hashes say of each path: those beside a thing and above it, up to the root; the nearest wins."""
    found: dict[Path, str] = {}
    folders = [item, *item.parents] if item.is_dir() else list(item.parents)
    for folder in folders:
        listing = folder / SUMS
        if listing.is_file() and not listing.is_symlink() and listing.stat().st_size <= MOST_SUMS_BYTES:
            for line in listing.read_text(encoding="utf-8", errors="replace").splitlines():
                if match := _LINE.fullmatch(line.strip()):
                    found.setdefault(folder / match[2], match[1])
        if folder == root:
            break
    return found


def _digest(context: JobContext, path: Path) -> str:
    digest, done, size = hashlib.sha256(), 0, path.stat().st_size
    with storing(f"{path.name} could not be read"), path.open("rb") as content:
        while block := content.read(_BLOCK):
            context.cancel.raise_if_cancelled()
            digest.update(block)
            done += len(block)
            context.report(Progress("check", done, size, path.name))
    return digest.hexdigest()


def _links(folder: str, names: list[str]) -> set[str]:
    return {name for name in names if os.path.islink(os.path.join(folder, name))}  # noqa: PTH114, PTH118 - shutil speaks in texts
