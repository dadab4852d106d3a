"""Passages: chunks as search hits."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from desktop.domain.fact import fact_id_of
from desktop.domain.intent import Classification, Intent
from desktop.domain.marking import Marking


class Mode(StrEnum):
    """The five ways to search."""

    GREP = "grep"
    KEYWORD = "keyword"
    VECTOR = "vector"
    HYBRID = "hybrid"
    BLENDED = "blended"


class Route(StrEnum):
    """One way in which a passage can be found."""

    GREP = "grep"
    KEYWORD = "keyword"
    VECTOR = "vector"
    ENTITY = "entity"
    GRAPH = "graph"
    TEMPORAL = "temporal"


class TextKind(StrEnum):
    """What can be searched: documents, and the facts that were remembered."""

    DOCUMENT = "document"
    FACT = "fact"


class Fusion(StrEnum):
    """How the lists of several routes become one: by scores as a share of each route's best, by ranks, or by scores stretched to 0…1."""

    SHARE = "share"
    RRF = "rrf"
    MINMAX = "minmax"


@dataclass(frozen=True, slots=True)
class RouteScore:
    """At which rank (from 1) a route found a passage, its own score there (higher is better), and why, for a person."""

    rank: int
    score: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Filters:
    """What limits a search; dates are ISO 8601, inclusive, on the published date or else the import date.

    Of several tags a document must carry all, of several markings, formats, ids or names be one. `named` are texts
    in the title or the file name. `kinds` limits to documents or to facts; facts that another took the place of are only
    found with `superseded`.
    """

    since: str | None = None
    until: str | None = None
    tlp_max: Marking | None = None
    tags: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    markings: tuple[Marking, ...] = ()
    named: tuple[str, ...] = ()
    kinds: tuple[TextKind, ...] = ()
    superseded: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing is limited."""
        return self == Filters()


@dataclass(frozen=True, slots=True)
class Query:
    """What a person asked of the search.

    With `transliterate`, words of other alphabets that read the same are looked for as well. With `any_spelling`, grep
    finds an indicator however it is defanged. `routes_off` take no part, `intent` is taken instead of what the words
    say, `fusion` instead of what the settings say. `unwidened` are names whose other names are not looked for.
    `per_document` is how many passages of one document are shown at most, 0 for as many as there are; the rest is counted
    by each passage's `more`, and a query with `filters.documents` shows it. With `fold_twins` a text that several documents
    share is one hit.
    """

    text: str
    mode: Mode
    limit: int = 20
    filters: Filters = Filters()
    transliterate: bool = False
    any_spelling: bool = False
    routes_off: frozenset[Route] = frozenset()
    intent: Intent | None = None
    fusion: Fusion | None = None
    unwidened: frozenset[str] = frozenset()
    per_document: int = 0
    fold_twins: bool = False


@dataclass(frozen=True, slots=True)
class Expansion:
    """A name in a query, and the other names that were looked for with it.

    `disputed` are those of them (the last ones) by which only some sources call the same thing.
    """

    name: str
    also: tuple[str, ...]
    disputed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Twin:
    """Where the same text as a passage's stands in another document."""

    document_id: str
    title: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Passage:
    """A hit: `text` is the body of the document from `start` to `end`, in code points, end exclusive.

    A fact's passage names it as `memory/<fact id>`; `fact_id` is its own id, None for a document.

    `matches` are the spans within `text` (relative to it) that the query's words matched. `more` is how many other
    passages of the document were found, shown or not. `twins` are places in other documents whose text is the same and
    which are no hits of their own, best first; only a query with `fold_twins` has any. `signals` say what moved it up besides the routes.
    """

    document_id: str
    title: str
    position: int
    page: int | None
    start: int
    end: int
    text: str
    score: float
    routes: dict[Route, RouteScore] = field(default_factory=dict)
    matches: tuple[tuple[int, int], ...] = ()
    more: int = 0
    twins: tuple[Twin, ...] = ()
    signals: tuple[str, ...] = ()

    @property
    def fact_id(self) -> str | None:
        """The fact that this is a passage of; None for a document's."""
        return fact_id_of(self.document_id)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The answer to a query; `fallback` names the mode really used where the asked one was not available.

    `notice` says in words why, or which routes had nothing to search; empty where all is well. `asked` says what was
    really asked: the words of the index, or the expression of grep; `details` the rest, a line a thing. `expansions` are
    the names that were looked for under their other names too; `typed` is what the query's own syntax limits.
    """

    query: str
    mode: Mode
    hits: tuple[Passage, ...]
    seconds: float
    fallback: Mode | None = None
    notice: str = ""
    intent: Classification | None = None
    asked: str = ""
    details: tuple[str, ...] = ()
    expansions: tuple[Expansion, ...] = ()
    typed: Filters = Filters()
