"""From the start of the process to the first painted window, and its memory then, against a bare QMainWindow."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.corpus import ROOT
from tests.benchmarks.measuring import MEGABYTE, Figures, arguments, at_most, report


def start(settings: Path, *window: str) -> tuple[float, float]:
    """(seconds to the first paint, resident megabytes then) of one fresh process, which keeps settings and bytecode in `settings`."""
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    surroundings |= {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(settings), "PYTHONPYCACHEPREFIX": str(settings / "bytecode")}
    began = time.monotonic()
    ended = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.painting", *window],
        cwd=ROOT,
        env=surroundings,
        stdout=subprocess.PIPE,
        check=True,
        timeout=120,
    )
    said = json.loads(ended.stdout.splitlines()[0])
    return said["painted_at"] - began, said["resident_bytes"] / MEGABYTE


def make_vault(folder: Path) -> None:
    """An empty vault, made by Coffer's own command."""
    subprocess.run([sys.executable, "-m", "desktop", "init", str(folder), "--json"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def medians(found: list[tuple[float, float]]) -> Figures:
    """Median seconds and megabytes."""
    return {
        "seconds": round(statistics.median(seconds for seconds, _ in found), 3),
        "fastest": round(min(seconds for seconds, _ in found), 3),
        "resident_mb": round(statistics.median(megabytes for _, megabytes in found), 1),
    }


def main() -> None:
    """Run the benchmark."""
    options = arguments(__doc__).parse_args()
    rounds = 3 if options.quick else 11
    with tempfile.TemporaryDirectory() as folder:
        settings, vault = Path(folder) / "settings", Path(folder) / "vault"
        make_vault(vault)
        start(settings, "minimal")
        start(settings, "coffer", str(vault))
        pairs = [(start(settings, "coffer", str(vault)), start(settings, "minimal")) for _ in range(rounds)]
    coffer, minimal = medians([one for one, _ in pairs]), medians([other for _, other in pairs])
    targets = {
        "T20 time": at_most(coffer["seconds"] / minimal["seconds"], 4, 2.5),
        "T20 memory": at_most(coffer["resident_mb"] / minimal["resident_mb"], 3),
    }
    report("window", options.quick, {"rounds": rounds, "coffer": coffer, "minimal_window": minimal}, targets)


if __name__ == "__main__":
    main()
