"""Providers as a person deals with them: tried, allowed on this machine for a vault or not, their keys kept, and what is never sent.

A vault names its provider, its model and the highest marking that may leave, and may have come from elsewhere. So a permission is of an
address in one vault, for one purpose: what was allowed for another says nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from desktop.application.job import JobContext
from desktop.application.ports.embed import RemoteEmbedder
from desktop.application.ports.generate import RemoteGenerator
from desktop.application.ports.secrets import SecretStore
from desktop.domain.errors import KeychainUnavailable, PassphraseNeeded
from desktop.domain.provider import Address, Provider, ProviderTrial, Purpose, checked_key


class KeepsTexts(Protocol):
    """Keeps texts by name, outside any vault."""

    def read(self) -> dict[str, str]:
        """Everything that was kept."""
        ...

    def write(self, state: Mapping[str, str]) -> None:
        """Keep this, and nothing else. Raises StorageProblem."""
        ...


class Locked(Protocol):
    """The file of keys, where there is no keychain."""

    @property
    def exists(self) -> bool:
        """Whether anything is kept, so that a passphrase was chosen."""
        ...

    @property
    def locked(self) -> bool:
        """Whether the passphrase is still needed."""
        ...

    def unlock(self, passphrase: str) -> None:
        """Use this passphrase; PassphraseNeeded if it opens nothing, UsageError if it is too short."""
        ...


@dataclass(frozen=True, slots=True)
class KeyPlace:
    """Where keys are kept: in the keychain or, if `file` names one, in a file that a passphrase encrypts, which may not be chosen yet."""

    file: str = ""
    chosen: bool = False
    locked: bool = False


class Providers:
    """What can be done about providers; whether one may be used is said on this machine, never by a vault that came from elsewhere."""

    def __init__(
        self,
        secrets: SecretStore,
        permissions: KeepsTexts,
        generator: Callable[[Provider], RemoteGenerator],
        embedder: Callable[[Provider, int], RemoteEmbedder],
        file: tuple[str, Locked] | None = None,
    ) -> None:
        self._secrets = secrets
        self._permissions = permissions
        self._generator = generator
        self._embedder = embedder
        self._file = file

    @property
    def key_place(self) -> KeyPlace:
        """Where keys are kept."""
        if self._file is None:
            return KeyPlace()
        path, file = self._file
        return KeyPlace(path, file.exists, file.locked)

    def unlock(self, passphrase: str) -> None:
        """Open the file of keys, or choose the passphrase that it will have. Raises PassphraseNeeded, UsageError."""
        if self._file:
            self._file[1].unlock(passphrase)

    def has_key(self, address: Address) -> bool | None:
        """Whether a key is kept; None where nobody can tell just now."""
        try:
            return self._secrets.get(address.text) is not None
        except (KeychainUnavailable, PassphraseNeeded):
            return None

    def generator(self, provider: Provider) -> RemoteGenerator:
        """The provider's model, whether it is allowed or not."""
        return self._generator(provider)

    def embedder(self, provider: Provider, dimensions: int = 0) -> RemoteEmbedder:
        """The provider's model that makes vectors of so many numbers (0: not known yet), whether it is allowed or not."""
        return self._embedder(provider, dimensions)

    def try_out(self, context: JobContext, provider: Provider, key: str | None = None, purpose: Purpose = Purpose.ANSWERS) -> ProviderTrial:
        """Ask the provider for one word, or for the vector of one, with this key or the one that is kept; nothing of a vault is sent.

        Raises ProviderFailed, UsageError, KeychainUnavailable, PassphraseNeeded, Cancelled.
        """
        given = None if key is None else checked_key(key, provider.address)
        engine = self._generator(provider) if purpose is Purpose.ANSWERS else self._embedder(provider, 0)
        with closing(engine), context.cancel.on_cancel(engine.close):
            return engine.try_out(context.cancel, given)

    def allowed(self, address: Address, vault: Path, purpose: Purpose = Purpose.ANSWERS) -> bool:
        """Whether a person allowed it on this machine for the vault in this folder."""
        return _permission(address, vault, purpose) in self._permissions.read()

    def allow(self, address: Address, vault: Path, key: str | None = None, purpose: Purpose = Purpose.ANSWERS) -> None:
        """Let the vault in this folder use it from now on.

        A new key is kept, an empty one means that it has none, and None leaves it as it is.

        Raises UsageError, KeychainUnavailable, PassphraseNeeded, StorageProblem.
        """
        if key is not None:
            checked = checked_key(key, address)
            if checked:
                self._secrets.put(address.text, checked)
            else:
                self._secrets.remove(address.text)
        at = datetime.now(UTC).isoformat(timespec="seconds")
        self._permissions.write({_permission(address, vault, purpose): at, **self._permissions.read()})

    def withdraw(self, address: Address) -> None:
        """Let no vault use it any longer, for whatever, and forget its key."""
        kept = self._permissions.read()
        self._permissions.write({name: at for name, at in kept.items() if name.partition(" ")[0] != address.text})
        self._secrets.remove(address.text)


def _permission(address: Address, vault: Path, purpose: Purpose) -> str:
    """The name under which a permission is kept; no address holds a space, and each folder begins at the root, so all can be told apart."""
    named = "" if purpose is Purpose.ANSWERS else f"{purpose} "
    return f"{address.text} {named}{vault.resolve()}"
