"""Reports of faults in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop.domain.fault import FaultKind, FaultReport


def a_report(number: int = 1, *, told: bool = False) -> FaultReport:
    return FaultReport(
        f"fault-{number}.json", "2026-05-04T10:00:00+00:00", FaultKind.CRASH, f"Segmentation fault {number}", f"Report {number}\n", told
    )


class MemoryFaults:
    def __init__(self, *kept: FaultReport) -> None:
        self.kept = list(kept)

    def reports(self) -> tuple[FaultReport, ...]:
        return tuple(self.kept)

    def tell(self, names: Sequence[str]) -> None:
        self.kept = [replace(each, told=each.told or each.name in names) for each in self.kept]

    def forget(self, names: Sequence[str]) -> None:
        self.kept = [each for each in self.kept if each.name not in names]
