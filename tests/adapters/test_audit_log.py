"""The chain of changes, and what breaks it."""

from __future__ import annotations

import errno
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from desktop.adapters import audit_log
from desktop.adapters.audit_hash import record_hash
from desktop.adapters.audit_log import FIRST_PREVIOUS, JsonLinesAuditLog
from desktop.application.ports import AuditEntry
from desktop.domain.audit import AuditQuery
from desktop.domain.errors import StorageProblem


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "audit.jsonl"


def open_log(path: Path) -> JsonLinesAuditLog:
    return JsonLinesAuditLog(path, path.parent / "trash", lambda: datetime(2026, 11, 30, 12, tzinfo=UTC))


def fill(path: Path, count: int = 4) -> list[str]:
    open_log(path).append_all([AuditEntry("import", f"doc-{number}", {"n": number}) for number in range(count)])
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def test_each_line_carries_the_hash_of_the_one_before(path: Path) -> None:
    log = open_log(path)
    log.append("import", "one", filename="é.pdf")
    log.append("delete", "one")
    open_log(path).append("restore", "one")
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(each["n"], each["action"], each["subject"]) for each in records] == [
        (1, "import", "one"),
        (2, "delete", "one"),
        (3, "restore", "one"),
    ]
    assert records[0] == {
        "n": 1,
        "at": "2026-11-30T12:00:00.000+00:00",
        "action": "import",
        "subject": "one",
        "details": {"filename": "é.pdf"},
        "previous": FIRST_PREVIOUS,
        "hash": records[0]["hash"],
    }
    assert [each["previous"] for each in records[1:]] == [each["hash"] for each in records[:-1]]
    assert open_log(path).problems() == []


def test_an_altered_line_is_found(path: Path) -> None:
    lines = fill(path)
    path.write_text("".join([lines[0], lines[1].replace("doc-1", "doc-9"), *lines[2:]]), encoding="utf-8")
    assert open_log(path).problems() == ["audit.jsonl: line 2 was altered after it was written."]


@pytest.mark.parametrize(("order", "breaks"), [((0, 2, 3), 1), ((0, 2, 1, 3), 3), ((0, 1, 1, 2, 3), 1), ((1, 2, 3), 1)])
def test_a_line_removed_moved_or_repeated_is_found_where_it_happened(path: Path, order: tuple[int, ...], breaks: int) -> None:
    lines = fill(path)
    path.write_text("".join(lines[at] for at in order), encoding="utf-8")
    problems = open_log(path).problems()
    assert len(problems) == breaks
    assert all("does not follow the one before" in each for each in problems)


def test_a_damaged_line_is_found(path: Path) -> None:
    lines = fill(path)
    path.write_text("".join([lines[0], "nonsense\n", *lines[2:]]), encoding="utf-8")
    assert open_log(path).problems() == ["audit.jsonl: line 2 is damaged; what follows it cannot be checked."]


def test_a_line_that_a_crash_cut_short_goes_to_the_trash_and_the_chain_goes_on(path: Path) -> None:
    lines = fill(path)
    path.write_text("".join(lines[:3]) + lines[3][:40], encoding="utf-8")
    assert open_log(path).problems() != []
    open_log(path).append("delete", "doc-1")
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(each["n"], each["action"]) for each in records[3:]] == [(4, "repair"), (5, "delete")]
    moved = path.parent / records[3]["details"]["moved_to"]
    assert moved.read_text(encoding="utf-8") == lines[3][:40]
    assert open_log(path).problems() == []


def test_a_file_that_holds_only_a_torn_line_begins_anew(path: Path) -> None:
    path.write_text('{"n": 1', encoding="utf-8")
    open_log(path).append("import", "one")
    assert open_log(path).problems() == []


def test_a_long_line_is_followed_properly(path: Path) -> None:
    open_log(path).append("import", "one", note="x" * 200_000)
    open_log(path).append("delete", "one")
    assert open_log(path).problems() == []


