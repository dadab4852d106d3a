"""Names that no pack knows yet, taken from what the text itself calls something: "a backdoor dubbed X", "X ransomware", UNC4841.

They are less sure than known names, and say by which words they were found. What the text once introduces is a name in the whole text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from desktop.application.extraction.aliases import AliasBook
from desktop.application.extraction.clues import Clue, hints, weigh
from desktop.application.extraction.folding import name_key
from desktop.application.extraction.formed_names import NUMBERED, FormedNameFinder, coined_mention
from desktop.application.extraction.head_words import KIND_OF_HEAD, NEVER_COINED, SHAPES, TELLING_MALWARE_HEADS, WEAK_HEADS
from desktop.application.extraction.plain_words import PlainWords
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
_NAMING = ("dub", "call", "nam", "known ", "track", "refer", "aka")
_WHAT = r"(?: (?:it|itself|them|(?:this|the|these)(?: [a-z-]+){1,4}?))?"
_CALLED = re.compile(
    rf"\b(?i:(?:dub(?:s|bed|bing)?|call(?:s|ed|ing)?|nam(?:es|ed|ing)){_WHAT}(?: by [A-Z]\w+)?(?: as)?|"
    rf"known (?:\w+ ){{0,4}}?as|track(?:s|ed)?{_WHAT}(?: by [A-Z]\w+)? as|"
    rf"refer(?:s|red)? to{_WHAT}(?: \w+ly)? as|aka),?\s{_QUOTES}({_NAME})"
)
_GOES_ON = re.compile(rf"[\"'”’`*_]*(?:,(?: and| or)?| and| or)\s(?:also )?{_QUOTES}({_NAME})(?=[\"'”’`*_]*(?:[,.;)]| and | or ))")
_OTHER_THING = re.compile(
    r"\b(?:accounts?|activit(?:y|ies)|apps?|applications?|class(?:es)?|commands?|compan(?:y|ies)|directory|directories|domains?|events?|fields?|"
    r"files?|folders?|functions?|keys?|librar(?:y|ies)|methods?|mutex|objects?|packages?|pages?|parameters?|permissions?|pipes?|"
    r"process(?:es)?|products?|receivers?|resources?|sections?|servers?|services?|sheets?|sites?|system|tasks?|values?|variables?|websites?)"
    r"(?: (?:is|was|are|were|also|that is|mentioned \w+ \w+))* $"
)
"""Nouns right before a naming that say that something else is named."""
_APPOSED = re.compile(r"^[\"'”’`*_]*(?: \([^()]{1,60}\))?,? (?:is |was )?(?:a|an|another) (?:[\w-]+ ){0,5}?$", re.IGNORECASE)
_NOT_SHAPED = re.compile(r"(?:Boot|Class|Dll|Down|Up|Shell|Auto|Google|Chat|Re|Un|File|Image|Data|App|Resource|Dependency|Message)")
_NAME_GOES_ON = re.compile(r"\.\w")
_SENTENCE_END = re.compile(r"[.!?]\s")
_WORD_BEFORE = re.compile(r"[A-Z][A-Za-z0-9]*$")
_SHORT = 5
"""Names of so few letters are sought only as they were introduced: in other capitals they may be something else."""
_LONGEST_WORD = 30
_CODE = re.compile(r"_|^0x|[a-z](?:Service|Activity|Receiver|Manager|Provider|Listener|Handler|Adapter|Exception|View|Target)$")
"""What programmers call parts of programs."""
_MAY_BE_COINED = re.compile(r"[A-Z](?<![\w@\\/.$#%=].)[A-Za-z0-9]{3,24}(?![\w@\\(]|\.\w|/\w+[./])")
_QUOTED = re.compile(r"[“\"‘]\s?([A-Z][\w-]{2,}(?: [A-Z]\w+)+)(?=\s?[”\"’])")
_PART_BEFORE, _PART_AFTER = re.compile(r"[\w@\\/.]"), re.compile(r"[\w@\\]|\.\w|/\w+[./]")
"""What stands around a name that is a part of something else."""
_RUNNING_TEXT = re.compile(r"[a-z,] [\"'“‘`*_]{0,2}$")
_CLAIM = {_T.INTRUSION_SET: 0.6, _T.MALWARE: 0.65, _T.TOOL: 0.55}
_CONTEXT = 70
_PLAIN_CLAIM = 0.4
"""What one place is worth that makes a name of ordinary words: a second must say so too."""
_PLAIN_HINT = 0.25
_OFTEN = 4
"""A word that a text gives as a name and writes so many times is hardly only a word."""
_NAME_TO_WORD = 5
"""A name is written so many times as often as the word that it also is."""
_MOST_PLACES = 30
"""Places of an unknown word that are looked at for hints."""


class CoinedNameFinder:
    """Finds names by what the text says about them. `words` are ordinary words, the commonest first."""

    def __init__(self, book: AliasBook, words: Sequence[str], make_matcher: PhraseMatcherMaker) -> None:
        self._book = book
        self._make_matcher = make_matcher
        self._plain = PlainWords(words)
        self._heads, self._shapes, self._naming = (make_matcher(each) for each in (tuple(KIND_OF_HEAD), SHAPES, _NAMING))
        self._formed = FormedNameFinder(book, make_matcher)

    def find(self, text: str) -> list[Mention]:
        """The mentions of such names. Some are known too: who knows them is asked first."""
        clues: defaultdict[str, list[Clue]] = defaultdict(list)
        for each in (*self._introduced(text), *self._hinted(text)):
            clues[each.name].append(each)
        weighed = {name: best for name, said in clues.items() if (best := weigh(said)) and not self._is_a_word_here(text, best)}
        return self._formed.find(text) + list(_everywhere(text, weighed, self._make_matcher))

    def _introduced(self, text: str) -> Iterator[Clue]:
        small = text.lower()
        if len(small) != len(text):
            small = text
        heads = [(start, end) for _, start, end in self._heads.matches(small) if _is_word(small, start, end)]
        for start, end in heads:
            if _NAME_GOES_ON.match(text, end):
                continue
            if KIND_OF_HEAD[small[start:end]] is _T.VULNERABILITY:
                continue
            if not text[start:end].isupper() or small[start:end] in ("rat", "apt"):
                yield from self._by_head(text, start, end, small[start:end])
        for _, start, _ in self._naming.matches(small):
            if (called := _CALLED.match(text, start)) and not _OTHER_THING.search(small, max(0, start - _CONTEXT), start):
                yield from self._called(text, called, _kind_said(small, heads, *called.span()))
        for _, start, end in self._shapes.matches(text):
            if (
                not text[end : end + 1].isalnum()
                and (name := _shaped(text, start, end))
                and self._clean(name) == name
                and name not in self._plain
            ):
                yield Clue(name, _T.MALWARE, 0.55, "pattern: a name in the shape of malware", end - len(name))

    def _called(self, text: str, called: re.Match[str], kind: EntityType | None) -> Iterator[Clue]:
        """The name that the text gives to something of a kind, and those that a list goes on with."""
        by = f"pattern: {called[0].split()[0].lower()} …"
        names: re.Match[str] | None = called
        while names and kind and (name := self._clean(names[1])):
            plain = " " not in name and self._plain.are_all_of(name)
            yield Clue(name, kind, _PLAIN_CLAIM if plain else 0.7, by, names.start(1))
            if plain and text.count(name) >= _OFTEN:
                yield Clue(name, kind, _PLAIN_HINT, "pattern: written so throughout", names.start(1))
            names = _GOES_ON.match(text, names.end())

    def _by_head(self, text: str, start: int, end: int, word: str) -> Iterator[Clue]:
        """The name that stands before a word such as "ransomware", or before ", a new ransomware"."""
        kind = KIND_OF_HEAD[word]
        if named := self._before(text, start):
            name, at = named
            if worth := self._worth_before(text, name, at, start, word):
                if text[start - 1 : end] == " RAT" and not self._book.meanings(name):
                    name = f"{name} RAT"
                yield Clue(name, kind, worth, f"pattern: … {word}", at)
        elif word in TELLING_MALWARE_HEADS and (apposed := self._apposed(text, start)):
            yield Clue(apposed[0], kind, _CLAIM[kind], f"pattern: …, a {word}", apposed[1])

    def _worth_before(self, text: str, name: str, at: int, start: int, head: str) -> float:
        """What it is worth that a name at `at` stands before `head`, a word for what it is; ordinary words must not stand in a title."""
        weak = head in WEAK_HEADS
        if not self._plain.are_all_of(name):
            return 0.0 if weak and name.isupper() else _CLAIM[KIND_OF_HEAD[head]]
        titled = text[start].isupper() and head != "rat"
        if titled or (weak and KIND_OF_HEAD[head] is not _T.MALWARE) or not _RUNNING_TEXT.search(text, max(0, at - 5), at):
            return 0.0
        return _PLAIN_HINT if weak else _PLAIN_CLAIM

    def _hinted(self, text: str) -> Iterator[Clue]:
        """Hints at unknown words; which are malware for sure, packs say."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for match in _MAY_BE_COINED.finditer(text):
            places[match[0]].append(match.start())
        quoted: set[str] = set()
        for match in _QUOTED.finditer(text):
            places[match[1]].append(match.start(1))
            quoted.add(match[1])
        surely: dict[str, EntityType] = {}
        unknown = []
        for word in places:
            if word not in quoted and self._plain.are_all_of(word):
                continue
            senses = self._book.meanings(word)
            if senses and senses[0].type in (_T.MALWARE, _T.TOOL):
                surely[word] = _T.MALWARE
            elif not senses and self._clean(word) == word:
                unknown.append(word)
        for word in unknown:
            for start in places[word][:_MOST_PLACES]:
                yield from hints(text, word, start, surely)

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
            if _APPOSED.match(around[match.end(1) :]) and (name := self._clean(match[1])) and not self._plain.are_all_of(name):
                return name, head - len(around) + match.start(1)
        return None

    def _clean(self, name: str) -> str | None:
        """The name without words that only stand before names; None if nothing is left, or another kind of thing is."""
        parts = name.split(" ")
        while parts and (parts[0].lower().rstrip(".,") in NEVER_COINED or self._is_place_or_maker(parts[0])):
            parts.pop(0)
        while len(parts) > 1 and self._plain.are_all_of(parts[0]) and not self._plain.are_all_of(" ".join(parts[1:])):
            parts.pop(0)
        while len(parts) > 1 and (self._book.meanings(parts[0]) or NUMBERED.fullmatch(parts[0])):
            parts.pop(0)
        cleaned = " ".join(parts).rstrip(".")
        if len(name_key(cleaned)) < 3 or cleaned.isdigit() or self._is_place_or_maker(cleaned) or _CODE.search(cleaned):
            return None
        named = parts[:-1] if len(parts) > 1 and parts[-1] in SHAPES and not self._plain.are_all_of(parts[0]) else parts
        if any(part.lower() in NEVER_COINED for part in named) or "." in cleaned[1:-1].strip("0123456789."):
            return None
        return None if len(parts) == 1 and len(cleaned) < 4 and self._plain.are_all_of(cleaned) else cleaned

    def _is_a_word_here(self, text: str, best: Clue) -> bool:
        """Whether the text also writes a name that is one plain word in small letters, and so may mean no more than the word."""
        name = best.name
        if not (name.istitle() and name.isalpha() and (best.type is _T.INTRUSION_SET or self._plain.are_all_of(name))):
            return False
        small = re.findall(rf"(?<![\w@/.-]){name.lower()}(?![\w/-]|\.\w)", text)
        return len(small) * _NAME_TO_WORD > text.count(name)

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
    """The kind of thing that the words in, before or after a naming speak of: of its own sentence if any does, then the nearest."""
    at = bisect_left(heads, (start, start))
    if at < len(heads) and heads[at][1] <= end:
        return KIND_OF_HEAD[small[slice(*heads[at])]]
    before = heads[at - 1] if at and heads[at - 1][0] >= start - _CONTEXT and "\n\n" not in small[heads[at - 1][1] : start] else None
    after = heads[at] if at < len(heads) and heads[at][1] <= end + 40 else None
    nearest = after if before is None or (after and _SENTENCE_END.search(small, before[1], start)) else before
    return KIND_OF_HEAD[small[slice(*nearest)]] if nearest else None


def _everywhere(text: str, coined: Mapping[str, Clue], make_matcher: PhraseMatcherMaker) -> Iterator[Mention]:
    """Every place at which one of the names stands as it was introduced, or in other capitals; of two that overlap, the longest."""
    written = {
        other: each for name, each in coined.items() if len(name) > _SHORT and name.isalpha() for other in (name.upper(), name.title())
    }
    written |= coined
    if not written:
        return
    names = tuple(written)
    done = 0
    for number, start, end in sorted(make_matcher(names).matches(text), key=lambda each: (each[1], -each[2])):
        if start >= done and not _PART_BEFORE.match(text, start - 1, start) and not _PART_AFTER.match(text, end):
            each, done = written[names[number]], end
            yield replace(coined_mention(start, each.name, each.type, each.worth, each.by), end=end, text=text[start:end])
