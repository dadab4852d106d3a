"""Several conversions at once, never so many ahead that memory grows with the import."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from desktop.application.ports import Conversion
from desktop.domain.chunk import Chunk

_AHEAD = 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that is going to be a document, if it can be converted: the `order`-th of its import."""

    order: int
    path: Path
    sha256: str


@dataclass(frozen=True, slots=True)
class Converted:
    """What became of a candidate: its Markdown in chunks, and how long that took."""

    conversion: Conversion
    chunks: list[Chunk]
    seconds: float


class Conversions:
    """Runs `convert` on threads; each waits for a worker process, so they cost little themselves."""

    def __init__(self, convert: Callable[[Path], Converted], workers: int) -> None:
        self._convert = convert
        self._most = workers * _AHEAD
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="convert")
        self._running: dict[Future[Converted], Candidate] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._pool.shutdown(cancel_futures=True)

    @property
    def full(self) -> bool:
        """Whether one must finish before another may start."""
        return len(self._running) >= self._most

    @property
    def idle(self) -> bool:
        """Whether nothing is being converted."""
        return not self._running

    def start(self, candidate: Candidate) -> None:
        """Convert a candidate as soon as a thread is free."""
        self._running[self._pool.submit(self._convert, candidate.path)] = candidate

    def finished(self, seconds: float) -> list[tuple[Candidate, Future[Converted]]]:
        """Those that have finished, in the order they were given; waits so long for the first one."""
        done, _ = wait(self._running, seconds, FIRST_COMPLETED)
        return sorted(((self._running.pop(future), future) for future in done), key=lambda each: each[0].order)
