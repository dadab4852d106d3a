"""Grep: matching lines of the documents' files as passages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, islice
from pathlib import Path

from desktop.application.job import CancelToken
from desktop.application.ports import Grep, GrepMatch, IndexReader, StoredDocument, TextReader
from desktop.application.retrieve.any_spelling import any_spelling
from desktop.domain.document import page_at
from desktop.domain.errors import DocumentNotFound
from desktop.domain.fact import FOLDER
from desktop.domain.passage import Passage, Query, Route, RouteScore, TextKind

LONGEST_PASSAGE = 600
_BEFORE_MATCH = 120
_DEEPENING = 4

Span = tuple[int, int]


class _OpenDocument:
    """A document while its matches are turned into passages; offsets are within its body."""

    def __init__(self, document_id: str, stored: StoredDocument) -> None:
        self.document_id = document_id
        self.title = stored.document.title
        self.body = stored.body
        self._body_offset = stored.body_offset

    def stretches(self, match: GrepMatch) -> Iterator[tuple[Span, list[Span]]]:
        """The matching line with its spans, or, if it is long, the surroundings of each group of them."""
        line = (match.line_start - self._body_offset, match.line_end - self._body_offset)
        if line[0] < 0:
            return
        spans = [(start - self._body_offset, end - self._body_offset) for start, end in match.spans]
        if line[1] - line[0] <= LONGEST_PASSAGE:
            yield line, spans
            return
        yield from _windows(line, spans or [(line[0], line[0])])


@dataclass(frozen=True, slots=True)
class Grepped:
    """What grep found, for which expression; `notice` says if it had to be taken literally."""

    passages: tuple[Passage, ...]
    pattern: str
    notice: str


class Grepping:
    """Asks grep for lines and shows those of the bodies: front matter is not searched."""

    def __init__(self, grep: Grep, texts: TextReader, reader: IndexReader, docs: Path, memory: Path | None = None) -> None:
        self._grep = grep
        self._texts = texts
        self._reader = reader
        self._docs = docs
        self._memory = memory

    def find(self, query: Query, cancel: CancelToken) -> Grepped:
        """Passages in the order of document id and line, then those of facts, which get half of the places at most if all are wanted."""
        pattern = (any_spelling(query.text) if query.any_spelling else None) or query.text
        documents = self._in_documents(pattern, query, cancel) if _wanted(query, TextKind.DOCUMENT) else []
        facts = self._in_facts(pattern, query, cancel) if _wanted(query, TextKind.FACT) else []
        facts = facts[: max(query.limit // 2, query.limit - len(documents))]
        found = [*documents[: query.limit - len(facts)], *facts]
        notice = "" if self._grep.is_expression(pattern) else "This is no regular expression, so it was looked for as it stands."
        return Grepped(tuple(_ranked(each, rank) for rank, each in enumerate(found, 1)), pattern, notice)

    def _in_documents(self, pattern: str, query: Query, cancel: CancelToken) -> list[Passage]:
        allowed = None if query.filters.empty else self._reader.filtered_documents(query.filters)
        return self._in_folder(pattern, self._docs, "", allowed, query, cancel)

    def _in_facts(self, pattern: str, query: Query, cancel: CancelToken) -> list[Passage]:
        allowed = self._reader.filtered_documents(replace(query.filters, kinds=(TextKind.FACT,))) if self._memory else frozenset()
        return self._in_folder(pattern, self._memory, FOLDER, allowed, query, cancel) if allowed and self._memory else []

    def _in_folder(
        self, pattern: str, folder: Path, prefix: str, allowed: frozenset[str] | None, query: Query, cancel: CancelToken
    ) -> list[Passage]:
        asked = query.limit
        while True:
            matches = self._grep.search(pattern, folder, asked, cancel)
            named = [replace(match, document_id=prefix + match.document_id) for match in matches] if prefix else matches
            wanted = [match for match in named if allowed is None or match.document_id in allowed]
            passages = list(islice(_thinned(self._passages(wanted, cancel), query.per_document), query.limit))
            if len(passages) == query.limit or len(matches) < asked:
                return passages
            asked *= _DEEPENING

    def _passages(self, matches: list[GrepMatch], cancel: CancelToken) -> Iterator[Passage]:
        document = None
        for match in matches:
            cancel.raise_if_cancelled()
            if document is None or document.document_id != match.document_id:
                document = self._open(match.document_id)
            if document is None:
                continue
            for span, inside in document.stretches(match):
                yield self._passage(document, span, inside)

    def _open(self, document_id: str) -> _OpenDocument | None:
        try:
            return _OpenDocument(document_id, self._texts.read(document_id))
        except DocumentNotFound:  # deleted since grep saw it
            return None

    def _passage(self, document: _OpenDocument, span: Span, inside: list[Span]) -> Passage:
        start, end = span
        chunk = self._reader.chunk_at(document.document_id, inside[0][0] if inside else start)
        return Passage(
            document.document_id, document.title, chunk.chunk.position if chunk else 0, page_at(document.body, start), start, end,
            document.body[start:end], 0.0, matches=tuple((left - start, right - start) for left, right in inside),
        )  # fmt: skip


def _thinned(passages: Iterable[Passage], per_document: int) -> Iterator[Passage]:
    """The first passages of each document, with how many more it has among the matches that were read; all where there is no bound."""
    if not per_document:
        yield from passages
        return
    for _, of_document in groupby(passages, key=lambda each: each.document_id):
        found = list(of_document)
        yield from (replace(each, more=len(found) - 1) for each in found[:per_document])


def _wanted(query: Query, kind: TextKind) -> bool:
    return not query.filters.kinds or kind in query.filters.kinds


def _ranked(passage: Passage, rank: int) -> Passage:
    return replace(passage, score=1 / rank, routes={Route.GREP: RouteScore(rank, 1 / rank)})


def _windows(line: Span, spans: list[Span]) -> Iterator[tuple[Span, list[Span]]]:
    """Stretches of a long line, none overlapping, which together show every span (its beginning, where it is longer itself)."""
    done = line[0]
    at = 0
    while at < len(spans):
        start = max(done, spans[at][0] - _BEFORE_MATCH)
        end = min(line[1], start + LONGEST_PASSAGE)
        inside: list[Span] = []
        while at < len(spans) and (spans[at][1] <= end or not inside):
            inside.append((spans[at][0], min(spans[at][1], end)))
            at += 1
        if at < len(spans):
            end = min(end, spans[at][0])
        yield (start, end), inside
        done = end
