"""The packs of a vault on disk: brought from a stick, checked part by part, put into place, and taken back."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from desktop.adapters.durable_files import flush_folder, storing
from desktop.adapters.packs.archive import MOST_PARTS
from desktop.adapters.packs.folders import LARGEST_PART, MANIFEST, manifest_of
from desktop.adapters.packs.signing import KEYS, signed_by
from desktop.application.ports import StagedPack
from desktop.domain.errors import PackDamaged, UsageError
from desktop.domain.pack import PackManifest

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_REPLACED = ".replaced"
_NOTHING = "nothing-before"
"""Stands where a pack was put and none of its name was there before."""
_BLOCK = 2**20


class VaultPacks:
    """The folder `packs` of one vault. `unpack` takes a pack apart that is one file."""

    def __init__(self, folder: Path, unpack: Callable[[Path, Path], None]) -> None:
        self._folder = folder
        self._unpack = unpack

    @contextmanager
    def stage(self, source: Path) -> Iterator[StagedPack]:
        """Bring a pack, a folder or one file, as far as it can be looked at; it is gone when the block ends, unless it was put."""
        if not source.exists():
            raise UsageError(f"There is nothing at {source}.", "Name the folder of a pack, or its file.")
        with storing("The pack could not be brought into the vault"):
            self._folder.mkdir(exist_ok=True)
            staging = Path(mkdtemp(prefix=".staged-", dir=self._folder))
        try:
            yield self._staged(source, staging)
        finally:
            shutil.rmtree(staging, ignore_errors=True)

    def put(self, staged: StagedPack) -> None:
        """Put a staged pack into place; the one of its name that was there is kept for `take_back`."""
        name = staged.manifest.name
        place, kept = self._folder / name, self._folder / _REPLACED / name
        with storing(f"The pack {name} could not be put into place"):
            kept.mkdir(parents=True, exist_ok=True)
            number = len(self._kept(name)) + 1
            if place.exists():
                place.rename(kept / f"{number:06d}")
            else:
                (kept / f"{number:06d}-{_NOTHING}").mkdir()
            staged.folder.rename(place)
            flush_folder(self._folder)

    def take_back(self, name: str) -> PackManifest | None:
        """Have the pack again that the last `put` replaced, or none of this name; UsageError if nothing was put."""
        kept = self._kept(name)
        if not kept:
            raise UsageError(f"No pack named {name} was added to this vault.", "`coffer packs list` says which were.")
        place, before = self._folder / name, kept[-1]
        with storing(f"The pack {name} could not be taken back"):
            gone = Path(mkdtemp(prefix=".staged-", dir=self._folder))
            if place.exists():
                place.rename(gone / name)
            if before.name.endswith(_NOTHING):
                before.rmdir()
            else:
                before.rename(place)
            flush_folder(self._folder)
            shutil.rmtree(gone)
        return manifest_of(place) if place.exists() else None

    def replaced(self, name: str) -> int:
        """How often `take_back` can be asked for."""
        return len(self._kept(name))

    def added(self) -> list[str]:
        """Names of the packs that were added to this vault."""
        return sorted(each.parent.name for each in self._folder.glob(f"*/{MANIFEST}") if not each.parent.name.startswith("."))

    def _kept(self, name: str) -> list[Path]:
        folder = self._folder / _REPLACED / name
        return sorted(folder.iterdir()) if _NAME.fullmatch(name) and folder.is_dir() else []

    def _staged(self, source: Path, staging: Path) -> StagedPack:
        """A checked copy of the pack, with nothing that its manifest does not list."""
        brought = source
        if source.is_file():
            brought = staging / "unpacked"
            brought.mkdir()
            self._unpack(source, brought)
            inner = list(brought.iterdir())
            brought = inner[0] if len(inner) == 1 and inner[0].is_dir() else brought
        name = brought.name if brought.name != "unpacked" else source.name.partition(".")[0]
        if not _NAME.fullmatch(name) or name == KEYS:
            raise UsageError(f"{name!r} cannot be the name of a pack.", "Give its folder a name of letters, digits, dots and hyphens.")
        if not (brought / MANIFEST).is_file():
            raise UsageError(f"{source} is no pack: it has no {MANIFEST}.", "Name the folder that the manifest lies in.")
        copy = staging / name
        copy.mkdir()
        _copy(brought / MANIFEST, copy / MANIFEST)
        manifest = manifest_of(copy)
        if len(manifest.parts) > MOST_PARTS:
            raise PackDamaged(f"The pack {name} lists {len(manifest.parts):,} parts, which is more than any has.", "Get it again.")
        for part in manifest.parts:
            if Path(part.file).name != part.file:
                raise PackDamaged(f"The pack {name} lists {part.file}, which is not a file of its own.", "Get it from somebody else.")
            if _copy(brought / part.file, copy / part.file) != part.sha256:
                raise PackDamaged(f"{part.file} of the pack {name} is not the file that its manifest lists.", "Get the pack again.")
        signed, signer = signed_by(manifest, self._folder / KEYS)
        return StagedPack(copy, manifest, signed, signer)


def _copy(source: Path, target: Path) -> str:
    """Copy a file that is none of the system's special ones; returns its SHA-256."""
    if source.is_symlink() or not source.is_file() or source.stat().st_size > LARGEST_PART:
        raise PackDamaged(f"{source.name} is missing from the pack, or is no file that it may hold.", "Get the pack again.")
    digest = hashlib.sha256()
    with storing(f"{source.name} could not be copied"), source.open("rb") as read, target.open("xb") as written:
        while block := read.read(_BLOCK):
            digest.update(block)
            written.write(block)
    return digest.hexdigest()
