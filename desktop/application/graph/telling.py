"""What is told of a node or a line of the picture: its card, and the sentences that state it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop.application.graph.descriptions import Descriptions
from desktop.application.graph.picturing import Picturing, document_node, is_known_by, node_of
from desktop.application.job import JobContext
from desktop.application.ports import GraphReader, TextReader
from desktop.domain.entity import EntityType, Mention
from desktop.domain.errors import EntityNotFound
from desktop.domain.graph import DatedDocument, Direction, EdgeQuery
from desktop.domain.graph import Evidence as EdgeEvidence
from desktop.domain.graph_card import Card, Evidence, Sentence
from desktop.domain.graph_view import MENTIONS, Tie, document_of
from desktop.domain.relation import Relationship

MOST_SENTENCES, MOST_TOLD = 100, 400
_AROUND, _EVERY = 90, 10_000
_TECHNIQUES = 60
_USES = EdgeQuery(Direction.OUT, (Relationship.USES,), (EntityType.ATTACK_PATTERN,), limit=_TECHNIQUES)


class Telling:
    """Reads what cards and lists of evidence say."""

    def __init__(self, graph: GraphReader, texts: TextReader, picturing: Picturing, descriptions: Descriptions) -> None:
        self._graph = graph
        self._texts = texts
        self._picturing = picturing
        self._descriptions = descriptions

    def card(self, key: str, as_of: str = "") -> Card:
        """Everything about a node; EntityNotFound where it is gone."""
        choices = self._picturing.choices(key, as_of)
        if document_id := document_of(key):
            dated = self._graph.dated([document_id])
            if not dated:
                raise EntityNotFound("This document is no longer in the vault.", "Remove it from the picture.")
            return Card(document_node(dated[0]), documents=dated, first_seen=dated[0].date, last_seen=dated[0].date, choices=choices)
        found = self._graph.summaries([key])
        if not found:
            raise EntityNotFound("No document mentions this any more.", "Remove it from the picture.")
        own = self._graph.same_as([key])
        documents = tuple(each for each in self._graph.timeline(own) if is_known_by(each.date, as_of))
        described = self._descriptions.of(key)
        used = dict.fromkeys(edge.target for edge in self._graph.edges(own, replace(_USES, as_of=as_of or None)))
        return Card(
            node_of(found[0]),
            described.text if described else "",
            described.source if described else "",
            documents,
            documents[0].date if documents else "",
            documents[-1].date if documents else "",
            tuple(map(node_of, self._graph.summaries(list(used)))),
            choices,
        )

    def evidence(
        self, context: JobContext, ties: Sequence[Tie], as_of: str = "", limit: int = MOST_SENTENCES, altogether: int = MOST_TOLD
    ) -> tuple[Evidence, ...]:
        """The sentences behind ties, claims first; of each tie at most so many. With a day, those of documents until then.

        Once so many `altogether` are told, of further ties only their number is.
        """
        ordered = sorted(ties, key=lambda each: (not each.is_claim, each.relationship == MENTIONS, -each.documents, each.key))
        found: list[Evidence] = []
        told = 0
        mentioned = _Mentioned(self._graph, self._texts)
        for tie in ordered:
            context.cancel.raise_if_cancelled()
            if told >= altogether:
                found.append(Evidence(tie, (), tie.sentences))
                continue
            found.append(mentioned.told(tie, limit) if tie.relationship == MENTIONS else self._stated(tie, as_of, limit))
            told += len(found[-1].sentences)
        return tuple(found)

    def _stated(self, tie: Tie, as_of: str, limit: int) -> Evidence:
        """Looked up by its ends: the numbers that the index gives to relations change when it is made anew."""
        ends = self._graph.same_as([tie.source]), self._graph.same_as([tie.target])
        found = self._graph.edges_among([*ends[0], *ends[1]], EdgeQuery(relationships=(Relationship(tie.relationship),)))
        edges = [each for each in found if each.source in ends[0] and each.target in ends[1]]
        every = [sentence for edge in self._graph.with_evidence(edges, _EVERY) for sentence in edge.evidence]
        dated = {each.document_id: each for each in self._graph.dated(list(dict.fromkeys(each.document_id for each in every)))}
        said = [each for each in every if is_known_by(dated[each.document_id].date, as_of)][:limit]
        return Evidence(tie, tuple(sentence_of(each, dated[each.document_id]) for each in said), max(tie.sentences, len(said)))


class _Mentioned:
    """Where documents mention entities; a document is read once, however many of a collection stand in it."""

    def __init__(self, graph: GraphReader, texts: TextReader) -> None:
        self._graph = graph
        self._texts = texts
        self._read: dict[str, tuple[str, str, str, dict[str, list[Mention]]]] = {}

    def told(self, tie: Tie, limit: int) -> Evidence:
        """Each place with what stands around it on its line."""
        document_id = document_of(tie.source)
        if document_id not in self._read:
            self._read[document_id] = self._look_up(document_id)
        title, date, body, by_entity = self._read[document_id]
        own = dict.fromkeys(self._graph.same_as([tie.target]))
        places = sorted((each for entity in own for each in by_entity.get(entity, ())), key=lambda each: (each.start, each.end))
        sentences = []
        for each in places[:limit]:
            start, end = _line_around(body, each.start, each.end)
            sentences.append(Sentence(document_id, title, date, start, end, body[start:end], each.by, each.confidence))
        return Evidence(tie, tuple(sentences), len(places))

    def _look_up(self, document_id: str) -> tuple[str, str, str, dict[str, list[Mention]]]:
        """Title, date and text of a document, and its mentions by what they mean."""
        by_entity: dict[str, list[Mention]] = {}
        for mention in (each.mention for each in self._graph.mentions_in(document_id)):
            if mention.entity_id:
                by_entity.setdefault(mention.entity_id, []).append(mention)
        title, date = next(((each.title, each.date) for each in self._graph.dated([document_id])), ("", ""))
        return title, date, self._texts.read(document_id).body, by_entity


def sentence_of(said: EdgeEvidence, document: DatedDocument) -> Sentence:
    """What a document says, as it is told."""
    return Sentence(said.document_id, document.title, document.date, said.start, said.end, said.quote, said.by, said.confidence)


def _line_around(body: str, start: int, end: int) -> tuple[int, int]:
    """A stretch of the line that a mention stands on, whole words as far as there are any."""
    first = max(body.rfind("\n", 0, start) + 1, start - _AROUND)
    last = body.find("\n", end)
    last = min(len(body) if last < 0 else last, end + _AROUND)
    if first > 0 and body[first - 1] != "\n":
        first = min(start, body.find(" ", first, start) + 1 or start)
    if last < len(body) and body[last] != "\n":
        last = max(end, body.rfind(" ", end, last))
    return first, last
