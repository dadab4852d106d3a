"""Workbooks: each sheet a page, each value as a person would write it."""

from __future__ import annotations

import datetime
import struct
from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment

from desktop.adapters.converters.spreadsheets import cell_text, convert_workbook


def test_sheets_values_and_comments(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    first = workbook.active
    first.title = "Indicators"
    first.append(["value", "seen", "", "known"])
    first.append(["evil|site.example", datetime.datetime(2024, 5, 6), None, True])
    first.append([])
    first.append([198.0, datetime.datetime(2024, 5, 6, 7, 8, 9), None, 0.25])
    first["A1"].comment = Comment("doubtful", "analyst")
    workbook.create_sheet("Empty")
    workbook.properties.created = datetime.datetime(2024, 1, 2, tzinfo=datetime.UTC)
    path = tmp_path / "a.xlsx"
    workbook.save(path)
    workbook.close()
    conversion = convert_workbook(path, "xlsx")
    assert conversion.markdown == (
        "<!-- page: 1 -->\n\n## Indicators\n\n| value | seen | known |\n| --- | --- | --- |\n"
        "| evil\\|site.example | 2024-05-06 | TRUE |\n| 198 | 2024-05-06 07:08:09 | 0.25 |\n\n"
        "<!-- page: 2 -->\n\n## Empty\n\n## Comments\n\n- doubtful\n"
    )
    assert (conversion.pages, conversion.pages_with_text) == (2, 1)
    assert conversion.published == "2024-01-02"


def record(kind: int, data: bytes) -> bytes:
    return struct.pack("<HH", kind, len(data)) + data


def label(row: int, column: int, text: str) -> bytes:
    return record(0x0004, struct.pack("<HH3xB", row, column, len(text)) + text.encode("latin-1"))


def number(row: int, column: int, value: float) -> bytes:
    return record(0x0003, struct.pack("<HH3xd", row, column, value))


def test_legacy_workbooks(tmp_path: Path) -> None:
    start, end = record(0x0009, struct.pack("<HH", 2, 0x10)), record(0x000A, b"")
    path = tmp_path / "a.xls"
    path.write_bytes(start + label(0, 0, "host") + label(0, 1, "hits") + label(1, 0, "evil.example") + number(1, 1, 7.0) + end)
    conversion = convert_workbook(path, "xls")
    assert conversion.markdown.endswith("| host | hits |\n| --- | --- |\n| evil.example | 7 |\n")
    assert conversion.pages == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, ""), (False, "FALSE"), (3, "3"), (3.0, "3"), (3.5, "3.5"), (1e20, "1e+20"), ("x", "x"), (datetime.time(1, 2), "01:02:00")],
)
def test_values(value: object, text: str) -> None:
    assert cell_text(value) == text
