"""Addresses of cryptocurrency wallets, accepted by their checksums."""

from __future__ import annotations

import re
from collections.abc import Iterator
from zlib import crc32

from desktop.application.extraction.checksums import BITCOIN, RIPPLE, base58, base58check, is_bech32, is_cash_address, keccak256
from desktop.application.extraction.findings import Finding
from desktop.application.refanging import Refanged
from desktop.domain.entity import EntityType

_LONG = re.compile(r"[A-Za-z0-9](?<![A-Za-z0-9].)[A-Za-z0-9]{24,199}(?![A-Za-z0-9])")
# By what a payload begins with (hexadecimal), and how long it is.
_BASE58_COINS = {
    ("00", 21): "Bitcoin",
    ("05", 21): "Bitcoin",
    ("30", 21): "Litecoin",
    ("32", 21): "Litecoin",
    ("1e", 21): "Dogecoin",
    ("16", 21): "Dogecoin",
    ("4c", 21): "Dash",
    ("10", 21): "Dash",
    ("41", 21): "Tron",
    ("1cb8", 22): "Zcash",
    ("1cbd", 22): "Zcash",
    ("06a19f", 23): "Tezos",
    ("06a1a1", 23): "Tezos",
    ("06a1a4", 23): "Tezos",
    ("06a1a6", 23): "Tezos",
    ("025a79", 23): "Tezos",
}
_BECH32_COINS = {
    "bc": "Bitcoin",
    "ltc": "Litecoin",
    "addr": "Cardano",
    "stake": "Cardano",
    "zs": "Zcash",
    "u": "Zcash",
    "bnb": "BNB",
    "cosmos": "Cosmos",
}
_RIPPLE_ACCOUNT = (0, 21)
_BYRON = re.compile(rb"\x82\xd8\x18\x58(?P<length>.)(?P<payload>.*)\x1a(?P<checksum>.{4})\Z", re.DOTALL)
_MONERO_LENGTHS = {95: 69, 106: 77}
_MONERO_NETWORKS = (18, 19, 42)
_MONERO_BLOCK, _MONERO_LAST = 11, {7: 5, 11: 8}
_SOLANA_LENGTHS = range(43, 45)
_MONEY = re.compile(
    r"\b(?:wallets?|address(?:es)?|solana|sol|payments?|crypto\w*|pay|send|donat\w+|ransom\w*|funds?|token)\b", re.IGNORECASE
)
_LOOK_BACK = 80


def find_wallets(page: Refanged) -> Iterator[Finding]:
    """Bitcoin, Bitcoin Cash, Ethereum, Monero, Litecoin, Dash, Zcash, XRP, Tron, Dogecoin, Cardano, Tezos, Solana and a few more."""
    text = page.text
    for match in _LONG.finditer(text):
        word = match[0]
        if word[:2] in ("0x", "0X"):
            coin = "Ethereum" if _is_ethereum(word) else None
            value = word.lower()
        else:
            coin = _coin_with_checksum(word)
            value = word.lower() if coin and word.isupper() else word
        if coin:
            yield Finding(EntityType.WALLET, value, match.start(), match.end(), 0.97, f"pattern: {coin} address, its checksum is right")
        elif _may_be_solana(word, text[max(0, match.start() - _LOOK_BACK) : match.start()]):
            yield Finding(EntityType.WALLET, word, match.start(), match.end(), 0.6, "pattern: Solana address, where money is spoken of")


def _coin_with_checksum(word: str) -> str | None:
    prefix, separator, _ = word.lower().rpartition("1")
    if separator and prefix in _BECH32_COINS and is_bech32(word):
        return _BECH32_COINS[prefix]
    if word[0] in "qpQP" and len(word) == 42 and is_cash_address("bitcoincash", word.lower()):
        return "Bitcoin Cash"
    if word.isalpha() or word.isdigit():
        return None
    if len(word) in _MONERO_LENGTHS:
        return "Monero" if _is_monero(word) else None
    if len(word) <= 37:
        return _base58_coin(word)
    return "Cardano" if word.startswith(("Ae2", "DdzFF")) and _is_byron(word) else None


def _base58_coin(word: str) -> str | None:
    if word[0] == "r":
        account = base58check(word, RIPPLE)
        if account is not None and (account[0], len(account)) == _RIPPLE_ACCOUNT:
            return "XRP"
    payload = base58check(word)
    if payload is None:
        return None
    return next(
        (coin for (start, length), coin in _BASE58_COINS.items() if len(payload) == length and payload.hex().startswith(start)), None
    )


def _is_ethereum(word: str) -> bool:
    """Of 40 hexadecimal digits; if their case is mixed, it is the checksum of EIP-55."""
    digits = word[2:]
    if len(digits) != 40 or not all(each in "0123456789abcdefABCDEF" for each in digits) or len(set(digits)) < 4:
        return False
    if digits in (digits.lower(), digits.upper()):
        return True
    checksum = keccak256(digits.lower().encode()).hex()
    return all(digit.isdigit() or digit.isupper() == (int(nibble, 16) >= 8) for digit, nibble in zip(digits, checksum, strict=False))


def _is_byron(word: str) -> bool:
    """A Cardano address of the first era: CBOR of a payload and its CRC-32."""
    decoded = _BYRON.match(base58(word) or b"")
    return decoded is not None and crc32(decoded["payload"]) == int.from_bytes(decoded["checksum"], "big")


def _is_monero(word: str) -> bool:
    """Base58 in blocks of eight bytes, the last four of all being a Keccak-256."""
    decoded = b""
    for at in range(0, len(word), _MONERO_BLOCK):
        block = word[at : at + _MONERO_BLOCK]
        size = _MONERO_LAST.get(len(block))
        number = base58(block, BITCOIN)
        if size is None or number is None:
            return False
        digits = number.lstrip(b"\0")
        if len(digits) > size:
            return False
        decoded += digits.rjust(size, b"\0")
    if len(decoded) != _MONERO_LENGTHS[len(word)] or decoded[0] not in _MONERO_NETWORKS:
        return False
    return keccak256(decoded[:-4])[:4] == decoded[-4:]


def _may_be_solana(word: str, before: str) -> bool:
    mixed = any(map(str.isdigit, word)) and any(map(str.islower, word)) and any(map(str.isupper, word))
    if len(word) not in _SOLANA_LENGTHS or not mixed or not _MONEY.search(before):
        return False
    decoded = base58(word)
    return decoded is not None and len(decoded) == 32
