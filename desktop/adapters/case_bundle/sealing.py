"""Encryption of whole files in the age format, to a passphrase or to recipients (https://age-encryption.org/v1)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyrage

from desktop.domain.errors import PassphraseNeeded, UsageError

LARGEST_FOR_PASSPHRASE = 512 * 2**20
"""A passphrase encrypts a file as a whole, which has to fit into memory more than once."""


def new_identity() -> str:
    """A new secret key of a recipient."""
    return str(pyrage.x25519.Identity.generate())


def recipient_of(identity: str) -> str:
    """What others encrypt to."""
    return str(pyrage.x25519.Identity.from_str(identity).to_public())


def encrypt(source: Path, target: Path, passphrase: str, recipients: Sequence[str]) -> None:
    """Encrypt a file to recipients, or else to a passphrase."""
    if recipients:
        with source.open("rb") as plain, target.open("xb") as sealed:
            pyrage.encrypt_io(plain, sealed, [_recipient(each) for each in recipients])
        return
    if source.stat().st_size > LARGEST_FOR_PASSPHRASE:
        raise UsageError(
            f"A passphrase can seal a bundle of at most {LARGEST_FOR_PASSPHRASE // 2**20} MB, and this one is larger.",
            "Encrypt it to a recipient, or bundle a single case.",
        )
    target.write_bytes(pyrage.passphrase.encrypt(source.read_bytes(), passphrase))


def decrypt(source: Path, target: Path, passphrase: str, identities: Sequence[str], name: str) -> None:
    """Decrypt a file by a passphrase or by one of these secret keys; PassphraseNeeded if none of them opens it."""
    try:
        if passphrase:
            if source.stat().st_size > LARGEST_FOR_PASSPHRASE + 2**20:
                raise PassphraseNeeded(f"{name} is too large to have been sealed by a passphrase.", "Open it with your key.")
            target.write_bytes(pyrage.passphrase.decrypt(source.read_bytes(), passphrase))
        elif identities:
            with source.open("rb") as sealed, target.open("xb") as plain:
                pyrage.decrypt_io(sealed, plain, [pyrage.x25519.Identity.from_str(each) for each in identities])
        else:
            raise PassphraseNeeded(f"{name} is encrypted.", "Give its passphrase, or make keys and have it encrypted to you.")
    except pyrage.DecryptError as error:
        said = "The passphrase does not open it" if passphrase else "It was not encrypted to your key"
        raise PassphraseNeeded(f"{name} could not be opened: {error}.", f"{said}, or the file was damaged on its way.") from error


def _recipient(text: str) -> pyrage.x25519.Recipient:
    try:
        return pyrage.x25519.Recipient.from_str(text.strip())
    except pyrage.RecipientError as error:
        raise UsageError(f"{text!r} is no recipient.", "It begins with age1; `coffer bundle key` prints yours.") from error
