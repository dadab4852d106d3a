"""Any text a person types, as words and phrases to look for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from desktop.application.ports import KeywordQuery
from desktop.application.refanging import refang
from desktop.application.retrieve.words import fold, words

_QUOTED = re.compile(r'"([^"]*)"|“([^”]*)”|«([^»]*)»')
_COMPOUND = re.compile(r"[^\W\d_]+(?:[-/‐–][^\W\d_]+)+")
_SHORTEST_PREFIX = 3
_SHORTEST_PART = 3

STOPWORDS = frozenset(
    """
    a about after all also am an and any are as at be because been before being between both but by can could did do does doing
    during each for from further had has have having he her here hers him his how i if in into is it its itself just me more most
    my no nor not now of off on once only or other our out over own she should so some such than that the their them then there
    these they this those through to too under until up upon very via was we were what when where which while who whom whose why
    will with within without would you your
    """.split()  # noqa: SIM905 - a list of words reads better so
)
"""English words that say how a question is put, not what it is about."""


def parse_query(text: str) -> KeywordQuery:
    """Read any text: `"phrases in quotes"` are required, words with inner punctuation are phrases.

    A compound of plain words (`spear-phishing`) is looked for by its parts too, an indicator never is. English
    stopwords are dropped unless nothing else is left. The last word is a `prefix` if nothing shows that it is complete.
    """
    plain = refang(text.replace("\0", " "))
    required = _distinct(phrase for groups in _QUOTED.findall(plain) for phrase in groups if _sayable(phrase))
    loose = [bare for token in _QUOTED.sub(" ", plain).split() if (bare := _strip_outer(token))]
    telling = [word for word in loose if fold(word) not in STOPWORDS]
    kept = telling if telling or required else loose
    prefix = kept[-1] if kept and _unfinished(plain, kept[-1]) else ""
    terms = _distinct(each for word in kept for each in (word, *_parts(word)))
    return KeywordQuery(tuple(term for term in terms if fold(term) != fold(prefix)), required, prefix)


def _strip_outer(token: str) -> str:
    """The token from its first to its last word, with what stands between; empty if it has none."""
    found = list(words(token))
    return token[found[0].start : found[-1].end] if found else ""


def _parts(word: str) -> list[str]:
    if not _COMPOUND.fullmatch(word):
        return []
    return [part for part in re.split(r"[-/‐–]", word) if len(part) >= _SHORTEST_PART and fold(part) not in STOPWORDS]


def _sayable(phrase: str) -> bool:
    return any(True for _ in words(phrase))


def _unfinished(text: str, word: str) -> bool:
    return len(word) >= _SHORTEST_PREFIX and word.isalnum() and text.endswith(word)


def _distinct(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple({fold(text): text for text in reversed(list(texts))}.values())[::-1]
