"""All names that can be sought in a text, in every way they are written, and how much each is like an ordinary word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, auto

from desktop.application.extraction.aliases import AliasBook, KnownEntity, Sense
from desktop.application.extraction.folding import fold_name, name_key, spellings
from desktop.application.extraction.head_words import NEVER_A_NAME
from desktop.domain.alias import Alias
from desktop.domain.entity import EntityType
from desktop.domain.lexicon import Lexicon
from desktop.domain.pack import named_id


class Wordiness(Enum):
    """How much a name is like an ordinary word, and so how much its surroundings must say."""

    DISTINCT = auto()
    """Nobody writes this and means something else."""
    RARE_WORD = auto()
    """A word that reports hardly use: a capital letter is enough."""
    WORDS = auto()
    """Several words: capital letters are enough."""
    WORD = auto()
    """A common word: a capital letter within a sentence hints, what stands beside it decides."""
    SHORT = auto()
    """Two or three letters: only the exact spelling, and what stands beside it, decide."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A spelling to seek. `written` is the alias as its source writes it."""

    folded: str
    written: str
    senses: tuple[Sense, ...]
    is_allowed: bool = False
    """The analyst says that it is always a name."""
    is_short: bool = False
    """A name without the word for what it is ("Raccoon" for "Raccoon Stealer"): one only where the text has the whole name too."""
    has_other_head: bool = False
    """A name with another word for who they are ("Tonto gang" for "Tonto Team"): none where all the rest is ordinary words."""


_COMMON = 12_000
_SHORT = 3
_SECTOR_HEADS = (
    "sector", "sectors", "industry", "industries", "companies", "company", "organizations", "organisations", "organization",
    "institutions", "firms", "entities", "services", "providers", "verticals", "vertical", "enterprises",
)  # fmt: skip
_SEPARATE = frozenset({EntityType.VULNERABILITY, EntityType.ATTACK_PATTERN, EntityType.TACTIC})
_ACTORS = frozenset({EntityType.INTRUSION_SET, EntityType.THREAT_ACTOR})
_ACTOR_HEADS = ("group", "gang", "team", "crew")
_LIST_OF_ACTORS = "MISP Threat Actor"
_LISTS_OF_MALWARE = frozenset(
    {"MISP Banker", "MISP Android", "MISP Mobile Attack - Malware", "MISP Botnet", "MISP Stealer", "MISP RAT", "MISP Backdoor"}
)
_ENDS_IN_HEAD = re.compile(
    r"(?:(?<=[a-z0-9])|[ -])(?:RAT|Rat|(?:[Rr]ansom|[Mm]al|[Ss]py)ware|[Tt]rojan|[Bb]ackdoor|[Bb]otnet|[Ww]orm|[Ss]tealer|[Mm]iner|"
    r"[Ll]oader)$"
)


def compile_phrases(book: AliasBook, lexicon: Lexicon) -> list[Phrase]:
    """Every spelling of every name of the book and of the lexicon; what the analyst denied is left out."""
    denied = {name_key(each) for each in lexicon.denied}
    phrases: dict[str, Phrase] = {}
    for phrase in _allowed(lexicon, book):
        phrases[phrase.folded] = phrase
    for aliases in book.aliases.values():
        for alias in aliases:
            key = name_key(alias.name)
            senses = _likeliest_first(book.senses.get(key, ()))
            if senses and key not in denied and key not in NEVER_A_NAME:
                for written, folded in (*_written(alias, book.entities.get(alias.entity_id)), *_with_parent(alias, book)):
                    if _is_name_and_rat(folded, book, senses):
                        continue
                    phrases.setdefault(folded, Phrase(folded, written, senses))
    others: dict[str, list[Phrase]] = {}
    for phrase in [each for each in phrases.values() if each.senses[0].type in _ACTORS]:
        for other in _with_other_heads(phrase.folded, book):
            if name_key(other) not in denied:
                others.setdefault(other, []).append(Phrase(other, phrase.written, phrase.senses, has_other_head=True))
    for other, meant in others.items():
        if all(each.senses[0].entities == meant[0].senses[0].entities for each in meant):
            phrases.setdefault(other, meant[0])
    for phrase in [each for each in phrases.values() if each.senses[0].type in (EntityType.MALWARE, EntityType.TOOL)]:
        if (short := _short(phrase.written)) and name_key(short) not in denied | NEVER_A_NAME:
            folded = fold_name(short)
            phrases.setdefault(folded, Phrase(folded, short, phrase.senses, is_short=True))
    return list(phrases.values())


