"""The part of the graph that may leave: counted anew from documents and facts that pass the gate."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from desktop.application.gate import MarkingGate
from desktop.application.job import JobContext, Progress
from desktop.application.ports import GraphReader, IndexReader
from desktop.domain.graph import Edge, EdgeQuery, EdgeStatus, EntitySummary
from desktop.domain.graph_export import ExportScope, GraphPart
from desktop.domain.leaving import Exit, Outgoing, Release
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters

_ALL = 1_000_000
_SENTENCES = 10_000
_RANKS = {EdgeStatus.DERIVED: 0, EdgeStatus.STATED: 1, EdgeStatus.ASSERTED: 2}


class GraphParts:
    """Gathers what is asked for, without a word of what may not leave."""

    def __init__(self, graph: GraphReader, index: IndexReader, gate: MarkingGate) -> None:
        self._graph = graph
        self._index = index
        self._gate = gate

    def gather(self, context: JobContext, exit_: Exit, scope: ExportScope, tlp_max: Marking | None = None) -> GraphPart:
        """The entities and edges that documents of a scope state; denials are among them, mere co-occurrence is not."""
        considered, release = self.examine(exit_, scope, tlp_max)
        allowed = [considered[place] for place in release.allowed]
        mentioned = self._mentioned(context, scope, allowed)
        dates = self._index.dates(allowed)
        nodes = self._nodes(scope, mentioned)
        edges = self._edges([each.id for each in nodes], frozenset(allowed), dates)
        spans = {entity: _span(dates[each] for each in counts if each in dates) for entity, counts in mentioned.items()}
        used = [document for node in nodes for document in mentioned.get(node.id, ())]
        used += [sentence.document_id for edge in edges for sentence in edge.evidence]
        return GraphPart(nodes, edges, spans, self._gate.effective(sorted(set(used))), len(considered), len(release.withheld))

    def examine(self, exit_: Exit, scope: ExportScope, tlp_max: Marking | None = None) -> tuple[list[str], Release]:
        """The documents and facts of a scope, in order, and which of them may leave."""
        considered = sorted(self._index.filtered_documents(Filters(tags=scope.tags, documents=scope.documents)))
        return considered, self._gate.examine(exit_, [Outgoing(each, (each,)) for each in considered], tlp_max)

    def _mentioned(self, context: JobContext, scope: ExportScope, allowed: Sequence[str]) -> dict[str, Counter[str]]:
        """How often each entity is mentioned in each document that may leave."""
        found: defaultdict[str, Counter[str]] = defaultdict(Counter)
        if scope.entities:
            own, passing = frozenset(scope.entities), frozenset(allowed)
            for each in self._graph.mentions(list(scope.entities), _ALL):
                if each.document_id in passing and each.mention.entity_id in own:
                    found[each.mention.entity_id or ""][each.document_id] += 1
            return found
        for done, document_id in enumerate(allowed):
            context.report(Progress("export", done, len(allowed), document_id))
            context.cancel.raise_if_cancelled()
            for each in self._graph.mentions_in(document_id):
                if each.mention.entity_id is not None:
                    found[each.mention.entity_id][document_id] += 1
        return found

    def _nodes(self, scope: ExportScope, mentioned: Mapping[str, Counter[str]]) -> tuple[EntitySummary, ...]:
        """Entities with what is counted of them; one that was chosen and that nothing which may leave mentions is left out."""
        wanted = [each for each in (scope.entities or mentioned) if each in mentioned]
        counted = ((each, mentioned[each.id]) for each in self._graph.summaries(wanted))
        return tuple(replace(each, documents=len(counts), mentions=counts.total()) for each, counts in counted)

    def _edges(self, entity_ids: Sequence[str], allowed: frozenset[str], dates: Mapping[str, str]) -> tuple[Edge, ...]:
        found = self._graph.edges_among(entity_ids, EdgeQuery(negated=True, limit=_ALL))
        counted = (_counted(each, allowed, dates) for each in self._graph.with_evidence(found, _SENTENCES))
        return tuple(each for each in counted if each is not None)


def _counted(edge: Edge, allowed: frozenset[str], dates: Mapping[str, str]) -> Edge | None:
    """An edge as only the documents that may leave state it; None where none does."""
    evidence = tuple(each for each in edge.evidence if each.document_id in allowed)
    if not evidence:
        return None
    documents = {each.document_id for each in evidence}
    first, last = _span(dates[each] for each in documents if each in dates)
    status = max((each.status for each in evidence), key=_RANKS.__getitem__)
    surest = max(each.confidence for each in evidence)
    return replace(
        edge, status=status, confidence=surest, sentences=len(evidence), documents=len(documents), first_seen=first, last_seen=last,
        evidence=evidence,
    )  # fmt: skip


def _span(dates: Iterable[str]) -> tuple[str, str]:
    known = sorted(dates)
    return (known[0], known[-1]) if known else ("", "")
