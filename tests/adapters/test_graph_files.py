"""Named graphs as files."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from desktop.adapters.graph_files import LARGEST, GraphFiles
from desktop.domain.errors import UsageError, VaultLocked
from desktop.domain.named_graph import NamedGraph
from desktop.domain.vault import VaultPaths


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> None:
    (tmp_path / "graphs").mkdir()


GOOD = {"format": "coffer graph 1", "name": "Good", "nodes": ["a"]}


def test_a_file_can_be_read_by_a_person_and_written_by_one(tmp_path: Path) -> None:
    files = GraphFiles(VaultPaths(tmp_path))
    files.keep(NamedGraph("Winter case", ("malware:S1",), spots={"malware:S1": (1.23, 4.0)}))
    row = json.loads((tmp_path / "graphs" / "winter-case.json").read_text(encoding="utf-8"))
    assert (row["name"], row["nodes"], row["spots"]) == ("Winter case", ["malware:S1"], {"malware:S1": [1.2, 4.0]})
    (tmp_path / "graphs" / "mine.json").write_text(json.dumps(GOOD), encoding="utf-8")
    assert files.read("good").nodes == ("a",)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "coffer graph 9"},
        {"nodes": 5},
        {"name": " "},
        {"spots": {"a": [1]}},
        {"spots": {"a": [float("nan"), 0]}},
        {"kinds_off": ["unheard of"]},
        {"layout": "spiral"},
        {"period": ["2022-01-01"]},
        {"period": ["2022-01-01", "soon"]},
    ],
)
def test_a_damaged_file_is_passed_over_and_told_when_it_is_asked_for(tmp_path: Path, change: dict[str, object]) -> None:
    (tmp_path / "graphs" / "bad.json").write_text(json.dumps({**GOOD, "name": "bad", **change}), encoding="utf-8")
    (tmp_path / "graphs" / "good.json").write_text(json.dumps(GOOD), encoding="utf-8")
    files = GraphFiles(VaultPaths(tmp_path))
    assert [each.name for each in files.heads()] == ["Good"]
    with pytest.raises(UsageError, match=r"bad\.json cannot be understood"):
        files.read("bad")


def test_what_is_no_json_or_far_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "graphs" / "text.json").write_text("{", encoding="utf-8")
    with (tmp_path / "graphs" / "huge.json").open("wb") as huge:
        huge.truncate(LARGEST + 1)
    files = GraphFiles(VaultPaths(tmp_path))
    assert files.heads() == ()
    with pytest.raises(UsageError, match="larger than any graph"):
        files.read("huge")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        json.dumps({**GOOD, "name": "bad", "spots": {"a": [10**400, 0]}}),
        json.dumps({**GOOD, "name": "bad\ud800"}),
    ],
    ids=["deep", "a number without end", "half of a character"],
)
def test_a_file_made_to_do_harm_takes_no_other_graph_away(tmp_path: Path, text: str) -> None:
    (tmp_path / "graphs" / "bad.json").write_text(text, encoding="utf-8")
    files = GraphFiles(VaultPaths(tmp_path))
    files.keep(NamedGraph("Good", ("a",)))
    assert [each.name for each in files.heads()] == ["Good"]
    with pytest.raises(UsageError, match=r"bad\.json cannot be understood"):
        files.read("bad")


def test_what_is_called_like_a_graph_and_is_no_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "graphs" / "pipe.json")
    (tmp_path / "graphs" / "zero.json").symlink_to("/dev/zero")
    assert GraphFiles(VaultPaths(tmp_path)).heads() == ()


def test_where_another_writes_nothing_is_kept(tmp_path: Path) -> None:
    with pytest.raises(VaultLocked):
        GraphFiles(VaultPaths(tmp_path), writable=False).keep(NamedGraph("a", ("b",)))
    assert list((tmp_path / "graphs").iterdir()) == []


def test_what_a_person_added_to_a_file_stays_when_it_is_renamed(tmp_path: Path) -> None:
    path = tmp_path / "graphs" / "good.json"
    path.write_text(json.dumps({**GOOD, "remark": "mine"}), encoding="utf-8")
    GraphFiles(VaultPaths(tmp_path)).rename("Good", "Better")
    assert json.loads(path.read_text(encoding="utf-8")) == {**GOOD, "name": "Better", "remark": "mine"}


def test_a_damaged_file_in_the_trash_is_called_as_its_file_is(tmp_path: Path) -> None:
    (tmp_path / "trash" / "graphs").mkdir(parents=True)
    (tmp_path / "trash" / "graphs" / "20261201T080000000000Z~broken.json").write_text("{", encoding="utf-8")
    (trashed,) = GraphFiles(VaultPaths(tmp_path)).trashed()
    assert (trashed.file, trashed.name, trashed.deleted_at) == ("broken", "broken", "2026-12-01T08:00:00Z")
