"""How the text of one line goes on in the next: with a space, with nothing, or without its hyphen.

A wrong join makes an indicator that nobody wrote; so what may be part of one is joined only on strong evidence, and
nothing that was printed is left out but the hyphen of a word that was broken.
"""

from __future__ import annotations

import re
from collections.abc import Collection

FIRST_TOKEN = re.compile(r"^\S+")
HEX_END = re.compile(r"(?<![0-9A-Za-z])[0-9A-Fa-f]{8,127}$")
HEX_START = re.compile(r"^[0-9A-Fa-f]{1,120}(?![0-9A-Za-z])")
HASH_LENGTHS = frozenset({32, 40, 56, 64, 96, 128})
LONGEST_HASH = max(HASH_LENGTHS)
URL = re.compile(r"(?:\w+\[?:\]?//|h(?:xx|tt)ps?\b|www\[?\.)\S*$", re.IGNORECASE)
URL_GOES_ON = re.compile(r"[\w%~.,/?#@!$&+;=:-]*[/_=&%?\d]|[\w-]+\.[a-z]{2,4}\b|[a-z]+(?:-[a-z]+){2}", re.IGNORECASE)
URL_OPEN = re.compile(r"[/=&_?%#-]$")
IDENTIFIER = re.compile(r"[/\\@_=\d]|\w\.\w|::")
UNSPACED = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
HANGUL = re.compile(r"[\uac00-\ud7af]")
WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def join_texts(text: str, following: str, *, full: bool, spaced: bool, hyphen: bool, vocabulary: Collection[str]) -> str:
    """Two printed lines as one text.

    `full` says that the first reached the margin, `spaced` that a space ended it, `hyphen` that a hyphen was left
    out after it; `vocabulary` are the words of the document in lower case.
    """
    if hyphen:
        return _join_hyphenated(text, following, vocabulary)
    if _one_hash(text, following) or (full and _one_url(text, following)):
        return text + following
    if text.endswith("-") and len(text) > 1 and text[-2].isalnum() and following[:1].isalnum():
        return text + following
    if UNSPACED.match(text[-1:]) and UNSPACED.match(following[:1]) and not (spaced and HANGUL.match(text[-1:])):
        return text + following
    return f"{text} {following}"


def _join_hyphenated(text: str, following: str, vocabulary: Collection[str]) -> str:
    start, end = _last_token(text), FIRST_TOKEN.search(following)
    if not start or end is None:
        return f"{text}-{following}"
    token = f"{start}-{end[0]}"
    words = WORD.search(start[::-1]), WORD.match(end[0])
    if IDENTIFIER.search(token) or words[0] is None or words[1] is None or not following[:1].islower():
        return f"{text}-{following}"
    first, second = words[0][0][::-1].lower(), words[1][0].lower()
    if first + second in vocabulary:
        return text + following
    if f"{first}-{second}" in vocabulary or (first in vocabulary and second in vocabulary) or "-" in first:
        return f"{text}-{following}"
    return text + following


def _last_token(text: str) -> str:
    """What stands behind the last space; empty if that ends the text."""
    return "" if text[-1:].isspace() else text.rsplit(None, 1)[-1] if text else ""


def _one_hash(text: str, following: str) -> bool:
    end, start = HEX_END.search(text[-LONGEST_HASH:]), HEX_START.match(following)
    return end is not None and start is not None and len(end[0]) not in HASH_LENGTHS and len(end[0]) + len(start[0]) in HASH_LENGTHS


def _one_url(text: str, following: str) -> bool:
    if not URL.search(_last_token(text)):
        return False
    if re.match(r"\w+\[?:\]?//|h(?:xx|tt)ps?:|www\.", following, re.IGNORECASE):
        return False
    return bool(URL_OPEN.search(text) or URL_GOES_ON.match(following))


def goes_on(text: str, following: str) -> bool:
    """Whether an indicator runs from one line into the next, whatever the layout suggests."""
    return _one_hash(text, following)


def words_of(texts: Collection[str]) -> set[str]:
    """The words of a document in lower case, those with hyphens as one."""
    return set(map(str.lower, WORD.findall("\n".join(texts))))
