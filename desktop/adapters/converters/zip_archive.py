"""ZIP archives: read by their directory, or where that is damaged by what stands before each file."""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO

from desktop.adapters.converters.archive_contents import Contents
from desktop.adapters.converters.archive_names import decode_names, plain_name
from desktop.adapters.converters.decompression import inflated64, read_pieces, unxzed, unzstded
from desktop.adapters.converters.member_folder import BrokenMember, MemberFolder
from desktop.adapters.converters.zip_recovery import recover_zip
from desktop.domain.conversion import Member
from desktop.domain.errors import CofferError, ConversionFailed

ENCRYPTED, STRONGLY_ENCRYPTED, UTF8 = 0x1, 0x40, 0x800
AES = 99
OWN_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA})
OTHER_METHODS: dict[int, Callable[[Iterator[bytes]], Iterator[bytes]]] = {9: inflated64, 20: unzstded, 93: unzstded, 95: unxzed}
UNICODE_PATH = 0x7075
LOCAL_HEADER = struct.Struct("<4s22xHH")
UNIX, MACOS = 3, 19
LINK = "It is a link to another place, and links in an archive are not followed."
DEVICE = "It is a device, pipe or socket, not a file."
UNKNOWN_METHOD = (
    "It is compressed in a way that Coffer does not know (method {}): unpack the archive with another program and import its files."
)
OVERLAPPING = "Its files lie over each other, as in a bomb that unpacks the same bytes again and again."


def unpack_zip(path: Path, out: MemberFolder, passwords: Sequence[str], contents: Contents) -> None:
    """Take out all files of a ZIP archive."""
    with ExitStack() as opened:
        try:
            archive = opened.enter_context(zipfile.ZipFile(path))
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001 - whatever the library says of a bad directory: there is a way without one
            recover_zip(path, out, contents)
            return
        entries = archive.infolist()
        _refuse_overlaps(entries)
        file = opened.enter_context(path.open("rb"))
        if any(entry.compress_type == AES for entry in entries):
            archive = opened.enter_context(_aes_archive(path))
        reader = _Reader(archive, file, out, passwords)
        contents.comment = decode_names([archive.comment])[0]
        for entry, name in zip(archive.infolist(), _names(entries), strict=True):
            if not entry.filename.endswith("/"):
                contents.add(reader.take(entry, name), entry.file_size, _modified(entry))


def zip_name(raw: bytes, extra: bytes) -> str | None:
    """The name that an archive gives as Unicode beside the one in an old encoding, if it is of the same file."""
    at = 0
    while at + 4 <= len(extra):
        kind, size = struct.unpack_from("<HH", extra, at)
        field = extra[at + 4 : at + 4 + size]
        if kind == UNICODE_PATH and len(field) > 5 and struct.unpack_from("<I", field, 1)[0] == zlib.crc32(raw):
            return field[5:].decode("utf-8", "surrogateescape")
        at += 4 + size
    return None


