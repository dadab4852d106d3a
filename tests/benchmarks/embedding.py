"""Chunks a second and memory of the real embedder, its process included.

Floor: ONNX Runtime alone on the same texts, sorted by length, batches of four, two threads. With `--peers` also fastembed as it
comes (batches of 256: some gigabytes, so on 256 texts only).
"""

from __future__ import annotations

import statistics
from concurrent.futures import Executor
from dataclasses import dataclass, field

import psutil

from desktop.application.ports import Embedder
from tests.benchmarks.corpus import TextMaker
from tests.benchmarks.engines import embedder
from tests.benchmarks.floors import Run, embed_raw, embed_with_defaults
from tests.benchmarks.measuring import (
    MEGABYTE,
    Figures,
    PeakMemory,
    arguments,
    at_least,
    at_most,
    cost_of,
    milliseconds,
    other_process,
    report,
    resident_bytes,
)

WORDS_OF_400_CHARACTERS, WORDS_OF_220_TOKENS = 62, 176
PEER_TEXTS = 256
QUERIES = 50


@dataclass(slots=True)
class Speeds:
    """Chunks a wall second and chunks a processor second, a run each."""

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    def add(self, chunks: int, wall: float, cpu: float) -> None:
        """Keep a run."""
        self.wall.append(chunks / wall)
        self.cpu.append(chunks / cpu)

    def figures(self) -> Figures:
        """Medians."""
        return {
            "chunks_per_second": round(statistics.median(self.wall), 1),
            "chunks_per_cpu_second": round(statistics.median(self.cpu), 1),
        }


def compare(engine: Embedder, process: Executor, texts: list[list[str]]) -> tuple[Speeds, Speeds]:
    """Embed each set of texts with Coffer and with the floor, in turn."""
    coffer, floor = Speeds(), Speeds()
    for each in texts:
        cost = cost_of(engine.embed_passages, each)
        coffer.add(len(each), cost.wall, cost.cpu)
        run: Run = process.submit(embed_raw, each).result()
        floor.add(run.done, run.wall, run.cpu)
    return coffer, floor


def made_texts(rounds: int, count: int, words: int) -> list[list[str]]:
    """Texts for each round, all different."""
    maker = TextMaker(11)
    return [[maker.paragraph(words) for _ in range(count)] for _ in range(rounds)]


def with_defaults(texts: list[str]) -> Figures:
    """What fastembed does by default."""
    with other_process() as process, PeakMemory() as memory:
        run: Run = process.submit(embed_with_defaults, texts[:PEER_TEXTS]).result()
    return {"chunks_per_second": round(run.done / run.wall, 1), "peak_mb_with_this_process": memory.peak_mb}


def main() -> None:
    """Run the benchmark."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--peers", action="store_true", help="fastembed's defaults too; takes gigabytes")
    options = parser.parse_args()
    rounds, count = (2, 40) if options.quick else (5, 400)
    short, long = made_texts(rounds, count, WORDS_OF_400_CHARACTERS), made_texts(rounds, count // 4, WORDS_OF_220_TOKENS)
    own = psutil.Process()
    with other_process() as process:
        floor_pid = own.children(recursive=True)
        engine = embedder()
        engine.embed_passages(short[0][:4])
        process.submit(embed_raw, short[0][:4]).result()
        coffer_short, floor_short = compare(engine, process, short)
        coffer_long, floor_long = compare(engine, process, long)
        queries = [cost_of(engine.embed_query, text[:60]).wall for text in short[0][:QUERIES]]
        workers = [each for each in own.children(recursive=True) if each not in floor_pid]
        worker_mb, floor_mb = resident_bytes(workers) / MEGABYTE, resident_bytes(floor_pid) / MEGABYTE
        engine.close()
    targets = {
        "T6 400 characters, over raw": at_least(statistics.median(coffer_short.wall) / statistics.median(floor_short.wall), 0.9),
        "T6 220 tokens, over raw": at_least(statistics.median(coffer_long.wall) / statistics.median(floor_long.wall), 0.9),
        "T7 memory over the floor's": at_most(worker_mb / floor_mb, 1.2),
    }
    figures: Figures = {
        "identity": engine.identity,
        "coffer": {"400_characters": coffer_short.figures(), "220_tokens": coffer_long.figures(), "worker_mb": round(worker_mb, 1)},
        "onnxruntime": {"400_characters": floor_short.figures(), "220_tokens": floor_long.figures(), "process_mb": round(floor_mb, 1)},
        "query": milliseconds(queries),
    }
    if options.peers:
        figures["fastembed_defaults"] = with_defaults(short[0])
        peer = figures["fastembed_defaults"]["chunks_per_second"]
        targets["T6 400 characters, over fastembed's defaults"] = at_least(statistics.median(coffer_short.wall) / peer, 5)
    report("embedding", options.quick, figures, targets)


if __name__ == "__main__":
    main()
