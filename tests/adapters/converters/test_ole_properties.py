"""Legacy properties: in the code page of the file, believed where a person wrote them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any

from desktop.adapters.converters.ole_properties import ole_properties
from desktop.adapters.converters.stated import FILE_MADE, Found, Stated


@dataclass
class Metadata:
    title: object = None
    author: object = None
    create_time: object = None
    codepage: object = None


class Container:
    def __init__(self, metadata: Metadata) -> None:
        self._metadata = metadata

    def get_metadata(self) -> Metadata:
        return self._metadata


def read(**values: Any) -> Stated:
    return ole_properties(Container(Metadata(**values)))  # type: ignore[arg-type]


def test_texts_are_read_in_the_code_page_of_the_file() -> None:
    stated = read(title="Отчёт о группе".encode("cp1251"), author="Анна Соль".encode("cp1251"), codepage=1251)
    assert (stated.title, stated.author) == (Found("Отчёт о группе", "the file's properties"), Found("Анна Соль", "the file's properties"))
    assert read(title="Rapport é".encode(), codepage=65001).title == Found("Rapport é", "the file's properties")
    assert read(title=b"Plain title", codepage=99999).title == Found("Plain title", "the file's properties")


def test_the_day_of_creation_is_weak_and_must_be_one() -> None:
    assert read(create_time=datetime.datetime(2024, 5, 6)).published == Found("2024-05-06", FILE_MADE)
    assert read(create_time=datetime.datetime(1601, 1, 1)).published is None


def test_what_programs_write_is_nothing() -> None:
    assert read(title=b"Untitled", author=b"admin", create_time=None) == Stated()
