"""Named graphs as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from desktop.adapters.graph_files import LARGEST, GraphFiles
from desktop.domain.errors import UsageError, VaultLocked
from desktop.domain.named_graph import NamedGraph

GOOD = {"format": "coffer graph 1", "name": "Good", "nodes": ["a"]}


def test_a_file_can_be_read_by_a_person_and_written_by_one(tmp_path: Path) -> None:
    files = GraphFiles(tmp_path)
    files.keep(NamedGraph("Winter case", ("malware:S1",), spots={"malware:S1": (1.23, 4.0)}))
    row = json.loads((tmp_path / "winter-case.json").read_text(encoding="utf-8"))
    assert (row["name"], row["nodes"], row["spots"]) == ("Winter case", ["malware:S1"], {"malware:S1": [1.2, 4.0]})
    (tmp_path / "mine.json").write_text(json.dumps(GOOD), encoding="utf-8")
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
    (tmp_path / "bad.json").write_text(json.dumps({**GOOD, "name": "bad", **change}), encoding="utf-8")
    (tmp_path / "good.json").write_text(json.dumps(GOOD), encoding="utf-8")
    files = GraphFiles(tmp_path)
    assert files.names() == ("Good",)
    with pytest.raises(UsageError, match=r"bad\.json cannot be understood"):
        files.read("bad")


def test_what_is_no_json_or_far_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "text.json").write_text("{", encoding="utf-8")
    with (tmp_path / "huge.json").open("wb") as huge:
        huge.truncate(LARGEST + 1)
    files = GraphFiles(tmp_path)
    assert files.names() == ()
    with pytest.raises(UsageError, match="larger than any graph"):
        files.read("huge")


def test_where_another_writes_nothing_is_kept(tmp_path: Path) -> None:
    with pytest.raises(VaultLocked):
        GraphFiles(tmp_path, writable=False).keep(NamedGraph("a", ("b",)))
    assert list(tmp_path.iterdir()) == []
