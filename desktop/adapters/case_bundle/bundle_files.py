"""Case bundles as files: written whole or not at all, opened by the worker into a folder that is gone afterwards."""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from desktop.adapters.case_bundle.layout import MANIFEST, SIGNATURE, manifest_bytes, read_manifest
from desktop.adapters.case_bundle.own_keys import OwnKeys
from desktop.adapters.case_bundle.portable_files import kept_in
from desktop.adapters.case_bundle.signing import check_signature, signature_file
from desktop.adapters.case_bundle.worker import BundleWorker
from desktop.adapters.durable_files import flush_descriptors, flush_folder, storing
from desktop.application.cases.case_states import read_states
from desktop.application.job import CancelToken
from desktop.application.ports import Content, DocumentStore, FactStore, LexiconStore, Opening, Sealing, SearchStore
from desktop.domain.case_bundle import BundleManifest, OpenedManifest, States
from desktop.domain.errors import UsageError
from desktop.domain.vault import VaultPaths

_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class FolderStores:
    """How a folder that is laid out as a vault is read."""

    documents: Callable[[VaultPaths], DocumentStore]
    facts: Callable[[VaultPaths], FactStore]
    lexicon: Callable[[Path], LexiconStore]
    searches: Callable[[Path], SearchStore]


class UnpackedFolder:
    """The UnpackedBundle in a folder."""

    def __init__(self, folder: Path, opened: OpenedManifest, stores: FolderStores) -> None:
        paths = VaultPaths(folder)
        self.opened = opened
        self.documents = stores.documents(paths)
        self.facts = stores.facts(paths)
        self.lexicon = stores.lexicon(paths.lexicon)
        self.searches = stores.searches(paths.searches)
        self._paths = paths

    @property
    def seen(self) -> States:
        """The states that whoever made it had seen."""
        return read_states(self.content("seen.json"))

    def content(self, name: str) -> bytes:
        """A file of it, by its name in the bundle; empty where it has none."""
        with storing(f"{name} could not be read"):
            path = self._paths.root / name
            return path.read_bytes() if name in self.opened.manifest.files and path.is_file() else b""

    def kept(self, folder: str) -> Mapping[str, bytes]:
        """Its views of the graph, threads or boards."""
        return kept_in(self._paths.root / folder)


class SealedBundles:
    """The BundleFiles of one vault; `staging` gives a folder in it that is gone at the end of the block."""

    def __init__(
        self, worker: BundleWorker, keys: OwnKeys, stores: FolderStores, staging: Callable[[], AbstractContextManager[Path]]
    ) -> None:
        self._worker = worker
        self._keys = keys
        self._stores = stores
        self._staging = staging

    def write(self, target: Path, contents: Sequence[Content], manifest: BundleManifest, sealing: Sealing, cancel: CancelToken) -> str:
        """Write a bundle; returns the SHA-256 of its manifest."""
        if target.exists():
            raise UsageError(f"{target} is there already.", "Choose another name: a bundle never takes the place of another file.")
        seed = self._keys.seed(sealing.key_passphrase) if sealing.sign else ""
        encrypts = bool(sealing.passphrase or sealing.recipients)
        temporary = target.with_name(f"{target.name}.part")
        with storing(f"The bundle {target} could not be written"), self._staging() as folder:
            try:
                plain = folder / "bundle.zip" if encrypts else temporary
                digest = _write(plain, contents, manifest, seed, cancel)
                if encrypts:
                    temporary.unlink(missing_ok=True)
                    self._worker.seal(plain, temporary, sealing.passphrase, sealing.recipients, cancel)
                _flush(temporary)
                temporary.replace(target)
                flush_folder(target.absolute().parent)
            finally:
                temporary.unlink(missing_ok=True)
        return digest

    @contextmanager
    def unpack(self, source: Path, opening: Opening, cancel: CancelToken) -> Iterator[UnpackedFolder]:
        """Verify a bundle and unpack it for as long as the block runs."""
        if not source.is_file():
            raise UsageError(f"There is no file {source}.", "Name the file of a case bundle.")
        identities = [] if opening.passphrase else self._keys.identities(opening.key_passphrase)
        with self._staging() as staging:
            folder = staging / "bundle"
            with storing(f"{source.name} could not be unpacked"):
                folder.mkdir()
                for name in ("docs", "raw", "memory"):
                    (folder / name).mkdir()
                (folder / "coffer.toml").touch()  # what tells a vault's folder from any other
            self._worker.unpack(source, folder, opening.passphrase, identities, cancel)
            yield UnpackedFolder(folder, self._opened(folder, source.name), self._stores)

    def _opened(self, folder: Path, name: str) -> OpenedManifest:
        with storing(f"{name} could not be read"):
            manifest = (folder / MANIFEST).read_bytes()
            signature = (folder / SIGNATURE).read_bytes() if (folder / SIGNATURE).exists() else b""
        state, signer, key = check_signature(manifest, signature, self._keys.trusted(), name)
        return OpenedManifest(read_manifest(manifest, name), hashlib.sha256(manifest).hexdigest(), state, signer, key)


def _write(target: Path, contents: Sequence[Content], manifest: BundleManifest, seed: str, cancel: CancelToken) -> str:
    hashes: dict[str, str] = {}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for each in contents:
            cancel.raise_if_cancelled()
            hashes[each.name] = _put(archive, each, cancel)
        said = manifest_bytes(replace(manifest, files=hashes))
        archive.writestr(MANIFEST, said)
        if seed:
            archive.writestr(SIGNATURE, signature_file(said, seed))
    return hashlib.sha256(said).hexdigest()


def _put(archive: zipfile.ZipFile, content: Content, cancel: CancelToken) -> str:
    """Put a file in, without its date and its owner: they tell of this machine."""
    digest = hashlib.sha256()
    named = zipfile.ZipInfo(content.name)
    named.compress_type = zipfile.ZIP_DEFLATED
    with content.path.open("rb") as source, archive.open(named, "w", force_zip64=True) as packed:
        while piece := source.read(_PIECE):
            cancel.raise_if_cancelled()
            digest.update(piece)
            packed.write(piece)
    return digest.hexdigest()


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        flush_descriptors([descriptor])
    finally:
        os.close(descriptor)
