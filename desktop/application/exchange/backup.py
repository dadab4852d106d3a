"""Backups of a whole vault, and the drill that shows that one can be restored."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from desktop.application.job import JobContext


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """What a backup holds: the SHA-256 of every file, by its path within the vault."""

    files: Mapping[str, str]

    def count(self, folder: str) -> int:
        """How many files of a folder of the vault it holds."""
        return sum(name.startswith(f"{folder}/") and name.count("/") == 1 for name in self.files)


class BackupFiles(Protocol):
    """Writes a vault into one file, and unpacks it."""

    def write(self, root: Path, target: Path) -> BackupManifest:
        """Write a vault that nobody changes meanwhile; UsageError if the file is there already, StorageProblem."""
        ...

    def read(self, archive: Path, folder: Path) -> BackupManifest:
        """Unpack a backup into a new or empty folder; StorageProblem if a file in it is not what its manifest says."""
        ...


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a vault turned out to hold when its index was made anew, and what is wrong with it."""

    documents: int
    facts: int
    problems: tuple[str, ...]


class RebuildsVaults(Protocol):
    """Makes the index of a vault from its files."""

    def __call__(self, context: JobContext, root: Path) -> Rebuilt:
        """Make it, and check the vault."""
        ...


@dataclass(frozen=True, slots=True)
class DrillReport:
    """What came of restoring a backup for trial; `problems` are sentences, none where all is as it was."""

    files: int
    documents: int
    facts: int
    problems: tuple[str, ...]


class Backups:
    """Writes backups, restores them, and tries whether they can be restored."""

    def __init__(self, files: BackupFiles, rebuild: RebuildsVaults) -> None:
        self._files = files
        self._rebuild = rebuild

    def write(self, root: Path, target: Path) -> BackupManifest:
        """Write a backup of a vault that this process may write, so that nobody changes it meanwhile."""
        return self._files.write(root, target)

    def restore(self, context: JobContext, archive: Path, folder: Path) -> DrillReport:
        """Make a vault of a backup, in a new or empty folder, and check it."""
        manifest = self._files.read(archive, folder)
        rebuilt = self._rebuild(context, folder)
        return DrillReport(len(manifest.files), rebuilt.documents, rebuilt.facts, (*rebuilt.problems, *_missing(manifest, rebuilt)))

    def drill(self, context: JobContext, archive: Path) -> DrillReport:
        """Restore a backup into a temporary folder, rebuild, compare, and remove it again."""
        with tempfile.TemporaryDirectory(prefix="coffer-drill-") as folder:
            return self.restore(context, archive, Path(folder, "vault"))


def _missing(manifest: BackupManifest, rebuilt: Rebuilt) -> tuple[str, ...]:
    documents, facts = manifest.count("docs"), manifest.count("memory") - ("memory/MEMORY.md" in manifest.files)
    found = []
    if documents != rebuilt.documents:
        found.append(f"The backup holds {documents:,} files of documents, but {rebuilt.documents:,} documents came of them.")
    if facts != rebuilt.facts:
        found.append(f"The backup holds {facts:,} files of facts, but {rebuilt.facts:,} facts came of them.")
    return tuple(found)
