"""What a file is, judged by its content first and by its name only where content leaves it open."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from pathlib import Path

from desktop.adapters.converters.decoding import looks_like_utf16

HEAD_BYTES = 64 * 1024
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

ARCHIVES: tuple[tuple[bytes, str], ...] = (
    (b"7z\xbc\xaf\x27\x1c", "7-Zip archive"),
    (b"Rar!\x1a\x07", "RAR archive"),
    (b"\x1f\x8b", "gzip archive"),
    (b"BZh", "bzip2 archive"),
    (b"\xfd7zXZ\x00", "xz archive"),
    (b"\x28\xb5\x2f\xfd", "Zstandard archive"),
    (b"MSCF", "cabinet archive"),
)
IMAGES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpg"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
    (b"BM", "bmp"),
    (b"II*\x00", "tiff"),
    (b"MM\x00*", "tiff"),
)
OTHERS: tuple[tuple[bytes, str], ...] = (
    (b"\x7fELF", "program"),
    (b"MZ", "program"),
    (b"\xcf\xfa\xed\xfe", "program"),
    (b"\xca\xfe\xba\xbe", "program"),
    (b"SQLite format 3\x00", "SQLite database"),
    (b"\xd4\xc3\xb2\xa1", "packet capture"),
    (b"\x0a\x0d\x0d\x0a", "packet capture"),
    (b"OggS", "sound or film"),
    (b"ID3", "sound or film"),
    (b"\x1aE\xdf\xa3", "sound or film"),
)
TEXT_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")
HTML_START = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|title|meta|table|div|p|h[1-6]|article|section|script)\b",
    re.IGNORECASE | re.DOTALL,
)
FEED_START = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(rss|feed|rdf:RDF)\b", re.IGNORECASE | re.DOTALL)
XML_START = re.compile(r"\s*<\?xml\b")
MAIL_HEADER = re.compile(
    r"(From|To|Cc|Subject|Date|Received|Return-Path|MIME-Version|Message-ID|Delivered-To|Content-Type|Reply-To|DKIM-Signature|Sender|X-[\w-]+):",
    re.IGNORECASE,
)
MBOX_START = re.compile(r"From \S+.*\n(?:>?[\w-]+:.*\n)")
TELLING_HEADERS = {"received", "return-path", "mime-version", "message-id", "delivered-to", "dkim-signature"}
TEXT_SUFFIXES = {
    **dict.fromkeys((".md", ".markdown"), "md"),
    **dict.fromkeys((".adoc", ".asciidoc"), "adoc"),
    **dict.fromkeys((".tsv", ".tab"), "tsv"),
    **dict.fromkeys((".json", ".stix", ".stix2"), "json"),
    **dict.fromkeys((".jsonl", ".ndjson"), "jsonl"),
    **dict.fromkeys((".yaml", ".yml"), "yaml"),
    **dict.fromkeys((".html", ".htm", ".xhtml"), "html"),
    **dict.fromkeys((".eml", ".mht", ".mhtml"), "eml"),
    **{f".{name}": name for name in ("csv", "xml", "mbox", "rtf", "ipynb", "txt", "log")},
}
CODE_SUFFIXES = frozenset(
    f".{name}"
    for line in (
        "asm bat c cfg cmd conf cpp cs css go h inf ini ioc java js lua php pl",
        "ps1 psm1 py rb reg rs rules sh sigma sql toml ts vbs yar yara",
    )
    for name in line.split()
)
OFFICE_NAMES = {
    ".docx": "Word document",
    ".pptx": "PowerPoint presentation",
    ".xlsx": "Excel workbook",
    ".odt": "text document",
    ".epub": "book",
}


@dataclass(frozen=True, slots=True)
class Detected:
    """`format` is the short name that ledger and front matter show; `unread` says what it is if Coffer does not read it."""

    format: str
    unread: str = ""
    archive: bool = False


def detect_format(path: Path) -> Detected:
    """What the file at `path` is."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    suffix = path.suffix.lower()
    if b"%PDF-" in head[:1024]:
        return Detected("pdf")
    if head.startswith(b"PK\x03\x04") or head.startswith(b"PK\x05\x06"):
        return _detect_zip(path)
    if head.startswith(OLE):
        return _detect_ole(head, path)
    if head.lstrip()[:5] == rb"{\rtf":
        return Detected("rtf")
    for magic, name in ARCHIVES:
        if head.startswith(magic):
            return Detected(suffix.lstrip(".") or "archive", name, archive=True)
    if head[257:262] == b"ustar":
        return Detected("tar", "tar archive", archive=True)
    if (image := _detect_image(head)) is not None:
        return Detected(image)
    for magic, name in OTHERS:
        if head.startswith(magic) and _is_binary(head):
            return Detected(suffix.lstrip(".") or "binary", name)
    if head[4:8] == b"ftyp" or (head.startswith(b"RIFF") and head[8:12] in (b"WAVE", b"AVI ")):
        return Detected(suffix.lstrip(".") or "media", "picture, sound or film")
    if not head.startswith(TEXT_BOMS) and _is_binary(head):
        return Detected(suffix.lstrip(".") or "binary", "binary file of a kind Coffer does not know")
    return Detected(_detect_text(head, suffix))


