"""Names and addresses that are not what they look like: letters of another script, characters without width."""

from __future__ import annotations

import re
from collections.abc import Iterator

LOOKALIKE = frozenset(
    "аеёікморстухѕјїԁһԛԝӏвнАВЕЁЗІКМНОРСТУХЅЈЇԌԚԜӀ"  # Cyrillic
    "αγεικνορτυχωϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"  # Greek
    "օոսցհքզ"  # Armenian
)
"""Letters that a person takes for Latin ones."""

_MIXED = re.compile("[A-Za-z0-9][\u0370-\u058f]|[\u0370-\u058f][A-Za-z0-9]|[\u0370-\u058f]\\.[A-Za-z]{2}|[A-Za-z]\\.[\u0370-\u058f]")
_TOKEN = re.compile(r"[^\W_]+(?:[-.\u200b-\u200d\u2060\ufeff·]+[^\W_]+)*")
_FOREIGN = re.compile("[\u0370-\u058f]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_NO_WIDTH = re.compile("[\u200b-\u200d\u2060\ufeff\u180e]+")
_IN_WORD = re.compile("[A-Za-z0-9\u00c0-\u052f]")
_PUNYCODE = re.compile(r"xn--[A-Za-z0-9-]{1,59}", re.IGNORECASE)
_LATIN_END = re.compile(r"\.[A-Za-z]{2,}$")
_INFLECTED = re.compile(r"[A-Z0-9]+[\u0370-\u058f]{1,3}|[\u0370-\u03ff][A-Za-z]+")
_LEAST_SCRIPT_SPOOF = 4
_REACH = 100


def find_lookalikes(body: str) -> Iterator[tuple[int, int]]:
    """(start, end) of each name that pretends to be another."""
    for match in _PUNYCODE.finditer(body) if "xn--" in body or "XN--" in body else ():
        if _pretends(_decoded(match[0]), in_address=True):
            yield match.span()
    if body.isascii():
        return
    for match in _NO_WIDTH.finditer(body):
        if _IN_WORD.match(body[match.start() - 1 : match.start()]) and _IN_WORD.match(body, match.end()):
            yield _word_around(body, *match.span())
    first = _FOREIGN.search(body)
    at, done = (max(0, first.start() - 2) if first else len(body)), 0
    while mixed := _MIXED.search(body, at):
        start, end = _word_around(body, *mixed.span())
        for token in _TOKEN.finditer(body, max(start, done), end):
            if _spoofs(token[0]):
                yield token.span()
        at = done = end


def _word_around(body: str, start: int, end: int) -> tuple[int, int]:
    """The word around a place, at most a hundred characters to either side."""
    before, after = body[max(0, start - _REACH) : start].split(), body[end : end + _REACH].split()
    touching_before = start > 0 and not body[start - 1].isspace()
    touching_after = end < len(body) and not body[end].isspace()
    return start - (len(before[-1]) if touching_before else 0), end + (len(after[0]) if touching_after else 0)


def _spoofs(token: str) -> bool:
    in_address = _LATIN_END.search(token) is not None
    labels = token.split(".") if in_address else re.split(r"[-.]", token)
    return any(_pretends(label, in_address=in_address) for label in labels)


def _pretends(label: str, *, in_address: bool) -> bool:
    """Whether all letters that are not Latin look as if they were, among Latin ones or, in an address, all alone."""
    foreign, latin = _FOREIGN.findall(label), _LATIN.findall(label)
    if not foreign or not LOOKALIKE.issuperset(foreign):
        return False
    if not latin:
        return in_address and len(foreign) >= _LEAST_SCRIPT_SPOOF
    return len(label) > 2 and (in_address or (len(latin) > len(foreign) and not _is_inflected(label)))


def _is_inflected(label: str) -> bool:
    """A Latin abbreviation with the ending that a Slavic sentence gives it, as in `IPа`; or a Greek sign before a word."""
    return _INFLECTED.fullmatch(label) is not None


def _decoded(label: str) -> str:
    try:
        return label[4:].encode("ascii").decode("punycode")
    except (UnicodeError, ValueError, OverflowError):
        return ""
