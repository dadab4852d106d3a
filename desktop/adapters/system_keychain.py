"""The system's keychain: Keychain on macOS, the Secret Service on Linux. Never a file in plain text."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from desktop.domain.errors import KeychainUnavailable

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "Coffer"
_KEYCHAINS = tuple(f"keyring.backends.{name}" for name in ("macOS", "SecretService", "libsecret", "kwallet"))
"""Keyring also has a back end that forgets everything, and others may add ones that keep secrets in plain text."""
_SECONDS = 60.0
"""A locked keychain asks the person, who may have gone; nobody waits for ever."""
_HINT = "Unlock it and try again, or keep the keys in a file that a passphrase encrypts."

Got = TypeVar("Got")


class SystemKeychain:
    """Secrets under the name of this program. Whatever keeps it from being asked is KeychainUnavailable."""

    def get(self, name: str) -> str | None:
        """The secret of this name; None if there is none."""
        return _asked(lambda ring: ring.get_password(SERVICE, name))

    def put(self, name: str, secret: str) -> None:
        """Keep a secret."""
        _asked(lambda ring: ring.set_password(SERVICE, name, secret))

    def remove(self, name: str) -> None:
        """Keep it no longer."""
        if self.get(name) is not None:
            _asked(lambda ring: ring.delete_password(SERVICE, name))

    def works(self) -> bool:
        """Whether this system has a keychain at all; it is not opened for that."""
        try:
            _keychain()
        except Exception:  # noqa: BLE001 -- back ends fail in ways of their own where they look for what they need
            return False
        return True


def _keychain() -> KeyringBackend:
    """The system's own keychain; KeychainUnavailable where keyring would keep secrets by other means."""
    import keyring
    from keyring.backends.chainer import ChainerBackend

    ring = keyring.get_keyring()
    parts = ring.backends if isinstance(ring, ChainerBackend) else [ring]
    if not parts or not all(type(each).__module__.startswith(_KEYCHAINS) for each in parts):
        raise KeychainUnavailable("This system has no keychain that answers.", _HINT)
    return ring


def _asked(ask: Callable[[KeyringBackend], Got]) -> Got:
    """What the keychain says, asked in a thread of its own: it may wait for a person."""
    answer: Future[Got] = Future()
    Thread(target=_answer, args=(ask, answer), name="keychain", daemon=True).start()
    try:
        return answer.result(_SECONDS)
    except TimeoutError as error:
        raise KeychainUnavailable(f"The keychain did not answer within {_SECONDS:.0f} seconds.", _HINT) from error


def _answer(ask: Callable[[KeyringBackend], Got], answer: Future[Got]) -> None:
    try:
        answer.set_result(ask(_keychain()))
    except KeychainUnavailable as error:
        answer.set_exception(error)
    except Exception as error:  # noqa: BLE001 -- back ends fail in ways of their own; their words may hold what they were given
        answer.set_exception(KeychainUnavailable(f"The keychain failed ({type(error).__name__}).", _HINT))
