"""Archives as documents that list their members, which are taken out beside."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from desktop.adapters.converters.archive_contents import Contents
from desktop.adapters.converters.archive_names import plain_name
from desktop.adapters.converters.decompression import bunzipped, gunzipped, read_pieces, unxzed, unzstded
from desktop.adapters.converters.markdown_tables import NumberedRow, table_sections
from desktop.adapters.converters.member_folder import MemberFolder
from desktop.adapters.converters.tar_archive import BLOCK, is_tar, unpack_tar
from desktop.domain.conversion import Conversion
from desktop.domain.errors import ConversionFailed

CONVERTER = "coffer-archive 1"
COMPRESSED: dict[str, Callable[[Iterable[bytes]], Iterator[bytes]]] = {
    "gz": gunzipped,
    "bz2": bunzipped,
    "xz": unxzed,
    "zst": unzstded,
}
NAMES = {"zip": "ZIP", "tar": "TAR", "7z": "7-Zip", "gz": "gzip", "bz2": "bzip2", "xz": "xz", "zst": "Zstandard"}
TAR_NAMES = {"tgz": ".tar", "tbz2": ".tar", "txz": ".tar", "tzst": ".tar"}
GZIP_EXTRA, GZIP_NAME = 4, 8


def convert_archive(path: Path, kind: str, out: MemberFolder, passwords: Sequence[str]) -> Conversion:
    """The list of what an archive holds; ConversionFailed if it is damaged as a whole, or more than the limits allow."""
    contents = Contents()
    with out:
        if kind == "zip":
            from desktop.adapters.converters.zip_archive import unpack_zip

            unpack_zip(path, out, passwords, contents)
        elif kind == "7z":
            from desktop.adapters.converters.seven_zip import unpack_seven_zip

            unpack_seven_zip(path, out, passwords, contents)
        else:
            kind = _unpack_stream(path, kind, out, contents)
    return Conversion(
        _markdown(kind, contents),
        kind,
        CONVERTER,
        truncated=contents.cut,
        warnings=tuple(dict.fromkeys(contents.warnings)),
        members=tuple(listed.member for listed in contents.files),
    )


def _unpack_stream(path: Path, kind: str, out: MemberFolder, contents: Contents) -> str:
    """Take out what a compressed file or a tar holds; which of them it is."""
    with path.open("rb") as file:
        pieces = COMPRESSED[kind](read_pieces(file)) if kind in COMPRESSED else read_pieces(file)
        pieces, head = _with_head(pieces)
        if is_tar(head):
            unpack_tar(pieces, out, contents)
            return "tar"
        if kind == "tar":
            raise ConversionFailed("The archive is damaged or incomplete, and nothing in it can be read.", "Fetch it again.")
        member = out.take(_inner_name(path, kind), pieces)
    if member.failed:
        raise ConversionFailed("The compressed file is damaged or incomplete and cannot be unpacked whole.", "Fetch it again.")
    contents.add(member)
    return kind


def _with_head(pieces: Iterator[bytes]) -> tuple[Iterator[bytes], bytes]:
    """The same pieces, and what they begin with; a fault on the way comes when the pieces are read."""
    read: list[bytes] = []
    fault: Exception | None = None
    try:
        while sum(map(len, read)) < BLOCK:
            read.append(next(pieces))
    except StopIteration:
        pass
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - it is raised again where it can be told of the member
        fault = error

    def again() -> Iterator[bytes]:
        yield from read
        if fault is not None:
            raise fault
        yield from pieces

    return again(), b"".join(read)


def _inner_name(path: Path, kind: str) -> str:
    """The name of a compressed file before it was: as gzip kept it, else its own without the last suffix."""
    kept = _gzip_name(path) if kind == "gz" else ""
    suffix = path.suffix.lower().lstrip(".")
    if kept or not suffix:
        return kept or path.name
    return path.stem + TAR_NAMES.get(suffix, "") if suffix in (*COMPRESSED, *TAR_NAMES) or suffix == kind else path.name


def _gzip_name(path: Path) -> str:
    with path.open("rb") as file:
        head = file.read(4096)
    at = 10
    if len(head) < at or not head[3] & GZIP_NAME:
        return ""
    if head[3] & GZIP_EXTRA:
        at += 2 + int.from_bytes(head[10:12], "little")
    name, end, _ = head[at:].partition(b"\x00")
    return plain_name(name.decode("utf-8", "replace")).rpartition("/")[2] if end else ""


def _markdown(kind: str, contents: Contents) -> str:
    count = len(contents.files)
    holds = f"{count:,} file{'' if count == 1 else 's'}" if count else "no files"
    parts = [f"{'An' if kind == 'xz' else 'A'} {NAMES[kind]} {'archive' if kind in ('zip', 'tar', '7z') else 'file'} with {holds}."]
    if contents.comment.strip():
        parts.append(f"Its comment: {contents.comment.strip()}")
    rows = [NumberedRow(0, ("Name", "Size", "Modified"))]
    for number, listed in enumerate(contents.files, 1):
        size = "" if listed.size is None else f"{listed.size:,}"
        rows.append(NumberedRow(number, (listed.member.name or f"member {number}", size, listed.modified)))
    return "\n\n".join([*parts, *([table_sections(rows, level=2)] if count else [])]) + "\n"
