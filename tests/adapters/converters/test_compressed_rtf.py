"""Compressed RTF, by the examples of its specification (MS-OXRTFCP 3), and HTML wrapped in RTF."""

from __future__ import annotations

import pytest

from desktop.adapters.converters.compressed_rtf import decompress_rtf, wrapped_html

SIMPLE = bytes.fromhex("2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0")
CROSSING = bytes.fromhex("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0")


def test_the_examples_of_the_specification() -> None:
    assert decompress_rtf(SIMPLE) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"
    assert decompress_rtf(CROSSING) == b"{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"


@pytest.mark.parametrize("data", [b"", b"short", bytes(16), b"\x00" * 8 + b"ABCD" + bytes(20)])
def test_what_is_none_is_an_error(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"short|not compressed"):
        decompress_rtf(data)


def test_what_is_cut_off_gives_what_there_is() -> None:
    assert b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n".startswith(decompress_rtf(SIMPLE[:-6]))


RTF = (
    rb"{\rtf1\ansi\ansicpg1252\fromhtml1 {\fonttbl{\f0 Arial;}}{\*\generator x;}"
    rb"{\*\htmltag64 <html>}{\*\htmltag84 <a href='http://evil.example/x'>}\htmlrtf {\b \htmlrtf0 Gr\'fc\'dfe \u8364?\{\}"
    rb"\htmlrtf }\htmlrtf0 {\*\htmltag92 </a>}\htmlrtf \par \htmlrtf0{\*\mhtmltag64 <gone>}{\*\htmltag72 </html>}}"
)


def test_wrapped_html_comes_out_as_it_was() -> None:
    html = wrapped_html(RTF)
    assert html is not None
    assert html.replace(" ", "") == "<html><ahref='http://evil.example/x'>Grüße€{}</a></html>"


def test_rich_text_that_was_never_html_is_none() -> None:
    assert wrapped_html(rb"{\rtf1\ansi words}") is None
