"""Clauses of a query as FTS5 expressions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate, pairwise
from typing import NamedTuple

import apsw

from desktop.adapters.sqlite.database import fetch, fetch_number
from desktop.application.refanging import refang
from desktop.application.retrieve.exact_terms import Asked, ask_exact, beginning_of
from desktop.application.retrieve.words import is_paired, term, word_terms, words
from desktop.domain.keywords import AllOf, AnyOf, Beginning, Clause, KeywordQuery, Near, Phrase, Titled

LARGE = 20_000
"""Chunks from which on a query is quickened; below, every query takes a few milliseconds."""
CANDIDATES = 4000
"""Chunks that are scored before the rest: measured on 100,000, the ten best of 98 in 100 queries are among them."""

TOO_FEW = 200
"""Chunks that the rarest terms may find and still need the next one beside them: all that is found would else be scored after all."""

SCORE = "bm25(documents_fts, 2.0, 1.0, 1.0, 2.0, 0.8)"
"""How well a chunk matches, lower for better. Called by name since FTS5's own order by rank carries every match through a sorter:
it takes more than twice as long. Weights are of title, text, exact, title_stems and text_stems."""

_MOST_REMEMBERED = 10_000
_UP_TO = "SELECT count(*) FROM (SELECT rowid FROM documents_fts WHERE documents_fts MATCH ? LIMIT ?)"
_REACHED = """
    SELECT count(*), max(rowid) FROM (
        SELECT rowid FROM documents_fts WHERE documents_fts MATCH ? AND rowid BETWEEN ? AND ? LIMIT ?
    )"""
_STRETCHES = 8
"""Of the index, in each of which it is seen how common a word is: what was imported together speaks of the same."""
_AS_WRITTEN = "{title text}"
_TITLE_AS_WRITTEN, _TITLE = "title", "{title title_stems}"


class Match(NamedTuple):
    """An FTS5 expression, and how many times each of its terms stands in it and so in its scores."""

    expression: str
    times: int = 1


class Frequencies:
    """In how many chunks terms stand, remembered as long as the number of chunks stays."""

    def __init__(self) -> None:
        self._chunks = -1
        self._known: dict[str, int] = {}

    def of(self, connection: apsw.Connection, term: str, chunks: int) -> int:
        """How many of the index's `chunks` a term stands in; where these are more than `CANDIDATES`, about how many."""
        if chunks != self._chunks or len(self._known) > _MOST_REMEMBERED:
            self._chunks, self._known = chunks, {}
        known = self._known
        if term not in known:
            known[term] = _count(connection, term)
        return known[term]


