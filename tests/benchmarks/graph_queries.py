"""Graph queries on a vault with ATT&CK and 10,000 documents: neighbours, two hops, paths, and what the pane asks for."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.graph_reader import SqliteGraphReader
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.graph.exploring import GraphExplorer
from desktop.application.graph.picturing import Picturing
from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import DocumentExtraction, Extracted
from desktop.domain.alias import Alias
from desktop.domain.chunk import content_hash
from desktop.domain.entity import EntityType, Mention, entity_id_of
from desktop.domain.graph import EdgeQuery, EdgeStatus, EntityQuery, NamedEntity
from desktop.domain.relation import Relation, Relationship
from tests.benchmarks.measuring import Figures, arguments, at_most, milliseconds, report
from tests.fakes.documents import put

DOCUMENTS, QUICK = 10_000, 300
CLAIMS, INDICATORS = 5, 8
BATCH = 200
ATTACK = Path(__file__).parents[2] / "resources" / "packs" / "attack-enterprise"
_EVIDENCE = 3

Claim = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Attack:
    """What the bundled pack knows: its entities by id, and its relations."""

    entities: dict[str, NamedEntity]
    claims: list[Claim]


def read_attack() -> Attack:
    """Read the pack that comes with Coffer."""
    entries = json.loads(gzip.decompress((ATTACK / "entries.json.gz").read_bytes()))
    given = json.loads(gzip.decompress((ATTACK / "relations.json.gz").read_bytes()))
    names = {each[0]: each[1] for each in entries}
    legal = set(Relationship)
    claims = [(one, said, other) for one, said, other in given if said in legal and one in names and other in names]
    return Attack({each: _named(each, name) for each, name in names.items()}, claims)


def _named(entity_id: str, name: str) -> NamedEntity:
    return NamedEntity(entity_id, EntityType(entity_id.partition(":")[0]), name, "", (Alias(name, entity_id, "ATT&CK", is_main=True),))


class Writing:
    """A text that is written sentence by sentence, with what each sentence mentions and states."""

    def __init__(self, attack: Attack) -> None:
        self._attack = attack
        self._text: list[str] = []
        self._length = 0
        self._entities: dict[str, NamedEntity] = {}
        self._mentions: list[Mention] = []
        self._relations: list[Relation] = []

    def say(self, one: str, said: str, other: str) -> None:
        """A sentence that states a relation of two entities."""
        ends = [self._entity(each) for each in (one, other)]
        sentence = f"{ends[0].value} {said} {ends[1].value}."
        start = self._length
        self._relations.append(Relation(one, Relationship(said), other, start, start + len(sentence), sentence, 0.7, "bench"))
        for entity, at in ((ends[0], start), (ends[1], start + len(sentence) - 1 - len(ends[1].value))):
            self._mentions.append(Mention(entity.type, entity.value, entity.value, at, at + len(entity.value), 0.9, "bench", entity.id))
        self._text.append(sentence)
        self._length += len(sentence) + 2

    def done(self, status: EdgeStatus) -> tuple[str, Extracted]:
        """The text, and what was found in it."""
        return "\n\n".join(self._text), Extracted(tuple(self._mentions), tuple(self._relations), tuple(self._entities.values()), status)

    def _entity(self, entity_id: str) -> NamedEntity:
        known = self._attack.entities.get(entity_id)
        value = entity_id.partition(":")[2]
        return self._entities.setdefault(entity_id, known or NamedEntity(entity_id, EntityType(entity_id.partition(":")[0]), value))


def fill(writer: SqliteIndexWriter, attack: Attack, documents: int) -> None:
    """An index of ATT&CK as one source, and of documents that each state some of it and mention indicators of their own.

    A few names are in very many documents and most in few, as it is with reports.
    """
    chance = random.Random(11)  # noqa: S311 - no secret
    whole = Writing(attack)
    for claim in attack.claims:
        whole.say(*claim)
    _put(writer, [("attack", *whole.done(EdgeStatus.STATED))])
    by_actor: dict[str, list[Claim]] = {}
    for claim in attack.claims:
        by_actor.setdefault(claim[0], []).append(claim)
    actors = sorted(by_actor, key=lambda each: (-len(by_actor[each]), each))
    batch: list[tuple[str, str, Extracted]] = []
    for number in range(documents):
        written = Writing(attack)
        actor = actors[min(len(actors) - 1, int(chance.paretovariate(0.6)) - 1)]
        for _ in range(CLAIMS):
            written.say(*chance.choice(by_actor[actor]))
        for count in range(INDICATORS):
            shared = chance.random() < 0.2
            name = f"{chance.randint(1, 500)}.shared.example" if shared else f"h{number}-{count}.example"
            written.say(actor, Relationship.RELATED_TO, entity_id_of(EntityType.DOMAIN, name))
        batch.append((f"d-{number}", *written.done(EdgeStatus.DERIVED)))
        if len(batch) == BATCH or number == documents - 1:
            _put(writer, batch)
            batch = []


def _put(writer: SqliteIndexWriter, batch: Sequence[tuple[str, str, Extracted]]) -> None:
    for name, body, _ in batch:
        day = int(hashlib.sha256(name.encode()).hexdigest()[:4], 16) % 28 + 1
        put(writer, name, body, published=f"2025-{day % 12 + 1:02}-{day:02}")
    writer.put_extractions([DocumentExtraction(name, content_hash(body), found) for name, body, found in batch])


def timed(ids: Sequence[str], ask: Callable[[str], object]) -> Figures:
    """Wall and processor time of asking about each."""
    walls, spent = [], []
    for each in ids:
        began, worked = time.perf_counter(), time.process_time()
        ask(each)
        walls.append(time.perf_counter() - began)
        spent.append(time.process_time() - worked)
    return {"wall": milliseconds(walls), "cpu": milliseconds(spent)}


def main() -> None:
    """Run the benchmark."""
    options = arguments(__doc__).parse_args()
    documents, attack = QUICK if options.quick else DOCUMENTS, read_attack()
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "coffer.db")
        began = time.perf_counter()
        fill(SqliteIndexWriter(database), attack, documents)
        written = time.perf_counter() - began
        graph = SqliteGraphReader(database)
        explorer, picturing = GraphExplorer(graph), Picturing(graph, SqliteIndexReader(database, 10**7))
        known = [each for each in attack.entities if graph.summaries([each])]
        chance = random.Random(13)  # noqa: S311
        often = [each.id for each in explorer.entities(EntityQuery(limit=20))]
        ids = [*often, *chance.sample(known, 30)]
        pairs = dict(zip(ids, reversed(ids), strict=True))
        context, cancel = JobContext(), CancelToken()
        figures = {
            "neighbours": timed(ids, lambda each: explorer.neighbours([each], EdgeQuery(limit=100), _EVIDENCE)),
            "two hops": timed(ids, lambda each: explorer.around([each], 2, EdgeQuery(limit=100), cancel, _EVIDENCE)),
            "two hops, co-occurring": timed(
                ids, lambda each: explorer.around([each], 2, EdgeQuery(limit=100, co_occurring=True), cancel, _EVIDENCE)
            ),
            "two hops, as of a day": timed(
                ids, lambda each: explorer.around([each], 2, EdgeQuery(limit=100, as_of="2025-06-01"), cancel, _EVIDENCE)
            ),
            "two deep, in the pane": timed(ids, lambda each: picturing.two_deep(context, each, [each])),
            "begin, in the pane": timed(ids, lambda each: picturing.begin(context, [each], [])),
            "paths": timed(ids, lambda each: explorer.connections(each, pairs[each], EdgeQuery(), cancel)),
        }
        database.close()
    counts = {"documents": documents + 1, "claims of ATT&CK": len(attack.claims), "entities of ATT&CK": len(attack.entities)}
    targets = {name: at_most(each["cpu"]["p95_ms"], 100) for name, each in figures.items() if name.startswith("two hops")}
    report("graph_queries", options.quick, {**counts, "written_s": round(written, 1), "queries": figures}, targets)


if __name__ == "__main__":
    main()