def _detect_image(head: bytes) -> str | None:
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "webp"
    return next((name for magic, name in IMAGES if head.startswith(magic) and _is_binary(head)), None)


def _detect_zip(path: Path) -> Detected:
    suffix = path.suffix.lower()
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            kind = archive.read("mimetype").decode("ascii", "replace").strip() if "mimetype" in names else ""
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, RuntimeError, EOFError):
        return Detected(suffix.lstrip(".") or "zip")  # by its name; whoever reads it says what is wrong with it
    for part, name in (("word/", "docx"), ("ppt/", "pptx"), ("xl/", "xlsx")):
        if "[Content_Types].xml" in names and any(each.startswith(part) for each in names):
            return Detected(name)
    for end, name in (
        ("opendocument.text", "odt"),
        ("opendocument.spreadsheet", "ods"),
        ("opendocument.presentation", "odp"),
        ("epub+zip", "epub"),
    ):
        if kind.endswith((end, f"{end}-template")):
            return Detected(name)
    if "META-INF/container.xml" in names:
        return Detected("epub")
    if suffix in OFFICE_NAMES:
        return Detected(suffix[1:])
    return Detected("zip", "ZIP archive", archive=True)


def _detect_ole(head: bytes, path: Path) -> Detected:
    """Legacy Office and Outlook share a container; its directory names what is inside, in UTF-16."""
    with path.open("rb") as file:
        content = head if path.stat().st_size <= len(head) else file.read(8 * 2**20)
    for stream, name in (
        ("__properties_version1.0", "msg"),
        ("WordDocument", "doc"),
        ("PowerPoint Document", "ppt"),
        ("Workbook", "xls"),
        ("Book", "xls"),
    ):
        if stream.encode("utf-16-le") in content:
            return Detected(name)
    if "EncryptedPackage".encode("utf-16-le") in content:
        return Detected(path.suffix.lower().lstrip(".") or "office", "Office file protected by a password")
    return Detected(path.suffix.lower().lstrip(".") or "ole", "file in a legacy Microsoft container of a kind Coffer does not know")


def _is_binary(head: bytes) -> bool:
    """Whether the bytes are no text of any encoding: zeros and control characters that no text has."""
    sample = head[:8192]
    if looks_like_utf16(sample):
        return False
    controls = sum(byte < 32 and byte not in (9, 10, 12, 13, 27) for byte in sample)
    return controls > len(sample) // 20 or sample.count(0) > len(sample) // 200


def _detect_text(head: bytes, suffix: str) -> str:
    wide = "utf-16-le" if head[1:2] == b"\x00" else "utf-16-be"
    encoding = "utf-16" if head.startswith(TEXT_BOMS[1:]) else wide if looks_like_utf16(head[:8192]) else "utf-8-sig"
    text = head.decode(encoding, "replace").lstrip("\ufeff")
    named = TEXT_SUFFIXES.get(suffix, "")
    if named in ("md", "adoc", "json", "jsonl", "csv", "tsv", "yaml", "ipynb"):
        return named
    if FEED_START.match(text):
        return "rss"
    if HTML_START.match(text):
        return "html"
    if XML_START.match(text):
        return "xml"
    if MBOX_START.match(text):
        return "mbox"
    if named == "eml" or _has_mail_headers(text):
        return "eml"
    if suffix in CODE_SUFFIXES:
        return suffix[1:]
    if named in ("", "txt") and _is_json(text):
        return "json"
    return named if named in ("html", "log") else "txt"


def _has_mail_headers(text: str) -> bool:
    headers = text.replace("\r\n", "\n").lstrip("\n").split("\n\n", 1)[0].split("\n")
    found = {match[1].lower() for line in headers if (match := MAIL_HEADER.match(line))}
    return len(found) >= 3 and bool(found & TELLING_HEADERS)


def _is_json(text: str) -> bool:
    return re.match(r'\s*(?:\{\s*"|\[\s*[{\["\d])', text) is not None and text.rstrip()[-1:] in ("}", "]")
