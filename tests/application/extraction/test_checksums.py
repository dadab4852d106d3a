"""Encodings with checksums, on published examples."""

from __future__ import annotations

import pytest

from desktop.application.extraction.checksums import RIPPLE, base58, base58check, is_bech32, is_cash_address, keccak256


def test_keccak_as_before_the_standard() -> None:
    assert keccak256(b"").hex() == "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"
    assert keccak256(b"abc").hex() == "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"


def test_base58_keeps_leading_zeros_and_refuses_other_letters() -> None:
    assert base58("112") == b"\0\0\x01"
    assert base58("0") is None


def test_base58check() -> None:
    assert base58check("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa") == bytes.fromhex("0062e907b15cbf27d5425399ebf6f0fb50ebb88f18")
    assert base58check("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb") is None
    assert base58check("rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn", RIPPLE) == bytes.fromhex("004b4e9c06f24296074f7bc48f92a97916c6dc5ea9")


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", True),
        ("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", True),
        ("bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0", True),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5", False),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4", False),
        ("bc1", False),
    ],
)
def test_bech32(text: str, valid: bool) -> None:
    assert is_bech32(text) is valid


def test_cash_addresses() -> None:
    assert is_cash_address("bitcoincash", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a")
    assert not is_cash_address("bitcoincash", "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6q")
