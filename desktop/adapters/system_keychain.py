"""The system's keychain: Keychain on macOS, the Secret Service on Linux. Never a file in plain text."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TypeVar

from desktop.domain.errors import KeychainUnavailable

SERVICE = "Coffer"
_SECONDS = 60.0
"""A locked keychain asks the person, who may have gone; nobody waits for ever."""
_HINT = "Unlock it and try again, or keep the keys in a file that a passphrase encrypts."

Got = TypeVar("Got")


class SystemKeychain:
    """Secrets under the name of this program."""

    def get(self, name: str) -> str | None:
        """The secret of this name; None if there is none."""
        import keyring

        return _asked(lambda: keyring.get_password(SERVICE, name))

    def put(self, name: str, secret: str) -> None:
        """Keep a secret."""
        import keyring

        _asked(lambda: keyring.set_password(SERVICE, name, secret))

    def remove(self, name: str) -> None:
        """Keep it no longer."""
        import keyring

        if self.get(name) is not None:
            _asked(lambda: keyring.delete_password(SERVICE, name))

    def works(self) -> bool:
        """Whether this system has a keychain at all; it is not opened for that."""
        import keyring
        from keyring.backends import fail

        return not isinstance(keyring.get_keyring(), fail.Keyring)


def _asked(ask: Callable[[], Got]) -> Got:
    """What the keychain says, asked in a thread of its own: it may wait for a person."""
    answer: Future[Got] = Future()
    Thread(target=_answer, args=(ask, answer), name="keychain", daemon=True).start()
    try:
        return answer.result(_SECONDS)
    except TimeoutError as error:
        raise KeychainUnavailable(f"The keychain did not answer within {_SECONDS:.0f} seconds.", _HINT) from error


def _answer(ask: Callable[[], Got], answer: Future[Got]) -> None:
    from keyring.errors import KeyringError, NoKeyringError

    try:
        answer.set_result(ask())
    except KeyringError as error:
        # Where there is none at all, keyring's own words recommend one that keeps secrets in plain text.
        said = "." if isinstance(error, NoKeyringError) else f": {str(error).splitlines()[0] if str(error) else 'none'}"
        answer.set_exception(KeychainUnavailable(f"This system has no keychain that answers{said}", _HINT))
    except Exception as error:  # noqa: BLE001 -- raised again where the answer is awaited
        answer.set_exception(error)
