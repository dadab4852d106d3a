"""PowerPoint 97–2003 presentations (.ppt): the text of their slides and notes, from the records of their stream (MS-PPT)."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from desktop.domain.conversion import Conversion
from desktop.domain.document import page_mark
from desktop.domain.errors import ConversionFailed, PasswordNeeded

CONVERTER = "coffer-ppt 1"
HINT = "Open it in PowerPoint or LibreOffice and save it as PPTX or PDF."
RECORD = struct.Struct("<HHI")
CONTAINER = 0xF
SLIDE, NOTES, NOTES_HEAD, PLACE, MASTER = 1006, 1008, 1009, 1011, 1016
TEXT_KIND, TEXT_WIDE, TEXT_NARROW, OUTLINE_TEXT, SLIDE_TEXTS = 3999, 4000, 4008, 3998, 4080
EDIT, DIRECTORY = 4085, 6002
TITLES = frozenset({0, 6})
SLIDES_LIST, NOTES_LIST = 0, 2
ENCRYPTED = 0xF3D1C4DF
DEEPEST = 40
MOST_EDITS = 10_000


@dataclass(frozen=True, slots=True)
class _Record:
    kind: int
    instance: int
    start: int
    end: int
    container: bool


@dataclass(slots=True)
class _Slide:
    place: int
    number: int
    outline: list[tuple[bool, str]] = field(default_factory=list)


def convert_ppt(path: Path) -> Conversion:
    """The Markdown of a legacy presentation, each slide a page; where its tables are damaged, all its text as it comes."""
    import olefile

    try:
        with olefile.OleFileIO(str(path)) as container:
            data = container.openstream("PowerPoint Document").read()
            user = container.openstream("Current User").read() if container.exists("Current User") else b""
    except MemoryError:
        raise
    except Exception as error:  # whatever the library says of a damaged container
        raise ConversionFailed("The presentation is damaged and cannot be read.", HINT) from error
    try:
        slides = _Presentation(data, user).slides()
    except (struct.error, KeyError, ValueError, IndexError):
        slides = []
    if not slides:
        return _unordered(data)
    parts = [f"{page_mark(number)}\n\n{body}".strip() for number, body in enumerate(slides, 1)]
    empty = tuple(number for number, body in enumerate(slides, 1) if not body)
    return Conversion("\n\n".join(parts) + "\n", "ppt", CONVERTER, pages=len(slides), empty_pages=empty)


def _unordered(data: bytes) -> Conversion:
    texts = [text for _, text in _texts(data, 0, len(data), {})]
    if not texts:
        raise ConversionFailed("No text was found in the presentation: it is damaged, or older than PowerPoint 97.", HINT)
    warning = "Its slides could not be told apart; all text that was found follows in the order of the file."
    return Conversion("\n\n".join(texts) + "\n", "ppt", CONVERTER, warnings=(warning,))


class _Presentation:
    """A stream of records, in which a directory says where the newest version of each slide stands."""

    def __init__(self, data: bytes, user: bytes) -> None:
        self._data = data
        token, edit = struct.unpack_from("<II", user, 12)
        if token == ENCRYPTED:
            raise PasswordNeeded("The presentation needs a password.", "Import it again and give the password.")
        self._places: dict[int, int] = {}
        self._document = self._read_edits(edit)

    def slides(self) -> list[str]:
        """The Markdown of each slide, its notes behind it."""
        document = _record(self._data, self._places[self._document])
        found = self._listed(document, SLIDES_LIST)
        notes = self._notes(document)
        return ["\n\n".join([*self._slide(each), *notes.get(each.number, [])]) for each in found]

    def _read_edits(self, edit: int) -> int:
        """Gather the directory from the last edit back to the first; the number of the document's record."""
        document: int | None = None
        seen: set[int] = set()
        while edit and edit not in seen and len(seen) < MOST_EDITS:
            seen.add(edit)
            if _record(self._data, edit).kind != EDIT:
                raise ValueError(edit)
            before, directory, number = struct.unpack_from("<III", self._data, edit + 16)
            document = number if document is None else document
            self._read_directory(_record(self._data, directory))
            edit = before
        if document is None:
            raise ValueError(edit)
        return document

    def _read_directory(self, directory: _Record) -> None:
        if directory.kind != DIRECTORY:
            raise ValueError(directory.kind)
        at = directory.start
        while at + 4 <= directory.end:
            (packed,) = struct.unpack_from("<I", self._data, at)
            first, count = packed & 0xFFFFF, packed >> 20
            for step, place in enumerate(struct.unpack_from(f"<{count}I", self._data, at + 4)):
                self._places.setdefault(first + step, place)
            at += 4 + 4 * count

    def _listed(self, document: _Record, wanted: int) -> list[_Slide]:
        """The slides or notes of a list, with the texts of their outline."""
        found: list[_Slide] = []
        for texts in _children(self._data, document.start, document.end):
            if texts.kind != SLIDE_TEXTS or texts.instance != wanted:
                continue
            kind = -1
            for record in _children(self._data, texts.start, texts.end):
                if record.kind == PLACE:
                    place, _, _, number = struct.unpack_from("<IIiI", self._data, record.start)
                    found.append(_Slide(place, number))
                elif record.kind == TEXT_KIND:
                    (kind,) = struct.unpack_from("<I", self._data, record.start)
                elif found and (text := _text(self._data, record)):
                    found[-1].outline.append((kind in TITLES, text))
                    kind = -1
        return found

    def _slide(self, slide: _Slide) -> Iterator[str]:
        outline = {number: ("## " + " ".join(text.split()) if title else text) for number, (title, text) in enumerate(slide.outline)}
        record = _record(self._data, self._places[slide.place])
        used: set[int] = set()
        placed = list(_texts(self._data, record.start, record.end, outline, used))
        loose = [text for number, text in outline.items() if number not in used]
        boxes = [text for _, text in placed]
        yield from [*boxes, *loose] if used else [*loose, *boxes]

    def _notes(self, document: _Record) -> dict[int, list[str]]:
        notes: dict[int, list[str]] = {}
        for each in self._listed(document, NOTES_LIST):
            record = _record(self._data, self._places[each.place])
            head = next((inner for inner in _children(self._data, record.start, record.end) if inner.kind == NOTES_HEAD), None)
            outline = {number: text for number, (_, text) in enumerate(each.outline)}
            texts = [text for _, text in _texts(self._data, record.start, record.end, outline)]
            if head is not None and (spoken := [text for text in texts if text.strip("*")]):
                (slide,) = struct.unpack_from("<I", self._data, head.start)
                notes.setdefault(slide, []).append("\n\n".join(["### Notes", *spoken]))
        return notes


