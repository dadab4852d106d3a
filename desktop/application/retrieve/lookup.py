"""Batch lookup: for each thing on a pasted list, whether and where the vault mentions it."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from desktop.application.csv_tables import as_csv
from desktop.application.job import CancelToken, JobContext, Progress
from desktop.application.ports import EntityExtractor, IndexedChunk, IndexReader, KeywordQuery, KnownNames, RankedChunk, WarningLists
from desktop.application.refanging import refang
from desktop.application.retrieve.exact_terms import ask_exact, beginning_of
from desktop.application.retrieve.folding import fold
from desktop.application.retrieve.highlighting import Highlighter
from desktop.application.retrieve.list_reading import ListItem, read_list
from desktop.application.retrieve.passages import to_passage
from desktop.application.retrieve.words import words
from desktop.domain.entity import EntityType
from desktop.domain.keywords import Beginning, Clause, Phrase
from desktop.domain.lookup import LookupResult, LookupRow
from desktop.domain.passage import Filters, Passage

_HOST = re.compile(r"[a-z0-9+.-]+://(?:[^/@]*@)?([^/:?#]+)", re.IGNORECASE)
_MOST_CHUNKS = 10_000
_COUNTED = 200
"""Chunks in which mentions are counted; beyond that, a row says that there are more."""
_PASSAGES = 5
_SPELLINGS = 5

COLUMNS = (
    "line", "text", "type", "value", "also", "standing", "warnings", "documents", "mentions", "at_least", "first_seen", "last_seen",
    "spellings", "remarks",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is looked for; two items of a list that ask for the same share what is found."""

    type: EntityType | None
    value: str
    names: tuple[str, ...]


