"""A message signed by S/MIME is taken out of its signature, whichever way a program wrote it."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, pkcs7
from cryptography.x509.oid import NameOID

from desktop.adapters.converters.signed_message import signed_content
from desktop.domain.errors import ConversionFailed, UnsupportedFormat
from tests.adapters.converters.archive_maker import opened

MAIL = b"Content-Type: text/plain\r\n\r\nThe signed words.\r\n"


def signed(*options: pkcs7.PKCS7Options) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a@example.org")])
    day = datetime.datetime(2025, 1, 1, tzinfo=datetime.UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
    certificate = builder.not_valid_before(day).not_valid_after(day + datetime.timedelta(days=9)).sign(key, hashes.SHA256())
    builder7 = pkcs7.PKCS7SignatureBuilder().set_data(MAIL).add_signer(certificate, key, hashes.SHA256())
    return builder7.sign(Encoding.DER, [pkcs7.PKCS7Options.Binary, *options])


def test_the_message_comes_out_as_a_mail(tmp_path: Path) -> None:
    found = opened(tmp_path, "smime.p7m", signed())
    assert found.contents == {"signed-message.eml": MAIL}
    assert found.conversion.format == "p7m"
    inner = opened(tmp_path / "inside", "signed-message.eml", MAIL)
    assert inner.conversion.markdown == "The signed words.\n"


def test_content_in_parts_of_no_stated_length() -> None:
    content = b"\x24\x80\x04\x03abc\x04\x02de\x00\x00"
    inner = b"\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01\xa0\x80" + content + b"\x00\x00\x00\x00"
    data = b"\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02\xa0\x80\x30\x80\x02\x01\x01\x31\x00" + inner + bytes(6)
    assert signed_content(data) == b"abcde"


def test_a_signature_alone_is_passed_over(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedFormat, match="a digital signature"):
        opened(tmp_path, "smime.p7s", signed(pkcs7.PKCS7Options.DetachedSignature))


def test_a_damaged_one_is_a_reason(tmp_path: Path) -> None:
    with pytest.raises(ConversionFailed, match="damaged"):
        opened(tmp_path, "smime.p7m", signed()[:90])
