"""Other names that documents of the vault give to what a query names: "Jenxcus, also known as H-Worm"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from desktop.application.extraction.folding import name_key
from desktop.application.ports import GraphReader
from desktop.domain.graph import EdgeQuery
from desktop.domain.relation import Relationship

_MOST = 8
"""Names that documents give to one; where they give more, they do not mean one thing."""
_SHORTEST_WORD = 5
"""A name that is one word of fewer letters is an everyday word too often to be looked for unasked."""
_ALIASES = EdgeQuery(relationships=(Relationship.ALIAS_OF,), limit=_MOST)


class StatedNames(Protocol):
    """Knows which names documents say are one."""

    def among(self, names: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
        """Those of the names to which documents give others, with these, those that most documents give first."""
        ...


class GraphNames:
    """Reads them from the graph, as extraction found them."""

    def __init__(self, graph: GraphReader) -> None:
        self._graph = graph

    def among(self, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Those of the names to which documents give others, with these, those that most documents give first."""
        meant = self._graph.named_among(names)
        found = {name: self._given(name, entity_ids) for name, entity_ids in meant.items()}
        return {name: others for name, others in found.items() if others}

    def _given(self, name: str, entity_ids: Sequence[str]) -> tuple[str, ...]:
        own = set(entity_ids)
        edges = self._graph.edges(entity_ids, _ALIASES)
        others = dict.fromkeys(end for edge in edges for end in (edge.source, edge.target) if end not in own)
        called = {name_key(each.value): each.value for each in self._graph.summaries(list(others)) if _telling(each.value)}
        return tuple(other for key, other in called.items() if key != name_key(name))


def _telling(name: str) -> bool:
    return not name.isalpha() or len(name) >= _SHORTEST_WORD
