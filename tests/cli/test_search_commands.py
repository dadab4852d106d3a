"""The commands around searching, on a vault in memory."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.gate import MarkingGate
from desktop.application.services import Services
from desktop.application.settings import MarkingSettings, Settings
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.passage import Filters, Fusion, Mode, Query, Route
from tests.fakes.memory_facts import MemoryFactIndex
from tests.fakes.search_desk import DeskVault


class Terminal:
    """A vault of two documents, and what the last command printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.vault = DeskVault(listed={"8.8.8.8": "Public DNS"})
        self.vault.put("a", "the beacon calls evil.com\n\nbeacon again")
        self.vault.put("b", "beacon")
        self._capsys = capsys

    def open(self, root: Path, *, write: bool) -> Services:
        library = SimpleNamespace(read=self.vault.store.read)
        parts = {
            "desk": self.vault.desk,
            "searcher": self.vault.searcher,
            "library": library,
            "gate": MarkingGate(MemoryFactIndex(), MarkingSettings()),
        }
        return cast("Services", SimpleNamespace(settings=Settings(), writer="", warnings=(), close=list, **parts))

    def run(self, *arguments: str) -> Any:
        """The JSON that a command prints, which must succeed."""
        assert main.run(parse([*arguments, "--json"]), cast("Any", self), Path()) == 0
        return json.loads(self._capsys.readouterr().out)

    def said(self, *arguments: str) -> str:
        assert main.run(parse(arguments), cast("Any", self), Path()) == 0
        return self._capsys.readouterr().out

    def status(self, *arguments: str) -> int:
        status = main.run(parse([*arguments, "--json"]), cast("Any", self), Path())
        self._capsys.readouterr()
        return status


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(capsys)


