"""Changes: what a use case altered, so that only those who show it reload."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Changes:
    """Ids of what was added, altered or removed; `problems` are sentences about what was asked for and could not be done.

    `kept` are lines of lists that a case bundle brought, by their keys there: what is kept of searching, and decisions about names.
    """

    documents: frozenset[str] = frozenset()
    problems: tuple[str, ...] = ()
    facts: frozenset[str] = frozenset()
    threads: frozenset[str] = frozenset()
    graphs: frozenset[str] = frozenset()
    boards: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()

    def __or__(self, other: Changes) -> Changes:
        problems = (*self.problems, *other.problems)
        return Changes(
            self.documents | other.documents, problems, self.facts | other.facts, self.threads | other.threads,
            self.graphs | other.graphs, self.boards | other.boards, self.kept | other.kept,
        )  # fmt: skip

    def __bool__(self) -> bool:
        return bool(self.documents or self.facts or self.threads or self.graphs or self.boards or self.kept)
