"""A person's own keys: the secret halves in the system's keychain, or in a file that a passphrase encrypts, and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from desktop.adapters.case_bundle.sealing import new_identity, recipient_of
from desktop.adapters.case_bundle.signing import new_seed, public_half, public_key
from desktop.adapters.case_bundle.worker import BundleWorker
from desktop.adapters.durable_files import replace_file, storing
from desktop.adapters.markdown_folder import is_plain_name
from desktop.adapters.passphrase_file import PassphraseFile
from desktop.domain.case_bundle import PublicKeys
from desktop.domain.errors import KeychainUnavailable, PassphraseNeeded, UsageError

ENTRY = "case bundle keys"
_BOUND_TO = b"coffer case bundle keys 1"
_NO_KEYS = "`coffer bundle key --make` makes them; the window offers it when a bundle is to be signed."


class Keychain(Protocol):
    """The system's keychain, as far as Coffer needs it."""

    def get(self, name: str) -> str | None:
        """The secret of this name; None if there is none. KeychainUnavailable if no keychain answers."""
        ...

    def put(self, name: str, secret: str) -> None:
        """Keep a secret; KeychainUnavailable if no keychain answers."""
        ...


class OwnKeys:
    """The BundleKeys of a person on this machine and of one vault.

    `folder` is the person's own, outside any vault, and holds the public halves and, where there is no keychain, the encrypted secret
    ones; `trusted` is a folder of the vault with `<whose>.pub`, the 32 bytes of a signing key in base 64.
    """

    def __init__(self, folder: Path, trusted: Path, keychain: Keychain, worker: BundleWorker) -> None:
        self._public = folder / "bundle-keys.json"
        self._locked = PassphraseFile(folder / "bundle-keys.sealed.json", _BOUND_TO, "make new keys")
        self._locked_before = folder / "bundle-keys.age"
        """Where earlier versions put them, in the age format; it is read, and never written any more."""
        self._trusted = trusted
        self._keychain = keychain
        self._worker = worker

    def public(self) -> PublicKeys | None:
        """The public halves of the person's keys; None where none were made."""
        with storing(f"{self._public} could not be read"):
            if not self._public.exists():
                return None
            content = self._public.read_bytes()
        try:
            said = json.loads(content)
            return PublicKeys(str(said["signing"]), str(said["recipient"]), bool(said["in_keychain"]))
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{self._public} is damaged.", "Put it back from a backup, or move it away and make new keys.") from error

    def make(self, passphrase: str = "") -> PublicKeys:
        """Make keys, once; UsageError if there are some, or if the passphrase is too short."""
        if self.public() is not None:
            raise UsageError("There are keys already.", "They are what others know you by; `coffer bundle key` prints the public halves.")
        seed, identity = new_seed(), new_identity()
        secret = json.dumps({"signing": seed, "identity": identity})
        keys = PublicKeys(public_half(seed), recipient_of(identity), in_keychain=not passphrase)
        with storing("The keys could not be stored"):
            self._public.parent.mkdir(parents=True, exist_ok=True)
        if passphrase:
            self._locked.write(secret, passphrase)
        else:
            self._keychain.put(ENTRY, secret)
        said = {"signing": keys.signing, "recipient": keys.recipient, "in_keychain": keys.in_keychain}
        with storing("The keys could not be stored"):
            replace_file(self._public, json.dumps(said, indent=1).encode())
        return keys

    def seed(self, passphrase: str) -> str:
        """The secret signing key; UsageError without keys, PassphraseNeeded, KeychainUnavailable."""
        return self._secret(passphrase)["signing"]

    def identities(self, passphrase: str) -> list[str]:
        """The secret keys that open what was encrypted to this person; none where none were made or the passphrase is missing."""
        keys = self.public()
        if keys is None or (not keys.in_keychain and not passphrase):
            return []
        return [self._secret(passphrase)["identity"]]

    def trusted(self) -> Mapping[str, str]:
        """Signing keys that the vault trusts, and the person's own, by whose they are."""
        own = self.public()
        with storing(f"The folder {self._trusted} could not be read"):
            files = sorted(self._trusted.glob("*.pub"))
            found = {path.stem: path.read_text(encoding="utf-8").strip() for path in files}
        return found | ({"you": own.signing} if own else {})

    def trust(self, whose: str, key: str) -> None:
        """Trust a signing key from now on."""
        public_key(key)
        if not is_plain_name(whose):
            raise UsageError(f"{whose!r} cannot name a signer.", "Use letters, digits and hyphens.")
        with storing("The key could not be stored"):
            self._trusted.mkdir(parents=True, exist_ok=True)
            replace_file(self._trusted / f"{whose}.pub", f"{key.strip()}\n".encode())

    def _secret(self, passphrase: str) -> dict[str, str]:
        keys = self.public()
        if keys is None:
            raise UsageError("You have no keys.", _NO_KEYS)
        if keys.in_keychain:
            found = self._keychain.get(ENTRY)
            if found is None:
                raise KeychainUnavailable("Your keys are not in this keychain.", "Unlock the keychain that they were put into.")
        elif not passphrase:
            raise PassphraseNeeded("Your keys lie in a file that needs its passphrase.", "Give the passphrase of your keys.")
        else:
            found = self._locked.read(passphrase)
            if found is None:
                with storing(f"{self._locked_before} could not be read"):
                    locked = self._locked_before.read_text(encoding="ascii")
                found = self._worker.unlock(locked, passphrase)
        secret: dict[str, str] = json.loads(found)
        return secret
