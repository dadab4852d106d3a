"""Grep hits: lines of bodies, exact, however long the line."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from desktop.application.job import CancelToken
from desktop.application.ports import FileStamp, StoredDocument
from desktop.application.retrieve.grepping import LONGEST_PASSAGE, Grepping
from desktop.domain.passage import Filters, Mode, Passage, Query, Route, RouteScore
from tests.fakes.documents import a_document, names, paragraphs
from tests.fakes.memory_store import MemoryStore
from tests.fakes.pattern_grep import PatternGrep
from tests.fakes.searchable_index import SearchableIndex


class Vault:
    """Documents as files, in a store and in an index."""

    def __init__(self, docs: Path) -> None:
        self.docs = docs
        self.store, self.index, self.grep = MemoryStore(), SearchableIndex(), PatternGrep()

    def add(self, name: str, body: str, front: str = "", **fields: object) -> None:
        document = a_document(name, f"Title {name}", **fields)
        (self.docs / f"{name}.md").write_bytes((front + body).encode())
        self.store.files[name] = StoredDocument(document, body, len(front), {}, None)
        self.index.put_document(document, body, paragraphs(body), FileStamp(1, 1))

    def find(self, text: str, limit: int = 10, filters: Filters | None = None, *, any_spelling: bool = False) -> tuple[Passage, ...]:
        found = Grepping(self.grep, self.store, self.index, self.docs).find(
            Query(text, Mode.GREP, limit, filters or Filters(), any_spelling=any_spelling), CancelToken()
        )
        self.notice, self.pattern = found.notice, found.pattern
        for hit in found.passages:
            assert self.store.files[hit.document_id].body[hit.start : hit.end] == hit.text
        return found.passages


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path)


def test_a_hit_is_the_line_with_its_page_and_place(vault: Vault) -> None:
    vault.add("a", "<!-- page: 1 -->\nfirst\n\n<!-- page: 2 -->\nsecönd 😀 APT28, apt28\r\nmore", front="---\ntitle: ü apt28\n---\n")
    (hit,) = vault.find("apt28")
    assert (hit.text, hit.page, hit.position, hit.title) == ("secönd 😀 APT28, apt28", 2, 1, "Title a")
    assert [hit.text[start:end] for start, end in hit.matches] == ["APT28", "apt28"]
    assert (hit.routes, hit.score) == ({Route.GREP: RouteScore(1, 1.0)}, 1.0)
    assert vault.notice == ""


def test_an_indicator_is_found_however_it_is_defanged_if_that_is_wished(vault: Vault) -> None:
    vault.add("a", "beacon to evil[.]com\n")
    vault.add("b", "beacon to evil.com\n")
    assert names(vault.find("evil.com")) == [("b", 0)]
    assert vault.pattern == "evil.com"
    assert names(vault.find("evil.com", any_spelling=True)) == [("a", 0), ("b", 0)]
    assert vault.pattern.startswith("(?i)\\bevil")
    assert names(vault.find("beacon", any_spelling=True)) == [("a", 0), ("b", 0)]
    assert vault.pattern == "beacon"


def test_front_matter_is_no_hit_and_takes_no_place(vault: Vault) -> None:
    for name in "abc":
        vault.add(name, "word\n", front="---\ntitle: word\nword: word\n---\n")
    hits = vault.find("word", limit=2)
    assert names(hits) == [("a", 0), ("b", 0)]
    assert [hit.routes[Route.GREP].rank for hit in hits] == [1, 2]
    assert vault.grep.asked == [2, 8]


def test_filters_are_met_before_the_limit(vault: Vault) -> None:
    for name in "abcdefg":
        vault.add(name, "word\n", tags=("case",) if name == "g" else ())
    assert names(vault.find("word", limit=1, filters=Filters(tags=("case",)))) == [("g", 0)]
    assert vault.find("word", filters=Filters(tags=("none",))) == ()


def test_what_is_no_expression_is_sought_literally_with_a_notice(vault: Vault) -> None:
    vault.add("a", "a (b\n")
    assert [hit.text for hit in vault.find("(b")] == ["a (b"]
    assert "looked for as it stands" in vault.notice


def test_a_long_line_is_shown_around_each_group_of_matches(vault: Vault) -> None:
    filler = "é" * 1000
    vault.add("a", f"{filler}MARK one MARK{filler}{filler}MARK{filler}")
    first, second = vault.find("MARK")
    assert [[hit.text[start:end] for start, end in hit.matches] for hit in (first, second)] == [["MARK", "MARK"], ["MARK"]]
    assert all(len(hit.text) <= LONGEST_PASSAGE for hit in (first, second))
    assert first.end <= second.start
    assert len(vault.find("MARK", limit=1)) == 1


def test_windows_of_a_dense_line_show_every_match_once(vault: Vault) -> None:
    line = "".join(f'{{"id":{number:04}}},' for number in range(400))
    vault.add("a", line)
    hits = vault.find(r"id", limit=1000)
    assert [hit.text[start:end] for hit in hits for start, end in hit.matches] == ["id"] * 400
    assert all(left.end <= right.start for left, right in pairwise(hits))
    assert len({(hit.start, hit.end) for hit in hits}) == len(hits)


def test_a_match_as_long_as_its_line_is_shown_from_its_beginning(vault: Vault) -> None:
    vault.add("a", "x" * 5000)
    (hit,) = vault.find("x+")
    assert (hit.start, hit.end, hit.matches) == (0, LONGEST_PASSAGE, ((0, LONGEST_PASSAGE),))


def test_a_document_that_is_not_indexed_or_gone_meanwhile(vault: Vault) -> None:
    vault.add("a", "word\n")
    vault.add("b", "word\n")
    vault.index.remove_documents(["a"])
    assert names(vault.find("word")) == [("a", 0), ("b", 0)]
    del vault.store.files["b"]
    assert names(vault.find("word")) == [("a", 0)]
