"""Workbooks: each sheet a page, each value as a person would write it."""

from __future__ import annotations

import datetime
import struct
import zipfile
from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill

from desktop.adapters.converters.spreadsheets import cell_text, convert_workbook
from desktop.domain.errors import ConversionFailed, UnsupportedFormat
from desktop.domain.quality import Flag, FlagKind


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
        "<!-- page: 2 -->\n\n## Empty\n\n## Comments\n\n- A1: doubtful\n"
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


def sheet_file(path: Path, sheet: str) -> None:
    """A workbook whose first sheet's XML is written by hand."""
    workbook = openpyxl.Workbook()
    workbook.save(path)
    workbook.close()
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["xl/worksheets/sheet1.xml"] = f'<worksheet xmlns="{SHEET_NAMES}">{sheet}</worksheet>'.encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)


SHEET_NAMES = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def test_formulas_are_their_value_and_their_text_where_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    cells = '<c r="A1"><f>1+2</f><v>3</v></c><c r="B1"><f>SUM(A1:A9)</f></c><c r="C1" t="e"><f>1/0</f><v>#DIV/0!</v></c>'
    inline = '<c r="A2" t="inlineStr"><is><t>written </t></is></c><c r="C2" t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>'
    sheet_file(path, f"<sheetData><row r='1'>{cells}</row><row r='2'>{inline}</row></sheetData>")
    assert convert_workbook(path, "xlsx").markdown.endswith("| 3 | =SUM(A1:A9) | #DIV/0! |\n| --- | --- | --- |\n| written |  | inline |\n")


def test_what_the_workbook_hides_is_read_and_noted(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    for row in (["host", "note", "by"], ["a.example", "x", "me"], ["b.example", "y", "me"], ["c.example", "z", "me"]):
        sheet.append(row)
    sheet.row_dimensions[2].hidden = sheet.row_dimensions[3].hidden = True
    sheet.column_dimensions["B"].hidden = True
    sheet.merge_cells("A4:B4")
    other = workbook.create_sheet("Secret")
    other.append(["kept"])
    other.sheet_state = "veryHidden"
    path = tmp_path / "a.xlsx"
    workbook.save(path)
    workbook.close()
    markdown = convert_workbook(path, "xlsx").markdown
    assert "## Sheet\n\nHidden in the original: rows 2–3 and column B.\n\n| host | note | by |\n" in markdown
    assert "| b.example | y | me |\n| c.example |  | me |\n" in markdown
    assert markdown.endswith("## Secret (hidden sheet)\n\n| kept |\n| --- |\n")


def test_text_that_nobody_sees_is_kept_and_flagged(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.append(["seen", "white on nothing", "white on blue", "in no format"])
    white = Font(color="FFFFFFFF")
    sheet["B1"].font = sheet["C1"].font = white
    sheet["C1"].fill = PatternFill("solid", fgColor="FF0000FF")
    sheet["D1"].number_format = ";;;"
    path = tmp_path / "a.xlsx"
    workbook.save(path)
    workbook.close()
    conversion = convert_workbook(path, "xlsx")
    assert conversion.flags == (Flag(FlagKind.HIDDEN_TEXT, "white on nothing"), Flag(FlagKind.HIDDEN_TEXT, "in no format"))
    assert "| seen | white on nothing | white on blue | in no format |" in conversion.markdown


def test_a_binary_workbook_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsb"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.bin", b"\x83\x01\x00")
    with pytest.raises(UnsupportedFormat, match="binary Excel workbook"):
        convert_workbook(path, "xlsx")


def test_more_sheets_than_one_file_may_have_are_refused(tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    workbook.create_sheet("Second")
    workbook.save(tmp_path / "a.xlsx")
    workbook.close()
    with pytest.raises(ConversionFailed, match="It has 2 sheets, more than the 1 that one file may have"):
        convert_workbook(tmp_path / "a.xlsx", "xlsx", max_pages=1)