class Lookup:
    """Looks up whole lists; what a line names is told by an extractor in a process of its own."""

    def __init__(self, reader: IndexReader, extractor: EntityExtractor, known: KnownNames | None, warnings: WarningLists | None) -> None:
        self._reader = reader
        self._extractor = extractor
        self._known = known
        self._warnings = warnings

    def look_up(self, context: JobContext, text: str, filters: Filters | None = None) -> LookupResult:
        """A row for each thing that a pasted text names, line by line; `partial` reports each row. Raises Cancelled when told to stop.

        Actors and malware are looked for under all their names, everything else under every spelling. A domain is
        found in what lies under it too.
        """
        started = time.perf_counter()
        pasted = read_list(text, lambda line: self._extractor.extract(line, context.cancel).mentions)
        found: dict[_Asked, LookupRow] = {}
        rows = []
        for number, item in enumerate(pasted.items, start=1):
            context.cancel.raise_if_cancelled()
            asked = self._asked(item)
            if asked not in found:
                found[asked] = self._row(item, asked, filters or Filters(), context.cancel)
            rows.append(replace(found[asked], line=item.line, text=item.text))
            context.report(Progress("lookup", number, len(pasted.items), item.text))
        return LookupResult(tuple(rows), pasted.passed_over, time.perf_counter() - started)

    def _asked(self, item: ListItem) -> _Asked:
        mention = item.mention
        value = mention.value if mention else " ".join(item.text.split())
        if mention and mention.type.is_indicator:
            return _Asked(mention.type, value, (value,))
        others = self._known.other_names(item.text) if self._known else ()
        own = dict.fromkeys(fold(each) for each in (item.text, value))
        names = (item.text, *((value,) if len(own) > 1 else ()), *(each for each in others if fold(each) not in own))
        return _Asked(mention.type if mention else None, value, names)

    def _row(self, item: ListItem, asked: _Asked, filters: Filters, cancel: CancelToken) -> LookupRow:
        row = LookupRow(item.line, item.text, asked.type, asked.value, asked.names[1:], self._listed(asked))
        query = KeywordQuery(tuple(map(_clause, asked.names)))
        ranked = self._reader.search_keyword(query, _MOST_CHUNKS, filters, cancel)
        if ranked and _says_less(asked):
            ranked = self._holding(asked.value, ranked)
        if not ranked:
            return replace(row, remarks=tuple(self._near(asked, filters, cancel)))
        documents = list(dict.fromkeys(each.document_id for each in ranked))
        dates = sorted(self._reader.dates(documents).values())
        undated = len(self._reader.undated(documents))
        spoken, passages = self._mentions(ranked[:_COUNTED], Highlighter(query))
        return replace(
            row,
            documents=len(documents),
            mentions=max(len(spoken), len(documents)),
            at_least=len(ranked) > _COUNTED,
            first_seen=dates[0] if dates else None,
            last_seen=dates[-1] if dates else None,
            spellings=tuple(spelling for spelling, _ in Counter(spoken.values()).most_common(_SPELLINGS)),
            passages=tuple(passages),
            remarks=(_undated(undated, len(documents)),) if undated else (),
        )

    def _holding(self, value: str, ranked: Sequence[RankedChunk]) -> list[RankedChunk]:
        """Those in whose text an indicator stands as it is."""
        itself = re.compile(rf"(?<![\w:.]){re.escape(value)}(?![\w:])", re.IGNORECASE)
        holding = {each.id for each in self._reader.chunks([each.chunk for each in ranked]) if itself.search(refang(each.chunk.text))}
        return [each for each in ranked if each.chunk in holding]

    def _near(self, asked: _Asked, filters: Filters, cancel: CancelToken) -> Iterator[str]:
        """What is known of the host, where a URL or an address of mail is not."""
        host = _host_of(asked)
        if not host:
            return
        found = self._reader.search_keyword(KeywordQuery((_clause(host),)), _MOST_CHUNKS, filters, cancel)
        if documents := len({each.document_id for each in found}):
            yield f"{host} stands in {documents:,} document{'s' if documents > 1 else ''}."

    def _mentions(self, ranked: Sequence[RankedChunk], highlighter: Highlighter) -> tuple[dict[tuple[str, int], str], list[Passage]]:
        """What stands at each place, once where chunks overlap; and the best passages, of different documents first."""
        spoken: dict[tuple[str, int], str] = {}
        chunks: dict[int, IndexedChunk] = {each.id: each for each in self._reader.chunks([each.chunk for each in ranked])}
        passages: list[Passage] = []
        for each in ranked:
            if each.chunk in chunks:
                passage = to_passage(chunks[each.chunk], each.score, highlighter)
                passages.append(passage)
                for start, end in passage.matches:
                    spoken[passage.document_id, passage.start + start] = passage.text[start:end]
        first = {passage.document_id: passage for passage in reversed(passages)}
        ordered = sorted(passages, key=lambda each: first[each.document_id] is not each)
        return spoken, ordered[:_PASSAGES]

    def _listed(self, asked: _Asked) -> tuple[str, ...]:
        if asked.type is None or not asked.type.is_indicator or self._warnings is None:
            return ()
        return self._warnings.names_of(asked.type, asked.value)


def _says_less(asked: _Asked) -> bool:
    """Whether all that the index knows an indicator by is one word of it: `::1` is not every 1."""
    if asked.type is None or not asked.type.is_indicator or beginning_of(asked.value) or ask_exact(refang(asked.value)):
        return False
    said = [asked.value[each.start : each.end] for each in words(asked.value)]
    return len(said) < 2 and "".join(said) != asked.value


def _undated(undated: int, documents: int) -> str:
    """What the first and the last date do not tell by themselves."""
    if undated == documents:
        return "Dated by import: no document bears a date." if documents > 1 else "Dated by import: the document bears no date."
    said = "bears no date and counts" if undated == 1 else "bear no date and count"
    return f"{undated:,} of {documents:,} documents {said} by the day of import."


def _host_of(asked: _Asked) -> str:
    match asked.type:
        case EntityType.URL:
            match = _HOST.match(asked.value)
            return match[1] if match else ""
        case EntityType.EMAIL:
            return asked.value.rpartition("@")[2]
        case _:
            return ""


def lookup_csv(result: LookupResult) -> str:
    """The rows as a table that spreadsheet programs open."""
    return as_csv(COLUMNS, result.rows)


def _clause(name: str) -> Clause:
    plain = refang(name)
    if beginning_of(plain):
        return Beginning(name)
    return name if ask_exact(plain) else Phrase(name)
