"""What a vault keeps of bundles: states that were seen, and audit lines of others that can still be verified."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.audit_log import JsonLinesAuditLog
from desktop.adapters.case_bundle.kept_bundles import BundleFolder, line_problems
from desktop.domain.errors import UsageError


@pytest.fixture
def lines(tmp_path: Path) -> list[bytes]:
    log = JsonLinesAuditLog(tmp_path / "audit.jsonl", tmp_path / "trash")
    for number in range(5):
        log.append("edit", f"document-{number}")
    return (tmp_path / "audit.jsonl").read_bytes().splitlines(keepends=True)


def test_states_are_added_up(tmp_path: Path) -> None:
    kept = BundleFolder(tmp_path / "bundles")
    assert kept.seen() == {}
    kept.add_seen({"fact:f": {"text": frozenset({"1"})}})
    kept.add_seen({"fact:f": {"text": frozenset({"2"}), "tlp": frozenset({"3"})}, "fact:g": {}})
    assert kept.seen() == {"fact:f": {"text": frozenset({"1", "2"}), "tlp": frozenset({"3"})}, "fact:g": {}}


def test_what_was_declined_is_kept_apart_from_what_was_seen(tmp_path: Path) -> None:
    kept = BundleFolder(tmp_path / "bundles")
    kept.add_declined({})
    assert not (tmp_path / "bundles").exists()
    kept.add_declined({"fact:f": {"text": frozenset({"1"})}})
    assert (kept.declined(), kept.seen()) == ({"fact:f": {"text": frozenset({"1"})}}, {})


@pytest.mark.parametrize("content", [b"[]", b"{", b'{"a": 1}', b"[" * 100_000])
def test_damaged_states_are_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "seen.json").write_bytes(content)
    with pytest.raises(UsageError, match="damaged"):
        BundleFolder(tmp_path).seen()


def test_lines_with_gaps_are_whole(lines: list[bytes]) -> None:
    assert line_problems(b"".join(lines)) == []
    assert line_problems(lines[0] + lines[2] + lines[3]) == []


def test_what_was_done_to_lines_is_named(lines: list[bytes]) -> None:
    altered = lines[1].replace(b"document-1", b"document-9")
    assert line_problems(lines[0] + altered) == ["line 2 (number 2) was altered after it was written."]
    assert line_problems(lines[2] + lines[1]) == ["line 2 (number 2) does not follow the one before."]
    assert line_problems(lines[0] + b"{}\n") == ["line 2 is damaged."]
    forged = lines[2].replace(b'"n": 3', b'"n": 2')
    assert "does not follow the one before" in " ".join(line_problems(lines[0] + forged))
