"""Import against its peers: `pdftotext` reading the same PDFs, and Recoll indexing the same folder, in turn with Coffer.

All three read the same files until a keyword finds them: no vectors, and no text recognition. Recoll works on as many cores as it
likes, `pdftotext` is one process a file. Needs `pdftotext` (poppler-utils) and `recollindex` (recollcmd); one that is missing is left out.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from desktop.application.job import JobContext
from desktop.domain.import_job import ImportOptions
from tests.benchmarks.corpus import DATA, differing_copies, pdfs_in
from tests.benchmarks.floors import Run, pdf_text
from tests.benchmarks.measuring import Cost, Figures, arguments, at_most, cost_of, other_process, report
from tests.benchmarks.vaults import fresh_vault

SECONDS = 900
RECOLL_SETTINGS = "topdirs = {folder}\nnoaspell = 1\nidxflushmb = 100\n"


def import_them(files: Sequence[Path]) -> Cost:
    """A whole import into a fresh vault, the start of its workers included."""
    with fresh_vault() as services:
        return cost_of(lambda: services.importer.import_paths(JobContext(), files, ImportOptions()))


def read_with_pdftotext(files: Sequence[Path]) -> Cost:
    """The text of each file, thrown away."""

    def read() -> None:
        for file in files:
            subprocess.run(
                ["pdftotext", str(file), "-"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=SECONDS, check=False
            )

    return cost_of(read)


def index_with_recoll(files: Sequence[Path]) -> Cost:
    """A fresh index of the folder that the files lie in."""
    with TemporaryDirectory(prefix="coffer-recoll-") as settings:
        Path(settings, "recoll.conf").write_text(RECOLL_SETTINGS.format(folder=files[0].parent), encoding="utf-8")
        command = ["recollindex", "-c", settings, "-z"]
        return cost_of(lambda: subprocess.run(command, capture_output=True, timeout=SECONDS, check=True))


PEERS: dict[str, tuple[str, Callable[[Sequence[Path]], Cost]]] = {
    "pdftotext": ("pdftotext", read_with_pdftotext),
    "recoll": ("recollindex", index_with_recoll),
}


def compare(files: Sequence[Path], rounds: int) -> tuple[Figures, Figures]:
    """Medians of each, and Coffer over each."""
    present = {name: work for name, (program, work) in PEERS.items() if shutil.which(program)}
    costs: dict[str, list[Cost]] = {"coffer": [], **{name: [] for name in present}}
    bare: list[Run] = []
    with other_process() as process:
        for _ in range(rounds):
            costs["coffer"].append(import_them(files))
            for name, work in present.items():
                costs[name].append(work(files))
            bare.append(process.submit(pdf_text, files).result())
    wall = {name: statistics.median(cost.wall for cost in runs) for name, runs in costs.items()}
    cpu = {name: statistics.median(cost.cpu for cost in runs) for name, runs in costs.items()}
    figures: Figures = {"documents": len(files), "missing": sorted(PEERS.keys() - present.keys())}
    for name in costs:
        figures[name] = {
            "seconds": round(wall[name], 2),
            "cpu_seconds": round(cpu[name], 2),
            "documents_a_minute": round(60 * len(files) / wall[name]),
        }
    figures["pypdfium2_text_cpu_seconds"] = round(statistics.median(run.cpu for run in bare), 2)
    targets = {"wall over Recoll": at_most(wall["coffer"] / wall["recoll"], 4, 1)} if "recoll" in wall else {}
    return figures, targets


def main() -> None:
    """Run the benchmark."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--pdfs", type=Path, default=DATA, metavar="DIR", help="all PDFs below it (default: tests/data)")
    parser.add_argument("--count", type=int, metavar="N", help="how many PDFs; copies that differ make up what is missing")
    options = parser.parse_args()
    with TemporaryDirectory(prefix="coffer-benchmark-") as folder:
        found = pdfs_in(options.pdfs)
        files = differing_copies(found, options.count or (5 if options.quick else max(150, len(found))), Path(folder) / "pdfs")
        figures, targets = compare(files, 1 if options.quick else 3)
    report("peers", options.quick, figures, targets)


if __name__ == "__main__":
    main()
