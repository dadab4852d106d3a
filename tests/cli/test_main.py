"""Arguments, output and exit status, with stand-ins for the use cases."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.ingest.extracting import ExtractionReport
from desktop.application.ingest.maintenance import ReindexReport
from desktop.application.job import JobContext
from desktop.application.services import Services
from desktop.application.settings import Settings
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.cli.commands import COMMANDS
from desktop.domain.errors import DocumentNotFound, ModelUnavailable, VaultNotFound
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, Mode, Query, SearchResult


@dataclass
class Opener:
    """Opens stand-in services and remembers what was asked of them."""

    services: Any
    opened: list[tuple[Path, bool]] = field(default_factory=list)
    created: list[Path] = field(default_factory=list)

    def create(self, root: Path) -> None:
        self.created.append(root)

    def open(self, root: Path, *, write: bool) -> Services:
        self.opened.append((root, write))
        if self.services is None:
            raise VaultNotFound(f"{root} is no vault.", "Make one with `coffer init DIR`.")
        return cast(Services, self.services)


class Searching:
    """Answers every query with nothing and keeps it; the query `bad` is a known error."""

    def __init__(self) -> None:
        self.queries: list[Query] = []
        self.prepared = 0

    def prepare(self, _context: JobContext) -> int:
        self.prepared += 1
        return 0

    def search(self, _context: JobContext, query: Query) -> SearchResult:
        self.queries.append(query)
        if query.text == "bad":
            raise DocumentNotFound("No such document.", "List them.")
        return SearchResult(query.text, query.mode, (), 0.25)


def services(**parts: Any) -> SimpleNamespace:
    return SimpleNamespace(settings=Settings(), writer="", warnings=(), close=list, **parts)


def run(opener: Opener, *arguments: str) -> int:
    return main.run(parse(arguments), opener, Path("/default/vault"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse([command, "--help"])
    assert ended.value.code == 0
    assert "--json" in capsys.readouterr().out


def test_no_command_means_the_window() -> None:
    assert parse([]).command is None
    assert parse(["--vault", "v"]).vault == Path("v")


@pytest.mark.parametrize(
    "arguments",
    [["import", "a", "--update", "--keep-both"], ["ledger", "--outcome", "lost"],
     ["search", "x", "--mode", "psychic"], ["search", "x", "--limit", "0"], ["search", "x", "--since", "spring"],
     ["import", "a", "--tlp", "mauve"], ["fly"]],
)  # fmt: skip
def test_a_wrong_command_line_is_status_2(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(arguments)
    assert ended.value.code == 2


def test_search_prints_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    searching = Searching()
    opener = Opener(services(searcher=searching))
    assert run(opener, "search", "CVE-2024-1234", "--mode", "keyword", "--tlp-max", "amber", "--json") == 0
    assert json.loads(capsys.readouterr().out)["query"] == "CVE-2024-1234"
    assert searching.queries == [Query("CVE-2024-1234", Mode.KEYWORD, 20, Filters(tlp_max=Marking.AMBER))]
    assert opener.opened == [(Path("/default/vault"), False)]


def test_the_vault_option_wins_over_the_default() -> None:
    opener = Opener(services(searcher=Searching()))
    run(opener, "--vault", "/elsewhere", "search", "x", "--json")
    assert opener.opened == [(Path("/elsewhere"), False)]


def test_a_batch_answers_each_line_with_its_id_and_goes_on_after_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    batch = tmp_path / "queries.jsonl"
    batch.write_text('{"id": "a", "query": "one"}\n\n{"id": "b", "query": "bad"}\n{"id": "c", "query": "three"}\n', encoding="utf-8")
    searching = Searching()
    assert run(Opener(services(searcher=searching)), "search", "--batch", str(batch), "--json") == 1
    assert searching.prepared == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["id"] for line in lines] == ["a", "b", "c"]
    assert lines[1]["error"] == {"code": "document_not_found", "message": "No such document.", "hint": "List them."}


@pytest.mark.parametrize("line", ["not json", '{"id": "a"}', "[]"])
def test_a_batch_that_cannot_be_read_is_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str) -> None:
    batch = tmp_path / "queries.jsonl"
    batch.write_text(line, encoding="utf-8")
    assert run(Opener(services(searcher=Searching())), "search", "--batch", str(batch), "--json") == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "usage"


def test_neither_query_nor_batch_is_status_2() -> None:
    assert run(Opener(services(searcher=Searching())), "search", "--json") == 2


def test_a_known_error_is_status_1_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Opener(None), "documents", "--json") == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "vault_not_found"


def test_a_known_error_without_json_goes_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Opener(None), "documents") == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Make one with `coffer init DIR`." in printed.err


def test_init_makes_a_vault(capsys: pytest.CaptureFixture[str]) -> None:
    opener = Opener(None)
    assert run(opener, "init", "/new/vault", "--json") == 0
    assert opener.created == [Path("/new/vault")]
    assert json.loads(capsys.readouterr().out) == {"vault": "/new/vault"}


def test_an_index_made_anew_without_a_model_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    def unable(*_: object) -> None:
        raise ModelUnavailable("There is no embedding model.", "Keyword search works.")

    parts = services(
        maintenance=SimpleNamespace(reindex=lambda *_, **__: ReindexReport(2, 5, 0, 1, 0.5)),
        extraction=SimpleNamespace(extract_pending=lambda _: ExtractionReport(2, 0, ("broken",)), pending=lambda: 0),
        backlog=SimpleNamespace(embed_pending=unable, pending=lambda: 5),
    )
    assert run(Opener(parts), "reindex", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["documents"], said["chunks"], said["removed"], said["vectors"]["remaining"]) == (2, 5, 1, 5)
    assert said["extraction"] == {"extracted": 2, "failed": ["broken"], "remaining": 0}
    assert said["notice"] == "Searchable by keyword only: There is no embedding model. Keyword search works."


def test_degraded_states_are_said_beside_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    parts = services(searcher=Searching())
    parts.warnings = ("The language model is not there.",)
    assert run(Opener(parts), "search", "x", "--json") == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["query"] == "x"
    assert printed.err == "coffer: The language model is not there.\n"
