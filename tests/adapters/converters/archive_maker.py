"""Makes archives for the tests, whole and hostile, and opens them as the worker does."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import py7zr
import pyzipper

from desktop.adapters.converters.conversion import convert_file
from desktop.application.ports import Conversion, ConversionLimits, Member

LIMITS = ConversionLimits(seconds=60, memory_bytes=2**31, output_characters=5_000_000, pages=100)

Files = Sequence[tuple[str, bytes]]


def zip_of(files: Files, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return stream.getvalue()


def locked_zip_of(files: Files, password: str) -> bytes:
    stream = io.BytesIO()
    with pyzipper.AESZipFile(stream, "w", compression=pyzipper.ZIP_DEFLATED, encryption=pyzipper.WZ_AES) as archive:
        archive.setpassword(password.encode())
        for name, content in files:
            archive.writestr(name, content)
    return stream.getvalue()


def tar_of(files: Files, extra: Sequence[tarfile.TarInfo] = ()) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, content in files:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime = len(content), 1_700_000_000
            archive.addfile(entry, io.BytesIO(content))
        for entry in extra:
            archive.addfile(entry)
    return stream.getvalue()


def seven_zip_of(files: Files, password: str | None = None, *, hide_names: bool = False) -> bytes:
    stream = io.BytesIO()
    with py7zr.SevenZipFile(stream, "w", password=password, header_encryption=hide_names) as archive:
        for name, content in files:
            archive.writestr(content, name)
    return stream.getvalue()


@dataclass
class Opened:
    """What came of a file, with the folder that its members were taken out into."""

    conversion: Conversion
    folder: Path

    @property
    def contents(self) -> dict[str, bytes | str]:
        """By name what came out of each member, or why nothing did."""
        return {member.name: self._content(member) for member in self.conversion.members}

    def _content(self, member: Member) -> bytes | str:
        if member.path is None:
            return member.reason
        assert member.path.parent == self.folder
        return member.path.read_bytes()


def opened(tmp_path: Path, name: str, content: bytes, passwords: Sequence[str] = (), limits: ConversionLimits = LIMITS) -> Opened:
    """Convert a file of this name and content, its members into a folder `inside`."""
    folder = tmp_path / "inside"
    folder.mkdir(exist_ok=True)
    path = tmp_path / name
    path.write_bytes(content)
    return Opened(convert_file(path, limits, folder, passwords), folder)
