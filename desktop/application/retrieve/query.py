"""Any text a person types, as what the index is asked for.

`"a phrase"` is required, plain words rank, and so does a “phrase” in the quotes of a printed text among them.
`AND OR NOT -word ( )`, `NEAR(a b, 5)`, `word*`, `title:word`, and what limits the documents
(`tag: tlp: before: after: type: in:`) are understood where they make sense; anything else is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from desktop.application.refanging import refang
from desktop.application.retrieve.exact_terms import beginning_of, find_exact
from desktop.application.retrieve.folding import fold
from desktop.application.retrieve.query_filters import filters_of, unread_limit
from desktop.application.retrieve.query_tokens import Kind, Token, tokenise
from desktop.application.retrieve.words import STOPWORDS, words
from desktop.domain.keywords import AllOf, AnyOf, Beginning, Clause, KeywordQuery, Near, Phrase, Titled
from desktop.domain.passage import Filters

_COMPOUND = re.compile(r"[^\W\d_]+(?:[-/‐–][^\W\d_]+)+")
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_SHORTEST_PREFIX = 3
_SHORTEST_PART = 3
_DEEPEST = 50
_FARTHEST = 1000


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """What a typed text asks: of the index, of which documents (`typed` is what it says itself), and in words.

    `text` are these words without any syntax, and without what must not be found; `unread` says what looks like a limit and is none.
    """

    words: KeywordQuery
    filters: Filters = field(default_factory=Filters)
    text: str = ""
    typed: Filters = field(default_factory=Filters)
    unread: str = ""


@dataclass(frozen=True, slots=True)
class _Loose:
    """What stands together in brackets without an operator."""

    items: tuple[_Item, ...]


@dataclass(frozen=True, slots=True)
class _Item:
    clause: Clause | _Loose
    negated: bool = False
    ranks: bool = False


def read_query(text: str, filters: Filters | None = None) -> ParsedQuery:
    """Read any text; what it says about documents limits `filters` further.

    A compound of plain words (`spear-phishing`) is looked for by its parts too, an indicator never is. English
    stopwords are dropped unless nothing else is left. The last word is a `prefix` if nothing shows that it is complete.
    """
    plain = refang(text.replace("\0", " "))
    tokens = tokenise(plain)
    kept = [token for token in tokens if token.kind is not Kind.FILTER]
    limits = [(token.field, token.said) for token in tokens if token.kind is Kind.FILTER]
    parser = _Parser(kept)
    items = parser.all_items() or tuple(_Item(token.kind.name) for token in kept if token.kind in (Kind.AND, Kind.OR, Kind.NOT))
    wanted = [token.said for at, token in enumerate(kept) if token.said and at not in parser.negated]
    spoken = " ".join(wanted or [token.said for token in kept if token.said])
    asked = _combined(items, unfinished=_unfinished(plain, kept))
    unread = " ".join(filter(None, (unread_limit(token.said) for token in kept if token.kind is Kind.WORD)))
    return ParsedQuery(asked, filters_of(filters or Filters(), limits), spoken, filters_of(Filters(), limits), unread)


class _Parser:
    """Reads tokens into items: NOT binds tightest, then AND, then OR; what has no operand is text.

    `negated` are the places of the tokens that say what must not be found.
    """

    def __init__(self, tokens: list[Token]) -> None:
        self.negated: frozenset[int] = frozenset()
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def all_items(self) -> tuple[_Item, ...]:
        items: list[_Item] = []
        while self._at < len(self._tokens):
            items += self._items()
            if self._at < len(self._tokens):  # a bracket that closes nothing
                self._at += 1
        return tuple(items)

    def _items(self) -> list[_Item]:
        items: list[_Item] = []
        while self._kind() not in (None, Kind.CLOSE):
            items += [item] if (item := self._alternatives()) else []
        return items

    def _alternatives(self) -> _Item | None:
        found = [self._conjunction()]
        while self._kind() is Kind.OR and found[0] and self._operand_follows():
            self._at += 1
            found.append(self._conjunction())
        items = [item for item in found if item]
        if len(items) < 2:
            return items[0] if items else None
        parts = tuple(_as_clause(item.clause) for item in items if not item.negated)
        return _Item(AnyOf(parts)) if len(parts) > 1 else _Item(parts[0]) if parts else items[0]

    def _conjunction(self) -> _Item | None:
        found = [self._operand()]
        while self._kind() is Kind.AND and found[0] and self._operand_follows():
            self._at += 1
            found.append(self._operand())
        items = [item for item in found if item]
        if len(items) < 2:
            return items[0] if items else None
        parts = tuple(_as_clause(item.clause) for item in items if not item.negated)
        without = tuple(_as_clause(item.clause) for item in items if item.negated)
        return _Item(AllOf(parts, without)) if parts else _Item(AnyOf(without), negated=True)

    def _operand(self) -> _Item | None:
        token = self._tokens[self._at]
        if token.kind is Kind.NOT and self._operand_follows():
            self._at += 1
            begin = self._at
            item = self._operand()
            self.negated ^= frozenset(range(begin, self._at))
            return _Item(item.clause, not item.negated) if item else None
        self._at += 1
        if token.kind is Kind.OPEN:
            return self._group()
        clause = _clause_of(token)
        return None if clause is None else _Item(clause, ranks=token.ranks)

    def _group(self) -> _Item | None:
        self._depth += 1
        items = self._items() if self._depth < _DEEPEST else []
        self._depth -= 1
        if self._kind() is Kind.CLOSE:
            self._at += 1
        if len(items) == 1:
            return items[0]
        return _Item(_Loose(tuple(items))) if items else None

    def _operand_follows(self) -> bool:
        """Whether the operator at hand has something to work on; several operators in a row have not."""
        after = self._tokens[self._at + 1 : self._at + 3]
        if after and after[0].kind is Kind.NOT:
            after = after[1:]
        return bool(after) and after[0].kind not in (Kind.AND, Kind.OR, Kind.NOT, Kind.CLOSE)

    def _kind(self) -> Kind | None:
        return self._tokens[self._at].kind if self._at < len(self._tokens) else None


def _clause_of(token: Token) -> Clause | None:
    """What one token asks for; None if it has no word."""
    match token.kind:
        case Kind.PHRASE:
            return Phrase(token.said) if _sayable(token.said) else None
        case Kind.NEAR:
            parts = tuple(part for part in token.parts if _sayable(part))
            near = Near(parts, min(token.distance, _FARTHEST))
            return near if len(parts) > 1 else parts[0] if parts else None
        case Kind.TITLE:
            inner = _clause_of(Token(Kind.PHRASE if token.quoted else Kind.WORD, token.said))
            return Titled(inner) if inner is not None else None
        case Kind.AND | Kind.OR | Kind.NOT:  # has nothing to work on
            return None
        case _:
            return _word(token.said)


def _word(text: str) -> Clause | None:
    if text.startswith(("*.", "http://*.", "https://*.")) and (host := text[text.index("*") :].rstrip(".,;:/")) and beginning_of(host):
        return Beginning(host)
    if (text.endswith("*") and text.strip("*")) or "/" in text:
        asked = text.strip("(),;\"'")
        if beginning_of(asked):
            return Beginning(asked)
    if text.endswith("*") and (bare := _strip_outer(text)):
        return Beginning(bare)
    return _strip_outer(text) or None


def _as_clause(clause: Clause | _Loose) -> Clause:
    if not isinstance(clause, _Loose):
        return clause
    parts = tuple(_as_clause(item.clause) for item in clause.items if not item.negated)
    without = tuple(_as_clause(item.clause) for item in clause.items if item.negated)
    inner = AnyOf(parts) if len(parts) > 1 else parts[0] if parts else AnyOf(without)
    return AllOf((inner,), without) if parts and without else inner


def _combined(items: Iterable[_Item], *, unfinished: str) -> KeywordQuery:
    """The clauses as a query: words rank, everything else is required; what is only forbidden is taken as text."""
    flat = list(_flattened(items))
    excluded = tuple(_as_clause(item.clause) for item in flat if item.negated)
    asked = [item for item in flat if not item.negated]
    if not asked:
        asked, excluded = [_Item(clause) for clause in excluded], ()
    if len(asked) == 1 and isinstance(either := asked[0].clause, AnyOf) and all(isinstance(part, str | Beginning) for part in either.parts):
        asked = [_Item(part) for part in either.parts]
    loose = [_as_clause(item.clause) for item in asked if _only_ranks(item)]
    required = _distinct(_as_clause(item.clause) for item in asked if not _only_ranks(item))
    if not any(isinstance(clause, str | Beginning) for clause in loose):  # phrases in printed quotes, and nothing else
        required, loose = (*required, *_distinct(loose)), []
    telling = [clause for clause in loose if not isinstance(clause, str) or fold(clause) not in STOPWORDS]
    kept = telling if telling or required else loose
    prefix = unfinished if kept and kept[-1] == unfinished else ""
    terms = _distinct(each for clause in kept for each in _with_parts(clause))
    return KeywordQuery(
        tuple(each for each in terms if not (isinstance(each, str) and fold(each) == fold(prefix))), required, prefix, excluded
    )


def _only_ranks(item: _Item) -> bool:
    return item.ranks or isinstance(item.clause, str | Beginning)


def _flattened(items: Iterable[_Item]) -> Iterable[_Item]:
    """Brackets around plain words are punctuation."""
    for item in items:
        if isinstance(item.clause, _Loose) and not item.negated:
            yield from _flattened(item.clause.items)
        else:
            yield item


def _strip_outer(token: str) -> str:
    """The token from its first to its last word, with what stands between; empty if it has none."""
    token = _POSSESSIVE.sub("", token)
    found = next(find_exact(token), None)
    if found and not _sayable(token[: found.start]) and not _sayable(token[found.end :]):
        return token[found.start : found.end]
    inside = list(words(token))
    return token[inside[0].start : inside[-1].end] if inside else ""


def _with_parts(clause: Clause) -> tuple[Clause, ...]:
    return (clause, *_parts(clause)) if isinstance(clause, str) else (clause,)


def _parts(word: str) -> list[str]:
    if not _COMPOUND.fullmatch(word):
        return []
    return [part for part in re.split(r"[-/‐–]", word) if len(part) >= _SHORTEST_PART and fold(part) not in STOPWORDS]


def _sayable(phrase: str) -> bool:
    return any(True for _ in words(phrase))


def _unfinished(text: str, tokens: list[Token]) -> str:
    """The last word if it may go on; scripts without spaces are found by pairs, so there it is complete."""
    last = tokens[-1] if tokens else None
    if last is None or last.kind is not Kind.WORD or len(last.said) < _SHORTEST_PREFIX or not last.said.isalnum():
        return ""
    return last.said if text.endswith(last.said) and not any(word.paired for word in words(last.said)) else ""


def _distinct(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    by_text = {fold(clause) if isinstance(clause, str) else clause: clause for clause in reversed(list(clauses))}
    return tuple(by_text.values())[::-1]
