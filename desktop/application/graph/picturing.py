"""What a picture of the graph is made of: where it begins, what is around a node, and all ties among what is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from desktop.application.graph.connections import connections
from desktop.application.graph.standing_for import standing_for
from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery, GraphReader, IndexReader
from desktop.domain.entity import EntityType
from desktop.domain.graph import DatedDocument, Direction, Edge, EdgeQuery, EdgeStatus, EntityQuery, EntitySummary, MentionCount
from desktop.domain.graph_card import DOCUMENTS, Choice
from desktop.domain.graph_view import MENTIONS, Addition, Kind, Node, Tie, document_key, document_of, kind_of, types_of
from desktop.domain.relation import Relationship

BUDGET = 10
"""So many of a kind are drawn one by one, unless more are asked for."""
MOST_HELD, MOST_TIES = 5_000, 30_000
"""A picture holds no more nodes and ties than this; how many there would be is said."""
MOST_DOCUMENTS, WAYS = 40, 3
_WITHIN_REACH = 400
_SUGGESTED = 12
_SUREST_FIRST = (EdgeStatus.ASSERTED, EdgeStatus.STATED, EdgeStatus.DERIVED)


class Picturing:
    """Fetches nodes and ties. Keys are those of a view: entity ids, or documents'. `held` are the keys that a view has already."""

    def __init__(self, graph: GraphReader, reader: IndexReader) -> None:
        self._graph = graph
        self._reader = reader

    def suggest(self, text: str) -> tuple[Node, ...]:
        """Entities whose value or names hold a text, those that are called so first."""
        if not text.strip():
            return ()
        found = (*self._graph.called(text), *self._graph.entities(EntityQuery(text=text, limit=_SUGGESTED)))
        return tuple({each.id: node_of(each) for each in found}.values())[:_SUGGESTED]

    def begin(self, context: JobContext, keys: Sequence[str], held: Sequence[str], as_of: str = "") -> Addition:
        """These nodes and the strongest of what is around them, first what several have in common.

        Of an entity without relations, the documents that mention it.
        """
        begun = self._nodes(keys)
        nodes: dict[str, Node] = {}
        met: dict[str, int] = {}
        own: list[Tie] = []
        total = len(begun)
        for each in begun:
            context.cancel.raise_if_cancelled()
            found, ties, count = self._surroundings(each.key, None, as_of)
            if not found and each.kind is not Kind.DOCUMENT:
                found, ties, count = self._surroundings(each.key, DOCUMENTS, as_of)
            own += ties
            total += count
            for near in found:
                nodes.setdefault(near.key, near)
                met[near.key] = met.get(near.key, 0) + 1
        around = sorted(nodes.values(), key=lambda each: -met[each.key])  # stable: else the strongest first
        single = frozenset(each.key for each in begun) | _strongest(around, BUDGET if len(begun) == 1 else 2 * BUDGET)
        nodes = {each.key: each for each in (*begun, *around)}
        anchor = begun[0].key if len(begun) == 1 else ""
        return self._tied(list(nodes.values()), own, single, (*held, *nodes), as_of, anchor, total)

    def passage(self, context: JobContext, document_id: str, start: int, end: int, held: Sequence[str], as_of: str = "") -> Addition:
        """A document and what it mentions from `start` to `end`; where that is nothing, what it mentions at all."""
        places = [each.mention for each in self._graph.mentions_in(document_id)]
        within = dict.fromkeys(each.entity_id for each in places if each.entity_id and start <= each.start and each.end <= end)
        if not within:
            return self.begin(context, [document_key(document_id)], held, as_of)
        found = [*self._documents([document_id]), *map(node_of, self._graph.summaries([each for each in within if each]))]
        single = frozenset(each.key for each in found)
        return self._tied(found, [], single, (*held, *single), as_of, document_key(document_id), len(found))

    def starts(self, limit: int) -> tuple[Node, ...]:
        """What a picture may begin with: names, not indicators, that most documents mention."""
        kinds = (Kind.ACTOR, Kind.CAMPAIGN, Kind.MALWARE, Kind.TOOL, Kind.VULNERABILITY)
        found = self._graph.entities(EntityQuery(types=tuple(each for kind in kinds for each in types_of(kind)), limit=limit))
        return tuple(map(node_of, found))

    def case(self, context: JobContext, tag: str, held: Sequence[str], as_of: str = "") -> Addition:
        """The documents of a case, and what they mention: first of all what several of them have in common."""
        rows = self._reader.documents(DocumentQuery(tags=(tag,), sort="published"))
        ids = [each.document.id for each in rows]
        counts = self._graph.count_mentions(ids)
        context.cancel.raise_if_cancelled()
        shared: dict[str, int] = {}
        for each in counts:
            shared[each.entity_id] = shared.get(each.entity_id, 0) + 1
        strongest = sorted(shared, key=lambda each: (-shared[each], each))[:MOST_HELD]
        documents = self._documents(ids[:MOST_DOCUMENTS])
        found = [*documents, *map(node_of, self._graph.summaries(strongest))]
        single = _strongest(found, BUDGET) | frozenset(each.key for each in documents)
        return self._tied(found, [], single, (*held, *(each.key for each in found)), as_of, "", len(ids) + len(shared))

    def around(
        self, context: JobContext, key: str, choice: Choice | None, held: Sequence[str], drawn: Sequence[str], as_of: str = ""
    ) -> Addition:
        """What is around a node, of a chosen sort or of any: of each kind, the ten strongest that are not `drawn` yet one by one."""
        found, ties, total = self._surroundings(key, choice, as_of)
        context.cancel.raise_if_cancelled()
        known = set(drawn)
        single = _strongest([each for each in found if each.key not in known], BUDGET)
        return self._tied(found, ties, single, (*held, key, *(each.key for each in found)), as_of, key, total)

    def two_deep(self, context: JobContext, key: str, held: Sequence[str], as_of: str = "") -> Addition:
        """What is within two claims of an entity, the best of it; of each kind the ten best are drawn one by one."""
        own = self._graph.same_as([key])
        query = EdgeQuery(as_of=as_of or None, limit=_WITHIN_REACH)
        reached = self._graph.reach(own, 2, query, context.cancel)
        edges = self._graph.edges_by_key(list(dict.fromkeys(number for each in reached for number in each.edges)))
        ties = [_as_of_one(tie_of(edge), own, key) for edge in edges]
        found = [node_of(each) for each in self._graph.summaries([each.entity_id for each in reached])]
        single = _strongest(found, BUDGET) | {key}
        return self._tied(found, ties, single, (*held, key, *(each.key for each in found)), as_of, key, len(reached))

    def paths(self, context: JobContext, one: str, other: str, held: Sequence[str], as_of: str = "") -> Addition:
        """The shortest ways between two entities, at most three: over claims, else over what merely stands in one sentence."""
        ends = self._graph.same_as([one]), self._graph.same_as([other])
        query = EdgeQuery(as_of=as_of or None)
        ways = connections(self._graph, *ends, query, context.cancel, WAYS)
        if not ways:
            ways = connections(self._graph, *ends, replace(query, co_occurring=True), context.cancel, WAYS)
        known = {**dict.fromkeys(ends[0], one), **dict.fromkeys(ends[1], other)}
        keys = list(dict.fromkeys(known.get(each, each) for way in ways for each in way.entities))
        return self.add(keys, held, as_of, one)

    def add(self, keys: Sequence[str], held: Sequence[str], as_of: str, anchor: str) -> Addition:
        """These nodes, each drawn by itself."""
        found = self._nodes(keys)
        return self._tied(found, [], frozenset(keys), (*held, *keys), as_of, anchor, len(found))

    def choices(self, key: str, as_of: str = "") -> tuple[Choice, ...]:
        """What there is around a node, to choose from: claims first, then what documents and sentences merely have together."""
        if document_id := document_of(key):
            return self._choices_in_document(document_id)
        own = self._graph.same_as([key])
        counted: dict[tuple[str, Direction, Kind], int] = {}
        for each in self._graph.count_neighbours(own, _query(as_of)):
            related = each.relationship is Relationship.RELATED_TO
            sort = (str(each.relationship), Direction.BOTH if related else each.direction, kind_of(each.type))
            counted[sort] = counted.get(sort, 0) + each.entities
        found = [Choice(*sort, count) for sort, count in counted.items()]
        found.sort(key=lambda each: (each.relationship == Relationship.RELATED_TO, -each.entities, each.relationship, each.kind))
        documents = len(_known_by(self._graph.timeline(own), as_of))
        return (*found, *((replace(DOCUMENTS, entities=documents),) if documents else ()))

    def ties(self, keys: Sequence[str], as_of: str = "") -> tuple[Tie, ...]:
        """All ties among nodes, those with the most sources first; whatever is the same as a node, and no node itself, counts as it."""
        entities, documents = [each for each in keys if not document_of(each)], list(filter(None, map(document_of, keys)))
        stands_for = standing_for(self._graph, entities)
        edges = self._graph.edges_among(list(stands_for), replace(_query(as_of), limit=MOST_TIES)) if entities else ()
        counts = (each for each in self._graph.count_mentions(documents) if each.entity_id in stands_for) if documents else ()
        dates = {each.document_id: each.date for each in self._graph.dated(documents)}
        found: dict[tuple[str, str, str], Tie] = {}
        for tie in (*map(tie_of, edges), *(_mention_tie(each, dates.get(each.document_id, "")) for each in counts)):
            tied = replace(tie, source=stands_for.get(tie.source, tie.source), target=stands_for[tie.target])
            if tied.source != tied.target:
                found[tied.key] = _together(found[tied.key], tied) if tied.key in found else tied
        return tuple(found.values())

    def again(self, keys: Sequence[str], as_of: str = "") -> Addition:
        """The nodes that are still there, as they are now, with their ties."""
        found = self._nodes(keys)
        return self._tied(found, [], frozenset(), [each.key for each in found], as_of, "", len(found))

    def later(self, context: JobContext, keys: Sequence[str], as_of: str) -> frozenset[str]:
        """Those of some nodes that no document of a day or before mentions; without a day, none."""
        if not as_of:
            return frozenset()
        found = []
        documents = {document_key(each.document_id): [each] for each in self._graph.dated(list(filter(None, map(document_of, keys))))}
        for key in keys:
            context.cancel.raise_if_cancelled()
            dated = documents.get(key, []) if document_of(key) else self._graph.timeline(self._graph.same_as([key]))
            if not _known_by(dated, as_of):
                found.append(key)
        return frozenset(found)

    # --- inside

    def _tied(
        self, nodes: Sequence[Node], own: Sequence[Tie], single: frozenset[str], keys: Iterable[str], as_of: str, anchor: str, total: int
    ) -> Addition:
        """With the ties among all keys; those in `own` are known already."""
        ties = {each.key: each for each in (*own, *self.ties(list(dict.fromkeys(keys)), as_of))}
        return Addition(tuple(nodes), tuple(ties.values()), single, anchor, total)

    def _surroundings(self, key: str, choice: Choice | None, as_of: str) -> tuple[list[Node], list[Tie], int]:
        """What is around a node, the strongest first, ties that are known by that, and how much there would be."""
        if document_id := document_of(key):
            return self._in_document(document_id, choice)
        return self._mentioning(key, as_of) if choice and choice.relationship == MENTIONS else self._related(key, choice, as_of)

    def _nodes(self, keys: Sequence[str]) -> list[Node]:
        """Nodes in the order asked; what is gone is passed over."""
        entities = map(node_of, self._graph.summaries([each for each in keys if not document_of(each)]))
        found = {each.key: each for each in (*entities, *self._documents(list(filter(None, map(document_of, keys)))))}
        return [found[each] for each in dict.fromkeys(keys) if each in found]

    def _documents(self, document_ids: Sequence[str]) -> list[Node]:
        return list(map(document_node, self._graph.dated(document_ids)))

    def _choices_in_document(self, document_id: str) -> tuple[Choice, ...]:
        kinds: dict[Kind, int] = {}
        for each in self._graph.summaries([each.entity_id for each in self._graph.count_mentions([document_id])]):
            kinds[kind_of(each.type)] = kinds.get(kind_of(each.type), 0) + 1
        return tuple(Choice(MENTIONS, Direction.OUT, kind, kinds[kind]) for kind in Kind if kind in kinds)

    def _in_document(self, document_id: str, choice: Choice | None) -> tuple[list[Node], list[Tie], int]:
        counts = self._graph.count_mentions([document_id])
        found = [node_of(each) for each in self._graph.summaries([each.entity_id for each in counts])]
        wanted = [each for each in found if choice is None or each.kind is choice.kind]
        return wanted[:MOST_HELD], [], len(wanted)

    def _mentioning(self, key: str, as_of: str) -> tuple[list[Node], list[Tie], int]:
        documents = _known_by(self._graph.timeline(self._graph.same_as([key])), as_of)
        documents.sort(key=lambda each: (-each.mentions, each.document_id))
        own = [Tie(document_key(each.document_id), MENTIONS, key, sentences=each.mentions, first_seen=each.date) for each in documents]
        return list(map(document_node, documents[:MOST_HELD])), own, len(documents)

    def _related(self, key: str, choice: Choice | None, as_of: str) -> tuple[list[Node], list[Tie], int]:
        own = self._graph.same_as([key])
        query = _query(as_of, choice)
        edges = self._graph.edges(own, replace(query, limit=MOST_HELD))
        ties = [each for each in (_as_of_one(tie_of(edge), own, key) for edge in edges) if each.source != each.target]
        ids = dict.fromkeys(end for each in ties for end in (each.source, each.target) if end != key)
        return list(map(node_of, self._graph.summaries(list(ids)))), ties, len(ids)


