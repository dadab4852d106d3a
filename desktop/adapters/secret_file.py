"""Secrets in a file that a passphrase encrypts, for systems without a keychain."""

from __future__ import annotations

import base64
import json
import os
from pathlib import Path
from typing import Any

from desktop.adapters.durable_files import Staging, storing
from desktop.domain.errors import PassphraseNeeded, StorageProblem, UsageError

_COST, _BLOCK, _LANES = 2**16, 8, 1  # 64 MB and some 0.2 s a guess: the interactive parameters of RFC 7914's authors, four times over
_KEY_BYTES, _SALT_BYTES, _NONCE_BYTES = 32, 16, 12
_SHORTEST = 8
_BOUND_TO = b"coffer secrets 1"


class SecretFile:
    """A SecretStore that is locked until the passphrase is given, and again at the program's end.

    The names and secrets are one JSON text under AES-256-GCM; the key is derived from the passphrase by scrypt, with a salt of its own.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._passphrase: str | None = None

    @property
    def exists(self) -> bool:
        """Whether anything is kept, so that a passphrase was chosen."""
        return self._path.exists()

    @property
    def locked(self) -> bool:
        """Whether the passphrase is still needed."""
        return self._passphrase is None

    def unlock(self, passphrase: str) -> None:
        """Use this passphrase from now on: the one that opens the file or, where there is none, the one it will have.

        Raises PassphraseNeeded if it opens nothing, UsageError if it is too short to protect anything.
        """
        if len(passphrase) < _SHORTEST:
            raise UsageError(f"A passphrase has at least {_SHORTEST} characters.", "Several words are easy to keep in mind.")
        self._secrets(passphrase)
        self._passphrase = passphrase

    def get(self, name: str) -> str | None:
        """The secret of this name; None if there is none."""
        return self._secrets(self._given()).get(name) if self.exists else None

    def put(self, name: str, secret: str) -> None:
        """Keep a secret."""
        passphrase = self._given()
        self._write({**self._secrets(passphrase), name: secret}, passphrase)

    def remove(self, name: str) -> None:
        """Keep it no longer."""
        if not self.exists:
            return
        passphrase = self._given()
        kept = self._secrets(passphrase)
        if kept.pop(name, None) is not None:
            self._write(kept, passphrase)

    def _given(self) -> str:
        if self._passphrase is None:
            raise PassphraseNeeded(f"The keys in {self._path.name} are encrypted.", "Give the passphrase in the dialog of the models.")
        return self._passphrase

    def _secrets(self, passphrase: str) -> dict[str, str]:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        with storing(f"{self._path} could not be read"):
            if not self._path.exists():
                return {}
            content = self._path.read_bytes()
        try:
            kept: dict[str, Any] = json.loads(content)
            salt, nonce, sealed = (base64.b64decode(kept[name], validate=True) for name in ("salt", "nonce", "sealed"))
        except (ValueError, KeyError, TypeError) as error:
            raise StorageProblem(f"{self._path} is damaged.", "Move it away, and set the keys anew.") from error
        try:
            return dict(json.loads(AESGCM(_derived(passphrase, salt)).decrypt(nonce, sealed, _BOUND_TO)))
        except (InvalidTag, ValueError) as error:
            raise PassphraseNeeded("This passphrase does not open the keys.", "Try again; without it, set the keys anew.") from error

    def _write(self, secrets: dict[str, str], passphrase: str) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        salt, nonce = os.urandom(_SALT_BYTES), os.urandom(_NONCE_BYTES)
        sealed = AESGCM(_derived(passphrase, salt)).encrypt(nonce, json.dumps(secrets).encode(), _BOUND_TO)
        parts = {"salt": salt, "nonce": nonce, "sealed": sealed}
        content = json.dumps({name: base64.b64encode(part).decode() for name, part in parts.items()}).encode()
        with storing(f"{self._path} could not be written"), Staging() as staging:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            staging.write(self._path, content, 0o600)
            staging.commit()


def _derived(passphrase: str, salt: bytes) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=_KEY_BYTES, n=_COST, r=_BLOCK, p=_LANES).derive(passphrase.encode("utf-8", "surrogatepass"))
