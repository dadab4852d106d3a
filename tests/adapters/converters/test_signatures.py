"""What Coffer does not read is named by its first bytes, with advice where there is some."""

from __future__ import annotations

import pytest

from desktop.adapters.converters.signatures import UNKNOWN, kind_of


@pytest.mark.parametrize(
    ("head", "sentence", "advice"),
    [
        (b"!BDN" + bytes(20), "It is an Outlook data file (.pst or .ost), which Coffer cannot read.", "drag the mails"),
        (b"\x00\x01\x00\x00Standard ACE DB", "It is an Access database, which Coffer cannot read.", "CSV or XLSX"),
        (bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3"), "It is a OneNote section, which Coffer cannot read.", "export its pages"),
        (b"\x21\x00-lh5-" + bytes(20), "It is an LZH archive, which Coffer cannot unpack.", "Unpack it"),
        (b"MSCF" + bytes(20), "It is a cabinet archive, which Coffer cannot unpack.", "Unpack it"),
        (b"0\x80\x06\x09*\x86H\x86\xf7\r\x01\x07\x03", "It is an encrypted message (S/MIME), which Coffer cannot read.", "Decrypt it"),
        (b"\x7fELF" + bytes(20), "It is a program, which Coffer cannot read.", ""),
        (b"\xd4\xc3\xb2\xa1" + bytes(20), "It is a packet capture, which Coffer cannot read.", "Wireshark"),
    ],
)
def test_kinds(head: bytes, sentence: str, advice: str) -> None:
    kind = kind_of(head, binary=True)
    assert kind is not None
    assert kind.sentence == sentence
    assert advice in kind.advice


def test_a_text_that_begins_like_a_program_is_a_text() -> None:
    assert kind_of(b"MZ is what programs begin with.", binary=False) is None
    assert kind_of(b"nothing known \x00", binary=True) is None
    assert UNKNOWN.sentence == "It is a binary file of an unknown kind, which Coffer cannot read."
