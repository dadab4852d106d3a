"""The port of a store for vectors in great number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop.application.ports.index import PendingText
from desktop.domain.marking import Marking
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


@dataclass(frozen=True, slots=True)
class MadeBy:
    """The model that vectors were made by: its identity, how many numbers they have, where it lies (empty: it comes with Coffer)."""

    identity: str
    dimensions: int
    source: str


class NextVectors(Protocol):
    """Vectors of the model that shall be searched by next; those of the one before serve until every chunk has one.

    Reading is for anybody, the rest for whoever may write the index.
    """

    def serving(self) -> MadeBy | None:
        """Whose vectors are searched; None before there are any."""
        ...

    def state_source(self, source: str) -> None:
        """State where the model lies whose vectors are searched."""
        ...

    def begin(self, made_by: MadeBy) -> None:
        """Make ready for vectors of this model; those of another that wait are dropped."""
        ...

    def count_pending(self, up_to: Marking | None = None) -> int:
        """How many chunks still lack a vector of the next model; 0 where there is no next one.

        With `up_to` only those count that are of something marked no higher: a model that may be given no others.
        """
        ...

    def pending_texts(self, limit: int, after: int, up_to: Marking | None = None) -> list[PendingText]:
        """Chunks above `after` that lack one, oldest first; only those of what is marked no higher than `up_to`."""
        ...

    def put(self, vectors: Sequence[tuple[int, Vector]]) -> None:
        """Let these wait. ModelUnavailable if they are not unit vectors of the length that was stated."""
        ...

    def adopt(self, source: str, up_to: Marking | None = None) -> bool:
        """Search by the next model from now on, if every chunk that counts has its vector; all at once, or not at all."""
        ...

    def give_up(self) -> None:
        """Drop what waits: the model before stays."""
        ...
