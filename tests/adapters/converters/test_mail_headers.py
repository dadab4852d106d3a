"""Headers of mails as text."""

from __future__ import annotations

import email

import pytest

from desktop.adapters.converters.mail_headers import address_of, decode_words, file_name, header, headers


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"=?utf-8?B?R3LDvMOfZQ==?=", "Gr\u00fc\u00dfe"),
        (b"=?iso-8859-1?Q?Gr=FC=DFe_aus?= Bern", "Gr\u00fc\u00dfe aus Bern"),
        (b"=?utf-8?B?R3LD?=\r\n =?utf-8?B?vA==?= x", "Gr\u00fc x"),
        (b"plain =?utf-8?q?one?= =?utf-8?q?two?= end", "plain onetwo end"),
        (b"=?utf-8?B?A?=", "A"),
        (b"=?x-none?Q?a=E4?=", "a\u00e4"),
        ("Gr\u00fc\u00dfe".encode("cp1252"), "Gr\u00fc\u00dfe"),
        ("\u043f\u0440\u0438\u0432\u0435\u0442".encode(), "\u043f\u0440\u0438\u0432\u0435\u0442"),
        ("Счёт".encode("koi8-r"), "Счёт"),
        (b"=?none?Q?=F0=CF=DE=D4=C1?=", "Почта"),
        (b"folded\r\n\tline", "folded line"),
    ],
)
def test_text_in_any_encoding(raw: bytes, text: str) -> None:
    assert header(email.message_from_bytes(b"Subject: " + raw + b"\r\n\r\n"), "Subject") == text


def test_a_name_with_a_comma_stays_one_name() -> None:
    mail = email.message_from_bytes(b"From: =?utf-8?q?M=C3=BCller=2C_J.?= <j@x.org>\n\n")
    assert header(mail, "From") == '"M\u00fcller, J." <j@x.org>'
    assert address_of(header(mail, "From")) == ("M\u00fcller, J.", "j@x.org")
    assert decode_words("=?utf-8?q?a=2Cb?=") == "a,b"


def test_all_headers_of_a_name() -> None:
    mail = email.message_from_bytes(b"X-A: one\nx-a: two\n\n")
    assert (headers(mail, "X-A"), header(mail, "X-B")) == (["one", "two"], "")


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b'Content-Disposition: attachment; filename="a b.pdf"', "a b.pdf"),
        (b"Content-Type: application/pdf; name=a.pdf", "a.pdf"),
        (b"Content-Disposition: attachment; filename*=utf-8''gr%C3%BC.pdf", "gr\u00fc.pdf"),
        (b"Content-Disposition: attachment; filename*0=long; filename*1=er.pdf", "longer.pdf"),
        (b'Content-Disposition: attachment; filename="=?utf-8?B?Z3LDvC5wZGY=?="', "gr\u00fc.pdf"),
        ('Content-Disposition: attachment; filename="gr\u00fc.pdf"'.encode(), "gr\u00fc.pdf"),
        (b"Content-Disposition: attachment; filename*=no-such''x.pdf", "x.pdf"),
        (b"Content-Disposition: inline", ""),
    ],
)
def test_names_of_files_in_every_way_programs_write_them(raw: bytes, name: str) -> None:
    assert file_name(email.message_from_bytes(raw + b"\n\n")) == name