def _count(connection: apsw.Connection, term: str) -> int:
    """FTS5 finds chunks in their order: how far it gets with some of them in a stretch of the index tells how many there are."""
    counted = fetch_number(connection, _UP_TO, (term, CANDIDATES + 1))
    if counted <= CANDIDATES:
        return counted
    if "*" in term:  # all that begins so is gathered anew each time, which takes longer than to count it
        return fetch_number(connection, "SELECT count(*) FROM documents_fts WHERE documents_fts MATCH ?", (term,))
    last, enough = fetch_number(connection, "SELECT max(id) FROM chunks"), CANDIDATES // _STRETCHES + 2
    ends = [last * number // _STRETCHES for number in range(_STRETCHES + 1)]
    return max(counted, sum(_count_between(connection, term, start, end, enough) for start, end in pairwise(ends)))


def _count_between(connection: apsw.Connection, term: str, start: int, end: int, enough: int) -> int:
    """About how many chunks after `start` and up to `end` hold a term, judged by as many as are `enough`."""
    [(counted, reached)] = fetch(connection, _REACHED, (term, start + 1, end, enough))
    return int(counted) if counted < enough else int(counted * (end - start) // (reached - start))


def expressions(connection: apsw.Connection, query: KeywordQuery, frequencies: Frequencies | None = None) -> list[Match]:
    """What a query asks for: the last one finds all; one before it, with `frequencies`, finds the best of them sooner.

    None if it holds no word.
    """
    builder = _Builder(connection)
    required = [found for clause in query.required if (found := builder.clause(clause))]
    terms = [each for clause in query.terms for each in builder.loose(clause)]
    excluded = [found for clause in query.excluded if (found := builder.clause(clause))]
    terms += builder.unfinished(query.prefix)
    if required:
        return [Match(_without(all_of(required, terms), excluded))]
    if not terms:
        return []
    quick = _quicker(connection, terms, frequencies) if frequencies else []
    return [Match(_without(each.expression, excluded), each.times) for each in (*quick, Match(any_of(terms)))]


def all_of(required: list[str], optional: list[str]) -> str:
    """What holds all of `required`; the optional ones only raise the score.

    The required ones stand in both halves, since FTS5 has no other way to say optional.
    """
    both = " AND ".join(required)
    return f"({both}) AND ({any_of([*required, *optional])})" if optional else both


def any_of(terms: Iterable[str]) -> str:
    """What holds at least one."""
    return " OR ".join(terms)


class _Builder:
    """Turns clauses into expressions; in a title, only its columns are asked."""

    def __init__(self, connection: apsw.Connection, *, titled: bool = False) -> None:
        self._connection = connection
        self._titled = titled

    def clause(self, clause: Clause) -> str:
        """One expression for a clause, safe to stand anywhere; empty if it has no word."""
        match clause:
            case Phrase(text):
                return self._phrase(word_terms(refang(text)))
            case Beginning(text):
                return self._beginning(text)
            case Near(parts, distance):
                return self._near(parts, distance)
            case Titled(inner):
                return _Builder(self._connection, titled=True).clause(inner)
            case AllOf(parts, without):
                return self._all(parts, without)
            case AnyOf(parts):
                found = [each for part in parts if (each := self.clause(part))]
                return f"({any_of(found)})" if found else ""
            case _:
                return self._text(clause)

    def loose(self, clause: Clause) -> list[str]:
        """What of a clause may be found alone: a run of characters without spaces by any two of them."""
        if not isinstance(clause, str) or ask_exact(refang(clause)) or not any(is_paired(word.folded) for word in words(clause)):
            return [found] if (found := self.clause(clause)) else []
        asked = _pairs(word_terms(refang(clause)))
        return [_pair(asked[0])] if len(asked) == 1 else list(dict.fromkeys(quoted(term(each)) for each in asked))

    def unfinished(self, word: str) -> list[str]:
        """A word still being typed: itself if it stands somewhere, else whatever begins so."""
        found = self._text(word)
        if not found:
            return []
        return [found if _stands_somewhere(self._connection, found) else self._beginning(word)]

    def _text(self, text: str) -> str:
        refanged = refang(text)
        if not self._titled and (exact := ask_exact(refanged)):
            return _exact(exact)
        asked = word_terms(refanged)
        if len(asked) != 1 or is_paired(asked[0]):
            return self._phrase(asked)
        return self._in_title(quoted(term(asked[0])), _TITLE)

    def _phrase(self, asked: list[str]) -> str:
        if not asked:
            return ""
        asked = _asked(asked)
        if len(asked) == 1 and is_paired(asked[0]):
            return self._in_title(_pair(asked[0]), _TITLE_AS_WRITTEN)
        return f"{self._as_written} : {quoted(' '.join(asked))}"

    def _beginning(self, text: str) -> str:
        refanged = refang(text)
        if not self._titled and (asked := beginning_of(refanged)):
            return _exact(asked)
        asked_words = word_terms(refanged)
        return f"{self._as_written} : {quoted(' '.join(asked_words))} *" if asked_words else ""

    def _near(self, parts: tuple[str, ...], distance: int) -> str:
        phrases = [quoted(" ".join(_asked(asked))) for part in parts if (asked := word_terms(refang(part)))]
        return f"{self._as_written} : NEAR({' '.join(phrases)}, {distance})" if phrases else ""

    def _all(self, parts: tuple[Clause, ...], without: tuple[Clause, ...]) -> str:
        found = [each for part in parts if (each := self.clause(part))]
        unwanted = [each for part in without if (each := self.clause(part))]
        return f"({_without(' AND '.join(found), unwanted)})" if found else ""

    def _in_title(self, expression: str, columns: str) -> str:
        return f"{columns} : {expression}" if self._titled else expression

    @property
    def _as_written(self) -> str:
        return _TITLE_AS_WRITTEN if self._titled else _AS_WRITTEN


def _exact(asked: Asked) -> str:
    return f"exact : ({any_of([*map(quoted, asked.terms), *(f'{quoted(each)} *' for each in asked.beginnings)])})"


def quoted(terms: str) -> str:
    """Terms as FTS5 takes them as a phrase."""
    return '"' + terms.replace('"', '""') + '"'


def _pair(pair: str) -> str:
    """A pair of characters, or one alone, which begins pairs."""
    return f"{quoted(pair)} *" if len(pair) == 1 and is_paired(pair) else quoted(pair)


def _asked(terms: list[str]) -> list[str]:
    """Terms as they are asked for: the last character of a run stands alone in the index, which need not be its end."""
    return terms[:-1] if _ends_run(terms, len(terms) - 1) else terms


def _pairs(terms: list[str]) -> list[str]:
    """The terms without the last characters of runs."""
    return [each for at, each in enumerate(terms) if not _ends_run(terms, at)]


def _ends_run(terms: list[str], at: int) -> bool:
    single = at > 0 and len(terms[at]) == 1 and is_paired(terms[at])
    return single and len(terms[at - 1]) == 2 and terms[at - 1][1] == terms[at]


def _without(expression: str, excluded: list[str]) -> str:
    return f"({expression}) NOT ({any_of(excluded)})" if excluded else expression


def _quicker(connection: apsw.Connection, terms: list[str], frequencies: Frequencies) -> list[Match]:
    """In a large index: chunks with one of the rarest terms, ranked by all.

    FTS5 finds chunks far faster than it scores them; common words find most of them and decide little. All terms stand
    twice, since only so they count alike.
    """
    chunks = fetch_number(connection, "SELECT count(*) FROM chunks")
    if chunks < LARGE or len(terms) < 2:
        return []
    counted = sorted((frequencies.of(connection, each, chunks), at) for at, each in enumerate(terms))
    reached = list(accumulate(count for count, _ in counted))
    rare = [terms[at] for (count, at), total in zip(counted, reached, strict=True) if total <= CANDIDATES or total - count < TOO_FEW]
    common = [each for each in terms if each not in rare]
    return [Match(f"({any_of(rare)}) AND ({any_of([*rare, *common, *common])})", times=2)] if common else []


def _stands_somewhere(connection: apsw.Connection, expression: str) -> bool:
    return bool(fetch(connection, "SELECT 1 FROM documents_fts WHERE documents_fts MATCH ? LIMIT 1", (expression,)))
