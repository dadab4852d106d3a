"""The port of what waits to be judged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from desktop.application.job import CancelToken
from desktop.domain.candidate import Candidate, CandidateQuery
from desktop.domain.graph import Evidence


class CandidateReader(Protocol):
    """Questions about candidates; any number of threads may ask.

    Judged is what a fact accepts or rejects, by ids or by names, whether or not extraction has taken it up. What an imported bundle
    states is its own word and no candidate, nor is what merely stands in one sentence.
    """

    def candidates(self, query: CandidateQuery, cancel: CancelToken) -> tuple[Candidate, ...]:
        """A stretch of the candidates in their order, ties by what they say."""
        ...

    def count_candidates(self, query: CandidateQuery, cancel: CancelToken) -> int:
        """How many `candidates` would give without its limit."""
        ...

    def places(self, candidate: Candidate, limit: int) -> tuple[Evidence, ...]:
        """Where a candidate was found: its sentences, or its mentions with what is written there, the surest first."""
        ...

    def mentioned_at(self, document_id: str, start: int, end: int, entity_ids: Sequence[str]) -> tuple[Evidence, ...]:
        """Mentions of some entities within a stretch of a document, by place."""
        ...
