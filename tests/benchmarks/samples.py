"""A small whole file of every format that an import reads, for what damages them."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from email.message import EmailMessage
from pathlib import Path

from backports import zstd
from msoffcrypto.format.ooxml import OOXMLFile
from PIL import Image

from desktop.adapters.converters.compound_file import compound_file
from tests.adapters.converters.archive_maker import locked_zip_of, seven_zip_of, tar_of, zip_of
from tests.adapters.converters.pictures import saved, text_picture
from tests.benchmarks.mutations import Sample

DATA = Path(__file__).parents[1] / "data" / "converters"
PASSWORD = "geheim"  # noqa: S105 - of files that are made here
WORDS = "The group Velvet Heron sent mails to three ministries; the loader fetched its second stage from 198.51.100.23.\n"
LARGEST = 400_000

TEXTS = {
    "notes.md": f"---\ntitle: Heron\n---\n# Heron\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n{WORDS}" * 3,
    "notes.adoc": f"= Heron\n\n== Part\n\n----\ncode\n----\n{WORDS}",
    "table.csv": "name,address\n" + 'heron,"198.51.100.23"\n' * 200,
    "table.tsv": "name\taddress\n" + "heron\t198.51.100.23\n" * 50,
    "values.json": '{"type": "bundle", "objects": [{"name": "heron", "pattern": "[ipv4-addr:value = \'198.51.100.23\']"}]}',
    "values.jsonl": '{"a": 1}\n{"a": "two"}\n',
    "rule.yaml": "title: Heron\ndetection:\n  selection:\n    Image: '*.exe'\n",
    "rule.yar": 'rule heron { strings: $a = "heron" condition: $a }\n',
    "feed.xml": "<?xml version='1.0'?><rss version='2.0'><channel><title>t</title><item><title>x</title></item></channel></rss>",
    "data.xml": "<?xml version='1.0'?><a><b>words</b></a>",
    "drawing.svg": "<svg xmlns='http://www.w3.org/2000/svg'><title>t</title><text>words</text><script>1</script></svg>",
    "book.ipynb": '{"cells": [{"cell_type": "markdown", "source": ["# t"], "metadata": {}}], "metadata": {}, "nbformat": 4}',
    "auth.log": "Nov  3 18:23:00 host sshd[1]: Failed password for root from 198.51.100.23\n" * 50,
    "page.html": f"<html><head><title>t</title></head><body><h1>h</h1><p>{WORDS}</p><table><tr><td>1</td></tr></table></body></html>",
}


def all_samples() -> list[Sample]:
    """Files of the tests, and made ones."""
    given = [Sample(path.name, path.read_bytes()) for path in sorted(DATA.iterdir()) if path.suffix not in (".txt", ".md")]
    texts = [Sample(name, text.encode()) for name, text in TEXTS.items()]
    wide = Sample("wide.txt", WORDS.encode("utf-16"))
    return [*(each for each in given if len(each.content) <= LARGEST), *texts, wide, *_archives(), *_mails(), *_pictures(), *_office()]


def _archives() -> list[Sample]:
    files = [("notes/heron.txt", WORDS.encode() * 5), ("table.csv", TEXTS["table.csv"].encode()), ("inner.zip", zip_of([("a.md", b"# a")]))]
    tar = tar_of(files)
    return [
        Sample("a.zip", zip_of(files)),
        Sample("locked.zip", locked_zip_of(files, PASSWORD)),
        Sample("a.tar", tar),
        Sample("a.tar.gz", gzip.compress(tar, mtime=0)),
        Sample("a.tar.bz2", bz2.compress(tar)),
        Sample("a.tar.xz", lzma.compress(tar)),
        Sample("a.tar.zst", zstd.compress(tar)),
        Sample("auth.log.gz", gzip.compress(TEXTS["auth.log"].encode(), mtime=0)),
        Sample("a.7z", seven_zip_of(files)),
        Sample("locked.7z", seven_zip_of(files, PASSWORD)),
    ]


def _mail(subject: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Jörg <j@example.org>", "a@example.org", subject
    mail["Date"], mail["Message-ID"] = "Mon, 03 Nov 2025 18:23:00 +0100", "<1@example.org>"
    mail.set_content(WORDS, charset="iso-8859-1", cte="quoted-printable")
    mail.add_alternative(f"<p>{WORDS} <a href='http://evil.example/x'>here</a></p>", subtype="html")
    return mail


def _mails() -> list[Sample]:
    inner, outer = _mail("Inner"), _mail("Outer")
    outer.add_attachment(zip_of([("a.txt", b"words")]), maintype="application", subtype="zip", filename="a.zip")
    outer.add_attachment(inner)
    mail = bytes(outer)
    box = b"".join(b"From a@example.org Mon Nov  3 18:23:00 2025\n" + bytes(_mail(str(number))) + b"\n" for number in range(4))
    saved_page = mail.replace(b"From: ", b"Snapshot-Content-Location: https://x/\nFrom: <Saved by Blink> ", 1)
    return [
        Sample("outer.eml", mail),
        Sample("box.mbox", box),
        Sample("page.mht", saved_page),
        Sample("kept.emlx", str(len(mail)).encode() + b"\n" + mail + b"<?xml version='1.0'?><plist/>"),
        Sample("nested.msg", _outlook_message()),
    ]


def _outlook_message() -> bytes:
    def text(tag: str, value: str) -> dict[tuple[str, ...], bytes]:
        return {(f"__substg1.0_{tag}001F",): value.encode("utf-16-le")}

    inner = text("0037", "Inside") | text("1000", WORDS) | {("__properties_version1.0",): bytes(24)}
    attached = {("__attach_version1.0_#00000000", "__substg1.0_3701000D", *path): data for path, data in inner.items()}
    attached[("__attach_version1.0_#00000000", "__properties_version1.0")] = bytes(8) + bytes.fromhex("03000537060000000500000000000000")
    return compound_file(text("0037", "Outer") | text("1000", WORDS) | {("__properties_version1.0",): bytes(32)} | attached)


def _pictures() -> list[Sample]:
    picture = text_picture(["evil-update.example", "198.51.100.23"], size=20, width=400)
    kinds = (("png", "PNG"), ("jpg", "JPEG"), ("gif", "GIF"), ("bmp", "BMP"), ("tiff", "TIFF"), ("webp", "WEBP"))
    made = [Sample(f"picture.{suffix}", saved(picture, kind)) for suffix, kind in kinds]
    pages = io.BytesIO()
    picture.save(pages, "TIFF", save_all=True, append_images=[Image.new("L", (50, 50))])
    return [*made, Sample("pages.tiff", pages.getvalue())]


def _office() -> list[Sample]:
    locked = io.BytesIO()
    with (DATA / "report.docx").open("rb") as file:
        OOXMLFile(file).encrypt(PASSWORD, locked)
    slide = bytes.fromhex("0f00ee0312000000") + bytes.fromhex("0000a00f0a000000") + "words".encode("utf-16-le")
    slides = compound_file({("PowerPoint Document",): slide * 20, ("Current User",): bytes(40)})
    tnef = b"\x78\x9f\x3e\x22\x01\x00" + bytes.fromhex("010c80020006000000") + b"words\x00" + bytes(2)
    return [Sample("locked.docx", locked.getvalue()), Sample("old.ppt", slides), Sample("winmail.dat", tnef)]
