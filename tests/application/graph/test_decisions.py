"""Decisions about names and edges, each of which can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from desktop.application.graph.decisions import Decisions
from desktop.application.ports import LexiconTable
from desktop.domain.entity import EntityType
from desktop.domain.errors import EntityNotFound, UsageError
from desktop.domain.fact import Fact, FactStatus
from desktop.domain.relation import Relationship
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import a_document
from tests.fakes.extractions import APT28, HEADLACE, MIMIKATZ, POLAND, put_extracted
from tests.fakes.facts_vault import FactsVault
from tests.fakes.lexicon import Tables
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex

T = LexiconTable


class Desk:
    def __init__(self) -> None:
        self.tables, self.audit, self.vault, self.index = Tables(), MemoryAuditLog(), FactsVault(), SearchableIndex()
        self.put("one", "APT28 uses Headlace. APT28 targets Poland. APT28 never uses Mimikatz.")
        self.put("two", "APT28 uses Headlace.")
        clock = datetime(2026, 11, 30, tzinfo=UTC)
        self.decisions = Decisions(self.tables, MemoryGraph(self.index), self.vault.memory, self.audit, lambda: clock)

    def put(self, name: str, text: str) -> None:
        self.vault.documents.place(a_document(name), text)
        put_extracted(self.index, name, text)

    def note_by_hand(self) -> None:
        rows = self.tables.lines[T.ALIASES]
        rows[0] = {**rows[0], "note": "by hand"}

    def facts(self) -> list[Fact]:
        return [each.fact for each in self.vault.files.files.values()]


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_a_denied_name_is_allowed_again_and_the_other_way_round(desk: Desk) -> None:
    desk.decisions.deny("Winter", "evil.com")
    assert desk.tables.lines[T.DENY] == [{"value": "Winter"}, {"value": "evil.com"}]
    desk.decisions.allow("winter", EntityType.MALWARE)
    assert desk.tables.lines == {T.DENY: [{"value": "evil.com"}], T.ALLOW: [{"value": "winter", "type": "malware"}], T.ALIASES: []}
    desk.decisions.deny("Winter")
    assert desk.tables.lines[T.ALLOW] == []


def test_names_are_joined_parted_and_left_open_the_last_word_holding(desk: Desk) -> None:
    desk.decisions.merge("Earth X", "G0007", "our own finding")
    desk.decisions.split("Earth X", "G0034")
    desk.decisions.dispute("Earth-X", "APT28")
    desk.decisions.split("Earth X", "g0007")
    assert [(row["name"], row["status"], row["other"], row["date"]) for row in desk.tables.lines[T.ALIASES]] == [
        ("Earth X", "distinct", "G0034", "2026-11-30"),
        ("Earth-X", "disputed", "APT28", "2026-11-30"),
        ("Earth X", "distinct", "g0007", "2026-11-30"),
    ]


def test_every_decision_is_listed_and_can_be_taken_back_once(desk: Desk) -> None:
    desk.decisions.deny("Winter")
    desk.decisions.merge("A", "B")
    desk.decisions.allow("Winter", EntityType.MALWARE)
    said = [each.said for each in desk.decisions.decided()]
    assert said == ["Winter is always a malware", "Winter is no longer denied", "A is B", "Winter never counts"]
    assert desk.decisions.undo().said == said[0]
    assert desk.decisions.undo().said == said[1]
    assert desk.tables.lines == {T.ALLOW: [], T.DENY: [{"value": "Winter"}], T.ALIASES: desk.tables.lines[T.ALIASES]}
    first = desk.decisions.decided()[-1]
    desk.decisions.undo(first.number)
    assert [each.said for each in desk.decisions.decided()] == ["A is B"]
    desk.decisions.undo()
    assert all(rows == [] for rows in desk.tables.lines.values())
    for number in (None, first.number):
        with pytest.raises(UsageError):
            desk.decisions.undo(number)


@pytest.mark.parametrize(
    ("later", "left"),
    [
        (lambda desk: desk.decisions.split("Earth X", "g0007"), [("Earth X", "distinct", "g0007")]),
        (lambda desk: desk.tables.lines[T.ALIASES].clear(), []),
        (lambda desk: desk.note_by_hand(), [("Earth X", "same", "G0007")]),
    ],
)
def test_what_was_decided_otherwise_since_is_not_taken_back(
    desk: Desk, later: Callable[[Desk], object], left: list[tuple[str, ...]]
) -> None:
    desk.decisions.merge("Earth X", "G0007")
    desk.decisions.merge("Other", "G0034")
    first = desk.decisions.decided()[-1]
    later(desk)
    with pytest.raises(UsageError, match="“Earth X is G0007” cannot be taken back: its names were decided otherwise since"):
        desk.decisions.undo(first.number)
    rows = [(row["name"], row["status"], row["other"]) for row in desk.tables.lines[T.ALIASES]]
    assert [row for row in rows if row[0] == "Earth X"] == left
    assert first.number in [each.number for each in desk.decisions.decided()]


def test_several_decisions_are_taken_back_together_or_not_at_all(desk: Desk) -> None:
    desk.decisions.deny("Winter", "evil.com")
    before = {table: list(rows) for table, rows in desk.tables.lines.items()}
    desk.decisions.allow("Winter", EntityType.MALWARE)
    desk.decisions.merge("Winter", "G0007")
    numbers = [each.number for each in desk.decisions.decided()[:3]]
    after = desk.tables.lines[T.DENY]
    after.append({"value": "WINTER"})
    with pytest.raises(UsageError, match="decided otherwise since"):
        desk.decisions.undo_all(numbers)
    assert [row["other"] for row in desk.tables.lines[T.ALIASES]] == ["G0007"]
    after.remove({"value": "WINTER"})
    desk.decisions.undo_all(numbers)
    assert {table: sorted(rows, key=str) for table, rows in desk.tables.lines.items()} == {
        table: sorted(rows, key=str) for table, rows in before.items()
    }


@pytest.mark.parametrize("name", ["", " ", "a\nb"])
def test_what_is_no_name_is_refused(desk: Desk, name: str) -> None:
    with pytest.raises(UsageError):
        desk.decisions.deny(name)
    with pytest.raises(UsageError):
        desk.decisions.merge("A", name)
    assert desk.audit.entries == []


def test_an_accepted_edge_is_a_fact_with_every_sentence_that_states_it(desk: Desk) -> None:
    (fact_id,) = desk.decisions.accept(APT28.id, Relationship.USES, HEADLACE.id).facts
    (fact,) = desk.facts()
    assert (fact.id, fact.name, desk.vault.files.read(fact_id).text) == (fact_id, "APT28 uses Headlace", "APT28 uses Headlace.\n")
    assert (fact.subject, fact.relationship, fact.object, fact.negated) == (APT28.id, "uses", HEADLACE.id, False)
    quotes = [(each.document, each.start, each.quote) for each in fact.sources]
    assert (quotes, fact.status) == ([("one", 0, "APT28 uses Headlace."), ("two", 0, "APT28 uses Headlace.")], FactStatus.ACCEPTED)


def test_a_rejected_edge_is_a_rejected_fact(desk: Desk) -> None:
    (fact_id,) = desk.decisions.reject(APT28.id, Relationship.TARGETS, POLAND.id, "A mistake of ours.").facts
    (fact,) = desk.facts()
    assert (fact.name, fact.status) == ("APT28 targets Poland", FactStatus.REJECTED)
    assert desk.vault.files.read(fact_id).text == "A mistake of ours.\n"


def test_a_denial_is_judged_apart_from_the_claim(desk: Desk) -> None:
    desk.decisions.accept(APT28.id, Relationship.USES, MIMIKATZ.id, negated=True)
    (fact,) = desk.facts()
    assert (fact.name, fact.negated) == ("APT28 does not: uses Mimikatz", True)
    assert [each.quote for each in fact.sources] == ["APT28 never uses Mimikatz."]
    desk.decisions.reject(APT28.id, Relationship.USES, MIMIKATZ.id)
    assert [each.status for each in desk.facts()] == [FactStatus.ACCEPTED, FactStatus.REJECTED]


def test_an_edge_that_is_judged_again_stays_one_fact_and_each_judgement_can_be_taken_back(desk: Desk) -> None:
    edge = (APT28.id, Relationship.USES, HEADLACE.id)
    judged = [next(iter(judge(*edge).facts)) for judge in (desk.decisions.reject, desk.decisions.accept, desk.decisions.accept)]
    assert [each.status for each in desk.facts()] == [FactStatus.ACCEPTED]
    desk.vault.history.undo_all(judged[:1])
    assert [each.status for each in desk.facts()] == [FactStatus.REJECTED]


def test_a_fact_that_says_the_same_by_names_is_the_one_that_is_judged(desk: Desk) -> None:
    fact_id = desk.vault.keep("We saw it.", subject="fancy bear", relationship="uses", object="Headlace")
    assert desk.decisions.reject(APT28.id, Relationship.USES, HEADLACE.id).facts == {fact_id}
    (fact,) = desk.facts()
    assert (fact.status, fact.subject, len(fact.sources)) == (FactStatus.REJECTED, "fancy bear", 2)


def test_an_accepted_entity_is_a_fact_that_says_of_what_kind_it_is(desk: Desk) -> None:
    places = [("one", 0, 20), ("two", 0, 20)]
    (fact_id,) = desk.decisions.accept_entity(HEADLACE.id, places[:1]).facts
    assert desk.decisions.accept_entity(HEADLACE.id, places).facts == {fact_id}
    (fact,) = desk.facts()
    assert (fact.name, fact.type, fact.statement) == ("Headlace is malware", "entity", f"{HEADLACE.id} is malware")
    assert [each.document for each in fact.sources] == ["one", "two"]
    with pytest.raises(EntityNotFound):
        desk.decisions.accept_entity("malware:unknown", places)


def test_what_stix_does_not_know_is_refused(desk: Desk) -> None:
    with pytest.raises(UsageError, match="no hosts between intrusion-set and location"):
        desk.decisions.accept(APT28.id, Relationship.HOSTS, POLAND.id)
    with pytest.raises(UsageError, match="no entity's id"):
        desk.decisions.accept("APT28", Relationship.USES, HEADLACE.id)
