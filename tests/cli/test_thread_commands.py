"""Threads on the command line, on a vault in memory."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.services import Services
from desktop.cli import main
from desktop.cli.arguments import parse
from tests.fakes.services import FakeVault


class Terminal:
    """A vault of two documents, and what the last command printed."""

    def __init__(self, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.vault = FakeVault(root, documents=2)
        self._capsys = capsys

    def open(self, _root: Path, *, write: bool) -> Services:
        return self.vault.services

    def run(self, *arguments: str, status: int = 0) -> Any:
        """The JSON that a command prints."""
        opener = cast("Any", SimpleNamespace(open=self.open))
        assert main.run(parse([*arguments, "--json"]), opener, Path()) == status
        return json.loads(self._capsys.readouterr().out)


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(tmp_path, capsys)


def test_a_question_begins_a_thread_and_another_goes_on_with_it(terminal: Terminal) -> None:
    first = terminal.run("--case", "heron", "ask", "Who is APT28?", "--keep")
    thread = first["thread"]
    assert (first["kind"], thread["questions"], thread["case"]) == ("synthesis", 1, ["heron"])
    second = terminal.run("ask", "Since when?", "--thread", thread["id"])
    assert (second["about"], second["thread"]["id"], second["thread"]["questions"]) == (["APT28"], thread["id"], 2)

    (listed,) = terminal.run("threads", "list")["threads"]
    assert (listed["id"], listed["title"], listed["questions"]) == (thread["id"], "Who is APT28?", 2)
    shown = terminal.run("threads", "show", thread["id"])
    assert [each["question"] for each in shown["turns"]] == ["Who is APT28?", "Since when?"]
    assert shown["turns"][0]["sentences"][0]["citations"][0]["document_id"] == "report-000001"


def test_threads_are_listed_by_case(terminal: Terminal) -> None:
    terminal.run("--case", "heron", "ask", "Who is APT28?", "--keep")
    assert terminal.run("--case", "otter", "threads", "list") == {"threads": []}
    assert len(terminal.run("--case", "heron", "threads", "list")["threads"]) == 1


def test_a_question_that_is_not_to_be_kept_is_not(terminal: Terminal) -> None:
    terminal.run("ask", "Who is APT28?")
    assert terminal.run("threads", "list") == {"threads": []}


def test_threads_go_to_the_trash_and_come_back(terminal: Terminal) -> None:
    thread_id = terminal.run("ask", "Who is APT28?", "--keep")["thread"]["id"]
    assert terminal.run("threads", "remove", thread_id) == {"removed": [thread_id], "problems": []}
    assert terminal.run("threads", "restore", thread_id)["restored"] == [thread_id]
    assert terminal.run("threads", "show", "nothing-00000000", status=1)["error"]["code"] == "thread_not_found"


def test_what_makes_no_sense_is_said(terminal: Terminal) -> None:
    assert terminal.run("threads", "remove", status=2)["error"]["code"] == "usage"
    assert terminal.run("ask", "--batch", "x.jsonl", "--keep", status=2)["error"]["code"] == "usage"
