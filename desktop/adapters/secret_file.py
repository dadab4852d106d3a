"""Secrets in a file that a passphrase encrypts, for systems without a keychain."""

from __future__ import annotations

import json
from pathlib import Path

from desktop.adapters.passphrase_file import PassphraseFile, check_length
from desktop.domain.errors import PassphraseNeeded

_BOUND_TO = b"coffer secrets 1"


class SecretFile:
    """A SecretStore that is locked until the passphrase is given, and again at the program's end.

    The names and secrets are one JSON text in a PassphraseFile.
    """

    def __init__(self, path: Path) -> None:
        self._file = PassphraseFile(path, _BOUND_TO, "set the keys anew")
        self._passphrase: str | None = None

    @property
    def exists(self) -> bool:
        """Whether anything is kept, so that a passphrase was chosen."""
        return self._file.exists

    @property
    def locked(self) -> bool:
        """Whether the passphrase is still needed."""
        return self._passphrase is None

    def unlock(self, passphrase: str) -> None:
        """Use this passphrase from now on: the one that opens the file or, where there is none, the one it will have.

        Raises PassphraseNeeded if it opens nothing, UsageError if it is too short to protect anything.
        """
        check_length(passphrase)
        self._secrets(passphrase)
        self._passphrase = passphrase

    def get(self, name: str) -> str | None:
        """The secret of this name; None if there is none."""
        return self._secrets(self._given()).get(name) if self.exists else None

    def put(self, name: str, secret: str) -> None:
        """Keep a secret."""
        passphrase = self._given()
        self._file.write(json.dumps({**self._secrets(passphrase), name: secret}), passphrase)

    def remove(self, name: str) -> None:
        """Keep it no longer."""
        if not self.exists:
            return
        passphrase = self._given()
        kept = self._secrets(passphrase)
        if kept.pop(name, None) is not None:
            self._file.write(json.dumps(kept), passphrase)

    def _given(self) -> str:
        if self._passphrase is None:
            raise PassphraseNeeded(f"The keys in {self._file.path.name} are encrypted.", "Give the passphrase in the dialog of the models.")
        return self._passphrase

    def _secrets(self, passphrase: str) -> dict[str, str]:
        text = self._file.read(passphrase)
        return dict(json.loads(text)) if text is not None else {}
