"""Widening a query by the other names of the actors and malware it names, to be seen and taken back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop.application.extraction.folding import name_key
from desktop.application.ports.names import KnownNames
from desktop.application.retrieve.folding import fold
from desktop.application.retrieve.stated_names import StatedNames
from desktop.application.retrieve.words import STOPWORDS
from desktop.domain.errors import PackDamaged, UsageError
from desktop.domain.keywords import Beginning, Clause, KeywordQuery, Phrase
from desktop.domain.passage import Expansion

_WORD = re.compile(r"[^\W_](?:[\w.'’-]*[^\W_])?")
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)
_LONGEST = 5
"""Words of the longest name that is looked for."""
_MOST = 24
"""Names that one name is widened by."""
_MOST_DISPUTED = 6


@dataclass(frozen=True, slots=True)
class Named:
    """What a query names, and the share of its telling words that belong to a name; `problem` says why no names are known.

    `alone` says that the query is nothing but names.
    """

    expansions: tuple[Expansion, ...] = ()
    share: float = 0.0
    problem: str = ""
    alone: bool = False

    @property
    def mentions(self) -> KeywordQuery:
        """Whatever mentions one of the things by any of its names."""
        return KeywordQuery(tuple(Phrase(name) for each in self.expansions for name in (each.name, *each.also)))


def safely_named(text: str, known: KnownNames, unwidened: frozenset[str], stated: StatedNames | None = None) -> Named:
    """The names in a text, or why they cannot be told: a search goes on without them."""
    try:
        return names_in(text, known, unwidened, stated)
    except (PackDamaged, UsageError) as problem:  # a table of the lexicon may be damaged too
        return Named(problem=f"{problem.message} Other names of what is named were not looked for.")


def names_in(text: str, known: KnownNames, unwidened: frozenset[str] = frozenset(), stated: StatedNames | None = None) -> Named:
    """The names in a text that have others, the longest first; one word of letters must look like a name unless it stands alone.

    `stated` knows what documents say, which counts as much as what only some sources say.
    """
    words = list(_WORD.finditer(text))
    said = stated.among(_possible(text, words)) if stated else {}
    kept = {fold(name) for name in unwidened}
    expansions: dict[str, Expansion] = {}
    named = at = 0
    while at < len(words):
        for length in range(min(_LONGEST, len(words) - at), 0, -1):
            name = _name(text, words[at : at + length])
            expansion = _expansion(name, known, said.get(name, ())) if may_be_name(name, alone=length == len(words)) else None
            if expansion and fold(name) not in kept:
                expansions.setdefault(fold(name), expansion)
                named += length
                at += length - 1
                break
        at += 1
    telling = sum(fold(word[0]) not in STOPWORDS for word in words)
    share = min(1.0, named / telling) if telling else 0.0
    return Named(tuple(expansions.values()), share, alone=0 < named == len(words))


def _possible(text: str, words: Sequence[re.Match[str]]) -> list[str]:
    """Every stretch of words that may be meant as a name."""
    stretches = (words[at : at + length] for at in range(len(words)) for length in range(1, min(_LONGEST, len(words) - at) + 1))
    return sorted({name for each in stretches if may_be_name(name := _name(text, each), alone=len(each) == len(words))})


def _name(text: str, words: Sequence[re.Match[str]]) -> str:
    return _POSSESSIVE.sub("", text[words[0].start() : words[-1].end()])


def _expansion(name: str, known: KnownNames, stated: Sequence[str]) -> Expansion | None:
    """The other names of a name, those that are in dispute or only `stated` by documents last; None if there are none.

    Two names that packs know and do not call one are two, whatever a sentence seems to say.
    """
    also = known.other_names(name)[:_MOST]
    surely = {name_key(each) for each in (name, *also)}
    coined = [each for each in stated if not (also and known.other_names(each))]
    doubtful = {name_key(each): each for each in (*known.disputed_names(name), *coined)}
    disputed = tuple(each for key, each in doubtful.items() if key not in surely)[:_MOST_DISPUTED]
    return Expansion(name, (*also, *disputed), disputed) if also or disputed else None


def widened(query: KeywordQuery, expansions: Sequence[Expansion]) -> KeywordQuery:
    """The query with the names, and their other names, as whole phrases among what ranks.

    The words of a name of several words rank no longer one by one: `Fancy Bear` asks for no other bear.
    """
    if not expansions or query.required:
        return query
    phrases = tuple(Phrase(name) for each in expansions for name in (each.name, *each.also))
    several = {fold(word[0]) for each in expansions if len(words := list(_WORD.finditer(each.name))) > 1 for word in words}
    loose = tuple(each for each in query.terms if _loose(each) not in several)
    return replace(query, terms=(*loose, *phrases), prefix="" if fold(query.prefix) in several else query.prefix)


def _loose(clause: Clause) -> str:
    """The folded word that a clause is by itself; empty if it is more."""
    match clause:
        case str():
            return fold(clause)
        case Beginning():
            return fold(clause.text)
        case _:
            return ""


def may_be_name(name: str, *, alone: bool) -> bool:
    """Whether words of a query may be meant as a name: small letters alone are none, unless they are all that was asked."""
    return alone or not name.isalpha() or (not name.islower() and fold(name) not in STOPWORDS)
