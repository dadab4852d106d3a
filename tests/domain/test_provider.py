from __future__ import annotations

import pytest

from desktop.domain.errors import UsageError
from desktop.domain.provider import Address, Provider, checked_key


@pytest.mark.parametrize(
    ("given", "text", "chat"),
    [
        ("https://api.example.com/v1/", "https://api.example.com/v1", "https://api.example.com/v1/chat/completions"),
        (" HTTPS://API.example.com:443/v1 ", "https://api.example.com/v1", "https://api.example.com/v1/chat/completions"),
        ("http://localhost:11434/v1", "http://localhost:11434/v1", "http://localhost:11434/v1/chat/completions"),
        ("http://[::1]:8080", "http://[::1]:8080", "http://[::1]:8080/chat/completions"),
        (
            "https://x.example.com/openai?api-version=2024",
            "https://x.example.com/openai?api-version=2024",
            "https://x.example.com/openai/chat/completions?api-version=2024",
        ),
    ],
)
def test_an_address_has_one_spelling_and_services_below_it(given: str, text: str, chat: str) -> None:
    address = Address.parse(given)
    assert (address.text, address.below("chat/completions")) == (text, chat)
    assert Address.parse(address.text) == address


@pytest.mark.parametrize(
    "given", ["", "api.example.com", "ftp://x.org", "https://", "https://name:secret@x.org/v1", "https://x.org:99999", "https://x .org"]
)
def test_what_is_no_address_or_holds_a_password_is_refused(given: str) -> None:
    with pytest.raises(UsageError) as refused:
        Address.parse(given)
    assert "secret" not in refused.value.message


@pytest.mark.parametrize("query", ["key=secret", "api-version=1&key=secret", "api-version=1;key=secret", "secret", "api-version=1&secret"])
def test_an_address_may_ask_for_a_version_and_hold_no_key(query: str) -> None:
    with pytest.raises(UsageError) as refused:
        Address.parse(f"https://x.example.com/v1?{query}")
    assert refused.value.message == "A provider's address may hold no key."
    assert Address.parse("https://x.example.com/v1#secret").text == "https://x.example.com/v1"


def test_loopback_is_this_machine() -> None:
    here = {
        each: Address.parse(each).on_this_machine for each in ("http://localhost:1", "http://127.0.0.2", "http://[::1]", "http://10.0.0.1")
    }
    assert list(here.values()) == [True, True, True, False]


def test_a_key_is_taken_as_it_can_be_sent_and_not_told_to_everybody_on_the_way() -> None:
    secure, here, open_ = (Address.parse(each) for each in ("https://x.org", "http://localhost:1", "http://10.0.0.1"))
    assert (checked_key(" sk-1\n", secure), checked_key("sk-1", here), checked_key("", open_)) == ("sk-1", "sk-1", "")
    for key, address in (("sk 1", secure), ("schlüssel", secure), ("sk-1", open_)):
        with pytest.raises(UsageError) as refused:
            checked_key(key, address)
        assert key not in refused.value.message


def test_a_model_is_named_with_where_it_runs() -> None:
    assert Provider(Address.parse("https://api.example.com/v1"), "large-1").name == "large-1 at api.example.com"


def test_a_setting_names_address_and_model_as_one_text() -> None:
    named = Provider.of_source(" https://API.example.com:443/v1/#wide 1 ")
    assert named == Provider(Address.parse("https://api.example.com/v1"), "wide 1")
    assert named.source == "https://api.example.com/v1#wide 1"
    assert [Provider.of_source(each) for each in ("", "nomic", "/models/a#b", "C:\\models")] == [None] * 4


@pytest.mark.parametrize("source", ["https://api.example.com/v1", "https://api.example.com/v1# ", "http://#wide"])
def test_a_setting_that_names_a_provider_by_half_is_refused(source: str) -> None:
    with pytest.raises(UsageError):
        Provider.of_source(source)
