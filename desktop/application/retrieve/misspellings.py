"""Cue words as hurried fingers write them."""

from __future__ import annotations

import re

_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_SHORTEST = 6
"""Of shorter words, one letter more or less too often makes another word; those that ask are listed."""
_QUESTION_WORDS = {
    "waht": "what", "wat": "what", "whta": "what", "wht": "what", "wen": "when", "whn": "when", "wehn": "when", "whne": "when",
    "wich": "which", "whcih": "which", "wihch": "which", "whitch": "which", "wy": "why", "whay": "why", "hwo": "how", "woh": "who",
    "sicne": "since", "sinse": "since", "lates": "latest", "behnd": "behind",
}  # fmt: skip
_CUE_WORDS = frozenset(
    """
    because reason reasons cause caused motive motives rationale explanation consequences behind purpose timeline history latest
    recent recently yesterday evolved evolution changed linked connected connection related relationship associated attributed
    infrastructure victims affiliates partners targets targeted sectors countries groups actors campaigns companies malware families
    algorithm algorithms password passwords registry username hostname address addresses extension overview background summary
    summarise summarize describe everything anything profile explain landscape started happened released active activity
    """.split()  # noqa: SIM905 - a list of words reads better so
)


def corrected(text: str) -> str:
    """The text with words that are one slip (a letter too few, too many, or two changed about) from a cue put right."""
    return _WORD.sub(lambda match: _right(match[0].lower()) or match[0], text)


def _right(word: str) -> str | None:
    if word in _QUESTION_WORDS:
        return _QUESTION_WORDS[word]
    meant = _SLIPS.get(word)
    return None if word in _CUE_WORDS or meant in (f"{word}s", f"{word}d") else meant


def _slips(word: str) -> set[str]:
    """What one slip after the first letter makes of a word."""
    places = range(1, len(word))
    missing = {word[:at] + word[at + 1 :] for at in places}
    doubled = {word[:at] + word[at - 1 :] for at in range(1, len(word) + 1)}
    turned = {word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in places[:-1]}
    return (missing | doubled | turned) - {word}


_SLIPS = {slip: word for word in sorted(_CUE_WORDS) if len(word) >= _SHORTEST for slip in _slips(word) if slip not in _CUE_WORDS}
