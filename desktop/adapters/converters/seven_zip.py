"""7-Zip archives by py7zr, whose engine gets names of ours and writes into files of ours."""

from __future__ import annotations

import stat
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from py7zr import PasswordRequired, SevenZipFile
from py7zr.exceptions import UnsupportedCompressionMethodError
from py7zr.io import Py7zIO, WriterFactory

from desktop.adapters.converters.archive_contents import Contents, minute_of
from desktop.adapters.converters.archive_names import plain_name
from desktop.adapters.converters.member_folder import DAMAGED, MemberFile, MemberFolder
from desktop.adapters.converters.zip_archive import DEVICE, LINK
from desktop.domain.conversion import Member
from desktop.domain.errors import CofferError, ConversionFailed, PasswordNeeded

MOST_FAULTS = 20
LOST = "It lies behind a damaged part of the archive, and could not be taken out: fetch the archive again."
UNKNOWN_METHOD = "It is compressed in a way that Coffer does not know: unpack the archive with another program and import its files."


def unpack_seven_zip(path: Path, out: MemberFolder, passwords: Sequence[str], contents: Contents) -> None:
    """Take out all files of a 7-Zip archive."""
    reader: _Reader | None = None
    with path.open("rb") as file:
        for password in (None, *passwords):
            reader = _open(file, password)
            if reader is not None and (password is not None or not reader.locked or not passwords) and reader.opens():
                reader.take_all(out, contents)
                return
        if reader is None:
            raise PasswordNeeded("The archive needs a password.", "Import it again and give the password.")
        reader.name_all(out, contents)


@dataclass(frozen=True, slots=True)
class _File:
    at: int
    name: str
    size: int
    modified: str
    checksum: int | None
    refusal: str
    folder: int


def _open(file: BinaryIO, password: str | None) -> _Reader | None:
    """A reader of the archive; None if its list of files needs another password."""
    file.seek(0)
    try:
        return _Reader(SevenZipFile(file, password=password))
    except PasswordRequired:
        return None
    except (CofferError, MemoryError):
        raise
    except Exception as error:  # whatever the library says of a bad archive
        if password is not None:
            return None
        if isinstance(error, UnsupportedCompressionMethodError):
            raise ConversionFailed(UNKNOWN_METHOD) from error
        raise ConversionFailed("The archive is damaged or incomplete and cannot be read.", "Fetch it again.") from error


class _Reader:
    def __init__(self, archive: SevenZipFile) -> None:
        self._archive = archive
        self.locked = bool(archive.needs_password())
        self._files = [_described(at, each) for at, each in enumerate(archive.files) if not each.is_directory]
        for at, each in enumerate(archive.files.files_list):
            each["filename"] = str(at)  # the library refuses names that it finds dangerous, and takes equal ones for one file

    def opens(self) -> bool:
        """Whether what is locked can be read with the password given: the smallest file shows."""
        filled = [each for each in self._files if each.size and not each.refusal]
        if not self.locked or not filled:
            return True
        probe = min(filled, key=lambda each: each.size)
        try:
            self._extract({probe.at}, _Probe())
        except Exception:  # noqa: BLE001 - the wrong password makes bytes of which any engine may say anything
            return False
        return True

    def take_all(self, out: MemberFolder, contents: Contents) -> None:
        """Take out every file; where one is damaged, the others that do not depend on it."""
        taken = {each.at: out.refuse(each.name, each.refusal) for each in self._files if each.refusal}
        waiting = [each for each in self._files if not each.refusal]
        for _ in range(MOST_FAULTS):
            waiting = self._take(waiting, out, taken)
            if not waiting:
                break
        taken |= {each.at: out.fail(each.name, LOST) for each in waiting}
        for each in self._files:
            contents.add(taken[each.at], each.size, each.modified)

    def name_all(self, out: MemberFolder, contents: Contents) -> None:
        """Name every file, for none can be opened."""
        for each in self._files:
            member = out.refuse(each.name, each.refusal) if each.refusal else out.lock(each.name)
            contents.add(member, each.size, each.modified)

    def _take(self, files: list[_File], out: MemberFolder, taken: dict[int, Member]) -> list[_File]:
        """Take files out until one is damaged; those that are left and lie in another stream than that one."""
        if not out.taking_out:
            taken |= {each.at: out.take(each.name, ()) for each in files}
            return []
        writing = _Writing(out, {each.at: each for each in files})
        try:
            self._extract({each.at for each in files}, writing)
        except (CofferError, MemoryError):
            writing.close()
            raise
        except Exception as error:  # noqa: BLE001 - whatever the library says of a bad archive
            reason = UNKNOWN_METHOD if isinstance(error, UnsupportedCompressionMethodError) else DAMAGED
            taken |= writing.finish()
            left = [each for each in files if each.at not in taken]
            broken = writing.broken if writing.broken is not None else left[0] if left else None
            lost = [each for each in left if broken is not None and each.folder == broken.folder]
            taken |= {each.at: out.fail(each.name, reason if each is broken else LOST) for each in lost}
            return [each for each in left if each not in lost]
        taken |= writing.finish()
        taken |= {each.at: out.fail(each.name) for each in files if each.at not in taken}
        return []

    def _extract(self, places: set[int], writing: WriterFactory) -> None:
        self._archive.reset()
        self._archive.extract(targets={str(at) for at in places}, factory=writing)


