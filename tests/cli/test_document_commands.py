"""The commands about documents, on a vault in memory."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.ingest.maintenance import Maintenance
from desktop.application.job import JobContext
from desktop.application.library import Library
from desktop.application.services import Services
from desktop.application.settings import Settings
from desktop.cli import main
from desktop.cli.arguments import parse
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import a_document
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.memory_store import MemoryStore
from tests.fakes.words import WordTokenizer


class Desk:
    """Two documents, and what the last command printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.store, index, audit = MemoryStore(), MemoryIndex(), MemoryAuditLog()
        for name in ("alpha", "beta"):
            self.store.place(a_document(name, source_path=f"/nowhere/{name}.md"), f"About {name}.")
        self.maintenance = Maintenance(self.store, index, index, WordTokenizer(), audit, Settings())
        self.maintenance.synchronise(JobContext())
        self.library = Library(self.store, index, index, self.maintenance, audit)
        self.opened: list[bool] = []
        self._capsys = capsys

    def create(self, root: Path) -> None:
        raise AssertionError

    def open(self, root: Path, *, write: bool) -> Services:
        self.opened.append(write)
        parts = {"library": self.library, "maintenance": self.maintenance, "settings": Settings()}
        return cast(Services, SimpleNamespace(**parts, writer="", warnings=(), close=list))

    def run(self, *arguments: str, status: int = 0) -> Any:
        assert main.run(parse([*arguments, "--json"]), self, Path("/vault")) == status
        return json.loads(self._capsys.readouterr().out)

    def say(self, *arguments: str) -> list[str]:
        main.run(parse(arguments), self, Path("/vault"))
        return self._capsys.readouterr().out.splitlines()


@pytest.fixture
def desk(capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(capsys)


def test_documents_are_marked_graded_and_tagged(desk: Desk) -> None:
    asked = ("update", "beta", "alpha", "--tlp", "amber", "--grade", "B2", "--tag", "one", "--tag", "two", "--untag", "one")
    assert desk.run(*asked) == {"updated": ["alpha", "beta"], "problems": []}
    assert [(each.document.grade, each.document.tags) for each in desk.store.files.values()] == [("B2", ("two",))] * 2
    assert desk.opened == [True]
    assert desk.run("update", "alpha", "gamma", "--grade", "", status=1)["problems"] == ["There is no document gamma."]
    assert desk.store.read("alpha").document.grade is None


@pytest.mark.parametrize("arguments", [("update", "alpha"), ("trash", "restore"), ("update", "alpha", "--grade", "Z9")])
def test_what_asks_for_nothing_that_can_be_done_is_status_2(desk: Desk, arguments: tuple[str, ...]) -> None:
    assert desk.run(*arguments, status=2)["error"]["code"] == "usage"


def test_a_document_is_renamed(desk: Desk) -> None:
    assert desk.run("rename", "alpha", "Another title") == {"renamed": "alpha"}
    assert desk.store.read("alpha").document.title == "Another title"


def test_sources_are_looked_at(desk: Desk, tmp_path: Path) -> None:
    assert desk.run("sources")["sources"] == [
        {"document_id": "alpha", "path": "/nowhere/alpha.md", "state": "gone"},
        {"document_id": "beta", "path": "/nowhere/beta.md", "state": "gone"},
    ]
    assert desk.say("sources")[1:] == ["gone        /nowhere/beta.md  (beta)", "2 files looked at, 0 unchanged."]
    assert desk.opened == [False, False]


def test_the_trash_is_listed_given_back_and_emptied(desk: Desk) -> None:
    for name in ("alpha", "beta"):
        assert desk.run("delete", name) == {"deleted": name}
    assert [(each["document_id"], each["title"]) for each in desk.run("trash", "list")["trash"]] == [("beta", "beta"), ("alpha", "alpha")]
    assert desk.run("trash", "restore", "beta", "beta") == {"restored": ["beta"], "problems": []}
    assert desk.run("trash", "restore", "beta", status=1)["error"]["code"] == "document_not_found"
    assert desk.run("trash", "empty", "beta") == {"removed": 0}
    assert desk.run("trash", "empty") == {"removed": 1}
    assert desk.say("trash", "list") == ["The trash is empty."]