def node_of(entity: EntitySummary) -> Node:
    """An entity as a node."""
    said = entity.identity_class if entity.type is EntityType.IDENTITY and entity.identity_class else str(entity.type)
    return Node(entity.id, kind_of(entity.type), entity.value, said, entity.documents, entity.mentions, entity.aliases)


def document_node(document: DatedDocument) -> Node:
    """A document as a node."""
    return Node(document_key(document.document_id), Kind.DOCUMENT, document.title, "document", 1, document.mentions, date=document.date)


def tie_of(edge: Edge) -> Tie:
    """An edge as a tie."""
    return Tie(
        edge.source,
        str(edge.relationship),
        edge.target,
        edge.status,
        edge.sentences,
        edge.documents,
        edge.first_seen,
        edge.last_seen,
    )


def _mention_tie(count: MentionCount, date: str) -> Tie:
    return Tie(document_key(count.document_id), MENTIONS, count.entity_id, sentences=count.mentions, first_seen=date, last_seen=date)


def _together(one: Tie, other: Tie) -> Tie:
    """Two ties that say the same, as one; `documents` are at least so many, for both may come from the same."""
    ties = (one, other)
    return replace(
        one,
        status=next(each for each in _SUREST_FIRST if each in {tie.status for tie in ties}),
        sentences=sum(each.sentences for each in ties),
        documents=max(each.documents for each in ties),
        first_seen=min(filter(None, (each.first_seen for each in ties)), default=""),
        last_seen=max(each.last_seen for each in ties),
    )


