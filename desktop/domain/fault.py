"""A report of a fault in Coffer itself: what failed and where in the program, and nothing of what a person gave it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class FaultKind(StrEnum):
    """What failed."""

    EXCEPTION = "exception"
    """Nobody expected it; the program went on."""
    CRASH = "crash"
    """The whole program ended in machine code."""
    WORKER = "worker"
    """A worker process ended in the middle of a call; another took its place."""


@dataclass(frozen=True, slots=True)
class FaultReport:
    """A report as it is kept: `name` is its file's, `at` ISO 8601, `told` whether a person was told of it."""

    name: str
    at: str
    kind: FaultKind
    summary: str
    text: str
    told: bool = False
