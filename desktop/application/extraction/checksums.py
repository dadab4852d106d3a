"""Encodings of addresses that carry their own checksum: Base58Check, Bech32, CashAddr, and Keccak-256 for Ethereum and Monero."""

from __future__ import annotations

from hashlib import sha256

BITCOIN = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
RIPPLE = "rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz"
_BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_BECH32_CONSTANTS = (1, 0x2BC830A3)
_BECH32_GENERATOR = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_CASH_GENERATOR = (0x98F2BC8E61, 0x79B76D99E2, 0xF33E5FB3C4, 0xAE2EABE2A8, 0x1E4F43E470)
_CHECKSUM = 4
_MASK = (1 << 64) - 1
_RATE = 136


def base58(text: str, alphabet: str = BITCOIN) -> bytes | None:
    """The bytes that a text in Base58 stands for, None if a character is not of the alphabet."""
    number = 0
    for character in text:
        digit = alphabet.find(character)
        if digit < 0:
            return None
        number = number * 58 + digit
    zeros = len(text) - len(text.lstrip(alphabet[0]))
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def base58check(text: str, alphabet: str = BITCOIN) -> bytes | None:
    """The bytes without their checksum, None if it is wrong."""
    decoded = base58(text, alphabet)
    if decoded is None or len(decoded) <= _CHECKSUM:
        return None
    payload, checksum = decoded[:-_CHECKSUM], decoded[-_CHECKSUM:]
    return payload if sha256(sha256(payload).digest()).digest()[:_CHECKSUM] == checksum else None


def is_bech32(text: str) -> bool:
    """Whether a text is Bech32 or Bech32m with a right checksum, in one case."""
    plain = text.lower()
    prefix, separator, data = plain.rpartition("1")
    if text not in (plain, text.upper()) or not separator or len(data) < 6:
        return False
    values = [_BECH32.find(character) for character in data]
    if min(values) < 0:
        return False
    expanded = [ord(each) >> 5 for each in prefix] + [0] + [ord(each) & 31 for each in prefix] + values
    return _polymod(expanded, _BECH32_GENERATOR, 25, 30) in _BECH32_CONSTANTS


def is_cash_address(prefix: str, data: str) -> bool:
    """Whether `data` is a Bitcoin Cash address under `prefix`."""
    values = [_BECH32.find(character) for character in data]
    if not values or min(values) < 0:
        return False
    return _polymod([ord(each) & 31 for each in prefix] + [0] + values, _CASH_GENERATOR, 35, 40) == 1


def _polymod(values: list[int], generator: tuple[int, ...], shift: int, bits: int) -> int:
    remainder, low = 1, (1 << shift) - 1
    for value in values:
        top = remainder >> shift
        remainder = (remainder & low) << 5 ^ value
        for at, each in enumerate(generator):
            if top >> at & 1:
                remainder ^= each
    return remainder & ((1 << bits) - 1)


def keccak256(data: bytes) -> bytes:
    """Keccak-256 as Ethereum and Monero use it: like SHA3-256, with the padding of before the standard."""
    padded = data + b"\x01" + bytes(-(len(data) + 1) % _RATE)
    padded = padded[:-1] + bytes([padded[-1] | 0x80])
    state = [0] * 25
    for at in range(0, len(padded), _RATE):
        for lane in range(_RATE // 8):
            state[lane] ^= int.from_bytes(padded[at + 8 * lane : at + 8 * lane + 8], "little")
        _permute(state)
    return b"".join(lane.to_bytes(8, "little") for lane in state[:4])


def _round_constants() -> tuple[int, ...]:
    register, constants = 1, []
    for _ in range(24):
        constant = 0
        for bit in range(7):
            if register & 1:
                constant |= 1 << ((1 << bit) - 1)
            register = register << 1 ^ (0x171 if register & 0x80 else 0)
        constants.append(constant)
    return tuple(constants)


_CONSTANTS = _round_constants()


def _permute(state: list[int]) -> None:
    for constant in _CONSTANTS:
        columns = [state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20] for x in range(5)]
        for x in range(5):
            mixed = columns[(x + 4) % 5] ^ _rotated(columns[(x + 1) % 5], 1)
            for y in range(0, 25, 5):
                state[x + y] ^= mixed
        x, y, moved = 1, 0, state[1]
        for step in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            moved, state[x + 5 * y] = state[x + 5 * y], _rotated(moved, (step + 1) * (step + 2) // 2 % 64)
        for y in range(0, 25, 5):
            row = state[y : y + 5]
            for x in range(5):
                state[x + y] = row[x] ^ (~row[(x + 1) % 5] & _MASK & row[(x + 2) % 5])
        state[0] ^= constant


def _rotated(lane: int, by: int) -> int:
    return (lane << by | lane >> (64 - by)) & _MASK if by else lane
