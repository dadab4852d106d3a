"""The timeline of what a picture of the graph holds: which documents and facts speak of it, and when."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.application.graph.picturing import is_known_by
from desktop.application.graph.standing_for import standing_for
from desktop.application.job import JobContext
from desktop.application.ports import GraphReader
from desktop.domain.graph import EdgeQuery
from desktop.domain.graph_timeline import TieKey, Timeline
from desktop.domain.graph_view import MENTIONS, document_key, document_of


class Timelines:
    """Reads timelines. Whatever is the same as a node, and no node itself, counts as it, as it does in the picture."""

    def __init__(self, graph: GraphReader) -> None:
        self._graph = graph

    def of(self, context: JobContext, keys: Sequence[str], as_of: str = "") -> Timeline:
        """What documents of a day and before say of nodes, and of the ties among them."""
        entities, drawn = [each for each in keys if not document_of(each)], {name for each in keys if (name := document_of(each))}
        stands_for = standing_for(self._graph, entities)
        nodes: dict[str, set[str]] = {document_key(each): {each} for each in drawn}
        ties: dict[TieKey, set[str]] = {}
        for count in self._graph.mentioned_in(list(stands_for)):
            node = stands_for[count.entity_id]
            nodes.setdefault(node, set()).add(count.document_id)
            if count.document_id in drawn:
                ties.setdefault((document_key(count.document_id), MENTIONS, node), set()).add(count.document_id)
        context.cancel.raise_if_cancelled()
        for said in self._graph.stated_in(list(stands_for), EdgeQuery(as_of=as_of or None, co_occurring=True)):
            key = (stands_for[said.source], str(said.relationship), stands_for[said.target])
            if key[0] != key[2]:
                ties.setdefault(key, set()).add(said.document_id)
        context.cancel.raise_if_cancelled()
        named = {each for found in (*nodes.values(), *ties.values()) for each in found}
        known = {each.document_id: each for each in self._graph.dated(sorted(named)) if is_known_by(each.date, as_of)}
        return Timeline(
            tuple(keys), as_of, known,
            {key: frozenset(found & known.keys()) for key, found in nodes.items()},
            {key: frozenset(found & known.keys()) for key, found in ties.items()},
        )  # fmt: skip