def _as_of_one(tie: Tie, own: Sequence[str], key: str) -> Tie:
    """Whatever is the same as an entity counts as it."""
    same = set(own)
    return replace(tie, source=key if tie.source in same else tie.source, target=key if tie.target in same else tie.target)


def _query(as_of: str, choice: Choice | None = None) -> EdgeQuery:
    if choice is None:
        return EdgeQuery(as_of=as_of or None, co_occurring=True)
    return EdgeQuery(choice.direction, (Relationship(choice.relationship),), types_of(choice.kind), as_of or None, co_occurring=True)


def _known_by(documents: Iterable[DatedDocument], as_of: str) -> list[DatedDocument]:
    """Those of a day or before, dates being as coarse as they are known."""
    return [each for each in documents if is_known_by(each.date, as_of)]


def is_known_by(date: str, as_of: str) -> bool:
    """Whether a date, as coarse as it is known, is of a day or before; any date is where no day is asked about."""
    return not as_of or date[: len(as_of)] <= as_of[: len(date)]


def _strongest(nodes: Sequence[Node], budget: int) -> frozenset[str]:
    """The first of each kind."""
    return frozenset(_firsts(nodes, budget))


def _firsts(nodes: Sequence[Node], budget: int) -> Iterator[str]:
    taken: dict[Kind, int] = {}
    for each in nodes:
        taken[each.kind] = taken.get(each.kind, 0) + 1
        if taken[each.kind] <= budget:
            yield each.key
