from __future__ import annotations

from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring

from desktop.adapters.system_keychain import SystemKeychain
from desktop.domain.errors import KeychainUnavailable


class MemoryKeyring(KeyringBackend):
    """A keychain as a desktop has one."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture(autouse=True)
def _keyring_put_back() -> Iterator[None]:
    before = keyring.get_keyring()
    yield
    keyring.set_keyring(before)


def test_secrets_are_kept_under_the_programs_name_until_they_are_removed() -> None:
    ring = MemoryKeyring()
    keyring.set_keyring(ring)
    keychain = SystemKeychain()
    assert keychain.works()
    assert keychain.get("a") is None
    keychain.put("a", "secret")
    assert (keychain.get("a"), ring.kept) == ("secret", {("Coffer", "a"): "secret"})
    keychain.remove("a")
    keychain.remove("a")
    assert ring.kept == {}


def test_a_system_without_a_keychain_says_so() -> None:
    keyring.set_keyring(NoKeyring())
    keychain = SystemKeychain()
    assert not keychain.works()
    with pytest.raises(KeychainUnavailable):
        keychain.get("a")
