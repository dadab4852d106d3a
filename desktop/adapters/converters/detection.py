"""What a file is, judged by its content first and by its name only where content leaves it open."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from desktop.adapters.converters.package_detection import ole_kind, zip_kind
from desktop.adapters.converters.signatures import UNKNOWN, Kind, kind_of
from desktop.adapters.converters.tar_archive import is_tar
from desktop.adapters.converters.text_detection import is_binary, text_kind

HEAD_BYTES = 64 * 1024
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
COMPRESSED: tuple[tuple[bytes, str], ...] = (
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"\x1f\x8b\x08", "gz"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"\x28\xb5\x2f\xfd", "zst"),
)
BZIP2, BZIP2_BLOCKS = b"BZh", (b"1AY&SY", b"\x17rE8P\x90")
SIGNED = b"\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"
TNEF = b"\x78\x9f\x3e\x22"
IMAGES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpg"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
    (b"BM", "bmp"),
    (b"II*\x00", "tiff"),
    (b"MM\x00*", "tiff"),
)


@dataclass(frozen=True, slots=True)
class Detected:
    """`format` is the short name that ledger and front matter show; `unread` says what it is if Coffer does not read it."""

    format: str
    unread: Kind | None = None


def detect_format(path: Path) -> Detected:
    """What the file at `path` is."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    suffix = path.suffix.lower()
    found = _container(path, head) or _image(head) or _document(head, suffix)
    if found is None:
        found = kind_of(head, binary=is_binary(head))
        if found is None:
            found = UNKNOWN if is_binary(head) else text_kind(head, suffix)
    if isinstance(found, Kind):
        return Detected(suffix.lstrip(".") or "binary", found)
    return Detected(found)


def _container(path: Path, head: bytes) -> str | Kind | None:
    """Files in which others lie, and documents that are made of such."""
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08PK\x03\x04", b"PK00PK\x03\x04")):
        return zip_kind(path)
    if head.startswith(OLE):
        return ole_kind(path)
    if head.startswith(BZIP2) and head[4:10] in BZIP2_BLOCKS:
        return "bz2"
    if head.startswith(TNEF):
        return "tnef"
    if head.startswith(b"\x30") and SIGNED in head[:64]:
        return "p7m"
    if is_tar(head):
        return "tar"
    return next((name for magic, name in COMPRESSED if head.startswith(magic)), None)


def _image(head: bytes) -> str | None:
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return "webp"
    return next((name for magic, name in IMAGES if head.startswith(magic) and is_binary(head)), None)


def _document(head: bytes, suffix: str) -> str | None:
    """PDF and RTF. Readers look for PDF's mark in the first 1,024 bytes; a text that tells of the mark is none."""
    at = head[:1024].find(b"%PDF-")
    if at >= 0 and (not head[:at].strip(b"\xef\xbb\xbf \t\r\n\x00") or suffix == ".pdf" or is_binary(head)):
        return "pdf"
    return "rtf" if head.lstrip().startswith(rb"{\rtf") else None
