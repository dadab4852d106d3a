"""The routes over what documents mention: by the things that a query names, and by what these are connected with."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from desktop.application.job import CancelToken
from desktop.application.ports import GraphReader, RankedChunk
from desktop.application.retrieve.expansion import may_be_name
from desktop.application.retrieve.folding import fold
from desktop.domain.entity import EntityType
from desktop.domain.graph import Edge, EdgeQuery, Reached
from desktop.domain.passage import Filters
from desktop.domain.relation import Relationship

HOPS = 2
_T, _R = EntityType, Relationship
_WORD = re.compile(r"[^\s,;!?\"“”«»()]+")
_AROUND = "'’‘.:*_"
_LONGEST = 5
"""Words of the longest name that is looked for."""
_REACHED = 60
_STATING = 5
"""Chunks that are taken for each edge."""
_MENTIONED = 0.3
"""What a chunk is worth that only mentions what was reached, of one that states the last edge to it."""
_ASKED_FOR = 2.0
"""How much more an edge counts that is of the kind the query asks for."""
_ADDRESSES = frozenset({_T.INFRASTRUCTURE, _T.DOMAIN, _T.IPV4, _T.IPV6, _T.URL, _T.AUTONOMOUS_SYSTEM, _T.EMAIL})
_CUES: tuple[tuple[str, frozenset[EntityType], frozenset[Relationship]], ...] = (
    (r"infrastructure|domains?|servers?|addresses|ips?|c2|hosts?|urls?", _ADDRESSES, frozenset({_R.COMMUNICATES_WITH, _R.HOSTS})),
    (r"malware|tools?|backdoors?|implants?|loaders?|ransomware|arsenal|toolset", frozenset({_T.MALWARE, _T.TOOL}), frozenset({_R.DROPS})),
    (r"cves?|vulnerabilit(?:y|ies)|flaws?|exploits?|exploit(?:ed|ing)", frozenset({_T.VULNERABILITY}), frozenset({_R.EXPLOITS})),
    (r"techniques?|ttps?|tactics?|behaviou?rs?", frozenset({_T.ATTACK_PATTERN, _T.TACTIC}), frozenset()),
    (
        r"targets?|targeted|victims?|sectors?|countr(?:y|ies)|attack(?:s|ed)?",
        frozenset({_T.IDENTITY, _T.LOCATION}),
        frozenset({_R.TARGETS}),
    ),
    (r"who|whom|whose|actors?|groups?|behind|attributed", frozenset({_T.INTRUSION_SET, _T.THREAT_ACTOR}), frozenset({_R.ATTRIBUTED_TO})),
)


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that a query names, and all entities that the name may mean."""

    name: str
    entity_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """Chunks, best first, and for each why it is one of them."""

    chunks: list[RankedChunk] = field(default_factory=list)
    why: Mapping[int, str] = field(default_factory=dict)


