"""What the analyst says of edges and entities, as facts: accepted or rejected, with the sentences that speak of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from desktop.application.ports import FactQuery, FactRow, GraphReader, StoredFact
from desktop.domain.changes import Changes
from desktop.domain.entity import EntityType
from desktop.domain.errors import EntityNotFound, UsageError
from desktop.domain.fact import IS, Fact, FactDraft, FactStatus, FactView
from desktop.domain.graph import EdgeQuery, EntitySummary
from desktop.domain.relation import Relationship, is_legal

Ends = tuple[str, Relationship, str, bool]
"""An edge by the ids of its ends, and whether it is denied."""
Place = tuple[str, int, int]
"""Document, start and end of a sentence."""
_SOURCES = 20


class KeepsFacts(Protocol):
    """What judgements need of the memory."""

    def rows(self, query: FactQuery) -> tuple[FactRow, ...]:
        """Rows of the list of facts."""
        ...

    def remember(self, draft: FactDraft) -> StoredFact:
        """Keep a fact."""
        ...

    def decide(self, fact_ids: Iterable[str], status: FactStatus, places: Sequence[Place] = ()) -> Changes:
        """Accept or reject facts, naming further places as their sources."""
        ...


class Judgements:
    """Writes one fact for each thing judged, and goes on with it when it is judged again."""

    def __init__(self, graph: GraphReader, facts: KeepsFacts) -> None:
        self._graph = graph
        self._facts = facts

    def judge(self, edge: Ends, status: FactStatus, note: str = "") -> Changes:
        """Accept or reject an edge; UsageError where STIX knows no such relationship."""
        source, relationship, target, negated = edge
        kinds = [_kind(each) for each in (source, target)]
        if not is_legal(kinds[0], relationship, kinds[1]):
            raise UsageError(
                f"STIX knows no {relationship} between {kinds[0]} and {kinds[1]}.", "Choose another relationship, or related-to."
            )
        ends = {each.id: each for each in self._graph.summaries([source, target])}
        said = " ".join(
            (_called(ends, source), *(["does not:"] if negated else []), relationship.value.replace("-", " "), _called(ends, target))
        )
        draft = FactDraft(
            note or f"{said}.", name=said, type="relation", subject=source, relationship=relationship.value, object=target,
            negated=negated, sources=tuple(self._sentences(edge)), status=status,
        )  # fmt: skip
        return self._put(draft, _names(ends, source), _names(ends, target))

    def accept_entity(self, entity_id: str, places: Sequence[Place], note: str = "") -> Changes:
        """Accept an entity; EntityNotFound where the vault speaks of none by this id."""
        found = {each.id: each for each in self._graph.summaries([entity_id])}
        if entity_id not in found:
            raise EntityNotFound(f"Nothing in this vault has the id {entity_id}.", "`coffer entities` lists ids.")
        kind = found[entity_id].type.value
        said = f"{found[entity_id].value} is {kind.replace('-', ' ')}"
        draft = FactDraft(
            note or f"{said}.", name=said, type="entity", subject=entity_id, relationship=IS, object=kind, sources=tuple(places[:_SOURCES])
        )
        return self._put(draft, _names(found, entity_id), {kind})

    def _put(self, draft: FactDraft, subjects: set[str], objects: set[str]) -> Changes:
        """Keep a draft, or have the facts that say the same already say it with its status and its sources."""
        standing = [each.id for each in self._of(subjects) if _says(each, draft, objects)]
        if not standing:
            return Changes(facts=frozenset({self._facts.remember(draft).fact.id}))
        return self._facts.decide(standing, draft.status, draft.sources) | Changes(facts=frozenset(standing))

    def _of(self, subjects: set[str]) -> list[Fact]:
        """Facts about something, under any of its names, in whose place no other stands."""
        every = (row.fact for name in sorted(subjects) for row in self._facts.rows(FactQuery(view=FactView.ALL, entity=name, limit=10_000)))
        own = {each.id: each for each in every if (each.subject or "").casefold() in subjects and each.superseded_by is None}
        return list(own.values())

    def _sentences(self, edge: Ends) -> list[Place]:
        source, relationship, target, negated = edge
        query = EdgeQuery(relationships=(relationship,), negated=True)
        found = self._graph.edges_among([source, target], query)
        edges = [each for each in found if (each.source, each.target, each.negated) == (source, target, negated)]
        sentences = [sentence for each in self._graph.with_evidence(edges, _SOURCES) for sentence in each.evidence]
        return [(each.document_id, each.start, each.end) for each in sentences]


def _says(fact: Fact, draft: FactDraft, objects: set[str]) -> bool:
    same = (fact.relationship, fact.negated) == (draft.relationship, draft.negated)
    return same and (fact.object or "").casefold() in objects


def _names(known: dict[str, EntitySummary], entity_id: str) -> set[str]:
    """What may stand for an entity in a fact, folded."""
    own = known.get(entity_id)
    return {each.casefold() for each in (entity_id, *((own.value, *own.aliases) if own else ()))}


def _called(known: dict[str, EntitySummary], entity_id: str) -> str:
    return known[entity_id].value if entity_id in known else entity_id


def _kind(entity_id: str) -> EntityType:
    try:
        return EntityType(entity_id.partition(":")[0])
    except ValueError as error:
        raise UsageError(f"{entity_id!r} is no entity's id.", "`coffer entities` lists ids.") from error
