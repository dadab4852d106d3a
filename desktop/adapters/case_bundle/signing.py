"""Signatures of bundles: Ed25519 over the bytes of the manifest, which names the SHA-256 of every file."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from desktop.domain.case_bundle import SignatureState
from desktop.domain.errors import BundleDamaged, UsageError

_CONTEXT = b"Coffer case bundle 1\n"
"""Stands before what is signed, so that no signature of anything else can be taken for one of a bundle."""


def new_seed() -> str:
    """A new secret key: its 32 bytes in base 64."""
    return _text(Ed25519PrivateKey.generate().private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption()))


def public_half(seed: str) -> str:
    """The public key of a secret one: its 32 bytes in base 64."""
    return _text(_secret(seed).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))


def signature_file(manifest: bytes, seed: str) -> bytes:
    """The file that signs a manifest."""
    said = {"key": public_half(seed), "signature": _text(_secret(seed).sign(_CONTEXT + manifest))}
    return json.dumps(said).encode()


def check_signature(manifest: bytes, file: bytes, trusted: Mapping[str, str], source: str) -> tuple[SignatureState, str, str]:
    """How a manifest is signed, by whose key, and by which; BundleDamaged where the signature is not that of this manifest."""
    if not file:
        return SignatureState.NOT_SIGNED, "", ""
    try:
        said = json.loads(file)
        key, signature = str(said["key"]), base64.b64decode(said["signature"], validate=True)
        public_key(key).verify(signature, _CONTEXT + manifest)
    except (ValueError, KeyError, TypeError, RecursionError, binascii.Error, UsageError, InvalidSignature) as error:
        raise BundleDamaged(f"{source} was altered after it was signed.", "Do not use it; ask whoever sent it for another.") from error
    whose = next((name for name, known in trusted.items() if known == key), "")
    return (SignatureState.TRUSTED if whose else SignatureState.UNKNOWN), whose, key


def public_key(key: str) -> Ed25519PublicKey:
    """A public key; UsageError if the text is none."""
    try:
        return Ed25519PublicKey.from_public_bytes(base64.b64decode(key.strip(), validate=True))
    except (ValueError, binascii.Error) as error:
        raise UsageError(f"{key!r} is no signing key.", "It is the 32 bytes of an Ed25519 public key in base 64.") from error


def _secret(seed: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(base64.b64decode(seed))


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode("ascii")
