"""Candidates in memory, out of what a MemoryIndex was given and what a MemoryFactIndex says of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from desktop.application.exchange.bundles import FORMATS
from desktop.application.extraction.folding import name_key
from desktop.application.extraction.knowledge import FROM_TEXT
from desktop.application.job import CancelToken
from desktop.application.ports import DocumentQuery, Extracted
from desktop.domain.candidate import Candidate, CandidateKind, CandidateOrder, CandidateQuery
from desktop.domain.fact import IS, FactStatus
from desktop.domain.graph import EdgeStatus, Evidence, NamedEntity
from desktop.domain.relation import Relationship
from tests.fakes.memory_facts import MemoryFactIndex
from tests.fakes.memory_index import MemoryIndex

_Ends = tuple[str, Relationship, str, bool]


@dataclass
class MemoryCandidates:
    """Judges nothing: what facts accept or reject is no candidate."""

    index: MemoryIndex
    facts: MemoryFactIndex

    def candidates(self, query: CandidateQuery, cancel: CancelToken) -> tuple[Candidate, ...]:
        cancel.raise_if_cancelled()
        found = [each for each in self._of_kind(query.kind) if self._meets(each, query)]
        ordered = sorted(found, key=lambda each: (*_rank(each, query.order), each.statement))
        return tuple(ordered[query.offset : query.offset + query.limit])

    def count_candidates(self, query: CandidateQuery, cancel: CancelToken) -> int:
        return len(self.candidates(replace(query, offset=0, limit=1_000_000), cancel))

    def places(self, candidate: Candidate, limit: int) -> tuple[Evidence, ...]:
        return tuple(sorted(self._places(candidate), key=lambda each: (-each.confidence, each.document_id, each.start))[:limit])

    def mentioned_at(self, document_id: str, start: int, end: int, entity_ids: Sequence[str]) -> tuple[Evidence, ...]:
        return tuple(
            Evidence(document_id, each.start, each.end, each.text, each.confidence, each.by)
            for each in (self.index.extractions.get(document_id) or _NOTHING).mentions
            if each.entity_id in entity_ids and start <= each.start and each.end <= end
        )

    def _places(self, candidate: Candidate) -> Iterator[Evidence]:
        for document_id, found in self._plain():
            if candidate.object is not None:
                for each in found.relations:
                    ends = (candidate.subject.id, candidate.relationship, candidate.object.id, candidate.negated)
                    if (each.source, each.relationship, each.target, each.negated) == ends:
                        yield Evidence(document_id, each.start, each.end, each.quote, each.confidence, each.by)
                continue
            for mention in found.mentions:
                shared = not candidate.subject.id and mention.entity_id is None and mention.value == candidate.subject.value
                if shared or (candidate.subject.id and mention.entity_id == candidate.subject.id):
                    yield Evidence(document_id, mention.start, mention.end, mention.text, mention.confidence, mention.by)

    def _of_kind(self, kind: CandidateKind) -> list[Candidate]:
        if kind is CandidateKind.RELATION:
            return list(self._relations())
        if kind is CandidateKind.SHARED:
            return list(self._shared())
        return [each for each in self._entities() if each.kind is kind]

    def _relations(self) -> Iterator[Candidate]:
        known = self._known()
        ends = dict.fromkeys(
            (each.source, each.relationship, each.target, each.negated) for _, found in self._plain() for each in found.relations
        )
        for source, said, target, negated in ends:
            if said is not Relationship.RELATED_TO and not self._judged(source, said, target, negated):
                bare = Candidate(CandidateKind.RELATION, known[source], 0, 0, 0, "", said, known[target], negated)
                yield self._counted(bare)

    def _entities(self) -> Iterator[Candidate]:
        known = self._known()
        for entity_id in dict.fromkeys(each.entity_id for _, found in self._plain() for each in found.mentions if each.entity_id):
            if not self._judged(entity_id, IS, None, negated=False):
                each = known[entity_id]
                kind = CandidateKind.INDICATOR if each.type.is_indicator else CandidateKind.NAME
                is_known = any(alias.source != FROM_TEXT for alias in each.aliases)
                bare = Candidate(kind, replace(each, aliases=()), 0, 0, 0, "", is_known=is_known)
                places = list(self._places(bare))
                spellings = sorted(Counter(place.quote for place in places).items(), key=lambda pair: (-pair[1], pair[0]))
                yield replace(self._counted(bare), spellings=tuple(text for text, _ in spellings[:8]))

    def _shared(self) -> Iterator[Candidate]:
        known = self._known()
        found: defaultdict[str, list[str]] = defaultdict(list)
        types = {}
        for _, extracted in self._plain():
            for each in extracted.mentions:
                if each.entity_id is None:
                    found[each.value] = list(each.candidates)
                    types[each.value] = each.type
        for value, options in found.items():
            shared = tuple(replace(known[each], aliases=()) for each in options)
            named = NamedEntity("", types[value], value)
            yield self._counted(Candidate(CandidateKind.SHARED, named, 0, 0, 0, "", spellings=(value,), options=shared))

    def _counted(self, bare: Candidate) -> Candidate:
        places = self.places(bare, 1_000_000)
        counted = replace(bare, confidence=places[0].confidence, by=places[0].by, places=len(places))
        return replace(counted, documents=len({each.document_id for each in places}))

    def _judged(self, source: str, said: str, target: str | None, negated: bool) -> bool:
        return any(
            fact.status is not FactStatus.PROPOSED
            and (fact.relationship, fact.negated) == (str(said), negated)
            and self._means(fact.subject, source)
            and (target is None or self._means(fact.object, target))
            for fact in (stored.fact for stored, _ in self.facts.facts.values())
        )

    def _means(self, text: str | None, entity_id: str) -> bool:
        names = {name_key(alias.name) for alias in self._known()[entity_id].aliases if alias.status == "same"}
        return text == entity_id or (
            text not in self._known() and name_key((text or "").removeprefix(f"{self._known()[entity_id].type}:")) in names
        )

    def _meets(self, candidate: Candidate, query: CandidateQuery) -> bool:
        ends = [each for each in (candidate.subject, candidate.object) if each is not None]
        parts = [each.id for each in (*ends, *candidate.options)]
        known = self._known()
        names = {name_key(each.value) for each in ends} | {
            name_key(alias.name) for each in ends if each.id in known for alias in known[each.id].aliases
        }
        return (
            (not query.types or any(each.type in query.types for each in ends))
            and query.least <= candidate.confidence <= query.most
            and any(name_key(query.text) in name for name in names)
            and (not query.entity_id or query.entity_id in parts)
            and (not query.document_id or any(each.document_id == query.document_id for each in self._places(candidate)))
            and (not query.case or any(each.document_id in self._tagged(query.case) for each in self._places(candidate)))
        )

    def _tagged(self, tag: str) -> set[str]:
        return {row.document.id for row in self.index.documents(DocumentQuery(tags=(tag,)))}

    def _plain(self) -> Iterator[tuple[str, Extracted]]:
        for row in self.index.documents(DocumentQuery()):
            found = self.index.extractions.get(row.document.id)
            if found is not None and row.document.source_format not in FORMATS and found.status is EdgeStatus.DERIVED:
                yield row.document.id, found

    def _known(self) -> dict[str, NamedEntity]:
        return {each.id: each for found in self.index.extractions.values() if found for each in found.entities}


def _rank(candidate: Candidate, order: CandidateOrder) -> tuple[float, float]:
    sure, places = candidate.confidence, candidate.places
    return {
        CandidateOrder.SUREST: (-sure, -places),
        CandidateOrder.LEAST_SURE: (sure, places),
        CandidateOrder.MOST_STATED: (-places, -sure),
    }[order]


_NOTHING = Extracted()
