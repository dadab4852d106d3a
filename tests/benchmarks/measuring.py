"""What every benchmark shares: time, processor seconds and memory of a process tree, medians, ratios, one JSON object."""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

import psutil

SAMPLING_SECONDS = 0.1
MEGABYTE = 1_000_000

Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Cost:
    """Wall seconds, and processor seconds of this process with all below it."""

    wall: float
    cpu: float


def percentile(values: Sequence[float], percent: float) -> float:
    """The value at `percent`, between the two nearest where it falls between them."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def milliseconds(seconds: Sequence[float]) -> Figures:
    """How often, and p50, p95 and the longest, in milliseconds."""
    return {
        "count": len(seconds),
        "p50_ms": round(percentile(seconds, 50) * 1000, 3),
        "p95_ms": round(percentile(seconds, 95) * 1000, 3),
        "longest_ms": round(max(seconds) * 1000, 3),
    }


def tree() -> list[psutil.Process]:
    """This process and everything below it."""
    top = psutil.Process()
    return [top, *top.children(recursive=True)]


def tree_cpu_seconds() -> float:
    """Processor seconds of this process, of its living descendants, and of those that have ended."""
    total = 0.0
    for process in tree():
        with suppress(psutil.Error):
            times = process.cpu_times()
            total += times.user + times.system + times.children_user + times.children_system
    return total


def resident_bytes(processes: Iterable[psutil.Process]) -> int:
    """Resident memory, summed; pages that processes share count once for each."""
    total = 0
    for process in processes:
        with suppress(psutil.Error):
            total += process.memory_info().rss
    return total


class PeakMemory:
    """The most resident memory of this process and those below it, some left out, while the block runs; sampled ten times a second."""

    def __init__(self, without: Iterable[psutil.Process] = ()) -> None:
        self._without = frozenset(without)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._sample, name="peak-memory")
        self.peak_bytes = 0

    def _sample(self) -> None:
        while True:
            with suppress(psutil.Error):
                self.peak_bytes = max(self.peak_bytes, resident_bytes(set(tree()) - self._without))
            if self._stop.wait(SAMPLING_SECONDS):
                return

    def __enter__(self) -> PeakMemory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    @property
    def peak_mb(self) -> float:
        """The peak in megabytes."""
        return round(self.peak_bytes / MEGABYTE, 1)


def cost_of(work: Callable[..., object], *given: object) -> Cost:
    """Call `work` once with what is given and say what it cost."""
    cpu, wall = tree_cpu_seconds(), time.perf_counter()
    work(*given)
    return Cost(time.perf_counter() - wall, tree_cpu_seconds() - cpu)


def alternate(rounds: int, works: Mapping[str, Callable[[int], object]]) -> dict[str, Cost]:
    """Run each work in turn, `rounds` times, handing it the round's number; returns the median cost of each."""
    costs: dict[str, list[Cost]] = {name: [] for name in works}
    for number in range(rounds):
        for name, work in works.items():
            costs[name].append(cost_of(work, number))
    return {
        name: Cost(statistics.median(each.wall for each in found), statistics.median(each.cpu for each in found))
        for name, found in costs.items()
    }


@contextmanager
def other_process(**environment: str) -> Iterator[ProcessPoolExecutor]:
    """One fresh process with these environment variables, so that a floor's memory and processor seconds are its own."""
    before = dict(os.environ)
    os.environ.update(environment)
    with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as executor:
        executor.submit(os.getpid).result()
        for name in environment.keys() - before.keys():
            del os.environ[name]
        os.environ.update(before)
        yield executor


def at_most(value: float, must: float, stretch: float | None = None) -> Figures:
    """A ratio held against the most it may be."""
    held = {"ratio": round(value, 3), "must": f"<= {must}", "met": value <= must}
    return held if stretch is None else {**held, "stretch": f"<= {stretch}", "stretch_met": value <= stretch}


def at_least(value: float, must: float, stretch: float | None = None) -> Figures:
    """A ratio held against the least it must be."""
    held = {"ratio": round(value, 3), "must": f">= {must}", "met": value >= must}
    return held if stretch is None else {**held, "stretch": f">= {stretch}", "stretch_met": value >= stretch}


def arguments(description: str) -> argparse.ArgumentParser:
    """The options that every benchmark has."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a small size: does it run, not how fast is it")
    return parser


def report(benchmark: str, quick: bool, figures: Figures, targets: Figures | None = None) -> None:
    """Print the one JSON object of a benchmark."""
    machine = {
        "cores": os.cpu_count(),
        "load_1_5_15_minutes": [round(each, 2) for each in psutil.getloadavg()],
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }
    print(json.dumps({"benchmark": benchmark, "quick": quick, "machine": machine, **figures, "targets": targets or {}}, indent=2))
