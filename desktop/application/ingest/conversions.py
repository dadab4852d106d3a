"""Several conversions at once, never so many ahead that memory grows with the import."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

from desktop.application.ingest.candidates import Candidate
from desktop.application.job import CancelToken
from desktop.application.ports import Conversion
from desktop.domain.chunk import Chunk

_AHEAD = 8
_MOST_CHARACTERS = 8_000_000
_TICK = 0.1


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A file as Markdown, and the folder that its members were taken out into, if it has any."""

    conversion: Conversion
    folder: Path | None = None


@dataclass(frozen=True, slots=True)
class Converted:
    """What became of a candidate: its Markdown in chunks, and how long that took."""

    conversion: Conversion
    chunks: list[Chunk]
    seconds: float
    folder: Path | None = None


class Conversions:
    """Runs `convert` on threads, each of which waits for a worker process, then `chunk` on one more, so that no process waits for it.

    What has been converted and waits to be stored is at most `most_characters`, and the one text that is longer; whoever takes it
    gives its room back by `release`.
    """

    def __init__(
        self,
        convert: Callable[[Candidate], Unpacked],
        chunk: Callable[[str], list[Chunk]],
        workers: int,
        stop: CancelToken,
        most_characters: int = _MOST_CHARACTERS,
    ) -> None:
        self._convert = convert
        self._chunk = chunk
        self._room = _Room(most_characters, stop)
        self._most = workers * _AHEAD
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="convert")
        self._chunker = ThreadPoolExecutor(1, thread_name_prefix="chunk")
        self._running: dict[Future[Converted], Candidate] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._pool.shutdown(cancel_futures=True)
        self._chunker.shutdown(cancel_futures=True)

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
        future: Future[Converted] = Future()
        self._running[future] = candidate
        self._pool.submit(self._work, candidate, future)

    def finished(self, seconds: float) -> list[tuple[Candidate, Future[Converted]]]:
        """Those that have finished, in the order they were given; waits so long for the first one."""
        done, _ = wait(self._running, seconds, FIRST_COMPLETED)
        return sorted(((self._running.pop(future), future) for future in done), key=lambda each: each[0].place)

    def release(self, converted: Converted) -> None:
        """Say that a converted text has been stored, or is not needed."""
        self._room.give_back(len(converted.conversion.markdown))

    def _work(self, candidate: Candidate, future: Future[Converted]) -> None:
        started = monotonic()
        try:
            unpacked = self._convert(candidate)
            taken = monotonic() - started
            self._room.take(len(unpacked.conversion.markdown))
        except BaseException as error:  # noqa: BLE001 - whoever takes the result decides what it means
            future.set_exception(error)
        else:
            self._chunker.submit(self._cut, unpacked, taken, future)

    def _cut(self, unpacked: Unpacked, seconds: float, future: Future[Converted]) -> None:
        started, markdown = monotonic(), unpacked.conversion.markdown
        try:
            chunks = self._chunk(markdown)
        except BaseException as error:  # noqa: BLE001 - likewise
            self._room.give_back(len(markdown))
            future.set_exception(error)
        else:
            future.set_result(Converted(unpacked.conversion, chunks, seconds + monotonic() - started, unpacked.folder))


class _Room:
    """How many characters may wait at the same time; a text that is longer waits alone."""

    def __init__(self, most: int, stop: CancelToken) -> None:
        self._most = most
        self._stop = stop
        self._held = 0
        self._changed = threading.Condition()

    def take(self, size: int) -> None:
        """Wait until there is room; Cancelled if the import is stopped meanwhile."""
        with self._changed:
            while self._held and self._held + size > self._most:
                self._stop.raise_if_cancelled()
                self._changed.wait(_TICK)
            self._held += size

    def give_back(self, size: int) -> None:
        with self._changed:
            self._held -= size
            self._changed.notify_all()
