"""Import: PDFs and small notes, until a keyword finds them and until they have vectors.

Floors: the text of the same PDFs by pypdfium2 alone (processor seconds); for notes a plain copy, .md with fsync, FTS5 and
indicators, one transaction a file.
"""

# ruff: noqa: N999 - run by this name, never imported

from __future__ import annotations

import statistics
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from desktop.adapters.converters.pool import PooledConverter
from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import ConversionLimits
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import Outcome
from tests.benchmarks.corpus import DATA, differing_copies, pdfs_in, write_notes
from tests.benchmarks.floors import Run, pdf_text, plain_import
from tests.benchmarks.measuring import Cost, Figures, PeakMemory, arguments, at_most, cost_of, other_process, report, tree
from tests.benchmarks.vaults import fresh_vault

RECOLL_TREE_MB = 128
LIMITS = ConversionLimits(seconds=120, memory_bytes=2 * 2**30, output_characters=64_000_000, pages=5000)


@dataclass(frozen=True, slots=True)
class Imported:
    """What one import into a fresh vault did and cost."""

    documents: int
    failed: int
    pages: int
    chunks: int
    searchable: Cost
    vectors: Cost | None
    peak_mb: float
    peak_with_vectors_mb: float


def import_files(files: Sequence[Path], with_vectors: bool) -> Imported:
    """Import into a fresh vault, then give every chunk its vector."""
    floors = tree()[1:]
    with fresh_vault() as services:
        context, ledgers = JobContext(), []
        with PeakMemory(without=floors) as importing:
            searchable = cost_of(lambda: ledgers.append(services.importer.import_paths(context, files, ImportOptions())))
        vectors = None
        with PeakMemory(without=floors) as embedding:
            if with_vectors:
                vectors = cost_of(services.backlog.embed_pending, context)
        rows = ledgers[0].rows
    totals = ledgers[0].totals()
    return Imported(
        documents=totals[Outcome.IMPORTED],
        failed=totals[Outcome.FAILED],
        pages=sum(row.pages or 0 for row in rows),
        chunks=sum(row.chunks or 0 for row in rows),
        searchable=searchable,
        vectors=vectors,
        peak_mb=importing.peak_mb,
        peak_with_vectors_mb=embedding.peak_mb,
    )


def imported_figures(runs: Sequence[Imported]) -> Figures:
    """Medians of several imports of the same files."""
    first, wall = runs[0], statistics.median(run.searchable.wall for run in runs)
    figures: Figures = {
        "documents": first.documents,
        "failed": first.failed,
        "pages": first.pages,
        "chunks": first.chunks,
        "seconds_to_keyword": round(wall, 2),
        "cpu_seconds_to_keyword": round(statistics.median(run.searchable.cpu for run in runs), 2),
        "documents_per_second": round(first.documents / wall, 2),
        "pages_per_second": round(first.pages / wall, 1),
        "peak_mb": max(run.peak_mb for run in runs),
    }
    embedded = [run.vectors for run in runs if run.vectors]
    if embedded:
        figures["seconds_to_vectors_after_that"] = round(statistics.median(cost.wall for cost in embedded), 2)
        figures["cpu_seconds_to_vectors_after_that"] = round(statistics.median(cost.cpu for cost in embedded), 2)
        figures["peak_mb_with_vectors"] = max(run.peak_with_vectors_mb for run in runs)
    return figures


def floor_figures(runs: Sequence[Run]) -> Figures:
    """Medians of a floor."""
    return {
        "done": runs[0].done,
        "seconds": round(statistics.median(run.wall for run in runs), 3),
        "cpu_seconds": round(statistics.median(run.cpu for run in runs), 3),
    }


def convert_files(converter: PooledConverter, files: Sequence[Path]) -> None:
    """PDFs to Markdown with page marks, and nothing else."""
    for file in files:
        converter.convert(file, LIMITS, CancelToken())


def compare_conversion(files: Sequence[Path], process: Executor, rounds: int) -> tuple[Figures, Figures]:
    """Processor seconds of conversion alone, in warm processes, in turn with the floor."""
    converter = PooledConverter(1)
    convert_files(converter, files[:3])
    coffer, floor = [], []
    for _ in range(rounds):
        coffer.append(cost_of(convert_files, converter, files))
        floor.append(process.submit(pdf_text, files).result())
    converter.close()
    bare, seconds = floor_figures(floor), statistics.median(cost.cpu for cost in coffer)
    figures: Figures = {"cpu_seconds": round(seconds, 2), "pages_per_cpu_second": round(bare["done"] / seconds), "pypdfium2_text": bare}
    return figures, {"T1 cpu over pypdfium2": at_most(seconds / bare["cpu_seconds"], 4, 2)}


def import_pdfs(files: Sequence[Path], rounds: int) -> tuple[Figures, Figures]:
    """Figures and targets of an import of PDFs."""
    coffer, floor = [], []
    with other_process() as process:
        process.submit(pdf_text, files[:1]).result()
        conversion, converted = compare_conversion(files, process, rounds)
        for number in range(rounds):
            coffer.append(import_files(files, with_vectors=number == 0))
            floor.append(process.submit(pdf_text, files).result())
    figures, bare = imported_figures(coffer), floor_figures(floor)
    targets = {"T5 peak memory over Recoll's tree (128 MB)": at_most(figures["peak_mb"] / RECOLL_TREE_MB, 4, 3)}
    ratio = figures["cpu_seconds_to_keyword"] / bare["cpu_seconds"]
    found = {"conversion": conversion, "import": figures, "pypdfium2_text": bare, "import_cpu_over_pypdfium2": round(ratio, 2)}
    return found, {**converted, **targets}


def import_notes(count: int, rounds: int, folder: Path) -> tuple[Figures, Figures]:
    """Figures and targets of an import of small notes."""
    files, coffer, floor = write_notes(count, folder / "notes", seed=1), [], []
    with other_process() as process:
        for number in range(rounds):
            coffer.append(import_files(files, with_vectors=number == 0))
            floor.append(process.submit(plain_import, files, folder / f"plain-{number}").result())
    figures, bare = imported_figures(coffer), floor_figures(floor)
    targets = {
        "T14 wall": at_most(figures["seconds_to_keyword"] / bare["seconds"], 10, 4),
        "T14 cpu": at_most(figures["cpu_seconds_to_keyword"] / bare["cpu_seconds"], 10, 4),
    }
    return {"import": figures, "plain": bare}, targets


def main() -> None:
    """Run the benchmark."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--pdfs", type=Path, default=DATA, metavar="DIR", help="all PDFs below it (default: tests/data)")
    parser.add_argument("--count", type=int, metavar="N", help="how many PDFs; copies that differ make up what is missing")
    options = parser.parse_args()
    rounds = 1 if options.quick else 3
    with TemporaryDirectory(prefix="coffer-benchmark-") as folder:
        found = pdfs_in(options.pdfs)
        files = differing_copies(found, options.count or (5 if options.quick else max(50, len(found))), Path(folder) / "pdfs")
        pdfs, pdf_targets = import_pdfs(files, rounds)
        notes, note_targets = import_notes(100 if options.quick else 1000, rounds, Path(folder))
    report("import", options.quick, {"pdfs": pdfs, "notes": notes}, {**pdf_targets, **note_targets})


if __name__ == "__main__":
    main()