def test_a_list_is_looked_up_from_a_file_or_standard_input(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pasted = tmp_path / "list.txt"
    pasted.write_text("\ufeffevil[.]com\n\n8.8.8.8\nnobody\n", encoding="utf-8")
    looked = terminal.run("lookup", str(pasted))
    assert [(row["line"], row["value"], row["type"], row["standing"], row["documents"], row["mentions"]) for row in looked["rows"]] == [
        (1, "evil.com", "domain-name", "known", 1, 1),
        (3, "8.8.8.8", "ipv4-addr", "warned", 0, 0),
        (4, "nobody", None, "unknown", 0, 0),
    ]
    assert looked["rows"][0]["passages"][0]["text"] == "the beacon calls evil.com"
    assert (looked["totals"], looked["passed_over"]) == ({"known": 1, "unknown": 1, "warned": 1}, [2])
    monkeypatch.setattr("sys.stdin", io.StringIO("evil.com"))
    assert terminal.said("lookup", "-", "--csv").splitlines()[1].startswith("1,evil.com,domain-name,evil.com,,known,")
    assert "1 known, 1 unknown, 1 warned; 1 lines without anything to look up" in terminal.said("lookup", str(pasted))


def test_a_list_that_cannot_be_read_is_status_2(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal.status("lookup", str(tmp_path / "nothing.txt")) == 2


def test_passages_like_one(terminal: Terminal) -> None:
    result = terminal.run("similar", "a:0-25", "--limit", "1")
    assert (result["fallback"], [hit["document_id"] for hit in result["hits"]]) == ("keyword", ["a"])
    assert terminal.status("similar", "a") == 2


def test_why_a_document_is_not_shown(terminal: Terminal) -> None:
    told = terminal.run("why", "beacon.", "b", "--mode", "keyword", "--limit", "1")
    assert (told["rank"], told["shown"], told["present"], told["passage"]["text"]) == (3, False, ["beacon"], "beacon")
    assert told["routes"]["keyword"]["rank"] == 3
    assert told["sentences"][0] in terminal.said("why", "beacon.", "b", "--mode", "keyword", "--limit", "1")


def test_saved_searches_from_keeping_to_forgetting(terminal: Terminal) -> None:
    kept = terminal.run("saved", "add", "mine", "beacon", "--mode", "keyword", "--tag", "x", "--without", "graph", "--fusion", "minmax")
    assert (kept["name"], kept["query"]["filters"]["tags"], kept["query"]["routes_off"]) == ("mine", ["x"], ["graph"])
    saved = terminal.vault.searches.saved()[0]
    assert saved.query == Query(
        "beacon", Mode.KEYWORD, filters=Filters(tags=("x",)), routes_off=frozenset({Route.GRAPH}), fusion=Fusion.MINMAX
    )
    terminal.run("saved", "add", "mine", "beacon", "--mode", "keyword", "--watch")
    assert terminal.run("saved", "new")["watches"] == [{"name": "mine", "query": "beacon", "new": 0, "documents": []}]
    assert [hit["document_id"] for hit in terminal.run("saved", "run", "mine")["hits"]] == ["a", "a", "b"]
    assert terminal.run("saved", "unwatch", "mine")["watched"] is False
    assert [each["name"] for each in terminal.run("saved", "list")["saved"]] == ["mine"]
    assert terminal.run("saved", "remove", "mine") == {"removed": "mine"}
    assert terminal.said("saved", "list") == "No search is saved.\n"
    assert terminal.status("saved", "run", "mine") == 2
    assert terminal.status("saved", "run") == 2


def test_pins(terminal: Terminal) -> None:
    pinned = terminal.run("pins", "add", "a:4-10", "--note", "look")
    (listed,) = terminal.run("pins", "list")["pins"]
    assert (listed["id"], listed["quote"], listed["passage"]["text"], listed["note"]) == (pinned["id"], "beacon", "beacon", "look")
    assert "beacon\n   look" in terminal.said("pins", "list")
    terminal.run("pins", "remove", pinned["id"])
    assert terminal.run("pins", "list")["pins"] == []


def test_golden_queries_and_what_they_measure(terminal: Terminal) -> None:
    assert terminal.run("golden", "add", "beacon.", "b")["expected"] == ["b"]
    assert terminal.status("golden", "add", "beacon.", "nowhere") == 1
    report = terminal.run("quality", "--mode", "keyword", "--k", "2")
    assert (report["k"], report["modes"]["keyword"]["recall"], report["modes"]["keyword"]["mrr"]) == (2, 1.0, 0.5)
    assert "keyword          1.000   0.500" in terminal.said("quality", "--mode", "keyword", "--k", "2")
    terminal.run("golden", "remove", "beacon.")
    assert terminal.run("golden", "list")["golden"] == []


def test_in_a_case_what_is_kept_of_others_is_counted(terminal: Terminal) -> None:
    terminal.vault.put("c", "beacon of alpha", tags=("alpha",))
    for query, expected in (("beacon.", "b"), ("beacon.", "c"), ("evil", "a")):
        terminal.run("golden", "add", query, expected)
    for place in ("a:4-10", "c:0-6"):
        terminal.run("pins", "add", place)
    terminal.run("saved", "add", "all", "beacon")
    terminal.run("--case", "alpha", "saved", "add", "of alpha", "beacon")

    golden = terminal.run("--case", "alpha", "golden", "list")
    assert golden == {"golden": [{"query": "beacon.", "expected": ["c"], "note": "", "of_other_cases": 1}], "of_other_cases": 1}
    said = terminal.said("--case", "alpha", "golden", "list").splitlines()
    assert said == ["beacon.", "  c", "  and 1 of other cases", "1 of other cases are not shown."]
    pins = terminal.run("--case", "alpha", "pins", "list")
    assert ([each["document_id"] for each in pins["pins"]], pins["of_other_cases"]) == (["c"], 1)
    saved = terminal.run("--case", "alpha", "saved", "list")
    assert ([each["name"] for each in saved["saved"]], saved["of_other_cases"]) == (["of alpha"], 1)
    report = terminal.run("--case", "alpha", "quality", "--mode", "keyword", "--k", "1")
    assert (report["modes"]["keyword"]["recall"], report["of_other_cases"]) == (1.0, 1)

    assert terminal.status("--case", "alpha", "golden", "remove", "evil") == 2
    terminal.run("--case", "alpha", "golden", "remove", "beacon.")
    assert [(each["query"], each["expected"]) for each in terminal.run("golden", "list")["golden"]] == [("beacon.", ["b"]), ("evil", ["a"])]


def test_the_history_is_listed_and_cleared(terminal: Terminal) -> None:
    terminal.vault.desk.history.remember(Query("beacon", Mode.KEYWORD), 3)
    (past,) = terminal.run("history")["history"]
    assert (past["query"]["text"], past["hits"]) == ("beacon", 3)
    terminal.run("history", "--clear")
    assert terminal.said("history") == "No search was made.\n"


def test_the_switches_of_a_search_reach_its_query() -> None:
    from desktop.cli.search_commands import query_of

    arguments = parse(["search", "x", "--refang", "--transliterate", "--per-document", "2", "--fold-twins", "--mode", "grep"])
    services = cast("Services", SimpleNamespace(settings=Settings()))
    assert query_of(services, arguments) == Query("x", Mode.GREP, transliterate=True, any_spelling=True, per_document=2, fold_twins=True)
