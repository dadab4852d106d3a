"""Each search mode over 10,000 and 100,000 chunks, in one warm process: p50 and p95.

Texts and vectors are made and written through the real ports. Floors, in turn with Coffer: a product of the same vectors in
numpy on one thread, a bare FTS5 MATCH, `rg --json` on the same files.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import Embedder
from desktop.application.services import Services
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, Mode, Query
from tests.benchmarks.corpus import TextMaker
from tests.benchmarks.engines import embedder
from tests.benchmarks.floors import index_words, match_words, scan_vectors, search_files
from tests.benchmarks.measuring import (
    MEGABYTE,
    Figures,
    PeakMemory,
    arguments,
    at_most,
    cost_of,
    milliseconds,
    other_process,
    percentile,
    report,
    tree,
)
from tests.benchmarks.vaults import Embedding, fill, opened

LIMIT, FLOOR_LIMIT = 20, 50
SEED = 7
IN_FILE, IN_MEMORY = "vectors alone, in the file", "vectors alone, in memory"
FILTERS = {"": Filters(), ", a tenth allowed": Filters(markings=(Marking.AMBER,)), ", nine tenths": Filters(tlp_max=Marking.GREEN)}
IPV4 = r"\b(?:\d{1,3}\.){3}\d{1,3}\b"


@dataclass(slots=True)
class Timings:
    """Seconds of Coffer (by the clock, and of the processor in the thread that asked) and of the floor, by what was asked."""

    coffer: dict[str, list[float]] = field(default_factory=dict)
    processor: dict[str, list[float]] = field(default_factory=dict)
    floor: dict[str, list[float]] = field(default_factory=dict)

    def time(self, name: str, work: Callable[[], object]) -> None:
        """Do it once and note how long it took."""
        wall, processor = time.perf_counter(), time.thread_time()
        work()
        self.processor.setdefault(name, []).append(time.thread_time() - processor)
        self.coffer.setdefault(name, []).append(time.perf_counter() - wall)

    def figures(self) -> Figures:
        """Percentiles of both, and the ratios where there is a floor."""
        found: Figures = {}
        for name, seconds in self.coffer.items():
            found[name] = milliseconds(seconds)
            found[name]["processor"] = milliseconds(self.processor[name])
            if bare := self.floor.get(name):
                found[name]["floor"] = milliseconds(bare)
                found[name]["ratio_p50"] = round(self.ratio(name, 50), 2)
                found[name]["ratio_p95"] = round(self.ratio(name, 95), 2)
        return found

    def ratio(self, name: str, percent: float) -> float:
        """Coffer's percentile over the floor's."""
        return percentile(self.coffer[name], percent) / percentile(self.floor[name], percent)


def seconds_of(work: Callable[[], object]) -> float:
    """Wall seconds of one call."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def ask(services: Services, text: str, mode: Mode) -> None:
    """One search through the use case; a fallback would measure something else."""
    result = services.searcher.search(JobContext(), Query(text, mode, LIMIT))
    if result.fallback is not None:
        raise SystemExit(f"{mode} fell back to {result.fallback}: {result.notice}")


def match(words: Iterable[str], operator: str) -> str:
    """Words as a bare FTS5 expression."""
    return f" {operator} ".join(f'"{word}"' for word in words)


