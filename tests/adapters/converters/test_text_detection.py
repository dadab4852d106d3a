"""Which kind of text a text is."""

from __future__ import annotations

from time import monotonic

import pytest

from desktop.adapters.converters.text_detection import is_binary, text_kind

MAIL = "Received: from a by b\nFrom: a@example.org\nSubject: x\nMIME-Version: 1.0\n\nwords\n"


@pytest.mark.parametrize(
    ("text", "suffix", "kind"),
    [
        ("<!-- saved --><!DOCTYPE html><html>", ".pdf", "html"),
        ("<html><body>", ".csv", "html"),
        ("<p>a</p>", ".md", "md"),
        ("<?xml version='1.0'?><!-- c --><svg xmlns='x'/>", ".xml", "svg"),
        ('<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "b"><svg/>', "", "svg"),
        ("<feed xmlns='http://www.w3.org/2005/Atom'/>", ".txt", "rss"),
        ("<?xml version='1.0'?><stix/>", "", "xml"),
        ("<!-- never closed", "", "txt"),
        (MAIL, "", "eml"),
        ("From a@b Mon Nov  3 18:23:00 2025\n" + MAIL, "", "mbox"),
        ("From a@b Mon Nov  3 18:23:00 2025\n" + MAIL, ".eml", "eml"),
        ("A note\n\nFrom a@b Mon Nov  3 18:23:00 2025\n" + MAIL, ".mbox", "mbox"),
        (f"{len(MAIL)}\n{MAIL}<?xml?>", "", "emlx"),
        ("From: <Saved by Blink>\n" + MAIL, "", "mht"),
        (MAIL, ".mhtml", "mht"),
        ("rule a {}", ".yar", "yar"),
        ('{"a": 1}', ".txt", "json"),
        ("plain", ".log", "log"),
    ],
)
def test_kinds(text: str, suffix: str, kind: str) -> None:
    assert text_kind(text.encode(), suffix) == kind


def test_a_hostile_prolog_costs_no_time() -> None:
    started = monotonic()
    assert text_kind(b"<!-- a -->" * 6000 + b"<!", "") == "txt"
    assert text_kind(b"<?a?>" * 12_000, "") == "txt"
    assert monotonic() - started < 2


@pytest.mark.parametrize(
    ("head", "binary"),
    [(b"text\n", False), ("wide text ".encode("utf-16"), False), (bytes(range(32)) * 4, True), (b"a\x00b\x00\x00\x00" * 9, True)],
)
def test_binaries(head: bytes, binary: bool) -> None:
    assert is_binary(head) is binary
