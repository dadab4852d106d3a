"""A vector store in a dictionary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from desktop.application.ports.vectors import StoredVector
from desktop.domain.vector import Vector, similarity


class MemoryVectorStore:
    """`organised` counts how often it was asked to be; `life` tells one beginning from another."""

    def __init__(self) -> None:
        self.rows: list[StoredVector] = []
        self.changes = 0
        self.life = 0
        self.organised = 0

    def count(self) -> int:
        return len(self.rows)

    def version(self) -> str:
        return f"{self.life} {self.changes}" if self.changes else ""

    def add(self, vectors: Sequence[StoredVector]) -> None:
        kept = [each for each in self.rows if len(each.vector) == len(vectors[0].vector)] if vectors else self.rows
        self._become([*kept, *vectors])

    def remove(self, chunks: Iterable[int]) -> None:
        gone = set(chunks)
        self._become([each for each in self.rows if each.chunk not in gone])

    def known(self) -> Iterator[list[tuple[int, bytes]]]:
        for each in self.rows:
            yield [(each.chunk, each.digest)]

    def vectors(self) -> Iterator[list[StoredVector]]:
        for each in list(self.rows):
            yield [each]

    def vectors_of(self, chunks: Iterable[int]) -> dict[int, Vector]:
        wanted = set(chunks)
        return {each.chunk: each.vector for each in self.rows if each.chunk in wanted}

    def nearest(self, vector: Vector, limit: int, documents: Sequence[int] | None = None) -> list[tuple[int, float]]:
        allowed = [each for each in self.rows if (documents is None or each.document in documents) and len(each.vector) == len(vector)]
        return sorted(((each.chunk, similarity(vector, each.vector)) for each in allowed), key=lambda each: -each[1])[:limit]

    def organise(self) -> None:
        self.organised += 1

    def destroy(self) -> None:
        self.rows, self.changes, self.life = [], 0, self.life + 1

    def close(self) -> None:
        return

    def _become(self, rows: list[StoredVector]) -> None:
        if len(rows) != len(self.rows) or rows != self.rows:
            self.rows, self.changes = rows, self.changes + 1
