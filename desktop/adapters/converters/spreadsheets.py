"""Workbooks, each sheet a page with its rows as tables."""

from __future__ import annotations

import datetime
import io
import warnings
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from desktop.adapters.converters.markdown_tables import NumberedRow, column_letters, table_sections
from desktop.adapters.converters.markitdown import REPAIR_HINT, check_unpacked_size
from desktop.adapters.converters.office_parts import with_left_out_parts
from desktop.adapters.converters.office_properties import read_office_properties
from desktop.domain.conversion import Conversion
from desktop.domain.document import page_mark
from desktop.domain.errors import ConversionFailed, UnsupportedFormat
from desktop.domain.quality import Flag, FlagKind

CONVERTER = "coffer-sheets 2"
MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet's rows, what of it its program hides, and the texts in it that cannot be seen."""

    name: str
    rows: Sequence[NumberedRow]
    hidden: bool = False
    hidden_rows: tuple[int, ...] = ()
    hidden_columns: tuple[int, ...] = ()
    unseen: tuple[str, ...] = ()


def convert_workbook(path: Path, kind: str, max_pages: int | None = None) -> Conversion:
    """The Markdown of an Excel workbook, `xlsx` or `xls`."""
    try:
        with warnings.catch_warnings(record=True):
            warnings.simplefilter("always")
            sheets = _read_xlsx(path) if kind == "xlsx" else _read_xls(path)
    except (ConversionFailed, MemoryError):
        raise
    except Exception as error:  # whatever an engine raises on a bad file is that file's fault
        raise ConversionFailed("The workbook is damaged.", REPAIR_HINT) from error
    refuse_too_many(len(sheets), max_pages, "sheets")
    conversion = sheets_as_pages(sheets, kind, CONVERTER)
    if kind != "xlsx":
        return conversion
    markdown = with_left_out_parts(conversion.markdown, path)
    return read_office_properties(path).given_to(replace(conversion, markdown=markdown))


def refuse_too_many(count: int, most: int | None, what: str) -> None:
    """Refuse a file with more pages of its kind than one file may have."""
    if most is not None and count > most:
        raise ConversionFailed(
            f"It has {count:,} {what}, more than the {most:,} that one file may have.",
            "Raise imports.max_pages in the vault's settings, or split the file.",
        )


def sheets_as_pages(sheets: Sequence[Sheet], kind: str, converter: str) -> Conversion:
    """Sheets one after the other, each under its page mark and name."""
    parts = [f"{page_mark(number)}\n\n{_sheet_markdown(sheet)}" for number, sheet in enumerate(sheets, 1)]
    filled = [any(map(any, (row.cells for row in sheet.rows))) for sheet in sheets]
    return Conversion(
        "\n\n".join(parts) + "\n",
        kind,
        converter,
        pages=len(sheets),
        empty_pages=tuple(number for number, has_text in enumerate(filled, 1) if not has_text),
        tables=sum(filled),
        flags=tuple(Flag(FlagKind.HIDDEN_TEXT, text) for sheet in sheets for text in sheet.unseen),
    )


def _sheet_markdown(sheet: Sheet) -> str:
    heading = f"## {sheet.name}{' (hidden sheet)' if sheet.hidden else ''}"
    hidden = [_named("row", list(map(str, sheet.hidden_rows)), sheet.hidden_rows)]
    hidden.append(_named("column", list(map(column_letters, sheet.hidden_columns)), sheet.hidden_columns))
    note = f"Hidden in the original: {' and '.join(filter(None, hidden))}." if any(hidden) else ""
    return "\n\n".join(filter(None, (heading, note, table_sections(sheet.rows, sheet.name))))


def _named(what: str, names: Sequence[str], numbers: Sequence[int]) -> str:
    """`rows 3–5 and 9`, at most twenty runs of them."""
    if not numbers:
        return ""
    breaks = [0, *(at + 1 for at, (one, other) in enumerate(pairwise(numbers)) if other != one + 1), len(numbers)]
    runs = [names[first] if last - first == 1 else f"{names[first]}–{names[last - 1]}" for first, last in pairwise(breaks)]
    more = [f"{len(runs) - MOST_NAMED} more runs"] if len(runs) > MOST_NAMED else []
    return f"{what}{'s' if len(numbers) > 1 else ''} {', '.join([*runs[:MOST_NAMED], *more])}"


