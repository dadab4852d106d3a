"""Documents, chunks and vectors that can be worked out by eye."""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from math import sqrt
from typing import Any

from desktop.application.ports import FileStamp, IndexWriter
from desktop.domain.chunk import Chunk
from desktop.domain.document import Document
from desktop.domain.vector import Vector

STAMP = FileStamp(10, 20)


def a_document(name: str, title: str = "", **fields: Any) -> Document:
    """A document called `name`, imported on 2 March 2024."""
    given = {"converter": "text 1", "imported_at": "2024-03-02T08:00:00Z", "source_format": "md", "source_sha256": f"sha-{name}", **fields}
    return Document(id=name, title=title or name, source_filename=f"{name}.md", **given)


def paragraphs(body: str) -> list[Chunk]:
    """A chunk for each paragraph."""
    found = re.finditer(r"(?s)\S.*?(?=\n\n|\s*\Z)", body)
    return [Chunk(position, match.start(), match.end(), match[0]) for position, match in enumerate(found)]


def put(writer: IndexWriter, name: str, body: str, title: str = "", **fields: Any) -> None:
    """Index a document of paragraphs."""
    writer.put_document(a_document(name, title, **fields), body, paragraphs(body), STAMP)


def unit(*numbers: float) -> Vector:
    """The unit vector in a direction."""
    length = sqrt(sum(number * number for number in numbers))
    return struct.pack(f"<{len(numbers)}f", *(number / length for number in numbers))


def names(found: Sequence[Any]) -> list[tuple[str, int]]:
    """(document, position) of what was found, in order."""
    return [(each.document_id, each.position) for each in found]
