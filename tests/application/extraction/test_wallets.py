"""Wallets by their checksums."""

from __future__ import annotations

import pytest

from desktop.application.extraction.wallets import find_wallets
from desktop.application.refanging import refang_with_places


def found(text: str) -> list[tuple[str, str]]:
    return [(each.value, each.by.split(":")[1].split(" address")[0].strip()) for each in find_wallets(refang_with_places(text))]


@pytest.mark.parametrize(
    ("address", "coin"),
    [
        ("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "Bitcoin"),
        ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "Bitcoin"),
        ("qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a", "Bitcoin Cash"),
        ("DEgDVFa2DoW1533dxeDVdTxQFhMzs1pMke", "Dogecoin"),
        ("t1TFPJkun5SAEVPgRsT5fbVv7uinBPux49h", "Zcash"),
        ("tz1Lc2qBKEWCBeDU8npG6zCeCqpmaegRi6Jg", "Tezos"),
        ("rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn", "XRP"),
        ("Ae2tdPwUPEYwFx4dmJheyNPPYXtvHbJLeCaA96o6Y2iiUL18cAt7AizN2zG", "Cardano"),
        ("addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8", "Cardano"),
        ("44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A", "Monero"),
    ],
)
def test_addresses_with_checksums(address: str, coin: str) -> None:
    assert found(f"pay to {address}.") == [(address, coin)]
    broken = address[:-2] + ("a" if address[-2] != "a" else "c") + address[-1]
    assert found(f"see {broken}.") == []


def test_ethereum_in_mixed_case_must_keep_its_checksum() -> None:
    mixed = "0x742d35Cc6634C0532925a3b844Bc454e4438f44e"
    assert found(mixed) == found(mixed.lower()) == [(mixed.lower(), "Ethereum")]
    assert found(mixed.replace("Cc66", "cC66")) == []


def test_solana_needs_talk_of_money() -> None:
    address = "AVJzWULQ1byzNWV5YB77dDyHYnLSQTJYLUdoJbf3CFyE"
    assert found(f"payment address: {address}") == [(address, "Solana")]
    assert found(f"session {address}") == []
