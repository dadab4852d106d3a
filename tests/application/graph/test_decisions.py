"""Decisions about names and edges, each of which can be taken back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from desktop.application.graph.decisions import Decisions
from desktop.application.ports import LexiconTable
from desktop.domain.entity import EntityType
from desktop.domain.errors import UsageError
from desktop.domain.fact import FactDraft, FactStatus
from desktop.domain.relation import Relationship
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.extractions import APT28, HEADLACE, POLAND, put_extracted
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex

T = LexiconTable


class Tables:
    """The lexicon in memory."""

    def __init__(self) -> None:
        self.lines: dict[LexiconTable, list[dict[str, str]]] = {each: [] for each in LexiconTable}

    def rows(self, table: LexiconTable) -> list[dict[str, str]]:
        return list(self.lines[table])

    def change(self, table: LexiconTable, add: Sequence[dict[str, str]], remove: Sequence[dict[str, str]]) -> None:
        self.lines[table] = [each for each in self.lines[table] if each not in remove] + list(add)


class Desk:
    def __init__(self) -> None:
        self.tables, self.audit, self.drafts = Tables(), MemoryAuditLog(), list[FactDraft]()
        index = SearchableIndex()
        put_extracted(index, "one", "APT28 uses Headlace. APT28 targets Poland.")
        put_extracted(index, "two", "APT28 uses Headlace.")
        self.decisions = Decisions(self.tables, MemoryGraph(index), self.remember, self.audit, lambda: datetime(2026, 11, 30, tzinfo=UTC))

    def remember(self, draft: FactDraft) -> Any:
        self.drafts.append(draft)
        return SimpleNamespace(fact=SimpleNamespace(id=f"fact-{len(self.drafts)}"))


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


@pytest.mark.parametrize("name", ["", " ", "a\nb"])
def test_what_is_no_name_is_refused(desk: Desk, name: str) -> None:
    with pytest.raises(UsageError):
        desk.decisions.deny(name)
    with pytest.raises(UsageError):
        desk.decisions.merge("A", name)
    assert desk.audit.entries == []


def test_an_accepted_edge_is_a_fact_with_every_sentence_that_states_it(desk: Desk) -> None:
    assert desk.decisions.accept(APT28.id, Relationship.USES, HEADLACE.id).facts == {"fact-1"}
    (draft,) = desk.drafts
    assert (draft.text, draft.subject, draft.relationship, draft.object) == ("APT28 uses Headlace.", APT28.id, "uses", HEADLACE.id)
    assert (draft.sources, draft.status) == ((("one", 0, 20), ("two", 0, 20)), FactStatus.ACCEPTED)


def test_a_rejected_edge_is_a_rejected_fact(desk: Desk) -> None:
    desk.decisions.reject(APT28.id, Relationship.TARGETS, POLAND.id, "A mistake of ours.")
    (draft,) = desk.drafts
    assert (draft.text, draft.name, draft.status) == ("A mistake of ours.", "APT28 targets Poland", FactStatus.REJECTED)


def test_what_stix_does_not_know_is_refused(desk: Desk) -> None:
    with pytest.raises(UsageError, match="no hosts between intrusion-set and location"):
        desk.decisions.accept(APT28.id, Relationship.HOSTS, POLAND.id)
    with pytest.raises(UsageError, match="no entity's id"):
        desk.decisions.accept("APT28", Relationship.USES, HEADLACE.id)
