"""Vectors held in memory for quick search: sqlite-vec reads every vector for every question, which takes a while among many.

Each is held by its strongest directions, a quarter of its numbers, which rank all of them coarsely, and in half precision, which
ranks the best of those. On real texts' vectors of 384 numbers, with a thousand candidates, .9994 of the hundred nearest are found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from desktop.adapters.sqlite.vectors import Block
from desktop.application.job import CancelToken
from desktop.domain.vector import Vector

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float32]]
    Halves = np.ndarray[Any, np.dtype[np.float16]]
    Numbers = np.ndarray[Any, np.dtype[np.int64]]
    Flags = np.ndarray[Any, np.dtype[np.bool_]]

_SHARE = 4
"""Of the numbers of a vector, every fourth remains in its coarse form."""
_IN_A_BLOCK, _SAMPLED_BLOCKS = 1024, 32
"""The strongest directions are found by a quarter of the vectors in so many blocks."""
_FEWEST_CANDIDATES = 1000
_CANDIDATES_A_HIT = 10
_ONE_IN = 200
"""At least one vector in so many is a candidate: the more there are, the more of them are almost alike."""
_SELECTIVE = 4
"""Where fewer than a quarter of all vectors are allowed, it is quicker to pick those out than to rank all."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What vectors were read from: the table of this name as it was at `version`, with `count` vectors.

    Not `complete` if chunks between those that had a vector were still waiting for theirs.
    """

    table: str
    version: int
    count: int
    complete: bool


@dataclass(frozen=True, slots=True)
class Rows:
    """Vectors in both forms, with the chunk and the document (by its key) that each belongs to."""

    chunks: Numbers
    documents: Numbers
    coarse: Floats
    fine: Halves

    @property
    def size(self) -> int:
        """Bytes held."""
        return self.chunks.nbytes + self.documents.nbytes + self.coarse.nbytes + self.fine.nbytes


@dataclass(frozen=True, slots=True)
class ResidentVectors:
    """Vectors of one origin; `parts` are the first, large one, and what came later."""

    origin: Origin
    directions: Floats
    parts: tuple[Rows, ...]

    @classmethod
    def read(cls, origin: Origin, blocks: Callable[[int], Iterable[Block]], owners: Owners, cancel: CancelToken) -> ResidentVectors:
        """Take in all vectors; `blocks` gives every so manieth of the blocks they are in."""
        import numpy as np

        sampled = blocks(max(1, origin.count // (_SAMPLED_BLOCKS * _IN_A_BLOCK)))
        directions = _strongest(np.concatenate([_decoded(block)[1][::_SHARE] for block in sampled]))
        size, strongest = directions.shape
        chunks, documents = np.empty(origin.count, np.int64), np.empty(origin.count, np.int64)
        coarse, fine = np.empty((origin.count, strongest), np.float32), np.empty((origin.count, size), np.float16)
        done = 0
        for block in blocks(1):
            cancel.raise_if_cancelled()
            numbers, vectors = _decoded(block)
            here = slice(done, done + len(numbers))
            chunks[here], documents[here] = numbers, owners.find(numbers)
            coarse[here], fine[here] = vectors @ directions, vectors
            done += len(numbers)
        return cls(origin, directions, (Rows(chunks, documents, coarse, fine),))

    def with_later(self, origin: Origin, blocks: Iterable[Block], owners: Owners) -> ResidentVectors:
        """These and the vectors in some blocks that belong to later chunks."""
        last = self.last
        decoded = [_decoded(block) for block in blocks]
        new = [_rows(chunks[chunks > last], vectors[chunks > last], owners, self.directions) for chunks, vectors in decoded]
        first, *rest = self.parts
        return replace(self, origin=origin, parts=(first, _joined([*rest, *new])) if new else self.parts)

    @property
    def last(self) -> int:
        """The latest chunk among those held."""
        return max(int(part.chunks.max(initial=0)) for part in self.parts)

    @property
    def count(self) -> int:
        """How many vectors are held."""
        return sum(len(part.chunks) for part in self.parts)

    @property
    def later(self) -> int:
        """How many of them came after the first reading."""
        return sum(len(part.chunks) for part in self.parts[1:])

    @property
    def size(self) -> int:
        """Bytes held."""
        return self.directions.nbytes + sum(part.size for part in self.parts)

    def nearest(self, vector: Vector, limit: int, documents: Sequence[int] | None) -> list[tuple[int, float]]:
        """The `limit` nearest chunks, best first, and their cosines (right to four decimals), in `documents` (None: in all)."""
        import numpy as np

        asked = np.frombuffer(vector, np.float32)
        found = [each for part in self.parts for each in self._nearest(part, asked, limit, documents)]
        return sorted(found, key=lambda each: (-each[1], each[0]))[:limit]

    def _nearest(self, rows: Rows, asked: Floats, limit: int, documents: Sequence[int] | None) -> list[tuple[int, float]]:
        import numpy as np

        wanted = max(_FEWEST_CANDIDATES, limit * _CANDIDATES_A_HIT, len(rows.chunks) // _ONE_IN)
        best = self._candidates(rows, asked, wanted, documents)
        scores = np.einsum("ij,j->i", rows.fine[best].astype(np.float32), asked)  # unlike @, it gives equal rows equal scores
        nearest = _highest(scores, limit)
        return list(zip(rows.chunks[best[nearest]].tolist(), scores[nearest].tolist(), strict=True))

    def _candidates(self, rows: Rows, asked: Floats, wanted: int, documents: Sequence[int] | None) -> Numbers:
        """Places of the vectors among which the nearest are."""
        import numpy as np

        if documents is None:
            return _highest(rows.coarse @ (asked @ self.directions), wanted)
        allowed = _member(rows.documents, documents)
        places: Numbers = np.flatnonzero(allowed)
        if len(places) <= wanted:
            return places
        if len(places) * _SELECTIVE < len(allowed):
            return places[_highest(rows.coarse[places] @ (asked @ self.directions), wanted)]
        scores = rows.coarse @ (asked @ self.directions)
        scores[~allowed] = -np.inf
        return _highest(scores, wanted)


@dataclass(frozen=True, slots=True)
class Owners:
    """Which document (by its key) each chunk belongs to; chunks ascending."""

    chunks: Numbers
    documents: Numbers

    @classmethod
    def of(cls, batches: Iterable[Sequence[tuple[int, int]]]) -> Owners:
        """From pairs of chunk and document, some at a time: many of them, turned into numbers at once, would make the window wait."""
        import numpy as np

        pairs = np.concatenate([np.empty((0, 2), np.int64), *(np.array(each, np.int64) for each in batches)])
        order = np.argsort(pairs[:, 0])
        return cls(pairs[order, 0], pairs[order, 1])

    def find(self, chunks: Numbers) -> Numbers:
        """The documents of these chunks, 0 for one that is not known."""
        import numpy as np

        if not len(self.chunks):
            return np.zeros(len(chunks), np.int64)
        places = np.minimum(np.searchsorted(self.chunks, chunks), len(self.chunks) - 1)
        return np.where(self.chunks[places] == chunks, self.documents[places], 0)


def bytes_needed(count: int, size: int) -> int:
    """Memory that so many vectors of `size` numbers would take."""
    return count * (2 * size + 4 * (size // _SHARE or size) + 16)


def _decoded(block: Block) -> tuple[Numbers, Floats]:
    """The chunks in a block, and their vectors."""
    import numpy as np

    numbers = np.frombuffer(block.chunks, np.int64)
    taken = np.unpackbits(np.frombuffer(block.taken, np.uint8), count=len(numbers), bitorder="little").astype(bool)
    return numbers[taken], np.frombuffer(block.vectors, np.float32).reshape(len(numbers), -1)[taken]


def _rows(chunks: Numbers, vectors: Floats, owners: Owners, directions: Floats) -> Rows:
    import numpy as np

    return Rows(chunks, owners.find(chunks), vectors @ directions, vectors.astype(np.float16))


def _joined(parts: Sequence[Rows]) -> Rows:
    import numpy as np

    return Rows(
        np.concatenate([each.chunks for each in parts]),
        np.concatenate([each.documents for each in parts]),
        np.concatenate([each.coarse for each in parts]),
        np.concatenate([each.fine for each in parts]),
    )


def _strongest(rows: Floats) -> Floats:
    """The directions in which vectors differ most from nothing, as columns."""
    import numpy as np

    _, vectors = np.linalg.eigh(rows.T @ rows)
    size = rows.shape[1]
    strongest: Floats = np.ascontiguousarray(vectors[:, -(size // _SHARE or size) :], dtype=np.float32)
    return strongest


def _member(documents: Numbers, allowed: Sequence[int]) -> Flags:
    import numpy as np

    table: Flags = np.zeros(max(int(documents.max(initial=0)), max(allowed, default=0)) + 1, np.bool_)
    table[np.asarray(allowed, np.int64)] = True
    member: Flags = table[documents]
    return member


def _highest(scores: Floats, count: int) -> Numbers:
    import numpy as np

    if count >= len(scores):
        return np.arange(len(scores))
    highest: Numbers = np.argpartition(scores, -count)[-count:]
    return highest