class _Writing(WriterFactory):
    """The files that the engine writes; it begins one after the other."""

    def __init__(self, out: MemberFolder, files: dict[int, _File]) -> None:
        self._out = out
        self._files = files
        self._written: dict[int, _Output] = {}
        self.broken: _File | None = None

    def create(self, filename: str) -> Py7zIO:
        """The file of the member that has this number for its name."""
        at = int(filename.rpartition("/")[2])
        output = self._written[at] = _Output(self._out.begin(self._files[at].name))
        return output

    def finish(self) -> dict[int, Member]:
        """What was written whole; the one that was not is `broken`."""
        members: dict[int, Member] = {}
        for at, output in self._written.items():
            file = self._files[at]
            if output.written == file.size and file.checksum in (None, output.checksum):
                members[at] = output.file.finish()
            else:
                self._out.forget(output.file)
                self.broken = self.broken or file
        return members

    def close(self) -> None:
        """Close all files, whatever became of them."""
        for output in self._written.values():
            output.file.close()


class _Output(Py7zIO):
    def __init__(self, file: MemberFile) -> None:
        self.file = file
        self.written = 0
        self.checksum = 0

    def write(self, s: bytes | bytearray) -> int:
        self.file.write(bytes(s))
        self.written += len(s)
        self.checksum = zlib.crc32(s, self.checksum)
        return len(s)

    def read(self, size: int | None = None) -> bytes:  # noqa: ARG002
        return b""

    def seek(self, offset: int, whence: int = 0) -> int:  # noqa: ARG002
        return 0

    def flush(self) -> None:
        pass

    def size(self) -> int:
        return self.written

    def close(self) -> None:
        self.file.close()  # there may be more members than files that can be open


class _Probe(WriterFactory):
    def create(self, filename: str) -> Py7zIO:  # noqa: ARG002
        return _Nothing()


class _Nothing(Py7zIO):
    def write(self, s: bytes | bytearray) -> int:
        return len(s)

    def read(self, size: int | None = None) -> bytes:  # noqa: ARG002
        return b""

    def seek(self, offset: int, whence: int = 0) -> int:  # noqa: ARG002
        return 0

    def flush(self) -> None:
        pass

    def size(self) -> int:
        return 0


def _described(at: int, entry: Any) -> _File:
    modified = ""
    with suppress(Exception):  # a time that is none
        modified = minute_of(entry.lastwritetime.totimestamp()) if entry.lastwritetime is not None else ""
    kind = entry.st_fmt
    refusal = LINK if entry.is_symlink or entry.is_junction else DEVICE if kind and not stat.S_ISREG(kind) else ""
    folder = 0 if entry.emptystream else id(entry.folder)
    return _File(at, plain_name(str(entry.filename)), int(entry.uncompressed or 0), modified, entry.crc32, refusal, folder)
