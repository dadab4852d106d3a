"""The summary information of legacy Office files."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from desktop.adapters.converters.dates import believable_day
from desktop.adapters.converters.office_properties import NO_TITLE, is_author
from desktop.adapters.converters.stated import FILE_MADE, Found, Stated

if TYPE_CHECKING:
    from olefile import OleFileIO

WHERE = "the file's properties"


def ole_properties(container: OleFileIO) -> Stated:
    """Title, author and day of creation; texts are in the code page that the file names."""
    stated = container.get_metadata()
    codepage = stated.codepage if isinstance(stated.codepage, int) else 1252
    title, author = (_text(each, codepage) for each in (stated.title, stated.author))
    made = stated.create_time
    day = believable_day(made.year, made.month, made.day) if hasattr(made, "year") else None
    return Stated(
        title=Found(title, WHERE) if len(title) > 2 and not NO_TITLE.match(title) else None,
        author=Found(author, WHERE) if is_author(author) else None,
        published=Found(day, FILE_MADE) if day else None,
    )


def _text(value: object, codepage: int) -> str:
    if not isinstance(value, bytes):
        return " ".join(value.split()) if isinstance(value, str) else ""
    name = "utf-8" if codepage in (65001, -535) else f"cp{codepage % 65536}"
    try:
        codecs.lookup(name)
    except LookupError:
        name = "cp1252"
    return " ".join(value.decode(name, "replace").replace("\x00", "").split())
