"""Words of other alphabets by how they are spelled in Latin letters, for a search that asks for them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import apsw
from anyascii import anyascii

from desktop.application.retrieve.words import is_paired

MOST_ALIKE = 50
_VOWELS = re.compile(r"[aeiouwyv']+")
_NOT_A_LETTER = re.compile(r"[^a-z0-9]+")
_WITHOUT_VOWELS = ("ARABIC", "HEBREW", "SYRIAC")
_REMEMBERED = 100_000


def store(connection: apsw.Connection, words: Iterable[str]) -> None:
    """Remember how these words sound, those of them that are written in another alphabet."""
    foreign = {word for word in words if not word.isascii() and not is_paired(word)}
    connection.executemany(
        "INSERT OR IGNORE INTO spellings (latin, word) VALUES (?, ?)", ((latin, word) for word in foreign for latin in _keys(word))
    )


def alike(connection: apsw.Connection, word: str) -> tuple[str, ...]:
    """Words of other alphabets in the index that read as a folded word does; of scripts without vowels, by its consonants."""
    keys = _keys(word) if not word.isascii() else (word, _skeleton(word))
    rows = connection.execute(
        f"SELECT DISTINCT word FROM spellings WHERE latin IN ({', '.join('?' * len(keys))}) AND word <> ? ORDER BY word LIMIT {MOST_ALIKE}",  # noqa: S608
        (*keys, word),
    )
    return tuple(str(found) for (found,) in rows)


@lru_cache(_REMEMBERED)
def _keys(word: str) -> tuple[str, ...]:
    latin = _NOT_A_LETTER.sub("", anyascii(word).lower())
    if not latin or latin.isdigit():
        return ()
    return (_skeleton(latin),) if unicodedata.name(word[0], "").startswith(_WITHOUT_VOWELS) else (latin,)


def _skeleton(latin: str) -> str:
    """The consonants alone, marked so that they meet no whole word."""
    return f"~{_VOWELS.sub('', latin)}"
