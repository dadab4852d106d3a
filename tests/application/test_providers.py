from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.secret_file import SecretFile
from desktop.application.job import JobContext
from desktop.application.providers import KeyPlace, Providers
from desktop.domain.errors import PassphraseNeeded, ProviderFailed, UsageError
from desktop.domain.provider import Address, Provider, Purpose
from tests.fakes.memory_secrets import MemorySecrets, MemoryState
from tests.fakes.scripted_provider import ScriptedProvider

ADDRESS = Address.parse("https://api.example.com/v1")
PROVIDER = Provider(ADDRESS, "large-1")
VAULT, OTHER = Path("/cases/velvet heron"), Path("/cases/grey otter")


class Desk:
    def __init__(self) -> None:
        self.secrets, self.state, self.server = MemorySecrets(), MemoryState(), ScriptedProvider()
        self.providers = Providers(self.secrets, self.state, self.server.generator, self.server.embedder)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_provider_is_used_only_once_it_is_allowed_on_this_machine(desk: Desk) -> None:
    assert not desk.providers.allowed(ADDRESS, VAULT)
    desk.providers.allow(ADDRESS, VAULT, " sk-1 ")
    assert (desk.providers.allowed(ADDRESS, VAULT), desk.providers.has_key(ADDRESS), desk.secrets.kept) == (
        True,
        True,
        {ADDRESS.text: "sk-1"},
    )
    assert "sk-1" not in str(desk.state.kept)
    desk.providers.withdraw(ADDRESS)
    assert (desk.providers.allowed(ADDRESS, VAULT), desk.secrets.kept) == (False, {})


def test_what_is_allowed_for_one_vault_is_not_for_another(desk: Desk, tmp_path: Path) -> None:
    desk.providers.allow(ADDRESS, VAULT)
    assert [desk.providers.allowed(ADDRESS, each) for each in (VAULT, OTHER)] == [True, False]
    (tmp_path / "link").symlink_to(VAULT)
    assert desk.providers.allowed(ADDRESS, tmp_path / "link")
    assert not desk.providers.allowed(Address.parse("https://api.example.com"), VAULT)


def test_what_is_withdrawn_is_withdrawn_for_every_vault(desk: Desk) -> None:
    kept = Address.parse("https://api.example.com/v2")
    for address, vault in ((ADDRESS, VAULT), (ADDRESS, OTHER), (kept, VAULT)):
        desk.providers.allow(address, vault)
    desk.providers.withdraw(ADDRESS)
    assert [desk.providers.allowed(*each) for each in ((ADDRESS, VAULT), (ADDRESS, OTHER), (kept, VAULT))] == [False, False, True]


def test_a_permission_that_names_no_vault_counts_for_none(desk: Desk) -> None:
    desk.state.write({ADDRESS.text: "2026-11-01T12:00:00+00:00"})
    assert not desk.providers.allowed(ADDRESS, VAULT)
    desk.providers.withdraw(ADDRESS)
    assert desk.state.kept == {}


def test_a_key_stays_unless_another_or_none_is_given(desk: Desk) -> None:
    desk.providers.allow(ADDRESS, VAULT, "sk-1")
    desk.providers.allow(ADDRESS, VAULT)
    assert desk.providers.has_key(ADDRESS)
    desk.providers.allow(ADDRESS, VAULT, "")
    assert not desk.providers.has_key(ADDRESS)


def test_a_key_that_cannot_be_sent_allows_nothing(desk: Desk) -> None:
    with pytest.raises(UsageError):
        desk.providers.allow(Address.parse("http://10.0.0.1/v1"), VAULT, "sk-1")
    assert (desk.state.kept, desk.secrets.kept) == ({}, {})


def test_a_trial_needs_no_permission_and_ends_its_worker(desk: Desk) -> None:
    trial = desk.providers.try_out(JobContext(), PROVIDER, "sk-1")
    assert (trial.said, desk.server.tried) == ("ready", [(PROVIDER, "sk-1")])
    desk.server.failure = ProviderFailed("No.", "")
    with pytest.raises(ProviderFailed):
        desk.providers.try_out(JobContext(), PROVIDER)
    assert [each.closed for each in desk.server.made] == [True, True]


def test_without_a_keychain_keys_are_in_a_file_that_waits_for_its_passphrase(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"

    def providers() -> Providers:
        file = SecretFile(path)
        return Providers(file, MemoryState(), ScriptedProvider().generator, ScriptedProvider().embedder, (str(path), file))

    first = providers()
    assert first.key_place == KeyPlace(str(path), chosen=False, locked=True)
    with pytest.raises(PassphraseNeeded):
        first.allow(ADDRESS, VAULT, "sk-1")
    first.unlock("correct horse battery")
    first.allow(ADDRESS, VAULT, "sk-1")
    again = providers()
    assert again.key_place == KeyPlace(str(path), chosen=True, locked=True)
    assert again.has_key(ADDRESS) is None
    again.unlock("correct horse battery")
    assert again.has_key(ADDRESS)


def test_what_is_allowed_for_answers_is_not_for_vectors(desk: Desk) -> None:
    desk.providers.allow(ADDRESS, VAULT)
    assert not desk.providers.allowed(ADDRESS, VAULT, Purpose.VECTORS)
    desk.providers.allow(ADDRESS, VAULT, purpose=Purpose.VECTORS)
    assert desk.providers.allowed(ADDRESS, VAULT, Purpose.VECTORS)
    desk.providers.withdraw(ADDRESS)
    assert [desk.providers.allowed(ADDRESS, VAULT, each) for each in Purpose] == [False, False]


def test_a_trial_of_vectors_asks_for_a_vector(desk: Desk) -> None:
    trial = desk.providers.try_out(JobContext(), PROVIDER, "sk-1", Purpose.VECTORS)
    assert (trial.said, desk.server.tried, desk.server.made) == ("27 numbers a vector", [(PROVIDER, "sk-1")], [])
