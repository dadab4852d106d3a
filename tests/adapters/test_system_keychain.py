from __future__ import annotations

import sys
from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.chainer import ChainerBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.backends.null import Keyring as NullKeyring

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


MemoryKeyring.__module__ = "keyring.backends.SecretService"


class PlainKeyring(MemoryKeyring):
    """A file in plain text, as keyrings.alt has one."""


class BrokenKeyring(MemoryKeyring):
    """A keychain that fails in its own way."""

    def get_password(self, service: str, username: str) -> str | None:
        raise ConnectionResetError("the bus went away with sk-secret")


PlainKeyring.__module__, BrokenKeyring.__module__ = "keyrings.alt.file", "keyring.backends.SecretService"


def chained(*parts: KeyringBackend) -> KeyringBackend:
    class Chained(ChainerBackend):
        backends = parts

    return Chained()


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
    with pytest.raises(KeychainUnavailable, match=r"no keychain that answers\.$"):
        keychain.get("a")


@pytest.mark.parametrize(
    "ring",
    [NullKeyring(), PlainKeyring(), chained(MemoryKeyring(), PlainKeyring()), chained()],
    ids=["forgets", "plain", "one of them is plain", "none"],
)
def test_what_is_no_keychain_is_given_nothing_to_keep(ring: KeyringBackend) -> None:
    keyring.set_keyring(ring)
    assert not SystemKeychain().works()
    with pytest.raises(KeychainUnavailable):
        SystemKeychain().put("a", "secret")
    assert [each.kept for each in (ring, *getattr(ring, "backends", ())) if isinstance(each, MemoryKeyring) and each.kept] == []


def test_two_keychains_in_a_chain_are_one() -> None:
    keyring.set_keyring(chained(MemoryKeyring(), MemoryKeyring()))
    assert SystemKeychain().works()


def test_a_keychain_that_fails_in_its_own_way_is_named_without_its_words() -> None:
    keyring.set_keyring(BrokenKeyring())
    with pytest.raises(KeychainUnavailable) as failed:
        SystemKeychain().get("a")
    assert failed.value.message == "The keychain failed (ConnectionResetError)."


def test_without_the_library_there_is_no_keychain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "keyring", None)
    assert not SystemKeychain().works()
    with pytest.raises(KeychainUnavailable, match="ModuleNotFoundError"):
        SystemKeychain().get("a")
