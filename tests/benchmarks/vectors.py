"""Vector search among very many, through the ports: in coffer.db, held in memory, and moved into LanceDB.

Made vectors are written directly into an index whose chunks have no text. Recall is against a product with all of them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from desktop.adapters.lance_vectors import LanceVectors
from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.adapters.sqlite.moved_vectors import MovedVectors
from desktop.application.job import CancelToken
from desktop.application.ports import FileStamp, RankedChunk
from desktop.domain.document import Document
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from tests.benchmarks.corpus import Floats, unit_vectors
from tests.benchmarks.measuring import (
    MEGABYTE,
    Figures,
    PeakMemory,
    arguments,
    at_least,
    at_most,
    cost_of,
    milliseconds,
    report,
    resident_bytes,
    tree,
)

DIMENSIONS, SEED = 384, 7
BLOCK, CHUNKS_A_DOCUMENT = 50_000, 20
LIMIT, TOLD = 100, 10
CASE, TENTH = 100, 10
FILTERS = {
    "all": Filters(),
    "a hundredth": Filters(tags=("case",)),
    "a tenth": Filters(markings=(Marking.AMBER, Marking.RED)),
    "nine tenths": Filters(tlp_max=Marking.GREEN),
}


def blocks(count: int) -> Iterator[tuple[int, Floats]]:
    """Vectors and the number of the first of them, as the chunks count from 1."""
    for first in range(0, count, BLOCK):
        yield first + 1, unit_vectors(min(BLOCK, count - first), DIMENSIONS, SEED, SEED + 1 + first)


def queries(count: int) -> Floats:
    """Vectors that lie between two others."""
    random = np.random.default_rng(SEED)
    _, some = next(blocks(BLOCK))
    mixed = some[random.integers(0, len(some), count)] + np.float32(0.6) * some[random.integers(0, len(some), count)]
    mixed /= np.linalg.norm(mixed, axis=1, keepdims=True)
    return mixed


def write_index(path: Path, count: int) -> None:
    """Documents and chunks without text, one document in a hundred of a case, one in ten AMBER, and their vectors."""
    with closing(Database(path)) as database:
        writer = SqliteIndexWriter(database)
        writer.use_embedder("made", DIMENSIONS)
        for number in range(-(-count // CHUNKS_A_DOCUMENT)):
            tlp = Marking.CLEAR if number % TENTH else Marking.AMBER
            tags = () if number % CASE else ("case",)
            about = Document(f"made-{number}", "Made", "made.md", "md", "0", "made 1", "2026-11-30T00:00:00Z", tlp=tlp, tags=tags)
            writer.put_document(about, "", [], FileStamp(0, 0))
        for first, vectors in blocks(count):
            numbers = range(first, first + len(vectors))
            places = [((number - 1) // CHUNKS_A_DOCUMENT + 1, (number - 1) % CHUNKS_A_DOCUMENT) for number in numbers]
            with database.transaction() as connection:
                connection.executemany(
                    'INSERT INTO chunks (id, document, position, "start", "end", hash, headings, text) VALUES (?, ?, ?, 0, 0, ?, ?, ?)',
                    ((number, *place, number.to_bytes(32), "[]", "") for number, place in zip(numbers, places, strict=True)),
                )
            writer.put_vectors([(number, vector.tobytes()) for number, vector in zip(numbers, vectors, strict=True)])


def nearest(asked: Floats, count: int) -> dict[str, list[set[int]]]:
    """What is truly nearest to each query, for each filter."""
    passing = {
        "all": lambda documents: documents >= 0,
        "a hundredth": lambda documents: documents % CASE == 0,
        "a tenth": lambda documents: documents % TENTH == 0,
        "nine tenths": lambda documents: documents % TENTH > 0,
    }
    best = {name: (np.full((len(asked), 1), -2.0, np.float32), np.zeros((len(asked), 1), np.int64)) for name in passing}
    for first, vectors in blocks(count):
        numbers = np.arange(first, first + len(vectors))
        products = asked @ vectors.T
        for name, passes in passing.items():
            here = np.flatnonzero(passes((numbers - 1) // CHUNKS_A_DOCUMENT))
            scores = np.hstack([best[name][0], products[:, here]])
            chunks = np.hstack([best[name][1], np.broadcast_to(numbers[here], (len(asked), len(here)))])
            kept = np.argpartition(-scores, min(TOLD, scores.shape[1] - 1), axis=1)[:, :TOLD]
            best[name] = np.take_along_axis(scores, kept, 1), np.take_along_axis(chunks, kept, 1)
    return {name: [set(row.tolist()) for row in chunks] for name, (_, chunks) in best.items()}


def measure(reader: SqliteIndexReader, asked: Floats, truth: dict[str, list[set[int]]]) -> Figures:
    """Time and recall@10 of searches for a hundred chunks, without a filter and with each."""
    figures: Figures = {}
    for name, filters in FILTERS.items():
        seconds, found = [], []
        for at, vector in enumerate(asked):
            ask = partial(reader.search_vector, vector.tobytes(), LIMIT, filters, CancelToken())
            began = time.perf_counter()
            ranked = ask()
            seconds.append(time.perf_counter() - began)
            found.append(share(ranked, truth[name][at]))
        figures[name] = {**milliseconds(seconds), "recall_at_10": round(sum(found) / len(found), 4)}
    return figures


def share(ranked: Sequence[RankedChunk], truth: set[int]) -> float:
    """How much of the truth stands at the top."""
    return len({each.chunk for each in ranked[:TOLD]} & truth) / len(truth)


def folder_mb(folder: Path) -> float:
    """Megabytes in a folder."""
    return round(sum(each.stat().st_size for each in folder.rglob("*") if each.is_file()) / MEGABYTE, 1)


def measure_all(root: Path, count: int, asked: Floats) -> Figures:
    """All three ways with so many vectors, one after the other."""
    database = Database(root / "coffer.db")
    figures: Figures = {"coffer_db_mb": folder_mb(root)}
    truth = nearest(asked, count)
    with closing(database):
        figures["in coffer.db"] = measure(SqliteIndexReader(database, 0), asked[: len(asked) // 4], truth)
        before = resident_bytes(tree()[:1])
        reader = SqliteIndexReader(database, 2**40)
        held = cost_of(partial(reader.hold_vectors, CancelToken()))
        grown = (resident_bytes(tree()[:1]) - before) / MEGABYTE
        figures["in memory"] = {"readying_seconds": round(held.wall, 2), "grown_mb": round(grown, 1), **measure(reader, asked, truth)}
        del reader
        moved = MovedVectors(database, LanceVectors(root / "vectors"), wanted=True)
        with PeakMemory() as memory:
            moving = cost_of(partial(SqliteIndexWriter(database, moved).settle_vectors, CancelToken()))
            figures["in LanceDB"] = {
                "moving_seconds": round(moving.wall, 1),
                "moving_cpu_seconds": round(moving.cpu, 1),
                "vectors_mb": folder_mb(root / "vectors"),
                **measure(SqliteIndexReader(database, 0, moved), asked, truth),
            }
        figures["in LanceDB"]["peak_mb"] = memory.peak_mb
    return figures


def targets(figures: Figures) -> Figures:
    """What is held against what."""
    stored, moved = figures["in coffer.db"], figures["in LanceDB"]
    held: Figures = {f"{way}, {name}: recall@10": at_least(figures[way][name]["recall_at_10"], 0.98) for way in WAYS for name in FILTERS}
    for name in FILTERS:
        held[f"LanceDB over coffer.db, {name}, p50"] = at_most(moved[name]["p50_ms"] / stored[name]["p50_ms"], 1)
    return held


WAYS = ("in coffer.db", "in memory", "in LanceDB")


def main() -> None:
    """Run the benchmark."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--vectors", type=int, metavar="N", help="how many (default: 1000000)")
    parser.add_argument("--queries", type=int, metavar="N", help="of each kind (default: 60)")
    options = parser.parse_args()
    count = options.vectors or (60_000 if options.quick else 1_000_000)
    asked = queries(options.queries or (6 if options.quick else 60))
    with TemporaryDirectory(prefix="coffer-benchmark-") as folder:
        building = cost_of(partial(write_index, Path(folder) / "coffer.db", count))
        figures = {f"{count} vectors": {"writing_seconds": round(building.wall, 1), **measure_all(Path(folder), count, asked)}}
    report("vectors", options.quick, figures, targets(figures[f"{count} vectors"]))


if __name__ == "__main__":
    main()
