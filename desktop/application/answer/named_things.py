"""Named things: what kind of name a question asks for, and whether a sentence could hold one."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from enum import StrEnum

from desktop.application.answer.places import PLACE_NAMES
from desktop.application.answer.subjects import Subject
from desktop.application.answer.values import find_names
from desktop.application.answer.wording import folded
from desktop.domain.entity import EntityType, Mention


class Thing(StrEnum):
    """Kinds of name that a question may ask for, as a refusal words them."""

    COUNTRY = "a country"
    MALWARE = "malware"
    ACTOR = "an actor"
    PERSON = "a person"
    ALGORITHM = "an algorithm"


_NO_PART = "did|does|do|is|are|was|were|has|have|had|can|could|will|would|makes?|made|lets?|keeps?|kept|the|a|an|of|to|in|by|for"
_WHICH = rf"\b(?:which|what|whose) (?:(?!(?:{_NO_PART})\b)[\w.-]+ ){{0,3}}?"
_ASKED = {
    Thing.COUNTRY: re.compile(r"\b(?:which|what|whose) (?:[\w-]+ )?(?:countr(?:y|ies)|nations?|governments?)\b(?!')"),
    Thing.MALWARE: re.compile(
        rf"{_WHICH}(?:ransomware|malware|backdoors?|trojans?|rats?|stealers?|loaders?|implants?|wipers?|spyware|downloaders?|botnets?)\b(?!')"
    ),
    Thing.ACTOR: re.compile(rf"{_WHICH}(?:groups?|actors?|gangs?|apts?|crews?|adversar(?:y|ies))\b(?!')"),
    Thing.PERSON: re.compile(
        r"\bby name\b|\breal names?\b|\bnicknames?\b|\bgive (?:their )?names\b|"
        rf"{_WHICH}(?:journalists?|officers?|employees?|executives?|persons?)\b|"
        r"\bwho (?:is|was|are|were) the (?:[\w-]+ )?(?:developer|author|owner|creator|leader|head|administrator|founder)s?\b"
    ),
    Thing.ALGORITHM: re.compile(r"\b(?:which|what) (?:[\w-]+ ){0,2}?(?:algorithms?|ciphers?)\b"),
}
_ALGORITHM = re.compile(
    r"\b(?:aes|rsa|rc[2456]|chacha|x?salsa|3?des|blowfish|twofish|serpent|curve|x25519|ecdh|ecies|sosemanuk|xor|base64|rot|x?tea|rabbit|"
    r"camellia|gost|hc)(?:[- _]?\d+)?\b|\b(?:book|substitution|stream|block) cipher\b"
)
_TYPES = {
    Thing.COUNTRY: frozenset({EntityType.LOCATION}),
    Thing.MALWARE: frozenset({EntityType.MALWARE, EntityType.TOOL}),
    Thing.ACTOR: frozenset({EntityType.INTRUSION_SET, EntityType.THREAT_ACTOR}),
    Thing.PERSON: frozenset({EntityType.INTRUSION_SET, EntityType.THREAT_ACTOR}),
    Thing.ALGORITHM: frozenset[EntityType](),
}
_INTRODUCES_A_PERSON = re.compile(r"\b(?:alias|handle|nicknamed?|moniker|mr|ms|mrs|dr)\b")
_PERSONS_WORD = re.compile(r"[A-Z][a-z'’-]+(?:[A-Z][a-z]+)?")
_PLACE = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(map(re.escape, PLACE_NAMES), key=len, reverse=True))})(?!\w)")
SHORTEST_PLACE = 3
"""A place's name shorter than this counts only in capitals: "us" and "un" are words."""


def things_asked(question: str) -> tuple[Thing, ...]:
    """The kinds of name that a (folded) question asks for."""
    return tuple(thing for thing, asks in _ASKED.items() if asks.search(question))


class Naming:
    """Tells whether sentences name something that a question does not name itself.

    `bodies` are the documents that the sentences stand in: what stands there in lower case as well is no part of a person's name.
    """

    def __init__(self, question: str, subjects: Sequence[Subject], bodies: Collection[str]) -> None:
        self._asked = folded(question)
        self._subjects = subjects
        self._bodies = bodies

    def could_name(self, thing: Thing, text: str, mentions: Sequence[Mention]) -> bool:
        """Whether `text` holds a name that may be such a thing; `mentions` are what was extracted from it.

        A name that nobody knows may be anything but a person or a country: packs do not know all malware.
        """
        if thing is Thing.ALGORITHM:
            return _ALGORITHM.search(folded(text)) is not None
        if any(each.type in _TYPES[thing] and self._is_new(each.text) for each in mentions):
            return True
        if thing is Thing.COUNTRY:
            return any(self._is_new(name) for name in places_in(text))
        known = [folded(each.text) for each in mentions]
        unknown = [name for name in find_names(text) if self._is_new(name) and not _is_among(folded(name), known)]
        if thing is Thing.PERSON:
            return _INTRODUCES_A_PERSON.search(folded(text)) is not None or any(map(self._is_a_persons, unknown))
        return bool(unknown)

    def _is_new(self, name: str) -> bool:
        plain = folded(name)
        return plain not in self._asked and not any(each.stands_in(plain) for each in self._subjects)

    def _is_a_persons(self, name: str) -> bool:
        words = name.split()
        return len(words) > 1 and all(map(_PERSONS_WORD.fullmatch, words)) and not any(map(self._is_a_word, words))

    def _is_a_word(self, word: str) -> bool:
        alone = re.compile(rf"(?<![\w.@/-]){re.escape(word.lower())}(?![\w@/-])")
        return any(alone.search(body) for body in self._bodies)


def _is_among(name: str, known: Sequence[str]) -> bool:
    return any(name in each or each in name for each in known) or _PLACE.fullmatch(name) is not None


def places_in(text: str) -> list[str]:
    """The names of places in a text; the shortest ones only in capitals."""
    short = {folded(each) for each in re.findall(r"\b[A-Z]{2,3}\b|\b(?:[A-Z]\.){2}", text)}
    return [name for name in _PLACE.findall(folded(text)) if len(name) >= SHORTEST_PLACE or name in short]
