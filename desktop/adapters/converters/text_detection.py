"""What a text is: a mail, a page, a feed, a list of values, or just text; by its first lines, and by its name where those leave it open."""

from __future__ import annotations

import re

from desktop.adapters.converters.decoding import looks_like_utf16

TEXT_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
WHOLE_PAGE = re.compile(r"<(?:!doctype\s+html\b|html[\s>])", re.IGNORECASE)
HTML_START = re.compile(r"<(?:head|body|title|meta|table|div|p|h[1-6]|article|section|script)\b", re.IGNORECASE)
FEED_START = re.compile(r"<(?:rss|feed|rdf:RDF)\b", re.IGNORECASE)
SVG_START = re.compile(r"<svg\b", re.IGNORECASE)
PROLOG = (("<?", "?>"), ("<!--", "-->"), ("<!DOCTYPE svg", ">"), ("<!DOCTYPE rss", ">"))
MAIL_HEADER = re.compile(
    r"(From|To|Cc|Subject|Date|Received|Return-Path|MIME-Version|Message-ID|Delivered-To|Content-Type|Reply-To|DKIM-Signature|Sender|X-[\w-]+):",
    re.IGNORECASE,
)
MBOX_START = re.compile(r"^From \S+.*\n(?:>?[\w-]+:.*\n)", re.MULTILINE)
EMLX_START = re.compile(r"\d{1,12}[ \t]*\r?\n(?=[\w-]+:)")
SAVED_PAGE = re.compile(r"^(?:Snapshot-Content-Location:|From:\s*\W{0,2}Saved by )", re.IGNORECASE | re.MULTILINE)
MAILS = ("eml", "emlx", "mht")
NAMED_FIRST = ("md", "adoc", "json", "jsonl", "csv", "tsv", "yaml", "ipynb")
TELLING_HEADERS = {"received", "return-path", "mime-version", "message-id", "delivered-to", "dkim-signature"}
TEXT_SUFFIXES = {
    **dict.fromkeys((".md", ".markdown"), "md"),
    **dict.fromkeys((".adoc", ".asciidoc"), "adoc"),
    **dict.fromkeys((".tsv", ".tab"), "tsv"),
    **dict.fromkeys((".json", ".stix", ".stix2"), "json"),
    **dict.fromkeys((".jsonl", ".ndjson"), "jsonl"),
    **dict.fromkeys((".yaml", ".yml"), "yaml"),
    **dict.fromkeys((".html", ".htm", ".xhtml"), "html"),
    **dict.fromkeys((".mht", ".mhtml"), "mht"),
    **{f".{name}": name for name in ("csv", "xml", "eml", "emlx", "mbox", "rtf", "ipynb", "txt", "log")},
}
CODE_SUFFIXES = frozenset(
    f".{name}"
    for line in (
        "asm bat c cfg cmd conf cpp cs css go h inf ini ioc java js lua php pl",
        "ps1 psm1 py rb reg rs rules sh sigma sql toml ts vbs yar yara",
    )
    for name in line.split()
)


def text_kind(head: bytes, suffix: str) -> str:
    """The format of a text whose first bytes and whose name's suffix these are."""
    wide = "utf-16-le" if head[1:2] == b"\x00" else "utf-16-be"
    encoding = "utf-16" if head.startswith(TEXT_BOMS[1:]) else wide if looks_like_utf16(head[:8192]) else "utf-8-sig"
    text = head.decode(encoding, "replace").lstrip("\ufeff")
    named = TEXT_SUFFIXES.get(suffix, "")
    root = _without_prolog(text)
    if WHOLE_PAGE.match(root):
        return "html"
    if named in NAMED_FIRST:
        return named
    return _marked_up(text, root, suffix) or _mail(text, named) or _other(text, named, suffix)


def is_binary(head: bytes) -> bool:
    """Whether the bytes are no text of any encoding: zeros and control characters that no text has."""
    sample = head[:8192]
    if head.startswith(TEXT_BOMS) or looks_like_utf16(sample):
        return False
    controls = sum(byte < 32 and byte not in (9, 10, 12, 13, 27) for byte in sample)
    return controls > len(sample) // 20 or sample.count(0) > len(sample) // 200


def _without_prolog(text: str) -> str:
    """A text of tags from its first element on."""
    text = text.lstrip()
    while True:
        end = next((end for start, end in PROLOG if text.startswith(start)), None)
        if end is None or end not in text:
            return text
        text = text.partition(end)[2].lstrip()


def _marked_up(text: str, root: str, suffix: str) -> str:
    if FEED_START.match(root):
        return "rss"
    if SVG_START.match(root):
        return "svg"
    if HTML_START.match(root):
        return "html"
    return "xml" if text.lstrip().startswith("<?xml") or suffix == ".xml" else ""


def _mail(text: str, named: str) -> str:
    if (MBOX_START.match(text) and named not in MAILS) or (named == "mbox" and MBOX_START.search(text)):
        return "mbox"
    if EMLX_START.match(text) and _has_mail_headers(text.partition("\n")[2]):
        return "emlx"
    if named == "mht" or (_has_mail_headers(text) and SAVED_PAGE.search(_headers(text))):
        return "mht"
    return "eml" if named == "eml" or _has_mail_headers(text) else ""


def _other(text: str, named: str, suffix: str) -> str:
    if suffix in CODE_SUFFIXES:
        return suffix[1:]
    if named in ("", "txt") and _is_json(text):
        return "json"
    return named if named in ("html", "log") else "txt"


def _headers(text: str) -> str:
    return text.replace("\r\n", "\n").lstrip("\n").partition("\n\n")[0]


def _has_mail_headers(text: str) -> bool:
    found = {match[1].lower() for line in _headers(text).split("\n") if (match := MAIL_HEADER.match(line))}
    return len(found) >= 3 and bool(found & TELLING_HEADERS)


def _is_json(text: str) -> bool:
    return re.match(r'\s*(?:\{\s*"|\[\s*[{\["\d])', text) is not None and text.rstrip()[-1:] in ("}", "]")