def _texts(
    data: bytes, start: int, end: int, outline: dict[int, str], used: set[int] | None = None, depth: int = 0
) -> Iterator[tuple[int, str]]:
    """The texts of the records in a stretch, with their places; a reference gives the text of the outline that it names."""
    for record in _children(data, start, end):
        if record.container and record.kind != MASTER and depth < DEEPEST:
            yield from _texts(data, record.start, record.end, outline, used, depth + 1)
        elif record.kind == OUTLINE_TEXT:
            (number,) = struct.unpack_from("<I", data, record.start)
            if number in outline:
                if used is not None:
                    used.add(number)
                yield record.start, outline[number]
        elif text := _text(data, record):
            yield record.start, text


def _text(data: bytes, record: _Record) -> str:
    if record.kind == TEXT_WIDE:
        text = data[record.start : record.end].decode("utf-16-le", "replace")
    elif record.kind == TEXT_NARROW:
        text = data[record.start : record.end].decode("latin-1")
    else:
        return ""
    text = text.replace("\r", "\n\n").replace("\x0b", "  \n")
    return re.sub(r"[\x00-\x08\x0c-\x1f]", "", text).strip()


def _children(data: bytes, start: int, end: int) -> Iterator[_Record]:
    at = start
    while at + RECORD.size <= min(end, len(data)):
        record = _record(data, at)
        if record.end > end:
            return
        yield record
        at = record.end


def _record(data: bytes, at: int) -> _Record:
    head, kind, size = RECORD.unpack_from(data, at)
    return _Record(kind, head >> 4, at + RECORD.size, at + RECORD.size + size, head & 0xF == CONTAINER)
