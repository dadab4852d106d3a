"""Tracked changes of a Word document, made text that says what it is: inserted words and deleted ones are both kept and marked."""

from __future__ import annotations

import io
import re
import zipfile
from typing import BinaryIO

PART = re.compile(r"word/(?:document|footnotes|endnotes)\.xml")
INSERTED = re.compile(rb"<w:(ins|moveTo)( [^<>]*[^/<>]|)>")
DELETED = re.compile(rb"<w:(del|moveFrom)( [^<>]*[^/<>]|)>")
INSERTED_END, DELETED_END = re.compile(rb"</w:(?:ins|moveTo)>"), re.compile(rb"</w:(?:del|moveFrom)>")
DELETED_MARK = re.compile(rb"<w:del(?: [^<>]*)?/>")
"""That the end of a paragraph was deleted: a reader that joins it with the next loses it where none follows."""
RUN = b'<w:r><w:t xml:space="preserve">%s</w:t></w:r>'


def with_changes_marked(stream: BinaryIO) -> BinaryIO:
    """The document with its changes as marked text; the stream itself if it has none."""
    with zipfile.ZipFile(stream) as archive:
        changed = {name: data for name in archive.namelist() if PART.fullmatch(name) and _has_changes(data := archive.read(name))}
        if not changed:
            stream.seek(0)
            return stream
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as copy:
            for entry in archive.infolist():
                copy.writestr(entry.filename, _marked(changed[entry.filename]) if entry.filename in changed else archive.read(entry))
    out.seek(0)
    return out


def _has_changes(data: bytes) -> bool:
    return any(pattern.search(data) for pattern in (INSERTED, DELETED, DELETED_MARK))


def _marked(data: bytes) -> bytes:
    """Deletions become insertions, which Word readers read, and both say in their own words what they are."""
    data = DELETED_MARK.sub(b"", data)
    data = INSERTED.sub(lambda match: match[0] + RUN % b"[inserted: ", data)
    data = DELETED.sub(lambda match: b"<w:ins" + match[2] + b">" + RUN % b"[deleted: ", data)
    data = INSERTED_END.sub(lambda match: RUN % b"]" + match[0], data)
    data = DELETED_END.sub(RUN % b"]" + b"</w:ins>", data)
    return data.replace(b"<w:delText", b"<w:t").replace(b"</w:delText>", b"</w:t>")