class _Reader:
    def __init__(self, archive: Any, file: BinaryIO, out: MemberFolder, passwords: Sequence[str]) -> None:
        self._archive = archive
        self._file = file
        self._out = out
        self._passwords = [password.encode() for password in passwords]

    def take(self, entry: zipfile.ZipInfo, name: str) -> Member:
        """One file as a member."""
        mode = entry.external_attr >> 16 if entry.create_system in (UNIX, MACOS) else 0
        if stat.S_ISLNK(mode):
            return self._out.refuse(name, LINK)
        if stat.S_IFMT(mode) and not stat.S_ISREG(mode):
            return self._out.refuse(name, DEVICE)
        if not self._out.taking_out:
            return self._out.take(name, ())
        if entry.flag_bits & ENCRYPTED:
            return self._unlock(entry, name)
        return self._out.take(name, self._pieces(entry))

    def _unlock(self, entry: zipfile.ZipInfo, name: str) -> Member:
        if entry.flag_bits & STRONGLY_ENCRYPTED:
            return self._out.fail(name, "It is encrypted by a method of PKWARE's that Coffer does not know: decrypt it with PKZIP.")
        if entry.compress_type not in OWN_METHODS:
            return self._out.fail(name, UNKNOWN_METHOD.format(entry.compress_type))
        damaged = False
        for password in self._passwords:
            try:
                member = self._try(entry, name, password)
            except BrokenMember:
                damaged = True
                continue
            if member is not None:
                self._passwords.sort(key=lambda each: each != password)  # the next file has the same one, as a rule
                return member
        return self._out.fail(name) if damaged else self._out.lock(name)

    def _try(self, entry: zipfile.ZipInfo, name: str, password: bytes) -> Member | None:
        """The member if the password opens it; of ZIP's old encryption, only the checksum at the end tells for sure."""
        file = None
        try:
            with self._archive.open(entry, pwd=password) as stream:
                file = self._out.begin(name)
                for piece in read_pieces(stream):
                    file.write(piece)
                return file.finish()
        except (CofferError, MemoryError):
            if file is not None:
                file.close()
            raise
        except Exception as error:
            if file is None and isinstance(error, RuntimeError) and not isinstance(error, NotImplementedError):
                return None  # so both libraries say that a password is wrong
            if file is not None:
                self._out.forget(file)
                if not _is_aes(entry):
                    return None
            raise BrokenMember from error

    def _pieces(self, entry: zipfile.ZipInfo) -> Iterator[bytes]:
        if entry.compress_type in OWN_METHODS:
            with self._archive.open(entry) as stream:
                yield from read_pieces(stream)
            return
        if entry.compress_type not in OTHER_METHODS:
            raise BrokenMember(UNKNOWN_METHOD.format(entry.compress_type))
        checksum = 0
        for piece in OTHER_METHODS[entry.compress_type](self._raw(entry)):
            checksum = zlib.crc32(piece, checksum)
            yield piece
        if checksum != entry.CRC:
            raise BrokenMember

    def _raw(self, entry: zipfile.ZipInfo) -> Iterator[bytes]:
        self._file.seek(entry.header_offset)
        magic, name, extra = LOCAL_HEADER.unpack(self._file.read(LOCAL_HEADER.size))
        if magic != b"PK\x03\x04":
            raise BrokenMember
        self._file.seek(name + extra, 1)
        return read_pieces(self._file, entry.compress_size)


def _aes_archive(path: Path) -> Any:
    import pyzipper

    try:
        return pyzipper.AESZipFile(path)
    except MemoryError:
        raise
    except Exception as error:  # whatever the library says of a bad directory
        raise ConversionFailed("The encrypted archive is damaged and cannot be read.", "Fetch it again.") from error


def _is_aes(entry: Any) -> bool:
    """Whether a wrong password would have been noticed before anything was read."""
    return getattr(entry, "wz_aes_version", None) is not None


def _refuse_overlaps(entries: Sequence[zipfile.ZipInfo]) -> None:
    ordered = sorted(entries, key=lambda each: each.header_offset)
    ends = [each.header_offset + LOCAL_HEADER.size + len(each.orig_filename) + each.compress_size for each in ordered]
    for end, (_, after) in zip(ends, pairwise(ordered), strict=False):
        if end > after.header_offset:
            raise ConversionFailed(OVERLAPPING, "If you trust it, unpack it with another program and import what you need.")


def _names(entries: Sequence[zipfile.ZipInfo]) -> list[str]:
    """The names as their bytes say: the library takes every name without the sign for UTF-8 to be of the first PC's encoding."""
    raw = {at: entry.orig_filename.encode("cp437") for at, entry in enumerate(entries) if not entry.flag_bits & UTF8}
    decoded = dict(zip(raw, decode_names(list(raw.values())), strict=True))
    named = [zip_name(raw[at], entry.extra) or decoded[at] if at in raw else entry.orig_filename for at, entry in enumerate(entries)]
    return [plain_name(name) for name in named]


def _modified(entry: zipfile.ZipInfo) -> str:
    year, month, day, hour, minute, _ = entry.date_time
    valid = year > 1980 and 1 <= month <= 12 and 1 <= day <= 31 and hour < 24 and minute < 60
    return f"{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}" if valid else ""
