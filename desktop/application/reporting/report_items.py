"""What a report is made of, gathered: facts with their sources, answers with their citations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.application.answer.threads import Threads
from desktop.application.memory.facts import Memory
from desktop.domain.answer import Answer
from desktop.domain.errors import UsageError
from desktop.domain.fact import Fact, fact_id_of
from desktop.domain.leaving import Outgoing
from desktop.domain.report import answer_of


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
class Item:
    """A fact or an answer: `said` are a fact's text, or an answer's sentences."""

    name: str
    said: tuple[Said, ...]
    fact: Fact | None = None
    answer: Answer | None = None

    @property
    def title(self) -> str:
        """A fact's name, or the question that an answer answers."""
        return self.fact.name if self.fact else self.answer.question if self.answer else self.name

    @property
    def outgoing(self) -> Outgoing:
        """What the gate must know of it: everything it was made of."""
        own = (self.name,) if self.fact else ()
        return Outgoing(self.title, tuple(dict.fromkeys([*own, *(each.document_id for said in self.said for each in said.cited)])))


class ItemReader:
    """Reads facts and answers by the names that a report gives them."""

    def __init__(self, memory: Memory, threads: Threads) -> None:
        self._memory = memory
        self._threads = threads

    def read(self, names: Sequence[str]) -> list[Item]:
        """The items of these names, in this order; raises FactNotFound, ThreadNotFound, and UsageError for a name of nothing."""
        return [self._read(name) for name in dict.fromkeys(names)]

    def _read(self, name: str) -> Item:
        fact_id = fact_id_of(name)
        if fact_id is not None:
            stored = self._memory.read(fact_id)
            cited = tuple(Cited(each.document, each.start, each.end, each.quote) for each in stored.fact.sources)
            return Item(name, (Said(stored.text.strip() or stored.fact.name, cited),), fact=stored.fact)
        place = answer_of(name)
        if place is None:
            raise UsageError(f"{name!r} names no fact and no answer.", "Facts are named memory/ID, answers threads/ID#NUMBER.")
        turns = self._threads.read(place[0]).turns
        if not 1 <= place[1] <= len(turns):
            raise UsageError(f"The thread {place[0]} has no answer {place[1]}: it has {len(turns)}.", "Count from 1.")
        answer = turns[place[1] - 1].answer
        said = (Said(each.text, tuple(Cited(c.document_id, c.start, c.end, c.quote) for c in each.citations)) for each in answer.said)
        return Item(name, tuple(said), answer=answer)
