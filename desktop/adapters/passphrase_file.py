"""A text in a file that a passphrase encrypts: the one form of it that Coffer writes.

The text is under AES-256-GCM; the key is derived from the passphrase by scrypt, with a salt of its own. Deriving lets go of Python's lock,
so a window stays awake meanwhile.
"""

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


class PassphraseFile:
    """One file; `bound_to` says what is in it, so that one of another purpose does not pass for it. `lost` is what to do without it."""

    def __init__(self, path: Path, bound_to: bytes, lost: str) -> None:
        self.path = path
        self._bound_to = bound_to
        self._lost = lost

    @property
    def exists(self) -> bool:
        """Whether there is one, so that a passphrase was chosen."""
        return self.path.exists()

    def read(self, passphrase: str) -> str | None:
        """The text; None where there is no file. PassphraseNeeded if the passphrase is another, StorageProblem if the file is damaged."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        with storing(f"{self.path} could not be read"):
            if not self.path.exists():
                return None
            content = self.path.read_bytes()
        try:
            kept: dict[str, Any] = json.loads(content)
            salt, nonce, sealed = (base64.b64decode(kept[name], validate=True) for name in ("salt", "nonce", "sealed"))
        except (ValueError, KeyError, TypeError) as error:
            raise StorageProblem(f"{self.path} is damaged.", f"Put it back from a backup, or move it away and {self._lost}.") from error
        try:
            return AESGCM(_derived(passphrase, salt)).decrypt(nonce, sealed, self._bound_to).decode()
        except (InvalidTag, ValueError) as error:
            raise PassphraseNeeded(f"This passphrase does not open {self.path.name}.", f"Try again; without it, {self._lost}.") from error

    def write(self, text: str, passphrase: str) -> None:
        """Put a text in place of what was there; UsageError if the passphrase is too short to protect anything."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        check_length(passphrase)
        salt, nonce = os.urandom(_SALT_BYTES), os.urandom(_NONCE_BYTES)
        sealed = AESGCM(_derived(passphrase, salt)).encrypt(nonce, text.encode(), self._bound_to)
        parts = {"salt": salt, "nonce": nonce, "sealed": sealed}
        content = json.dumps({name: base64.b64encode(part).decode() for name, part in parts.items()}).encode()
        with storing(f"{self.path} could not be written"), Staging() as staging:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            staging.write(self.path, content, 0o600)
            staging.commit()


def check_length(passphrase: str) -> None:
    """Refuse a passphrase that protects nothing, with UsageError."""
    if len(passphrase) < _SHORTEST:
        raise UsageError(f"A passphrase has at least {_SHORTEST} characters.", "Several words are easy to keep in mind.")


def _derived(passphrase: str, salt: bytes) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    return Scrypt(salt=salt, length=_KEY_BYTES, n=_COST, r=_BLOCK, p=_LANES).derive(passphrase.encode("utf-8", "surrogatepass"))
