"""The longest gap between 10 ms ticks of the window's event loop while 50 PDFs import, scans are read and a model generates.

Everything is real: the window (offscreen), a drop of files, questions typed and asked, searches as they are typed, the list and the
search shown in turn. Beside it, in the same run: the window left alone, and left alone while two niced processes keep the processor busy.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QApplication

from desktop.adapters.state_file import StateFile
from desktop.application.services import Services
from desktop.ui.app import Coffer, Start, Surroundings
from desktop.ui.session import Session
from tests.benchmarks.corpus import DATA, TextMaker, differing_copies, pdfs_in, write_reports, write_scans
from tests.benchmarks.engines import embedder
from tests.benchmarks.heartbeat import BUDGET_MS, Heartbeat
from tests.benchmarks.measuring import Figures, arguments, report
from tests.benchmarks.person import Person, never, spin
from tests.benchmarks.vaults import Embedding, fill, opener
from tests.fakes.faults import MemoryFaults
from tests.fakes.network import OFFLINE
from tests.fakes.starts import ScriptedStarts

BURNING = "import os; os.nice(19)\nwhile True: pass"
REPORTS = 12
PATIENCE_SECONDS = 300
SEED = 17


def measure(seconds: float, until: Callable[[], bool] = never) -> Figures:
    """The gaps while the event loop runs."""
    heartbeat = Heartbeat()
    heartbeat.begin()
    spin(seconds, until)
    heartbeat.deleteLater()
    return heartbeat.end()


def measure_under_burning(seconds: float) -> Figures:
    """The gaps of the window left alone while two niced processes compute."""
    burning = [subprocess.Popen([sys.executable, "-c", BURNING]) for _ in range(2)]
    try:
        return measure(seconds)
    finally:
        for process in burning:
            process.kill()
            process.wait()


def measure_import(person: Person, files: Sequence[Path]) -> Figures:
    """The gaps while the files import and the model answers."""
    person.drop(files)
    person.begin()
    asked = person.asked
    gaps = measure(PATIENCE_SECONDS, until=lambda: not person.session.imports.importing)
    return {"import": person.summary, "questions": person.asked - asked, **gaps}


def measure_embedding(person: Person, seconds: float) -> Figures:
    """The gaps while chunks are embedded and the model answers."""
    asked = person.asked
    gaps = measure(seconds)
    return {"questions": person.asked - asked, **gaps}


def measure_recognition(person: Person, scans: Sequence[Path], seconds: float) -> Figures:
    """The gaps while OCR reads scans and the model answers."""
    person.drop(scans)
    spin(PATIENCE_SECONDS, until=lambda: not person.session.imports.importing and person.scans_waiting > 0)
    asked, waiting = person.asked, person.scans_waiting
    gaps = measure(seconds, until=lambda: person.scans_waiting == 0)
    return {"pages": waiting - person.scans_waiting, "questions": person.asked - asked, **gaps}


def opens(folder: Path, *, create: bool) -> Services:
    """Open a vault as bootstrap does for the window; it is there already."""
    del create
    return opener().open(folder, write=True)


def run_phases(folder: Path, files: Sequence[Path], scans: Sequence[Path], chunks: int, seconds: float) -> Figures:
    """All phases, in the same window."""
    engine = embedder()
    fill(folder / "vault", TextMaker(SEED), chunks, Embedding(engine.identity, engine.dimensions), SEED)
    engine.close()
    application = QApplication(["coffer"])
    around = Surroundings(StateFile(folder / "state.json"), OFFLINE, tuple, MemoryFaults(), ScriptedStarts())
    coffer = Coffer(application, opens, around)
    coffer.begin(Start(folder / "vault", folder / "sample"))
    spin(PATIENCE_SECONDS, until=lambda: coffer.findChild(Session) is not None)
    spin(2)
    reports, questions = write_reports(REPORTS, folder / "reports", SEED)
    person = Person(coffer, questions)
    figures: Figures = {"left_alone": measure(seconds), "left_alone_beside_two_niced_processes": measure_under_burning(seconds)}
    person.drop(reports)
    spin(PATIENCE_SECONDS, until=lambda: not person.working)
    figures["importing_and_answering"] = measure_import(person, files)
    figures["embedding_and_answering"] = measure_embedding(person, seconds)
    figures["recognising_and_answering"] = measure_recognition(person, scans, seconds)
    person.rest()
    coffer.window.close()
    if not coffer.end():
        raise SystemExit("A thread of the window did not end.")
    return figures


def main() -> None:
    """Run the benchmark."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    parser = arguments(__doc__ or "")
    parser.add_argument("--pdfs", type=Path, default=DATA, metavar="DIR", help="all PDFs below it (default: tests/data)")
    options = parser.parse_args()
    count, chunks, seconds = (5, 1000, 3.0) if options.quick else (50, 20_000, 20.0)
    with TemporaryDirectory(prefix="coffer-benchmark-") as name:
        folder = Path(name)
        files = differing_copies(pdfs_in(options.pdfs), count, folder / "pdfs")
        scans = write_scans(files, 2 if options.quick else 20, folder / "scans")
        figures = run_phases(folder, files, scans, chunks, seconds)
    targets: Figures = {}
    for phase in ("importing", "embedding", "recognising"):
        gaps = figures[f"{phase}_and_answering"]
        targets[f"longest gap, {phase}"] = below_budget(gaps["longest_ms"])
        without_waiting = gaps["without_waiting_for_a_processor"]["longest_ms"]
        targets[f"longest gap, {phase}, without waiting for a processor"] = below_budget(without_waiting)
    report("event_loop", options.quick, figures, targets)


def below_budget(longest: float) -> Figures:
    """A gap held against the budget."""
    return {"longest_ms": longest, "must": f"< {BUDGET_MS:g}", "met": longest < BUDGET_MS}


if __name__ == "__main__":
    main()
