"""imports.jsonl: written, read again, and whatever a stranger puts into it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from desktop.adapters.ledger_file import LedgerFile
from desktop.application.ports import ImportBegun, ImportEnded, LedgerLine, RowsKept
from desktop.domain.errors import StorageProblem
from desktop.domain.import_job import ImportJob, ImportOptions
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking

NO_TEXT = os.fsdecode(b"caf\xe9.pdf")
JOB = ImportJob(
    "2026-05-04T10:00:00Z-1", "2026-05-04T10:00:00Z", (NO_TEXT,), ImportOptions(Marking.GREEN, ("case-7",), update=False), files=2
)
ROW = LedgerRow(
    "caf\\xe9.pdf",
    Outcome.IMPORTED,
    "Read in part.",
    "cafe-0a1b2c3d",
    "pdf",
    "pdf 1",
    3,
    2,
    1,
    400,
    2,
    True,
    None,
    0.5,
    "pages_unread",
    JOB.id,
)
LINES: tuple[LedgerLine, ...] = (
    ImportBegun(JOB, (NO_TEXT, "b.txt")),
    RowsKept((ROW, LedgerRow("b.txt", Outcome.FAILED, job=JOB.id)), (NO_TEXT,)),
    ImportEnded(JOB.id, "2026-05-04T10:01:00Z"),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "imports.jsonl"


def test_what_was_recorded_is_read_again_as_it_was(path: Path) -> None:
    ledger = LedgerFile(path)
    assert (ledger.exists(), list(ledger.lines())) == (False, [])
    for line in LINES:
        ledger.add(line)
    assert ledger.exists()
    assert tuple(LedgerFile(path).lines()) == LINES
    assert path.stat().st_mode & 0o077 == 0


def test_passwords_are_not_recorded(path: Path) -> None:
    job = ImportJob("1", "2026", ("a.zip",), ImportOptions(passwords=("hunter2",)))
    LedgerFile(path).add(ImportBegun(job, ("a.zip",)))
    assert "hunter2" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "strange",
    [
        b"nonsense",
        b"[]",
        b"[" * 60_000,
        b'{"rows": 3, "finished": []}',
        b'{"rows": [{"path": "a", "outcome": "eaten"}], "finished": []}',
        b'{"rows": [{"path": ["a"], "outcome": "failed"}], "finished": []}',
        b'{"rows": [{"path": "a", "outcome": "failed", "pages": "many"}], "finished": []}',
        b'{"rows": [{"path": "a", "outcome": "failed", "pages": 1e400}], "finished": []}',
        b'{"rows": [{"outcome": "failed"}], "finished": []}',
        b'{"rows": [{"path": "a", "outcome": "failed", "reason": "\\ud800"}], "finished": []}',
        b'{"rows": [{"path": "a", "outcome": "failed", "seconds": NaN}], "finished": []}',
        b'{"rows": [{"path": "a", "outcome": "failed", "seconds": 1' + b"0" * 400 + b'}], "finished": []}',
        b'{"ended": "\\ud800", "at": ""}',
        b'{"begun": 1, "started": "", "given": [], "options": {}, "files": 0, "waiting": []}',
        b'{"ended": null, "at": ""}',
        b"\xff\xfe",
    ],
)
def test_what_is_no_line_of_a_ledger_is_passed_over(path: Path, strange: bytes) -> None:
    ledger = LedgerFile(path)
    ledger.add(LINES[0])
    with path.open("ab") as content:
        content.write(strange + b"\n")
    ledger.add(LINES[2])
    assert tuple(ledger.lines()) == (LINES[0], LINES[2])


def test_an_endless_line_and_one_that_was_cut_are_passed_over(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.adapters.ledger_file.MOST_LINE_BYTES", 2000)
    ledger = LedgerFile(path)
    with path.open("wb") as content:
        content.write(b" " * 10_000 + b"\n")
    ledger.add(LINES[2])
    with path.open("ab") as content:
        content.write(json.dumps({"ended": "x", "at": "y"}).encode()[:-3])
    assert tuple(ledger.lines()) == (LINES[2],)


def test_a_link_in_its_place_is_neither_read_nor_written(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b'{"ended": "x", "at": "y"}\n')
    path.symlink_to(other)
    ledger = LedgerFile(path)
    assert list(ledger.lines()) == []
    with pytest.raises(StorageProblem):
        ledger.add(LINES[2])
    assert other.read_bytes().count(b"\n") == 1


def test_what_follows_a_line_that_a_full_disk_cut_is_read(path: Path) -> None:
    ledger = LedgerFile(path)
    ledger.add(LINES[0])
    with path.open("ab") as content:
        content.write(b'{"rows": [{"path": "b.t')
    ledger.add(LINES[1])
    ledger.add(LINES[2])
    assert tuple(ledger.lines()) == LINES


def test_a_pipe_in_its_place_is_neither_read_nor_waited_for(path: Path) -> None:
    os.mkfifo(path)
    ledger = LedgerFile(path)
    assert list(ledger.lines()) == []
    with pytest.raises(StorageProblem, match="is no file"):
        ledger.add(LINES[2])
