"""Words of a text, of any script: what the index knows a text by, and what a query asks for.

Words are parted by what is no letter, digit or vowel sign. Scripts that write without spaces (Chinese, Japanese, Thai,
Lao, Khmer, Burmese), and Korean, whose words carry endings, are cut into pairs of neighbouring characters instead; the
last character of a run stands alone as well, so that every single character begins a term.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from desktop.application.refanging import refang
from desktop.application.retrieve.exact_terms import exact_terms
from desktop.application.retrieve.folding import fold as fold  # words are compared folded
from desktop.application.retrieve.stemming import stem

VERSION = "2"
"""Of how texts become terms: an index whose words were made by another is made anew when it is opened."""

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

_MARKS = (
    r"\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc"
    r"\u06df-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u00ad\u200b-\u200d\u2060\ufeff\ufe00-\ufe0f\u3099\u309a"
    r"\u0900-\u0963\u0966-\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35-\u0f39\u0f3e-\u0f84"
    r"\u0f86-\u0fbc\u102b-\u103e\u1056-\u109d\u135d-\u135f\u1712-\u1734\u17b4-\u17d3\u17dd\u18a9\u1a17-\u1ac0\u1b00-\u1cf9"
    r"\ua800-\uabed\U00011000-\U00011fff"
)
WORD = re.compile(rf"[^\W_][^\W_{_MARKS}]*(?:[{_MARKS}]+[^\W_{_MARKS}]*)*")
"""A word as it stands in a text, with its marks; a run without spaces is one word at first."""
_PLAIN_WORD = re.compile(r"[a-z0-9]+")
_PAIRED = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u19e0-\u19ff\ua9e0-\ua9ff\uaa60-\uaa7f"  # Thai, Lao, Burmese, Khmer
    r"\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"  # Korean
    r"\u3005-\u3007\u3040-\u312f\u31a0-\u31bf\u31f0-\u31ff\uff66-\uff9f"  # kana, bopomofo
    r"\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Chinese characters
)
_RUN = re.compile(f"[{_PAIRED}]+|[^{_PAIRED}]+")
_PAIRED_CHARACTER = re.compile(f"[{_PAIRED}]")
_GAP = re.compile(rf"(?<=[{_PAIRED}])\s+(?=[{_PAIRED}])")


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, or a run of characters without spaces: where it stands, and its folded form."""

    start: int
    end: int
    folded: str

    @property
    def paired(self) -> bool:
        """Whether it is of a script that is cut into pairs."""
        return is_paired(self.folded)


@dataclass(frozen=True, slots=True)
class Terms:
    """What a text is indexed by, terms parted by spaces: its words in order, the stems of those that differ, its indicators."""

    words: str
    stems: str
    exact: str


def terms_of(text: str) -> Terms:
    """What to index of a text."""
    refanged = refang(text)
    words = list(word_terms(refanged))
    stems = [short for word in words if (short := _OTHER_STEMS[word])]
    return Terms(" ".join(words), " ".join(stems), " ".join(exact_terms(refanged)))


def word_terms(refanged: str) -> list[str]:
    """The words of a refanged text in order, as the index holds them: folded, and pairs of characters where no spaces are."""
    folded = fold(refanged)
    if folded.isascii():
        return _PLAIN_WORD.findall(folded)
    if not _PAIRED_CHARACTER.search(folded):
        return WORD.findall(folded)
    return [
        each
        for word in WORD.findall(folded)
        for run in _RUN.findall(word)
        for each in (pairs(run) if is_paired(run) else WORD.findall(run))
    ]


def pairs(run: str) -> list[str]:
    """Every two neighbours of a run of characters, then its last one alone."""
    return [*map("".join, pairwise(run)), run[-1]]


def is_paired(folded: str) -> bool:
    """Whether a word begins in a script that is cut into pairs."""
    return bool(folded) and not folded.isascii() and bool(_PAIRED_CHARACTER.match(folded))


def any_paired(text: str) -> bool:
    """Whether anything in a text is of a script that is cut into pairs."""
    return not text.isascii() and bool(_PAIRED_CHARACTER.search(text))


def unspaced(text: str) -> str:
    """A text without the spaces and line breaks between characters of scripts that write without them."""
    return text if text.isascii() else _GAP.sub("", text)


def term(folded: str) -> str:
    """What finds all forms of a folded word: its stem if it is an English word of its own."""
    return folded if folded in STOPWORDS else stem(folded)


class _OtherStems(dict[str, str]):
    """The term of each word where that is another than the word itself, worked out when it is first met; else empty."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_STEMS:
            self.clear()
        found = term(word)
        self[word] = other = "" if found == word else found
        return other


_OTHER_STEMS = _OtherStems()
_MOST_STEMS = 100_000


def words(text: str) -> Iterator[Word]:
    """The words of a text in order, where they stand in it."""
    for match in WORD.finditer(text):
        word = match[0]
        if word.isascii() or not _PAIRED_CHARACTER.search(word):
            yield Word(match.start(), match.end(), fold(word))
        else:
            yield from (Word(match.start() + run.start(), match.start() + run.end(), fold(run[0])) for run in _RUN.finditer(word))
