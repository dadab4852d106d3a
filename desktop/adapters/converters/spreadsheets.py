"""Workbooks, each sheet a page with its rows as a table."""

from __future__ import annotations

import datetime
import io
from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop.adapters.converters.markdown_tables import markdown_table
from desktop.adapters.converters.markitdown import REPAIR_HINT, check_unpacked_size
from desktop.adapters.converters.office_parts import with_left_out_parts
from desktop.application.ports import Conversion
from desktop.domain.document import page_mark
from desktop.domain.errors import ConversionFailed

CONVERTER = "coffer-sheets 1"

Sheet = tuple[str, list[list[str]]]


def convert_workbook(path: Path, kind: str) -> Conversion:
    """The Markdown of an Excel workbook, `xlsx` or `xls`."""
    try:
        sheets, published = _read_xlsx(path) if kind == "xlsx" else _read_xls(path)
    except (ConversionFailed, MemoryError):
        raise
    except Exception as error:  # whatever an engine raises on a bad file is that file's fault
        raise ConversionFailed(
            f"The workbook is damaged: {type(error).__name__} {str(error)[:160]}".rstrip(" .") + ".", REPAIR_HINT
        ) from error
    conversion = sheets_as_pages(sheets, kind, CONVERTER, published)
    return replace(conversion, markdown=with_left_out_parts(conversion.markdown, path)) if kind == "xlsx" else conversion


def sheets_as_pages(sheets: list[Sheet], kind: str, converter: str, published: str | None = None) -> Conversion:
    """Sheets one after the other, each under its page mark and name."""
    parts = [f"{page_mark(number)}\n\n## {name}\n\n{_table(rows)}".rstrip() for number, (name, rows) in enumerate(sheets, 1)]
    return Conversion(
        "\n\n".join(parts) + "\n",
        kind,
        converter,
        pages=len(sheets),
        empty_pages=tuple(number for number, (_, rows) in enumerate(sheets, 1) if not rows),
        published=published,
    )


def _table(rows: list[list[str]]) -> str:
    """Rows without the empty ones and without columns that are empty throughout."""
    rows = [row for row in rows if any(row)]
    used = sorted({column for row in rows for column, text in enumerate(row) if text})
    return markdown_table([[row[column] if column < len(row) else "" for column in used] for row in rows]) if rows else ""


def _read_xlsx(path: Path) -> tuple[list[Sheet], str | None]:
    import openpyxl

    check_unpacked_size(path)
    workbook = openpyxl.load_workbook(io.BytesIO(path.read_bytes()), read_only=True, data_only=True, keep_links=False)
    try:
        sheets: list[Sheet] = []
        for sheet in workbook:
            if hasattr(sheet, "reset_dimensions"):  # what a file says of its size may be wrong
                sheet.reset_dimensions()
            values = sheet.iter_rows(values_only=True) if hasattr(sheet, "iter_rows") else ()
            sheets.append((sheet.title, [[cell_text(value) for value in row] for row in values]))
        created = workbook.properties.created
    finally:
        workbook.close()
    return sheets, created.date().isoformat() if created else None


def _read_xls(path: Path) -> tuple[list[Sheet], str | None]:
    import xlrd

    with xlrd.open_workbook(file_contents=path.read_bytes(), on_demand=True, logfile=io.StringIO()) as workbook:
        sheets = []
        for name in workbook.sheet_names():
            sheet = workbook.sheet_by_name(name)
            rows = [[_xls_text(cell, workbook.datemode) for cell in sheet.row(index)] for index in range(sheet.nrows)]
            sheets.append((name, rows))
    return sheets, None


def _xls_text(cell: Any, datemode: int) -> str:
    import xlrd

    if cell.ctype == xlrd.XL_CELL_DATE:
        try:
            return cell_text(xlrd.xldate_as_datetime(cell.value, datemode))
        except (ValueError, OverflowError):
            return cell_text(cell.value)
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return cell_text(bool(cell.value))
    return cell_text(xlrd.error_text_from_code.get(cell.value, "") if cell.ctype == xlrd.XL_CELL_ERROR else cell.value)


def cell_text(value: object) -> str:
    """A cell's value as a person would write it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ")
    return str(value)
