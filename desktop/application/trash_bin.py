"""The trash of a vault as a person sees it: documents and facts in one list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.application.library import Library
from desktop.application.memory.facts import Memory
from desktop.domain.changes import Changes
from desktop.domain.errors import CofferError
from desktop.domain.fact import fact_id_of, indexed_id


@dataclass(frozen=True, slots=True)
class Trashed:
    """A document, or a fact (`memory/<fact id>`), in the trash: its title, when it was deleted (ISO 8601), bytes on disk."""

    id: str
    title: str
    deleted_at: str
    size: int


class TrashBin:
    """Lists, brings back and removes for good."""

    def __init__(self, library: Library, memory: Memory) -> None:
        self._library = library
        self._memory = memory

    def entries(self) -> tuple[Trashed, ...]:
        """What is in the trash, newest first."""
        documents = [Trashed(each.document_id, each.title, each.deleted_at, each.size) for each in self._library.trashed()]
        facts = [Trashed(indexed_id(each.fact_id), each.name, each.deleted_at, each.size) for each in self._memory.trashed()]
        return tuple(sorted([*documents, *facts], key=lambda each: each.deleted_at, reverse=True))

    def restore(self, *ids: str) -> Changes:
        """Bring these back; raises the first failure if nothing could be brought back, else the problems say what could not."""
        documents, facts = _parted(ids)
        changes, failures = Changes(), []
        for restore, names in ((self._library.restore, documents), (self._memory.restore, facts)):
            try:
                changes |= restore(*names)
            except CofferError as failure:
                failures.append(failure)
        if failures and not changes:
            raise failures[0]
        return changes | Changes(problems=tuple(f"{each.message} {each.hint}".strip() for each in failures))

    def empty(self, ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these; returns how many documents and facts that were."""
        if ids is None:
            return self._library.empty_trash() + self._memory.empty_trash()
        documents, facts = _parted(ids)
        return (self._library.empty_trash(documents) if documents else 0) + (self._memory.empty_trash(facts) if facts else 0)


def _parted(ids: Sequence[str]) -> tuple[list[str], list[str]]:
    """Ids of documents, and of facts as they are called among themselves."""
    facts = [fact_id for each in ids if (fact_id := fact_id_of(each)) is not None]
    return [each for each in ids if fact_id_of(each) is None], facts
