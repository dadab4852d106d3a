"""The lexicon on disk: three tables that a person edits in any spreadsheet, the last line about a name holding."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from desktop.adapters.durable_files import replace_file, storing
from desktop.application.ports import LexiconTable
from desktop.domain.alias import AliasDecision, AliasStatus
from desktop.domain.entity import EntityType
from desktop.domain.errors import UsageError
from desktop.domain.lexicon import AllowedName, Lexicon

_Row = dict[str, str]
_COLUMNS = {
    LexiconTable.ALLOW: ("value", "type"),
    LexiconTable.DENY: ("value",),
    LexiconTable.ALIASES: ("name", "status", "other", "date", "note"),
}
_NEEDED = {LexiconTable.ALLOW: 2, LexiconTable.DENY: 1, LexiconTable.ALIASES: 3}
"""How many of the columns a table must have."""


def read_lexicon(folder: Path) -> Lexicon:
    """All three tables; one that is missing decides nothing. UsageError names the file and line that says something unknown."""
    allowed = [_allowed(folder, line, row) for line, row in _rows(folder / "allow.csv", ("value", "type"))]
    denied = [row["value"] for _, row in _rows(folder / "deny.csv", ("value",))]
    aliases = [_decision(folder, line, row) for line, row in _rows(folder / "aliases.csv", ("name", "status", "other"))]
    return Lexicon(tuple(allowed), frozenset(denied), tuple(aliases))


def lexicon_bytes(folder: Path) -> bytes:
    """All three tables as they are, to see whether anything changed."""
    with storing("The lexicon could not be read"):
        paths = [folder / name for name in ("allow.csv", "deny.csv", "aliases.csv")]
        return b"\0".join(path.read_bytes() if path.exists() else b"" for path in paths)


class LexiconFiles:
    """The tables of one vault, written so that a person's own order, columns and line ends stay."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def rows(self, table: LexiconTable) -> list[_Row]:
        """The lines of a table, in its order, as values by column; empty ones are left out."""
        return [row for _, row in _rows(self._path(table), _COLUMNS[table][: _NEEDED[table]])]

    def change(self, table: LexiconTable, add: Sequence[_Row], remove: Sequence[_Row]) -> None:
        """Add lines at the end and take out those that say exactly this; all others, and further columns, stay as they are."""
        path = self._path(table)
        known = list(_rows(path, _COLUMNS[table][: _NEEDED[table]]))
        text = path.read_bytes().decode("utf-8-sig") if known or path.exists() else ",".join(_COLUMNS[table]) + "\n"
        gone = {line for wanted in remove for line, row in known if row == {key: wanted.get(key, "") for key in row}}
        header = next(csv.reader(io.StringIO(text, newline="")), list(_COLUMNS[table]))
        lines = _records(text)
        kept = [written for last, written in lines if last not in gone]
        end = "\r\n" if "\r\n" in text else "\n"
        if kept and not kept[-1].endswith(("\n", "\r")):
            kept[-1] += end
        added = io.StringIO(newline="")
        csv.DictWriter(added, header, restval="", extrasaction="ignore", lineterminator=end).writerows(add)
        with storing(f"{path.name} could not be written"):
            self._folder.mkdir(exist_ok=True)
            replace_file(path, ("".join(kept) + added.getvalue()).encode())

    def _path(self, table: LexiconTable) -> Path:
        return self._folder / f"{table}.csv"


def _records(text: str) -> list[tuple[int, str]]:
    """(number of its last line, as it is written) of every record, the header included."""
    reader = csv.reader(io.StringIO(text, newline=""))
    lines = io.StringIO(text, newline="").readlines()
    records: list[tuple[int, str]] = []
    start = 0
    for _ in reader:
        records.append((reader.line_num, "".join(lines[start : reader.line_num])))
        start = reader.line_num
    return records


def _rows(path: Path, needed: tuple[str, ...]) -> Iterator[tuple[int, _Row]]:
    if not path.exists():
        return
    with storing(f"{path.name} could not be read"):
        content = path.read_bytes()
    try:
        reader = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), restval="")
        for column in needed:
            if column not in (reader.fieldnames or ()):
                raise UsageError(f"{path} has no column {column}.", f"Its first line must be: {','.join(needed)}.")
        for row in reader:
            plain = {str(key): str(value).strip() for key, value in row.items()}
            if any(plain.values()):
                yield reader.line_num, plain
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not valid UTF-8.", "Save it as UTF-8.") from error
    except csv.Error as error:
        raise UsageError(f"{path} is no table of values with commas between them: {error}.", "Save it as CSV.") from error


def _allowed(folder: Path, line: int, row: _Row) -> AllowedName:
    try:
        return AllowedName(row["value"], EntityType(row["type"]))
    except ValueError as error:
        hint = f"Use one of {', '.join(EntityType)}."
        raise UsageError(f"{folder / 'allow.csv'}, line {line}: there is no type {row['type']!r}.", hint) from error


def _decision(folder: Path, line: int, row: _Row) -> AliasDecision:
    try:
        return AliasDecision(row["name"], AliasStatus(row["status"]), row["other"], row.get("date", ""), row.get("note", ""))
    except ValueError as error:
        hint = f"Use one of {', '.join(AliasStatus)}."
        raise UsageError(f"{folder / 'aliases.csv'}, line {line}: there is no status {row['status']!r}.", hint) from error
