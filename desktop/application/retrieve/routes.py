"""The routes that exist: how each finds chunks, and why one may have nothing to say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop.application.job import CancelToken
from desktop.application.ports import Embedder, IndexReader, KeywordQuery, RankedChunk
from desktop.domain.errors import ModelUnavailable, WorkerDied
from desktop.domain.passage import Filters, Route

UNINDEXED = "Entities, relations and dates are not indexed in this vault, so blended search uses words and vectors."


@dataclass(frozen=True, slots=True)
class Findings:
    """What each route found; `missing` says in words why vectors took no part, `notice` what was not complete.

    `embedded` is the share of chunks that have a vector: among few, the nearest may be far away.
    """

    lists: Mapping[Route, list[RankedChunk]]
    embedded: float = 1.0
    missing: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """What the routes are asked for: the text as typed and as words, how many chunks, limited by what."""

    text: str
    words: KeywordQuery
    depth: int
    filters: Filters
    cancel: CancelToken = field(default_factory=CancelToken)


class Routes:
    """Asks the index by words and by vector."""

    def __init__(self, reader: IndexReader, embedder: Embedder | None) -> None:
        self._reader = reader
        self._embedder = embedder

    def find(self, request: Request, wanted: set[Route]) -> Findings:
        """Ask the `wanted` routes; if vectors are wanted but not to be had, words alone are asked."""
        lists: dict[Route, list[RankedChunk]] = {}
        embedded, missing, notice = 1.0, "", ""
        if Route.VECTOR in wanted:
            try:
                lists[Route.VECTOR] = self._nearest(request)
                embedded, notice = self._embedded()
            except (ModelUnavailable, WorkerDied) as problem:
                missing = problem.message
        if Route.KEYWORD in wanted or missing:
            lists[Route.KEYWORD] = self._reader.search_keyword(request.words, request.depth, request.filters, request.cancel)
        return Findings(lists, embedded, missing, notice)

    def _nearest(self, request: Request) -> list[RankedChunk]:
        counts = self._reader.counts()
        if not counts.chunks:
            return []
        if self._embedder is None:
            raise ModelUnavailable("There is no embedding model.")
        if not counts.vectors:
            raise ModelUnavailable("No vectors have been made yet.")
        vector = self._embedder.embed_query(request.text)
        request.cancel.raise_if_cancelled()
        return self._reader.search_vector(vector, request.depth, request.filters, request.cancel)

    def _embedded(self) -> tuple[float, str]:
        """The share of chunks that have a vector, and what to say where some have none."""
        pending = self._reader.count_pending()
        if not pending:
            return 1.0, ""
        share = 1 - pending / max(pending, self._reader.counts().chunks)
        return share, f"{pending:,} chunk{'s wait' if pending > 1 else ' waits'} for vectors and can so far be found by words only."
