"""The ports of case bundles: what of a vault's files can travel, the one file itself, and the keys that sign and open it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from desktop.application.job import CancelToken
from desktop.application.ports.facts import FactStore
from desktop.application.ports.files import DocumentStore
from desktop.application.ports.lexicon import LexiconStore
from desktop.application.ports.searches import SearchStore
from desktop.domain.case_bundle import BundleManifest, OpenedManifest, PublicKeys, States


@dataclass(frozen=True, slots=True)
class Content:
    """A file of a bundle: its name there, and the file that holds it now."""

    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class Sealing:
    """How a bundle is closed: encrypted to a passphrase, or to recipients, or not at all; signed with the person's key or not.

    `key_passphrase` opens the person's own key where it lies in a file.
    """

    passphrase: str = ""
    recipients: tuple[str, ...] = ()
    sign: bool = False
    key_passphrase: str = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """What opens an encrypted bundle: its passphrase, or the person's own key, which may need one."""

    passphrase: str = ""
    key_passphrase: str = ""


class PortableFiles(Protocol):
    """The files of a vault as they travel: without what is told of this machine, and without lines that name what may not leave."""

    def document(self, document_id: str, without: Sequence[str]) -> bytes | None:
        """The file of a document without these lines of its front matter; None where it is not written line by line."""
        ...

    def fact(self, fact_id: str, changes: Mapping[str, Any]) -> bytes | None:
        """The file of a fact with these lines of its front matter changed, or gone where they are None; None as `document`."""
        ...

    def put_aside(self, folder: Path, name: str, content: bytes) -> Path:
        """Put such a file, by its name in the bundle, into a folder where it waits; StorageProblem."""
        ...

    def audit_lines(self) -> Iterator[bytes]:
        """The lines of the audit log as they stand there."""
        ...

    def kept(self, folder: str) -> Mapping[str, bytes]:
        """Saved views of the graph, threads or boards, by the names of their files."""
        ...

    def put_kept(self, folder: str, name: str, content: bytes) -> None:
        """Keep one of these, in place of one of that name; StorageProblem."""
        ...


class UnpackedBundle(Protocol):
    """A bundle that was verified and lies unpacked, read as a vault is."""

    @property
    def opened(self) -> OpenedManifest:
        """What it says of itself, and who signed it."""
        ...

    @property
    def documents(self) -> DocumentStore:
        """Its documents with their originals."""
        ...

    @property
    def facts(self) -> FactStore:
        """Its facts."""
        ...

    @property
    def lexicon(self) -> LexiconStore:
        """Its lexicon."""
        ...

    @property
    def searches(self) -> SearchStore:
        """Its saved searches."""
        ...

    @property
    def seen(self) -> States:
        """The states that whoever made it had seen."""
        ...

    def content(self, name: str) -> bytes:
        """A file of it, by its name in the bundle; empty where it has none."""
        ...

    def kept(self, folder: str) -> Mapping[str, bytes]:
        """Its views of the graph, threads or boards, by the names of their files."""
        ...


class BundleFiles(Protocol):
    """Writes bundles and takes them apart; what comes from elsewhere is only touched where nothing else can be harmed."""

    def write(self, target: Path, contents: Sequence[Content], manifest: BundleManifest, sealing: Sealing, cancel: CancelToken) -> str:
        """Write a bundle, whose file has its name only once it is whole; returns the SHA-256 of its manifest.

        `manifest.files` is filled in. UsageError if the file is there already or a recipient is none, StorageProblem.
        """
        ...

    def unpack(self, source: Path, opening: Opening, cancel: CancelToken) -> AbstractContextManager[UnpackedBundle]:
        """Verify a bundle and unpack it for as long as the block runs.

        BundleDamaged if it is not what it says, or no bundle; PassphraseNeeded if it is encrypted and nothing that was given opens it.
        """
        ...


class KeptBundles(Protocol):
    """What a vault keeps of the bundles that it exchanged."""

    def seen(self) -> States:
        """The states of things that were exchanged."""
        ...

    def add_seen(self, states: States) -> None:
        """Add such states."""
        ...

    def declined(self) -> States:
        """The states of other vaults that a person saw in a bundle and did not want; no bundle carries them."""
        ...

    def add_declined(self, states: States) -> None:
        """Add such states."""
        ...

    def keep(self, bundle: str, name: str, content: bytes) -> str:
        """Keep something about a bundle, named by its manifest's SHA-256, apart from the vault's own files; returns its SHA-256."""
        ...

    def audit_problems(self) -> list[str]:
        """What is wrong with the audit lines of other vaults that are kept, as sentences."""
        ...


class BundleKeys(Protocol):
    """A person's own keys, and the signers that a vault trusts."""

    def public(self) -> PublicKeys | None:
        """The public halves of the person's keys; None where none were made."""
        ...

    def make(self, passphrase: str = "") -> PublicKeys:
        """Make keys, once, and keep the secret halves in the keychain, or, with a passphrase, in a file that it encrypts.

        UsageError if there are some, KeychainUnavailable where the system has no keychain and no passphrase is given.
        """
        ...

    def trusted(self) -> Mapping[str, str]:
        """Signing keys that this vault trusts, by whose they are."""
        ...

    def trust(self, whose: str, key: str) -> None:
        """Trust a signing key from now on; UsageError if it is none."""
        ...