class Bench:
    """One vault of made chunks, and its floors; what it cost to build, and to make ready for many queries."""

    readying_seconds = held_mb = peak_mb = 0.0

    def __init__(self, folder: Path, chunks: int, engine: Embedder) -> None:
        self._chunks, self._engine = chunks, engine
        self._maker = TextMaker(SEED)
        self._root, self._words = folder / "vault", folder / "bare.db"
        embedding = Embedding(engine.identity, engine.dimensions)
        paragraphs: list[str] = []
        self.build_seconds = cost_of(lambda: paragraphs.extend(fill(self._root, self._maker, chunks, embedding, SEED))).wall
        self._phrases = self._maker.phrases(paragraphs, 1000)
        index_words(self._words, paragraphs)
        self.text_bytes = sum(map(len, paragraphs))
        self.index_bytes = (self._root / "coffer.db").stat().st_size

    def run(self, count: int, process: Executor) -> Timings:
        """`count` queries of each kind, after a few to warm up."""
        timings = Timings()
        for held in (False, True):
            self._search_vectors(3, process, Timings(), held=held)
            self._search_vectors(count, process, timings, held=held)
        with opened(self._root) as services, PeakMemory(without=tree()[1:]) as memory:
            self.readying_seconds = seconds_of(lambda: services.searcher.prepare(JobContext()))
            self._ask_all(services, 3, process, Timings())
            self._ask_all(services, count, process, timings)
        self.peak_mb = memory.peak_mb
        return timings

    def _search_vectors(self, count: int, process: Executor, timings: Timings, *, held: bool) -> None:
        """Ask the index alone, by vectors in memory or by those in the file."""
        with closing(Database(self._root / "coffer.db", read_only=True)) as database:
            reader = SqliteIndexReader(database)
            self.held_mb = reader.hold_vectors(CancelToken()) / MEGABYTE if held else 0.0
            for _ in range(count):
                vector = self._engine.embed_query(self._maker.question())
                floor = process.submit(scan_vectors, vector, self._chunks, self._engine.dimensions, SEED, FLOOR_LIMIT).result()
                for name, filters in FILTERS.items():
                    found = f"{IN_MEMORY if held else IN_FILE}{name}"
                    timings.time(found, partial(reader.search_vector, vector, LIMIT, filters, CancelToken()))
                    timings.floor.setdefault(found, []).append(floor)

    def _ask_all(self, services: Services, count: int, process: Executor, timings: Timings) -> None:
        for _ in range(count):
            self._ask_keywords(services, process, timings)
            self._ask_index(services, process, timings)
            self._ask_files(services, process, timings)

    def _ask_keywords(self, services: Services, process: Executor, timings: Timings) -> None:
        rare, pair, question = self._maker.rare_words(1)[0], self._maker.mid_words(2), self._maker.question()
        phrase = self._phrases.pop()
        asked = {
            "keyword, an indicator": (rare, f'"{rare}"'),
            "keyword, two words": (" ".join(pair), match(pair, "OR")),
            "keyword, a question": (question, match(question.split(), "OR")),
            "keyword, a phrase": (f'"{phrase}"', f'"{phrase}"'),
        }
        for name, (text, bare) in asked.items():
            timings.time(name, partial(ask, services, text, Mode.KEYWORD))
            timings.floor.setdefault(name, []).append(process.submit(match_words, self._words, bare, FLOOR_LIMIT).result())

    def _ask_index(self, services: Services, process: Executor, timings: Timings) -> None:
        question = self._maker.question()
        timings.time("embedding of a question", partial(self._engine.embed_query, question))
        vector = self._engine.embed_query(question)
        for mode in (Mode.VECTOR, Mode.HYBRID, Mode.BLENDED):  # the embedder remembers the question: only the first has it embedded
            timings.time(mode, partial(ask, services, question, mode))
        scan = process.submit(scan_vectors, vector, self._chunks, self._engine.dimensions, SEED, FLOOR_LIMIT).result()
        timings.floor.setdefault(Mode.VECTOR, []).append(scan)

    def _ask_files(self, services: Services, process: Executor, timings: Timings) -> None:
        asked = {"grep, an indicator": self._maker.rare_words(1)[0], "grep, a common word": self._maker.mid_words(1)[0], "grep, IPv4": IPV4}
        for name, pattern in asked.items():
            timings.time(name, partial(ask, services, pattern, Mode.GREP))
            timings.floor.setdefault(name, []).append(process.submit(search_files, pattern, self._root / "docs").result())


def targets(timings: Timings) -> Figures:
    """What the measured ratios are held against."""
    greps = [name for name in timings.coffer if name.startswith("grep")]
    return {
        "T8 vectors alone p50 over numpy": at_most(timings.ratio(IN_MEMORY, 50), 3.5, 1),
        "T8 vector search p50 over numpy": at_most(timings.ratio(Mode.VECTOR, 50), 3.5, 1),
        "T10 keyword question p95 over FTS5": at_most(timings.ratio("keyword, a question", 95), 1.2, 0.3),
        **{f"T12 {name} p50 over rg": at_most(timings.ratio(name, 50), 1.5) for name in greps},
    }


def main() -> None:
    """Run the benchmark."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--chunks", type=int, nargs="+", metavar="N", help="sizes of vaults (default: 10000 and 100000)")
    parser.add_argument("--queries", type=int, metavar="N", help="queries of each kind (default: 50)")
    options = parser.parse_args()
    sizes, count = options.chunks or ([2000] if options.quick else [10_000, 100_000]), options.queries or (5 if options.quick else 50)
    figures: Figures = {}
    held: Figures = {}
    engine = embedder()
    for chunks in sizes:
        with TemporaryDirectory(prefix="coffer-benchmark-") as folder, other_process(OPENBLAS_NUM_THREADS="1") as process:
            bench = Bench(Path(folder), chunks, engine)
            timings = bench.run(count, process)
        figures[f"{chunks} chunks"] = {
            "build_seconds": round(bench.build_seconds, 1),
            "text_mb": round(bench.text_bytes / 1e6, 1),
            "index_mb": round(bench.index_bytes / 1e6, 1),
            "vectors_held_mb": round(bench.held_mb, 1),
            "readying_seconds": round(bench.readying_seconds, 2),
            "peak_mb": bench.peak_mb,
            **timings.figures(),
        }
        held[f"{chunks} chunks"] = targets(timings)
    engine.close()
    report("search", options.quick, figures, held)


if __name__ == "__main__":
    main()
