"""Damaged files of every format through the real import: each must end as one row, and the program must survive them all.

Each round draws files from its own seed (`SEED-ROUND`), imports them into one temporary vault with the real workers, and looks
whether every file has exactly one row with a reason where it needs one, whether no row tells of an error of Coffer's own, and how
much memory the workers took. At the end the vault is verified. Files on which a worker broke down or ran out of time are kept
with `--keep`, since what is survived should be mended all the same. `--round N` repeats one round.
"""

from __future__ import annotations

import argparse
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

import psutil

from desktop.application.job import JobContext
from desktop.application.services import Services
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import LedgerRow, Outcome
from tests.benchmarks.mutations import Mutator, Sample
from tests.benchmarks.samples import PASSWORD, all_samples
from tests.benchmarks.vaults import opened, opener

FILES_A_ROUND = 40
MEMORY_MB = 1024
SECONDS = 20
GRACE = 1.25
"""How much more memory than its limit a worker may be seen with: it is watched every 50 ms."""

SETTINGS = f"[imports]\nseconds_per_file = {SECONDS}\nmemory_mb = {MEMORY_MB}\n"
ENGINE_FAULTS = ("broke down on it", "took longer than", "needed more than")


@dataclass(slots=True)
class Findings:
    """What came of all rounds; `faults` are broken promises, `survived` are faults of engines that cost a file and no more."""

    rounds: int = 0
    files: Counter[str] = field(default_factory=Counter)
    outcomes: defaultdict[str, Counter[Outcome]] = field(default_factory=lambda: defaultdict(Counter))
    members: Counter[Outcome] = field(default_factory=Counter)
    slowest: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    survived: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    peak_mb: float = 0.0

    def table(self) -> str:
        """Outcomes by format."""
        lines = [f"{'format':<12}{'files':>7}" + "".join(f"{outcome:>11}" for outcome in Outcome) + f"{'slowest s':>11}"]
        for name in sorted(self.files):
            counts = "".join(f"{self.outcomes[name][outcome]:>11}" for outcome in Outcome)
            lines.append(f"{name[:11]:<12}{self.files[name]:>7}{counts}{self.slowest[name]:>11.2f}")
        lines.append(f"{'members':<12}{self.members.total():>7}" + "".join(f"{self.members[outcome]:>11}" for outcome in Outcome))
        lines.append(f"{self.rounds} rounds, {self.files.total()} files, largest worker {self.peak_mb:.0f} MB")
        return "\n".join([*lines, *(f"survived: {each}" for each in self.survived), *(f"FAULT: {each}" for each in self.faults)])


def fuzz(seed: str, minutes: float, *, only: int | None = None, keep: Path | None = None) -> Findings:
    """Rounds until the time is up, or one round."""
    findings, samples, end = Findings(), all_samples(), monotonic() + 60 * minutes
    with TemporaryDirectory(prefix="coffer-fuzz-") as folder:
        root = Path(folder) / "vault"
        opener().create(root)
        (root / "coffer.toml").write_text(SETTINGS, encoding="utf-8")
        with opened(root) as services:
            number = only or 0
            while True:
                run_round(services, Mutator(samples, Random(f"{seed}-{number}")), Path(folder), findings, keep)  # noqa: S311
                number += 1
                if only is not None or monotonic() >= end:
                    break
            findings.faults += [f"verify: {problem}" for problem in services.maintenance.verify(JobContext())]
    if findings.peak_mb > GRACE * MEMORY_MB:
        findings.faults.append(f"a worker had {findings.peak_mb:.0f} MB")
    return findings


def run_round(services: Services, mutator: Mutator, folder: Path, findings: Findings, keep: Path | None) -> None:
    """Make files, import them, and look at what became of them."""
    number = findings.rounds
    findings.rounds += 1
    given = folder / f"round-{number}"
    given.mkdir()
    drawn: dict[str, Sample] = {}
    for index in range(FILES_A_ROUND):
        _, sample = mutator.draw()
        path = given / f"{index:02}-{sample.name}"
        path.write_bytes(sample.content)
        drawn[str(path)] = sample
    with watched_workers(findings):
        ledger = services.importer.import_paths(JobContext(), [given], ImportOptions(passwords=(PASSWORD,)))
    rows = defaultdict(list)
    for row in ledger.rows:
        rows[row.path].append(row)
        look_at(row, findings)
    for name, sample in drawn.items():
        if len(rows[name]) != 1:
            findings.faults.append(f"round {number}: {Path(name).name} has {len(rows[name])} rows")
            continue
        count(rows[name][0], sample, findings)
        if keep is not None and any(fault in rows[name][0].reason for fault in ENGINE_FAULTS):
            (keep / f"{number}-{Path(name).name}").write_bytes(sample.content)
    for path in given.iterdir():
        path.unlink()


def look_at(row: LedgerRow, findings: Findings) -> None:
    """Note what no row may say, and what engines did."""
    name = row.path.rpartition("/round-")[2]
    if row.outcome in (Outcome.FAILED, Outcome.SKIPPED) and not row.reason:
        findings.faults.append(f"{name}: {row.outcome} without a reason")
    if row.problem == "bug":
        findings.faults.append(f"{name}: {row.reason}")
    elif row.outcome is Outcome.FAILED and any(fault in row.reason for fault in ENGINE_FAULTS):
        findings.survived.append(f"{name}: {row.reason[:160]}")
    if row.parent is not None:
        findings.members[row.outcome] += 1


def count(row: LedgerRow, sample: Sample, findings: Findings) -> None:
    """Add a file that was given to the table."""
    findings.files[sample.suffix] += 1
    findings.outcomes[sample.suffix][row.outcome] += 1
    findings.slowest[sample.suffix] = max(findings.slowest[sample.suffix], row.seconds)


@contextmanager
def watched_workers(findings: Findings) -> Iterator[None]:
    """Note the most memory that any process below this one has."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.1):
            for child in psutil.Process().children(recursive=True):
                with suppress(psutil.Error):
                    findings.peak_mb = max(findings.peak_mb, child.memory_info().rss / 1_000_000)

    watcher = threading.Thread(target=watch, name="watch")
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def main() -> int:
    """Print the table; 1 if a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--round", type=int, help="only this one")
    parser.add_argument("--keep", type=Path, help="a folder for files on which an engine broke down")
    given = parser.parse_args()
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
    findings = fuzz(given.seed, given.minutes, only=given.round, keep=given.keep)
    print(findings.table())
    return 1 if findings.faults else 0


if __name__ == "__main__":
    sys.exit(main())
