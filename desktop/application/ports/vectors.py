"""The port of a store for vectors in great number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop.domain.vector import Vector


@dataclass(frozen=True, slots=True)
class StoredVector:
    """A chunk's vector, the document it belongs to (by its number in the index), and the hash of the text it was made from."""

    chunk: int
    document: int
    digest: bytes
    vector: Vector


class VectorStore(Protocol):
    """Vectors on disk beside the index, sought by an index of their own; any number of threads may ask, one may write.

    It takes part in no transaction. Which of its vectors count, the index alone says; what it holds can be made again.
    Every method raises VectorsUnavailable where the store cannot be used.
    """

    def count(self) -> int:
        """How many vectors there are."""
        ...

    def version(self) -> str:
        """A text that is another one whenever anything in the store has changed."""
        ...

    def add(self, vectors: Sequence[StoredVector]) -> None:
        """Keep these from now on; none of their chunks may be there already. Those of another length than before replace all."""
        ...

    def remove(self, chunks: Iterable[int]) -> None:
        """Take out the vectors of these chunks."""
        ...

    def known(self) -> Iterator[list[tuple[int, bytes]]]:
        """Every chunk with its hash, some at a time."""
        ...

    def vectors(self) -> Iterator[list[StoredVector]]:
        """Everything, some at a time."""
        ...

    def vectors_of(self, chunks: Iterable[int]) -> dict[int, Vector]:
        """The vectors of those of these chunks that are there."""
        ...

    def nearest(self, vector: Vector, limit: int, documents: Sequence[int] | None = None) -> list[tuple[int, float]]:
        """The chunks nearest to a vector with their cosines, best first: of these documents only, of all if None.

        Among few documents none is missed; among many, what the store's index does not look at may be.
        """
        ...

    def organise(self) -> None:
        """Make the store's index fit for what is in it now; worth it after much has been added."""
        ...

    def destroy(self) -> None:
        """Take everything away."""
        ...

    def close(self) -> None:
        """Let go of the store."""
        ...