def _with_parent(alias: Alias, book: AliasBook) -> Iterable[tuple[str, str]]:
    """ATT&CK's way to write a sub-technique: "Brute Force: Password Cracking" is one of the two, and not both."""
    number, _, part = alias.entity_id.partition(".")
    parent = book.entities.get(number) if part and alias.is_main else None
    if parent is not None and parent.type is EntityType.ATTACK_PATTERN:
        written = f"{parent.name}: {alias.name}"
        yield written, fold_name(written)


def _with_other_heads(folded: str, book: AliasBook) -> Iterable[str]:
    """Such as "Tonto gang" for "Tonto Team": who is called a team is called a gang too, unless the name alone means something else."""
    stem, _, head = folded.rpartition(" ")
    if head in _ACTOR_HEADS and len(name_key(stem)) > _SHORT and not book.meanings(stem):
        for other in _ACTOR_HEADS:
            if not book.meanings(f"{stem} {other}"):
                yield f"{stem} {other}"


def _likeliest_first(senses: tuple[Sense, ...]) -> tuple[Sense, ...]:
    """The senses of a name; a list of one kind of malware knows better than a list of actors, which names campaigns by their malware."""
    of_malware = any(each.alias.source in _LISTS_OF_MALWARE for each in senses)
    return tuple(sorted(senses, key=lambda each: of_malware and each.alias.source == _LIST_OF_ACTORS))


def _is_name_and_rat(folded: str, book: AliasBook, senses: tuple[Sense, ...]) -> bool:
    """Whether a spelling is another name of the same thing and the word "RAT", which does not belong to it then."""
    shorter = folded.removesuffix(" rat")
    return shorter != folded and any(each.entities == senses[0].entities for each in book.meanings(shorter))


def wordiness(name: str, ranks: Mapping[str, int]) -> Wordiness:
    """How much a name is like an ordinary word; `ranks` are words by how common they are."""
    letters = name_key(name)
    if any(map(str.isdigit, letters)) and len(letters) > _SHORT - 1:
        return Wordiness.DISTINCT
    if len(letters) <= _SHORT:
        return Wordiness.SHORT
    parts = fold_name(name).split()
    known = [_rank(part, ranks) for part in parts]
    if any(rank is None for rank in known):
        return Wordiness.DISTINCT
    if len(parts) > 1:
        return Wordiness.WORDS
    return Wordiness.WORD if (known[0] or 0) < _COMMON else Wordiness.RARE_WORD


def _rank(word: str, ranks: Mapping[str, int]) -> int | None:
    plain = "".join(filter(str.isalnum, word))
    if len(plain) <= _SHORT - 1:
        return 0
    for each in (plain, plain.removesuffix("s"), plain.removesuffix("es"), plain.removesuffix("ing"), plain.removesuffix("ed")):
        if each in ranks:
            return ranks[each]
    return None


def _allowed(lexicon: Lexicon, book: AliasBook) -> Iterable[Phrase]:
    for allowed in lexicon.allowed:
        senses = tuple(each for each in book.meanings(allowed.name) if each.type is allowed.type)
        if not senses:
            own = KnownEntity(named_id(allowed.type, allowed.name), allowed.type, allowed.name)
            senses = (Sense(allowed.type, (own,), Alias(allowed.name, own.id, "allow.csv")),)
        for folded in spellings(allowed.name):
            yield Phrase(folded, allowed.name, senses, is_allowed=True)


def _written(alias: Alias, entity: KnownEntity | None) -> Iterable[tuple[str, str]]:
    """(As written, folded) for every way to write an alias of an entity."""
    name = alias.name
    if entity is None or (entity.type in _SEPARATE and len(name) <= _SHORT and not (name.isupper() and len(name) == _SHORT)):
        return
    if entity.identity_class == "class":
        yield name, fold_name(name)
        for head in _SECTOR_HEADS:
            yield f"{name} {head}", f"{fold_name(name)} {head}"
        return
    for folded in spellings(name):
        if folded:
            yield name, folded
    if entity.type is EntityType.MALWARE and alias.is_main and name.isalnum() and not _ENDS_IN_HEAD.search(name):
        yield f"{name}RAT", f"{fold_name(name)}rat"
    if entity.type is EntityType.TOOL and name.isalnum():
        yield f"{name}.exe", f"{fold_name(name)}.exe"


def _short(name: str) -> str | None:
    """A name without the word at its end that says what it is; None if there is no such word, or too little is left."""
    match = _ENDS_IN_HEAD.search(name)
    start = name[: match.start()] if match else ""
    return start if len(name_key(start)) > _SHORT else None
