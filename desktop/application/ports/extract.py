"""The port of extraction as a vault sees it: what a text mentions by everything that the vault knows, in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop.application.job import CancelToken
from desktop.domain.entity import Mention
from desktop.domain.graph import EdgeStatus, NamedEntity
from desktop.domain.relation import Relation


@dataclass(frozen=True, slots=True)
class ExtractorIdentity:
    """What extraction depends on, as hashes: `rules` are how it goes about it, `knowledge` is what packs and the lexicon name."""

    rules: str
    knowledge: str


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a text mentions and states, on whose word, and every entity that either speaks of, with its names."""

    mentions: tuple[Mention, ...] = ()
    relations: tuple[Relation, ...] = ()
    entities: tuple[NamedEntity, ...] = ()
    status: EdgeStatus = EdgeStatus.DERIVED


class EntityExtractor(Protocol):
    """Finds mentions and relations with a vault's packs and lexicon."""

    @property
    def identity(self) -> ExtractorIdentity:
        """What an extraction begun now would depend on; cheap, and read from the files each time.

        Raises PackDamaged or UsageError where they cannot be read.
        """
        ...

    def extract(self, text: str, cancel: CancelToken) -> Extracted:
        """What a text mentions; raises WorkerDied where it breaks the extractor, Cancelled soon after `cancel`."""
        ...

    def knowledge(self) -> bytes:
        """Everything that is known by name, packed so that `changed_names` can compare it with later knowledge."""
        ...

    def changed_names(self, earlier: bytes) -> tuple[str, ...]:
        """The keys of names that mean something else now than in the knowledge that was packed earlier."""
        ...

    def speaking_of(self, names: Sequence[str], texts: Sequence[str], cancel: CancelToken) -> list[bool]:
        """For each text whether one of these names, which are keys, may stand in it."""
        ...

    def named(self, entity_ids: Sequence[str]) -> list[NamedEntity]:
        """Those of these entities that are known by name."""
        ...

    def close(self) -> None:
        """End the worker process."""
        ...
