"""Names that no pack knows yet, taken from what the text itself calls something: "a backdoor dubbed X", "X ransomware", UNC4841.

They are less sure than known names, and say by which words they were found. What the text once introduces is a name in the whole text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop.application.graph.aliases import AliasBook
from desktop.application.graph.folding import name_key
from desktop.application.graph.formed_names import NUMBERED, FormedNameFinder, coined_mention
from desktop.application.graph.head_words import KIND_OF_HEAD, NEVER_COINED, SHAPES, TELLING_MALWARE_HEADS, WEAK_HEADS
from desktop.application.ports import PhraseMatcherMaker
from desktop.domain.entity import EntityType, Mention

_T = EntityType
_NAME = r"(?:[A-Z]|\d{1,3}[A-Za-z])[\w.]*[A-Za-z0-9](?:[- ][A-Z][\w.]*[A-Za-z0-9]|[- ]\d(?:\.\d)?){0,2}"
_QUOTES = r"[\"'“‘`*_]*\s?[\"'“‘`*_]*"
_BEFORE_HEAD = re.compile(rf"(?:^|[\s(\[|*_“\"'/])({_NAME})[\"'”’`*_]*\s?[ -]$")
_ANY_NAME = re.compile(rf"(?:^|[\s(|*_“\"'])({_NAME})")
_MODIFIERS = re.compile(
    r"(?:\s|^)(?:banking|mobile|remote access|information|credential|backdoor|modular|crypto|cyber|espionage|hacking|threat|android|"
    r"exploit)\s$",
    re.IGNORECASE,
)
_NAMING = ("dubbed", "call", "nam", "known ", "track", "referred to as", "aka")
_CALLED = re.compile(
    r"\b(?i:dubbed(?: as)?|called|calls?|calling|named|nam(?:es|ing)|call(?:ed)? (?:it|this [a-z]+)|known (?:\w+ )?as|tracked as|"
    r"track as|"
    r"referred to as|aka|(?:calling|named|dubbed|call) (?:this|the|it)(?: \w+){0,3}?)(?: by [A-Z]\w+(?: as)?)?,?\s"
    rf"{_QUOTES}({_NAME})"
)
_APPOSED = re.compile(r"^[\"'”’`*_]*,? (?:is |was )?(?:a|an|the|another) (?:[\w-]+ ){0,5}?$", re.IGNORECASE)
_NOT_SHAPED = re.compile(r"(?:Boot|Class|Dll|Down|Up|Shell|Auto|Google|Chat|Re|Un|File|Image|Data)")
_WORD_BEFORE = re.compile(r"[A-Z][A-Za-z0-9]*$")
_LONGEST_WORD = 30
_CLAIM = {_T.INTRUSION_SET: 0.6, _T.MALWARE: 0.65, _T.TOOL: 0.55}
_CONTEXT = 70


@dataclass(frozen=True, slots=True)
class _Coined:
    """A name that the text introduces, where it does so first."""

    name: str
    type: EntityType
    confidence: float
    by: str
    start: int


class CoinedNameFinder:
    """Finds names by what the text says about them. `words` are ordinary words, the commonest first."""

    def __init__(self, book: AliasBook, words: Sequence[str], make_matcher: PhraseMatcherMaker) -> None:
        self._book = book
        self._words = frozenset(words)
        self._heads, self._shapes, self._naming = (make_matcher(each) for each in (tuple(KIND_OF_HEAD), SHAPES, _NAMING))
        self._formed = FormedNameFinder(book, make_matcher)

    def find(self, text: str) -> list[Mention]:
        """The mentions of such names. Some are known too: who knows them is asked first."""
        mentions = self._formed.find(text)
        coined: dict[str, _Coined] = {}
        for each in self._introduced(text):
            known = coined.get(each.name)
            if known is None or each.confidence > known.confidence:
                coined[each.name] = each
        return mentions + list(_everywhere(text, coined))

    def _introduced(self, text: str) -> Iterator[_Coined]:
        small = text.lower()
        if len(small) != len(text):
            small = text
        heads = [(start, end) for _, start, end in self._heads.matches(small) if _is_word(small, start, end)]
        for start, end in heads:
            if not text[start:end].isupper() or small[start:end] in ("rat", "apt"):
                yield from self._by_head(text, start, end, small[start:end])
        for _, start, _ in self._naming.matches(small):
            if called := _CALLED.match(text, start):
                kind, name = _kind_said(small, heads, *called.span()), self._clean(called[1])
                if kind and name:
                    yield _Coined(name, kind, 0.7, f"pattern: {called[0].split()[0].lower()} …", called.start(1))
        for _, start, end in self._shapes.matches(text):
            if not text[end : end + 1].isalnum() and (name := _shaped(text, start, end)) and name_key(name) not in self._words:
                yield _Coined(name, _T.MALWARE, 0.55, "pattern: a name in the shape of malware", end - len(name))

    def _by_head(self, text: str, start: int, end: int, word: str) -> Iterator[_Coined]:
        """The name that stands before a word such as "ransomware", or before ", a new ransomware"."""
        kind = KIND_OF_HEAD[word]
        if named := self._before(text, start):
            if word not in WEAK_HEADS or (self._is_odd(named[0]) and not named[0].isupper()):
                name = f"{named[0]} RAT" if text[start - 1 : end] == " RAT" else named[0]
                yield _Coined(name, kind, _CLAIM[kind], f"pattern: … {word}", named[1])
        elif word in TELLING_MALWARE_HEADS and (apposed := self._apposed(text, start)):
            yield _Coined(apposed[0], kind, _CLAIM[kind], f"pattern: …, a {word}", apposed[1])

    def _before(self, text: str, head: int) -> tuple[str, int] | None:
        """The name right before a word such as "ransomware"."""
        around = text[max(0, head - _CONTEXT) : head]
        stripped = _MODIFIERS.sub(" ", around)
        match = _BEFORE_HEAD.search(stripped)
        if match is None or not (name := self._clean(match[1])):
            return None
        return name, head - len(around) + around.rfind(name)

    def _apposed(self, text: str, head: int) -> tuple[str, int] | None:
        """The name before ", a new banking" and the like."""
        around = text[max(0, head - _CONTEXT) : head]
        for match in _ANY_NAME.finditer(around):
            if _APPOSED.match(around[match.end(1) :]) and (name := self._clean(match[1])) and self._is_odd(name):
                return name, head - len(around) + match.start(1)
        return None

    def _clean(self, name: str) -> str | None:
        """The name without words that only stand before names; None if nothing is left, or another kind of thing is."""
        parts = name.split(" ")
        while parts and (parts[0].lower().rstrip(".,") in NEVER_COINED or self._is_place_or_maker(parts[0])):
            parts.pop(0)
        while len(parts) > 1 and not self._is_odd(parts[0]) and any(self._is_odd(part) for part in parts[1:]):
            parts.pop(0)
        while len(parts) > 1 and (self._book.meanings(parts[0]) or NUMBERED.fullmatch(parts[0])):
            parts.pop(0)
        cleaned = " ".join(parts).rstrip(".")
        if len(name_key(cleaned)) < 3 or cleaned.isdigit() or self._is_place_or_maker(cleaned):
            return None
        if any(part.lower() in NEVER_COINED for part in parts) or "." in cleaned[1:-1].strip("0123456789."):
            return None
        if len(parts) == 1 and not self._is_odd(cleaned) and len(cleaned) < 4:
            return None
        return cleaned if len(parts) > 1 or self._is_odd(cleaned) else None

    def _is_odd(self, name: str) -> bool:
        """Whether a word of the name is no ordinary one: unknown, or with capitals or digits inside."""
        return any(self._is_odd_word(word) for word in name.split(" "))

    def _is_odd_word(self, word: str) -> bool:
        key = name_key(word)
        unknown = key not in self._words and key.removesuffix("s") not in self._words
        return unknown or (not word.isupper() and any(each.isupper() for each in word[1:]))

    def _is_place_or_maker(self, name: str) -> bool:
        return any(each.type in (_T.LOCATION, _T.IDENTITY) for each in self._book.meanings(name))


def _is_word(text: str, start: int, end: int) -> bool:
    return not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum()


def _shaped(text: str, start: int, end: int) -> str | None:
    """The word that ends in a shape such as "Loader" and begins with a capital; None if it is only a technical term."""
    before = _WORD_BEFORE.search(text, max(0, start - _LONGEST_WORD), start)
    if before is None or text[before.start() - 1 : before.start()].isalnum() or _NOT_SHAPED.fullmatch(before[0]):
        return None
    return text[before.start() : end]


def _kind_said(small: str, heads: Sequence[tuple[int, int]], start: int, end: int) -> EntityType | None:
    """The kind of thing that the words before or after a naming speak of, the nearest."""
    at = bisect_left(heads, (start, start))
    if at and heads[at - 1][0] >= start - _CONTEXT and "\n\n" not in small[heads[at - 1][1] : start]:
        return KIND_OF_HEAD[small[slice(*heads[at - 1])]]
    if at < len(heads) and heads[at][1] <= end + 40:
        return KIND_OF_HEAD[small[slice(*heads[at])]]
    return None


def _everywhere(text: str, coined: dict[str, _Coined]) -> Iterator[Mention]:
    """Every place at which one of the names stands as it was introduced."""
    if not coined:
        return
    names = sorted(coined, key=len, reverse=True)
    for match in re.finditer(rf"(?<![\w@\\/.])(?:{'|'.join(map(re.escape, names))})(?![\w@\\]|\.\w|/\w+[./])", text):
        each = coined[match[0]]
        yield coined_mention(match.start(), match[0], each.type, each.confidence, each.by)
