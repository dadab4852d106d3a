"""The commands about facts, on a vault in memory."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.ingest.backlog import EmbeddingReport
from desktop.application.services import Services
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.vault import VaultPaths
from tests.fakes.documents import a_document
from tests.fakes.facts_vault import FactsVault


class Desk(FactsVault):
    """A vault with one document, and what the last command printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__()
        self.documents.place(a_document("report"), "Velvet Heron used the loader.")
        self._capsys = capsys

    def create(self, root: Path) -> None:
        raise AssertionError

    def open(self, root: Path, *, write: bool) -> Services:
        backlog = SimpleNamespace(embed_pending=lambda _: EmbeddingReport(0, 0), pending=lambda: 0)
        parts = {"memory": self.memory, "fact_history": self.history, "notes": self.notes, "backlog": backlog}
        return cast(Services, SimpleNamespace(**parts, paths=VaultPaths(root), writer="", warnings=(), close=list))

    def run(self, *arguments: str, status: int = 0) -> Any:
        assert main.run(parse([*arguments, "--json"]), self, Path("/vault")) == status
        return json.loads(self._capsys.readouterr().out)

    def say(self, *arguments: str) -> str:
        main.run(parse(arguments), self, Path("/vault"))
        return self._capsys.readouterr().out


@pytest.fixture
def desk(capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(capsys)


def test_what_is_remembered_is_shown_with_its_source(desk: Desk) -> None:
    kept = desk.run(
        "remember", "It uses a loader.", "--name", "Loader", "--grade", "b2", "--source", "report:0-12", "--valid-until", "2020"
    )
    assert kept == {"fact_id": kept["fact_id"], "path": f"/vault/memory/{kept['fact_id']}.md", "contradicts": []}
    shown = desk.run("memory", "show", kept["fact_id"])
    assert (shown["id"], shown["name"], shown["text"], shown["grade"]) == (kept["fact_id"], "Loader", "It uses a loader.", "B2")
    assert shown["sources"] == [{"document": "report", "start": 0, "end": 12, "quote": "Velvet Heron"}]
    assert (shown["corroboration"], shown["anchors"][0]["state"]) == ({"sources": 1, "independent": 1}, "there")
    assert "1 source, 1 independent" in desk.say("memory", "show", kept["fact_id"])


def test_facts_are_listed_with_their_text(desk: Desk) -> None:
    desk.keep("One.", tags=("case-7",))
    desk.keep("Two.")
    assert [each["text"] for each in desk.run("memory", "list")["facts"]] in (["One.", "Two."], ["Two.", "One."])
    assert [each["text"] for each in desk.run("memory", "list", "--tag", "case-7")["facts"]] == ["One."]
    assert desk.run("memory", "list", "--view", "due")["facts"] == []
    assert desk.say("memory", "list", "--text", "nowhere") == "There are no such facts.\n"


def test_an_edit_changes_what_is_named(desk: Desk) -> None:
    fact_id = desk.keep("One.", grade="B2", tags=("a",))
    edited = desk.run(
        "memory", "edit", fact_id, "--text", "Changed.", "--grade", "", "--tag", "b", "--untag", "a", "--source", "report:0-6"
    )
    assert (edited["text"], edited["grade"], edited["tags"], len(edited["sources"])) == ("Changed.", None, ["b"], 1)
    assert desk.run("memory", "edit", fact_id, "--name", " ", status=2)["error"]["code"] == "usage"


def test_facts_are_superseded_forgotten_and_taken_back(desk: Desk) -> None:
    old, new = desk.keep("Old."), desk.keep("New.")
    assert [each["superseded_by"] for each in desk.run("memory", "supersede", old, new)["facts"]] == [new, None]
    assert desk.run("memory", "undo", new)["changed"] == sorted([old, new])
    assert desk.run("memory", "forget", old)["forgotten"] == [old]
    assert [each["fact_id"] for each in desk.run("memory", "trash")["trash"]] == [old]
    assert desk.run("memory", "restore", old)["text"] == "Old."
    assert [each["action"] for each in desk.run("memory", "history", old)["history"]] == [
        "restore",
        "forget",
        "undo",
        "supersede",
        "remember",
    ]
    assert desk.run("memory", "show", "nowhere", status=1)["error"]["code"] == "fact_not_found"


def test_contradictions_are_listed_and_kept(desk: Desk) -> None:
    edge = ("--subject", "Heron", "--relationship", "attributed-to", "--object")
    one = desk.run("remember", "GRU.", *edge, "GRU")["fact_id"]
    two = desk.run("remember", "SVR.", *edge, "SVR")
    assert two["contradicts"] == [one]
    assert len(desk.run("memory", "disputes")["disputes"][0]) == 2
    desk.run("memory", "keep", one, two["fact_id"])
    assert desk.run("memory", "disputes")["disputes"] == []


def test_proposals_wait_for_a_decision(desk: Desk) -> None:
    fact_id = desk.run("remember", "Maybe.", "--propose")["fact_id"]
    assert [each["id"] for each in desk.run("memory", "list", "--view", "proposed")["facts"]] == [fact_id]
    assert desk.run("memory", "accept", fact_id)["status"] == "accepted"
    assert desk.run("memory", "reject", fact_id)["status"] == "rejected"


def test_a_batch_keeps_a_fact_a_line(desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = tmp_path / "facts.jsonl"
    lines.write_text('{"id": "a", "text": "One.", "grade": "A1", "tags": ["x"]}\n{"text": "Two.", "tlp": "RED"}\n')
    assert main.run(parse(["remember", "--batch", str(lines), "--json"]), desk, Path("/vault")) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["id"] for each in said] == ["a", 2]
    facts = [desk.memory.read(each["fact_id"]).fact for each in said]
    assert [(each.grade, each.tags, each.tlp.value) for each in facts] == [("A1", ("x",), "CLEAR"), (None, (), "RED")]


def test_a_folder_of_notes_is_imported(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("A note.")
    imported = desk.run("memory", "import", str(tmp_path))
    assert imported["totals"] == {"imported": 1, "duplicate": 0, "failed": 0}
