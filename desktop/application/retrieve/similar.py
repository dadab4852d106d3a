"""More like this: passages that are near another in meaning, or share its telling words."""

from __future__ import annotations

import time
from collections import Counter

from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import Embedder, IndexReader, KeywordQuery, RankedChunk, TextReader
from desktop.application.refanging import refang
from desktop.application.retrieve.exact_terms import find_exact
from desktop.application.retrieve.folding import fold
from desktop.application.retrieve.fusion import fuse
from desktop.application.retrieve.passages import Page, PassageReader
from desktop.application.retrieve.words import STOPWORDS, words
from desktop.domain.errors import ModelUnavailable, UsageError, WorkerDied
from desktop.domain.passage import Filters, Mode, Route, SearchResult

_LEAST_DEPTH = 100
_DEPTH_PER_HIT = 5
_MOST_TERMS = 24
_SHORTEST_TERM = 4
_LONGEST = 4000
"""Characters of a passage that are compared: an embedder reads no more."""


class MoreLikeThis:
    """Finds passages like a given one."""

    def __init__(self, reader: IndexReader, texts: TextReader, embedder: Embedder | None) -> None:
        self._reader = reader
        self._texts = texts
        self._embedder = embedder
        self._passages = PassageReader(reader)

    def similar(
        self,
        context: JobContext,
        document_id: str,
        start: int,
        end: int,
        *,
        limit: int = 20,
        filters: Filters | None = None,
        per_document: int = 0,
    ) -> SearchResult:
        """Passages like the body of a document from `start` to `end`, best first: by vectors, else by its telling words, and says so.

        The passage itself, and what overlaps it, is left out; a text that several documents share is one hit. Raises
        DocumentNotFound, UsageError where nothing is written there, Cancelled.
        """
        started = time.perf_counter()
        body = self._texts.read(document_id).body
        text = body[start:end][:_LONGEST]
        if not 0 <= start < end <= len(body) or not text.strip():
            raise UsageError(f"{document_id} has no text from {start} to {end}.", f"Its body has {len(body)} characters.")
        depth = max(_LEAST_DEPTH, _DEPTH_PER_HIT * limit)
        terms, notice = telling_terms(text), ""
        try:
            route, mode = Route.VECTOR, Mode.VECTOR
            ranked = self._nearest(document_id, text, depth, filters or Filters(), context.cancel)
        except (ModelUnavailable, WorkerDied) as problem:
            notice = f"{problem.message} These passages share words with it."
            route, mode = Route.KEYWORD, Mode.KEYWORD
            ranked = self._reader.search_keyword(terms, depth, filters or Filters(), context.cancel)
        chunks = fuse({route: self._without(ranked, document_id, start, end)}, {route: 1.0})
        hits = self._passages.page(chunks, terms, Page(limit, per_document, fold_twins=True), keep_score=True)
        asked = f"like {document_id}:{start}-{end}"
        fallback = mode if mode is Mode.KEYWORD else None
        return SearchResult(asked, Mode.VECTOR, hits, time.perf_counter() - started, fallback, notice, asked=str(terms))

    def _nearest(self, document_id: str, text: str, depth: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        if self._embedder is None:
            raise ModelUnavailable("There is no embedding model.")
        if not self._reader.counts().vectors:
            raise ModelUnavailable("No vectors have been made yet.")
        vector = self._embedder.embed_passages([text], made_of=[document_id], urgent=True)[0]
        cancel.raise_if_cancelled()
        return self._reader.search_vector(vector, depth, filters, cancel)

    def _without(self, ranked: list[RankedChunk], document_id: str, start: int, end: int) -> list[RankedChunk]:
        own = {each.chunk for each in ranked if each.document_id == document_id}
        overlapping = {each.id for each in self._reader.chunks(list(own)) if each.chunk.start < end and start < each.chunk.end}
        return [each for each in ranked if each.chunk not in overlapping]


def telling_terms(text: str) -> KeywordQuery:
    """What of a text tells it from others: its indicators, then the words it repeats, then its longest."""
    refanged = refang(text)
    indicators = dict.fromkeys(refanged[each.start : each.end] for each in find_exact(refanged))
    said: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for word in words(refanged):
        if word.folded not in STOPWORDS and (word.paired or len(word.folded) >= _SHORTEST_TERM) and not word.folded.isdigit():
            said.setdefault(word.folded, refanged[word.start : word.end])
            counted[word.folded] += 1
    telling = sorted(said, key=lambda folded: (-counted[folded], -len(folded)))
    known = set(map(fold, indicators))
    terms = [*indicators, *(said[folded] for folded in telling if folded not in known)]
    return KeywordQuery(tuple(terms[:_MOST_TERMS]))