class GraphRoutes:
    """Asks the graph."""

    def __init__(self, graph: GraphReader) -> None:
        self._graph = graph

    def things(self, text: str, without: frozenset[str] = frozenset()) -> list[Thing]:
        """What a text names that documents mention, each once, the longest names first; names of `without` (folded) do not count."""
        words = [(match[0].strip(_AROUND), match) for match in _WORD.finditer(text)]
        words = [(word, match) for word, match in words if word]
        spans = [(at, length) for at in range(len(words)) for length in range(min(_LONGEST, len(words) - at), 0, -1)]
        names = {span: " ".join(word for word, _ in words[span[0] : span[0] + span[1]]) for span in spans}
        asked = {name for (_, length), name in names.items() if may_be_name(name, alone=length == len(words)) and fold(name) not in without}
        known = self._graph.named_among(sorted(asked))
        found: dict[str, Thing] = {}
        at = 0
        while at < len(words):
            here = ((length, names[at, length]) for length in range(min(_LONGEST, len(words) - at), 0, -1))
            length, name = next(((length, name) for length, name in here if name in known), (1, ""))
            if name:
                found.setdefault(name, Thing(name, self._graph.same_as(known[name])))
            at += length
        return list(found.values())

    def mentioning(self, things: Sequence[Thing], ranks: Mapping[int, int], depth: int, filters: Filters, cancel: CancelToken) -> Explained:
        """Chunks that mention most of the things; `ranks` (by words, from 1) decide between those that mention as much."""
        scores: defaultdict[int, float] = defaultdict(float)
        names: defaultdict[int, list[str]] = defaultdict(list)
        chunks: dict[int, RankedChunk] = {}
        for thing in things:
            for each in self._graph.chunks_mentioning(thing.entity_ids, depth, filters, cancel):
                chunks[each.chunk] = each
                scores[each.chunk] += 1 + each.score / (1 + each.score)
                names[each.chunk].append(thing.name)
        found = [replace(each, score=scores[each.chunk] + 1 / (1 + ranks.get(each.chunk, depth))) for each in chunks.values()]
        return Explained(_best(found, depth), {chunk: f"mentions {' and '.join(said)}" for chunk, said in names.items()})

    def connected(self, text: str, things: Sequence[Thing], depth: int, filters: Filters, cancel: CancelToken) -> Explained:
        """Chunks that state how the things are connected with others, at most two edges away, or mention what they lead to."""
        own = tuple(dict.fromkeys(entity for thing in things for entity in thing.entity_ids))
        if not own:
            return Explained()
        query = EdgeQuery(co_occurring=True, limit=_REACHED)
        reached = self._graph.reach(own, HOPS, query, cancel)
        edges = {each.key: each for each in self._graph.edges_by_key(sorted({key for each in reached for key in each.edges}))}
        values = self._values(own, edges)
        ways = _Ways(text, reached, edges, values)
        collected = _Collected()
        for edge, chunk in self._graph.chunks_stating(list(ways.worth), _STATING, filters, cancel):
            collected.add(chunk, ways.worth[edge] * chunk.score / edges[edge].confidence, ways.said[edge])
        for each in reached[: _REACHED // 4]:
            last = each.edges[-1]
            for chunk in self._graph.chunks_mentioning([each.entity_id], _STATING, filters, cancel) if last in ways.worth else ():
                worth = _MENTIONED * ways.worth[last] * chunk.score / (1 + chunk.score)
                collected.add(chunk, worth, f"{ways.said[last]}; mentions {values.get(each.entity_id, each.entity_id)}")
        return Explained(_best(collected.chunks(), depth), collected.why)

    def _values(self, own: Sequence[str], edges: Mapping[int, Edge]) -> dict[str, str]:
        ends = {end for edge in edges.values() for end in (edge.source, edge.target)}
        return {each.id: each.value for each in self._graph.summaries(sorted(ends | set(own)))}


class _Ways:
    """What each edge on the way is worth, and the best way over it in words."""

    def __init__(self, text: str, reached: Sequence[Reached], edges: Mapping[int, Edge], values: Mapping[str, str]) -> None:
        self.worth: dict[int, float] = {}
        self.said: dict[int, str] = {}
        asked = _kinds_asked_for(text)
        for each in reached:
            if all(key in edges for key in each.edges):
                last = each.edges[-1]
                worth = each.score * (_ASKED_FOR if _is_asked_for(edges[last], each.entity_id, asked) else 1.0)
                if worth > self.worth.get(last, 0.0):
                    self.worth[last] = worth
                    self.said[last] = "; ".join(_in_words(edges[key], values) for key in each.edges)


class _Collected:
    """The best that was said of each chunk; what else speaks for it adds a little."""

    def __init__(self) -> None:
        self.why: dict[int, str] = {}
        self._best: dict[int, RankedChunk] = {}
        self._more: defaultdict[int, float] = defaultdict(float)

    def add(self, chunk: RankedChunk, worth: float, why: str) -> None:
        known = self._best.get(chunk.chunk)
        self._more[chunk.chunk] += worth / 10
        if known is None or worth > known.score:
            self._best[chunk.chunk] = replace(chunk, score=worth)
            self.why[chunk.chunk] = why

    def chunks(self) -> Iterator[RankedChunk]:
        return (replace(each, score=each.score + self._more[each.chunk]) for each in self._best.values())


def _kinds_asked_for(text: str) -> tuple[frozenset[EntityType], frozenset[Relationship]]:
    """The types and relationships that a query's words ask for."""
    said = [(types, relations) for cue, types, relations in _CUES if re.search(rf"\b(?:{cue})\b", text, re.IGNORECASE)]
    return frozenset().union(*(types for types, _ in said)), frozenset().union(*(relations for _, relations in said))


def _is_asked_for(edge: Edge, entity_id: str, asked: tuple[frozenset[EntityType], frozenset[Relationship]]) -> bool:
    return edge.relationship in asked[1] or EntityType(entity_id.partition(":")[0]) in asked[0]


def _in_words(edge: Edge, values: Mapping[str, str]) -> str:
    """An edge as a person says it."""
    verb = "stands beside" if edge.relationship is _R.RELATED_TO else edge.relationship.value.replace("-", " ")
    return f"{values.get(edge.source, edge.source)} {verb} {values.get(edge.target, edge.target)}"


def _best(chunks: Iterator[RankedChunk] | Sequence[RankedChunk], depth: int) -> list[RankedChunk]:
    return sorted(chunks, key=lambda each: (-each.score, each.document_id, each.position))[:depth]
