"""Keys are made once; their secret halves lie in the keychain or behind a passphrase, nowhere else."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable
from pathlib import Path

import pyrage
import pytest

from desktop.adapters.case_bundle.own_keys import OwnKeys
from desktop.adapters.case_bundle.sealing import new_identity, recipient_of
from desktop.adapters.case_bundle.signing import check_signature, public_half, signature_file
from desktop.adapters.case_bundle.worker import BundleWorker
from desktop.adapters.worker_process.client import worker_command
from desktop.domain.case_bundle import SignatureState
from desktop.domain.errors import BundleDamaged, KeychainUnavailable, PassphraseNeeded, UsageError


class Keychain:
    def __init__(self) -> None:
        self.secrets: dict[str, str] = {}

    def get(self, name: str) -> str | None:
        return self.secrets.get(name)

    def put(self, name: str, secret: str) -> None:
        self.secrets[name] = secret


class NoKeychain(Keychain):
    def put(self, name: str, secret: str) -> None:
        raise KeychainUnavailable("This system has no keychain that answers.")


Make = Callable[[Keychain], OwnKeys]


@pytest.fixture
def keys_with(tmp_path: Path) -> Make:
    return lambda keychain: OwnKeys(tmp_path / "own", tmp_path / "trusted", keychain, BundleWorker(worker_command("bundle")))


def written(folder: Path) -> str:
    return "".join(each.read_text() for each in folder.rglob("*") if each.is_file())


def test_keys_in_the_keychain_leave_only_their_public_halves_on_disk(keys_with: Make, tmp_path: Path) -> None:
    keychain = Keychain()
    keys = keys_with(keychain)
    assert keys.public() is None
    made = keys.make()
    assert keys.public() == made
    assert made.in_keychain
    seed, (identity,) = keys.seed(""), keys.identities("")
    assert (public_half(seed), recipient_of(identity)) == (made.signing, made.recipient)
    assert seed not in written(tmp_path)
    assert "AGE-SECRET-KEY" not in written(tmp_path)
    with pytest.raises(UsageError, match="There are keys already"):
        keys.make()


def test_without_a_keychain_nothing_is_made_unless_a_passphrase_is_given(keys_with: Make, tmp_path: Path) -> None:
    keys = keys_with(NoKeychain())
    with pytest.raises(KeychainUnavailable):
        keys.make()
    assert keys.public() is None
    made = keys.make("correct horse")
    assert not made.in_keychain
    file = tmp_path / "own" / "bundle-keys.sealed.json"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(json.loads(file.read_text())) == ["nonce", "salt", "sealed"]
    assert keys.seed("correct horse") not in written(tmp_path)
    assert public_half(keys.seed("correct horse")) == made.signing
    assert keys.identities("") == []
    with pytest.raises(PassphraseNeeded):
        keys.seed("")
    with pytest.raises(PassphraseNeeded, match=r"does not open bundle-keys\.sealed\.json"):
        keys.seed("battery staple")


def test_a_passphrase_that_protects_nothing_makes_no_keys(keys_with: Make) -> None:
    keys = keys_with(NoKeychain())
    with pytest.raises(UsageError, match="at least 8 characters"):
        keys.make("short")
    assert keys.public() is None


def test_keys_that_an_earlier_version_locked_still_open(keys_with: Make, tmp_path: Path) -> None:
    keys, seed, identity = keys_with(NoKeychain()), _seed(), new_identity()
    folder = tmp_path / "own"
    folder.mkdir()
    said = {"signing": public_half(seed), "recipient": recipient_of(identity), "in_keychain": False}
    (folder / "bundle-keys.json").write_text(json.dumps(said))
    secret = json.dumps({"signing": seed, "identity": identity})
    (folder / "bundle-keys.age").write_bytes(pyrage.passphrase.encrypt(secret.encode(), "horse", armored=True))
    assert (keys.seed("horse"), keys.identities("horse")) == (seed, [identity])
    with pytest.raises(PassphraseNeeded, match="does not open your keys"):
        keys.seed("battery staple")


def test_keys_that_left_the_keychain_are_missed(keys_with: Make) -> None:
    keychain = Keychain()
    keys = keys_with(keychain)
    keys.make()
    keychain.secrets.clear()
    with pytest.raises(KeychainUnavailable, match="not in this keychain"):
        keys.seed("")


def test_trust_is_kept_in_the_vault_by_name(keys_with: Make, tmp_path: Path) -> None:
    keys = keys_with(Keychain())
    own = keys.make().signing
    other = public_half(_seed())
    keys.trust("alice", f" {other}\n")
    assert keys.trusted() == {"alice": other, "you": own}
    for whose, key in (("../up", other), ("bob", "AAAA"), ("bob", "no key")):
        with pytest.raises(UsageError):
            keys.trust(whose, key)


def test_a_signature_holds_for_its_manifest_and_key_alone() -> None:
    seed = _seed()
    file = signature_file(b"manifest", seed)
    assert check_signature(b"manifest", file, {}, "b") == (SignatureState.UNKNOWN, "", public_half(seed))
    assert check_signature(b"manifest", file, {"alice": public_half(seed)}, "b")[:2] == (SignatureState.TRUSTED, "alice")
    assert check_signature(b"manifest", b"", {}, "b") == (SignatureState.NOT_SIGNED, "", "")
    for manifest, signature in (
        (b"manifesT", file),
        (b"manifest", file.replace(b"signature", b"sig")),
        (b"manifest", b"[]"),
        (b"manifest", b"{"),
    ):
        with pytest.raises(BundleDamaged, match="altered after it was signed"):
            check_signature(manifest, signature, {}, "b")


def _seed() -> str:
    from desktop.adapters.case_bundle.signing import new_seed

    return new_seed()
