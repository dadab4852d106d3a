"""Signatures of packs: Ed25519 over what the manifest says of its parts, with the keys that an analyst put into the vault."""

from __future__ import annotations

import base64
import binascii
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from desktop.application.ports import Signed
from desktop.domain.errors import UsageError
from desktop.domain.pack import PackManifest

KEYS = "keys"
"""The folder, beside the packs, of public keys: `<whose>.pub`, the 32 bytes in base 64."""


def signed_text(manifest: PackManifest) -> bytes:
    """What is signed: name, version, date, and every part with its hash, a line each, parts in order of their names."""
    parts = [f"{each.sha256}  {each.file}" for each in sorted(manifest.parts, key=lambda each: each.file)]
    return "\n".join([manifest.name, manifest.version, manifest.date, *parts, ""]).encode()


def signed_by(manifest: PackManifest, keys: Path) -> tuple[Signed, str]:
    """Whose signature a manifest carries, by the keys in a folder."""
    if not manifest.signature:
        return Signed.NOT, ""
    try:
        signature = base64.b64decode(manifest.signature, validate=True)
    except binascii.Error:
        return Signed.UNKNOWN, ""
    for path in sorted(keys.glob("*.pub")):
        try:
            _key(path).verify(signature, signed_text(manifest))
        except InvalidSignature:
            continue
        return Signed.TRUSTED, path.stem
    return Signed.UNKNOWN, ""


def _key(path: Path) -> Ed25519PublicKey:
    try:
        return Ed25519PublicKey.from_public_bytes(base64.b64decode(path.read_bytes().strip(), validate=True))
    except (OSError, ValueError, binascii.Error) as error:
        raise UsageError(f"{path} is no public key: {error}.", "It must be the 32 bytes of an Ed25519 key in base 64.") from error
