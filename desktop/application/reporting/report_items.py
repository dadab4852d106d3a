"""What a report is made of, gathered: facts with their sources, answers with their citations, graphs with their evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from desktop.application.answer.threads import Threads
from desktop.application.memory.facts import Memory
from desktop.domain.answer import Answer
from desktop.domain.errors import UsageError
from desktop.domain.fact import Fact, fact_id_of
from desktop.domain.graph import EdgeStatus
from desktop.domain.graph_card import Sentence
from desktop.domain.graph_picture import Picture
from desktop.domain.graph_view import Spot, Tie
from desktop.domain.leaving import Outgoing
from desktop.domain.relation import Relationship
from desktop.domain.report import answer_of

MOST_CITED = 3
"""Sentences that a relation cites, the surest; how many there are is said beside it."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A place that something in a report rests on, and what stands there."""

    document_id: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence or a text, and what it rests on."""

    text: str
    cited: tuple[Cited, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A relation that a graph shows, between two names, and the sentences that state it, the surest first."""

    tie: Tie
    source: str
    target: str
    sentences: tuple[Sentence, ...]

    def narrowed_to(self, sentences: tuple[Sentence, ...]) -> Shown:
        """As only these state it, counted from them; the analyst's word is in it only where it is among them."""
        documents = {each.document_id for each in sentences}
        status = self.tie.status
        if status is EdgeStatus.ASSERTED and not any(fact_id_of(each) for each in documents):
            status = EdgeStatus.DERIVED
        tie = replace(self.tie, sentences=len(sentences), documents=len(documents), status=status)
        return replace(self, tie=tie, sentences=sentences)

    @property
    def relationship(self) -> str:
        """The relationship in words."""
        return "named together with" if self.tie.relationship == Relationship.RELATED_TO else self.tie.relationship.replace("-", " ")

    @property
    def words(self) -> str:
        """The relation as a sentence says it."""
        return f"{self.source} {self.relationship} {self.target}"

    @property
    def said(self) -> Said:
        """The relation with what it cites."""
        cited = (Cited(each.document_id, each.start, each.end, each.quote) for each in self.sentences[:MOST_CITED])
        return Said(self.words, tuple(cited))


@dataclass(frozen=True, slots=True)
class DrawnGraph:
    """What of a graph may be drawn, and the documents that say that there is such a thing as each of its nodes."""

    picture: Picture
    spots: Mapping[str, Spot]
    made_of: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A fact, an answer or a graph: `said` are a fact's text, an answer's sentences, or the `relations` of a graph in their order."""

    name: str
    said: tuple[Said, ...]
    fact: Fact | None = None
    answer: Answer | None = None
    graph: str = ""
    relations: tuple[Shown, ...] | None = None
    drawn: DrawnGraph | None = None

    @property
    def kind(self) -> str:
        """What it is, as templates are told."""
        return "fact" if self.fact else "graph" if self.relations is not None else "answer"

    @property
    def title(self) -> str:
        """A fact's or a graph's name, or the question that an answer answers."""
        return self.fact.name if self.fact else self.answer.question if self.answer else self.graph or self.name

    @property
    def outgoing(self) -> Outgoing:
        """What the gate must know of it: everything it was made of."""
        own = (self.name,) if self.fact else ()
        stated = (each.document_id for shown in self.relations or () for each in shown.sentences)
        cited = (each.document_id for said in self.said for each in said.cited)
        drawn = self.drawn.made_of if self.drawn else ()
        return Outgoing(self.title, tuple(dict.fromkeys([*own, *stated, *cited, *drawn])))


def graph_item(name: str, title: str, relations: tuple[Shown, ...]) -> Item:
    """A graph with these relations."""
    return Item(name, tuple(each.said for each in relations), graph=title, relations=relations)


def numbered(items: Sequence[Item]) -> list[Item]:
    """With a name for each picture, by which the text points to it."""
    places = {place: number for number, place in enumerate((at for at, each in enumerate(items) if each.drawn), start=1)}
    return [
        replace(each, drawn=replace(each.drawn, name=f"graph-{places[place]}.png")) if each.drawn else each
        for place, each in enumerate(items)
    ]


class ItemReader:
    """Reads facts and answers by the names that a report gives them."""

    def __init__(self, memory: Memory, threads: Threads) -> None:
        self._memory = memory
        self._threads = threads

    def read(self, name: str) -> Item:
        """The fact or answer of this name; raises FactNotFound, ThreadNotFound, and UsageError for a name of nothing."""
        fact_id = fact_id_of(name)
        if fact_id is not None:
            stored = self._memory.read(fact_id)
            cited = tuple(Cited(each.document, each.start, each.end, each.quote) for each in stored.fact.sources)
            return Item(name, (Said(stored.text.strip() or stored.fact.name, cited),), fact=stored.fact)
        place = answer_of(name)
        if place is None:
            hint = "Facts are named memory/ID, answers threads/ID#NUMBER, graphs graphs/FILE."
            raise UsageError(f"{name!r} names no fact, no answer and no graph.", hint)
        turns = self._threads.read(place[0]).turns
        if not 1 <= place[1] <= len(turns):
            raise UsageError(f"The thread {place[0]} has no answer {place[1]}: it has {len(turns)}.", "Count from 1.")
        answer = turns[place[1] - 1].answer
        said = (Said(each.text, tuple(Cited(c.document_id, c.start, c.end, c.quote) for c in each.citations)) for each in answer.said)
        return Item(name, tuple(said), answer=answer)