def _read_xlsx(path: Path) -> list[Sheet]:
    import openpyxl

    check_unpacked_size(path)
    with zipfile.ZipFile(path) as archive:
        if "xl/workbook.bin" in archive.namelist():
            raise UnsupportedFormat("It is a binary Excel workbook (XLSB), which Coffer does not read.", "Save it as XLSX and import that.")
    workbook = openpyxl.load_workbook(io.BytesIO(path.read_bytes()), read_only=True, data_only=True, keep_links=False)
    try:
        unseen = _unseen_styles(workbook)
        return [_read_sheet(workbook, sheet, unseen) if hasattr(sheet, "_get_source") else Sheet(sheet.title, ()) for sheet in workbook]
    finally:
        workbook.close()


def _read_sheet(workbook: Any, sheet: Any, unseen_styles: frozenset[int]) -> Sheet:
    """The values that Excel computed; where it left none, the formula."""
    from openpyxl.worksheet import _reader

    class Parser(_reader.WorkSheetParser):  # type: ignore[misc]
        def parse_cell(self, element: Any) -> dict[str, Any]:
            cell: dict[str, Any] = super().parse_cell(element)
            if cell["value"] is None and element.find(_reader.FORMULA_TAG) is not None:
                cell["value"] = self.parse_formula(element)
            return cell

    rows: list[NumberedRow] = []
    unseen: list[str] = []
    with sheet._get_source() as source:
        parser = Parser(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=workbook.epoch,
            date_formats=workbook._date_formats,
            timedelta_formats=workbook._timedelta_formats,
        )
        for number, cells in parser.parse():
            texts = [(cell["column"], cell_text(cell["value"]), cell["style_id"]) for cell in cells]
            unseen += [text for _, text, style in texts if style in unseen_styles and len(text.strip()) > 2]
            rows.append(NumberedRow(number, _spread(texts)))
        hidden_rows = [int(row) for row, stated in parser.row_dimensions.items() if stated.get("hidden") in ("1", "true")]
        columns = [stated for stated in parser.column_dimensions.values() if stated.get("hidden") in ("1", "true")]
    width = max((len(row.cells) for row in rows), default=0)
    hidden_columns = {at - 1 for each in columns for at in range(int(each["min"]), min(int(each.get("max", each["min"])), width) + 1)}
    filled = {row.number for row in rows if any(row.cells)}
    return Sheet(
        sheet.title,
        rows,
        sheet.sheet_state != "visible",
        tuple(sorted(set(hidden_rows) & filled)),
        tuple(sorted(hidden_columns)),
        tuple(unseen),
    )


def _spread(texts: Iterable[tuple[int, str, int]]) -> list[str]:
    """The texts of a row at their columns."""
    cells: list[str] = []
    for column, text, _ in texts:
        if text:
            cells += [""] * (column - len(cells))
            cells[column - 1] = text
    return cells


def _unseen_styles(workbook: Any) -> frozenset[int]:
    """Styles whose text nobody sees: white on no ground, or in a format that shows nothing."""
    found: set[int] = set()
    for index, style in enumerate(workbook._cell_styles):
        colour, fill = workbook._fonts[style.fontId].color, workbook._fills[style.fillId]
        white = colour is not None and (
            str(colour.rgb) in ("FFFFFFFF", "00FFFFFF") or (colour.type == "theme" and colour.theme == 0 and not colour.tint)
        )
        ground = getattr(fill, "fgColor", None)
        bare = getattr(fill, "fill_type", "gradient") is None or (ground is not None and str(ground.rgb) in ("FFFFFFFF", "00FFFFFF"))
        custom = workbook._number_formats[style.numFmtId - 164] if 164 <= style.numFmtId < 164 + len(workbook._number_formats) else ""
        if (white and bare) or custom.replace(" ", "") == ";;;":
            found.add(index)
    return frozenset(found)


def _read_xls(path: Path) -> list[Sheet]:
    import xlrd

    with xlrd.open_workbook(file_contents=path.read_bytes(), on_demand=True, logfile=io.StringIO()) as workbook:
        sheets = []
        for name in workbook.sheet_names():
            sheet = workbook.sheet_by_name(name)
            rows = [
                NumberedRow(index + 1, [_xls_text(cell, workbook.datemode) for cell in sheet.row(index)]) for index in range(sheet.nrows)
            ]
            sheets.append(Sheet(name, rows, hidden=bool(sheet.visibility)))
    return sheets


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
    formula = getattr(value, "text", None)  # of an array: its formula
    return str(formula) if isinstance(formula, str) else str(value)
