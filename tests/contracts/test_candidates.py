"""What every reader of candidates does, on the fake and on SQLite."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from desktop.adapters.sqlite.candidate_reader import SqliteCandidateReader
from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.fact_index import SqliteFactIndex
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.job import CancelToken
from desktop.application.ports import CandidateReader, DocumentExtraction, FactIndex, IndexWriter, StoredFact
from desktop.domain.candidate import Candidate, CandidateKind, CandidateOrder, CandidateQuery
from desktop.domain.chunk import content_hash
from desktop.domain.entity import EntityType
from desktop.domain.errors import Cancelled
from desktop.domain.fact import IS, Fact, FactStatus
from desktop.domain.graph import EdgeStatus
from tests.fakes.documents import STAMP, paragraphs, put
from tests.fakes.extractions import APT28, HEADLACE, MIMIKATZ, POLAND, SANDWORM, an_entity, extract, put_extracted
from tests.fakes.memory_candidates import MemoryCandidates
from tests.fakes.memory_facts import MemoryFactIndex
from tests.fakes.searchable_index import SearchableIndex

K = CandidateKind
ONE = "APT28 uses Headlace.\n\nFancy Bear was seen. APT28 targets Poland."
TWO = "APT28 uses Headlace.\n\nTsar Team never sleeps. APT28 never uses Mimikatz.\n\nSandworm met Headlace."


@dataclass
class Vault:
    """An index with ONE and TWO in it."""

    writer: IndexWriter
    facts: FactIndex
    reader: CandidateReader

    def seen(self, kind: CandidateKind = K.RELATION, **fields: Any) -> list[str]:
        return [each.statement for each in self.found(kind, **fields)]

    def found(self, kind: CandidateKind = K.RELATION, **fields: Any) -> tuple[Candidate, ...]:
        query = CandidateQuery(kind, **fields)
        found = self.reader.candidates(query, CancelToken())
        if "limit" not in fields:
            assert self.reader.count_candidates(query, CancelToken()) == len(found)
        return found

    def judge(self, subject: str, relationship: str, thing: str, status: FactStatus = FactStatus.ACCEPTED, **fields: Any) -> None:
        at = "2026-01-01T00:00:00Z"
        fact = Fact("it", "It", at, at, subject=subject, relationship=relationship, object=thing, status=status, **fields)
        self.facts.put([(StoredFact(fact, "It is so.", 0, "sha"), STAMP, paragraphs("It is so."))])


@pytest.fixture(params=["memory", "sqlite"])
def vault(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Vault]:
    close: Callable[[], object] = list
    if request.param == "memory":
        index, facts = SearchableIndex(), MemoryFactIndex()
        made = Vault(index, facts, MemoryCandidates(index, facts))
    else:
        database = Database(tmp_path / "coffer.db")
        made = Vault(SqliteIndexWriter(database), SqliteFactIndex(database), SqliteCandidateReader(database))
        close = database.close
    put_extracted(made.writer, "one", ONE)
    put_extracted(made.writer, "two", TWO)
    yield made
    close()


def test_what_sentences_claim_or_deny_waits_and_says_why_it_was_found(vault: Vault) -> None:
    assert vault.seen() == ["APT28 uses Headlace", "APT28 does not: uses Mimikatz", "APT28 targets Poland"]
    first = vault.found()[0]
    assert (first.subject.id, first.object and first.object.id, first.negated) == (APT28.id, HEADLACE.id, False)
    assert (first.confidence, first.places, first.documents, first.by) == (0.5, 2, 2, "“uses”")


def test_names_wait_with_how_they_are_written(vault: Vault) -> None:
    assert vault.seen(K.NAME) == ["APT28", "Headlace", "Mimikatz", "Poland", "Sandworm"]
    apt28 = vault.found(K.NAME)[0]
    assert (apt28.places, apt28.documents, apt28.spellings, apt28.is_known) == (5, 2, ("APT28", "Fancy Bear"), True)
    assert (apt28.confidence, apt28.by, apt28.subject.type) == (0.8, "pack: APT28", EntityType.INTRUSION_SET)
    assert vault.seen(K.INDICATOR) == []


def test_a_shared_name_waits_with_those_who_share_it(vault: Vault) -> None:
    (shared,) = vault.found(K.SHARED)
    assert (shared.statement, shared.subject.id, shared.places, shared.by) == ("Tsar Team", "", 1, "pack: Tsar Team")
    assert [each.id for each in shared.options] == [APT28.id, SANDWORM.id]
    assert vault.seen(K.SHARED, text="tsar-team") == vault.seen(K.SHARED, entity_id=SANDWORM.id) == ["Tsar Team"]
    assert vault.seen(K.SHARED, document_id="one") == vault.seen(K.SHARED, types=(EntityType.TOOL,)) == []


def test_in_a_case_only_what_a_document_of_the_case_says_waits(vault: Vault) -> None:
    put_extracted(vault.writer, "three", "Sandworm uses Mimikatz. Tsar Team rests.", tags=("alpha", "beta"))
    assert vault.seen(case="alpha") == ["Sandworm uses Mimikatz"]
    assert vault.seen(K.NAME, case="beta") == ["Mimikatz", "Sandworm"]
    assert vault.seen(K.SHARED, case="alpha") == ["Tsar Team"]
    assert vault.seen(case="gamma") == vault.seen(K.NAME, case="gamma") == vault.seen(K.SHARED, case="gamma") == []


def test_an_indicator_waits_apart_from_names(vault: Vault) -> None:
    text = "evil.example"
    put(vault.writer, "three", text)
    found = extract(text, [an_entity("domain-name:evil.example", "evil.example")])
    vault.writer.put_extractions([DocumentExtraction("three", content_hash(text), found)])
    assert vault.seen(K.INDICATOR) == ["evil.example"]
    assert "evil.example" not in vault.seen(K.NAME)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"types": (EntityType.LOCATION,)}, ["APT28 targets Poland"]),
        ({"text": "mimi"}, ["APT28 does not: uses Mimikatz"]),
        ({"text": "fancy-bear", "limit": 1}, ["APT28 uses Headlace"]),
        ({"entity_id": HEADLACE.id}, ["APT28 uses Headlace"]),
        ({"document_id": "one"}, ["APT28 uses Headlace", "APT28 targets Poland"]),
        ({"least": 0.6}, []),
        ({"most": 0.4}, []),
        ({"order": CandidateOrder.LEAST_SURE}, ["APT28 does not: uses Mimikatz", "APT28 targets Poland", "APT28 uses Headlace"]),
        ({"order": CandidateOrder.MOST_STATED, "offset": 1, "limit": 1}, ["APT28 does not: uses Mimikatz"]),
    ],
)
def test_relations_are_narrowed_and_ordered(vault: Vault, fields: dict[str, Any], expected: list[str]) -> None:
    assert vault.seen(**fields) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"types": (EntityType.TOOL, EntityType.MALWARE)}, ["Headlace", "Mimikatz"]),
        ({"text": "sofacy"}, ["APT28"]),
        ({"entity_id": POLAND.id}, ["Poland"]),
        ({"document_id": "one"}, ["APT28", "Headlace", "Poland"]),
        ({"least": 0.9}, []),
        ({"order": CandidateOrder.LEAST_SURE, "limit": 2}, ["Mimikatz", "Poland"]),
    ],
)
def test_names_are_narrowed_and_ordered(vault: Vault, fields: dict[str, Any], expected: list[str]) -> None:
    assert vault.seen(K.NAME, **fields) == expected


@pytest.mark.parametrize("status", [FactStatus.ACCEPTED, FactStatus.REJECTED])
def test_a_judged_relation_waits_no_more_and_its_denial_still_does(vault: Vault, status: FactStatus) -> None:
    vault.judge("fancy bear", "uses", HEADLACE.id, status)
    assert vault.seen() == ["APT28 does not: uses Mimikatz", "APT28 targets Poland"]
    vault.judge(APT28.id, "uses", MIMIKATZ.id, status)
    assert "APT28 does not: uses Mimikatz" in vault.seen()
    vault.judge(APT28.id, "uses", MIMIKATZ.id, status, negated=True)
    assert "APT28 does not: uses Mimikatz" not in vault.seen()


def test_a_judged_entity_waits_no_more_and_what_is_only_proposed_does(vault: Vault) -> None:
    vault.judge(HEADLACE.id, IS, "malware")
    assert vault.seen(K.NAME) == ["APT28", "Mimikatz", "Poland", "Sandworm"]
    vault.judge("Headlace", IS, "malware", FactStatus.PROPOSED)
    assert "Headlace" in vault.seen(K.NAME)


def test_what_a_bundle_states_is_no_candidate(vault: Vault) -> None:
    text = "Sandworm uses Mimikatz. Sandworm targets Poland."
    put(vault.writer, "bundle", text, source_format="stix")
    stated = extract(text)
    vault.writer.put_extractions(
        [
            DocumentExtraction(
                "bundle", content_hash(text), type(stated)(stated.mentions, stated.relations, stated.entities, EdgeStatus.STATED)
            )
        ]
    )
    assert vault.seen(text="sandworm") == []
    assert [each.places for each in vault.found(K.NAME, entity_id=SANDWORM.id)] == [1]


def test_places_are_sentences_or_what_is_written_there(vault: Vault) -> None:
    uses, (shared,) = vault.found()[0], vault.found(K.SHARED)
    assert [(each.document_id, each.start, each.quote, each.by) for each in vault.reader.places(uses, 9)] == [
        ("one", 0, "APT28 uses Headlace.", "“uses”"),
        ("two", 0, "APT28 uses Headlace.", "“uses”"),
    ]
    apt28 = vault.found(K.NAME, entity_id=APT28.id)[0]
    assert [each.quote for each in vault.reader.places(apt28, 3)] == ["APT28", "Fancy Bear", "APT28"]
    assert [(each.document_id, each.start) for each in vault.reader.places(shared, 9)] == [("two", 22)]


def test_the_ends_of_a_relation_are_found_in_its_sentence(vault: Vault) -> None:
    found = vault.reader.mentioned_at("one", 0, 20, [APT28.id, HEADLACE.id])
    assert [(each.start, each.quote, each.by) for each in found] == [(0, "APT28", "pack: APT28"), (11, "Headlace", "pack: Headlace")]


def test_a_question_can_be_stopped(vault: Vault) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        vault.reader.candidates(CandidateQuery(), cancel)