def test_a_full_disk_leaves_no_half_line(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = "".join(fill(path))
    log = open_log(path)

    def fail(descriptor: int, content: bytes) -> None:
        os.write(descriptor, content[:10])
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patch:
        patch.setattr(audit_log, "write_fully", fail)
        with pytest.raises(StorageProblem, match="audit"):
            log.append("delete", "one")
    assert path.read_text(encoding="utf-8") == before
    log.append("delete", "one")
    assert log.problems() == []


def test_a_half_line_that_could_not_be_taken_back_is_moved_away_by_the_next(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path)
    log = open_log(path)
    log.append("delete", "one")

    def fail(descriptor: int, content: bytes) -> None:
        os.write(descriptor, content[:10])
        raise OSError(errno.EIO, "gone")

    with monkeypatch.context() as patch:
        patch.setattr(audit_log, "write_fully", fail)
        patch.setattr(os, "ftruncate", lambda *_: None)
        with pytest.raises(StorageProblem, match="audit"):
            log.append("delete", "two")
    log.append("delete", "two")
    assert log.problems() == []
    assert [json.loads(line)["action"] for line in path.read_text(encoding="utf-8").splitlines()[-2:]] == ["repair", "delete"]


def test_an_import_of_many_flushes_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(path)
    flushed: list[object] = []
    monkeypatch.setattr(audit_log, "flush_descriptors", flushed.append)
    open_log(path).append_all([AuditEntry("import", str(number)) for number in range(100)])
    assert len(flushed) == 1
    assert open_log(path).problems() == []


def test_a_line_forged_with_a_hash_of_its_own_breaks_the_chain_behind_it(path: Path) -> None:
    lines = fill(path)
    forged = json.loads(lines[1]) | {"subject": "another"}
    forged["hash"] = record_hash(forged)
    path.write_text("".join([lines[0], json.dumps(forged) + "\n", *lines[2:]]), encoding="utf-8")
    assert open_log(path).problems() == ["audit.jsonl: line 3 does not follow the one before: a line was added, removed or moved."]


def test_a_damaged_last_line_is_gone_on_from_and_stays_a_problem(path: Path) -> None:
    lines = fill(path)
    path.write_text("".join([*lines[:3], "nonsense\n"]), encoding="utf-8")
    open_log(path).append("delete", "doc-1")
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[-1])["n"] == 5
    assert open_log(path).problems() == ["audit.jsonl: line 4 is damaged; what follows it cannot be checked."]


def test_an_end_that_was_cut_off_is_found(path: Path) -> None:
    lines = fill(path)
    path.write_text("".join(lines[:2]), encoding="utf-8")
    assert open_log(path).problems() == ["audit.jsonl: it ends with line 2, but line 4 was written: the end was cut off."]
    path.unlink()
    assert open_log(path).problems() == ["audit.jsonl: it ends with line 0, but line 4 was written: the end was cut off."]


@pytest.mark.parametrize("head", [b"", b"four abc", b"\xff\xfe"])
def test_a_damaged_note_of_the_end_is_said_until_the_next_change(path: Path, head: bytes) -> None:
    fill(path)
    (path.parent / "audit.head").write_bytes(head)
    assert open_log(path).problems() == [
        "audit.head is damaged: whether the end of audit.jsonl is missing cannot be told before the next change."
    ]
    open_log(path).append("import", "another")
    assert open_log(path).problems() == []


def test_a_log_that_was_written_anew_is_found(path: Path) -> None:
    fill(path)
    (path.parent / "audit.head").rename(path.parent / "kept")
    path.unlink()
    open_log(path).append_all([AuditEntry("import", f"forged-{number}") for number in range(5)])
    (path.parent / "kept").rename(path.parent / "audit.head")
    assert open_log(path).problems() == [
        "audit.jsonl: line 4 is not the one that was written: the log was replaced from there or further up."
    ]


def test_lines_say_who_did_it_and_are_asked_for(path: Path) -> None:
    log = JsonLinesAuditLog(path, path.parent / "trash", lambda: datetime(2026, 11, 30, 12, tzinfo=UTC), actor="Ana")
    log.append("edit", "memory/one", after="x")
    log.append_all([AuditEntry("edit", "memory/one-more", actor="Ben"), AuditEntry("delete", "one", {"why": "Größe"})])
    assert log.problems() == []

    def asked(**fields: Any) -> list[tuple[str, str]]:
        return [(each.subject, each.actor) for each in log.records(AuditQuery(**fields))]

    assert asked() == [("one", "Ana"), ("memory/one-more", "Ben"), ("memory/one", "Ana")]
    assert asked(subject="memory/one") == [("memory/one", "Ana")]
    assert asked(under="memory/", actor="Ben") == asked(text="more") == [("memory/one-more", "Ben")]
    assert asked(actions=("delete",)) == asked(text="GRÖSSE") == [("one", "Ana")]
    assert len(asked(since="2026-11-30", until="2026-11-30")) == 3
    assert asked(since="2026-12") == asked(until="2026-11-29") == []
    assert asked(limit=1) == [("one", "Ana")]
