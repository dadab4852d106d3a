"""What a question names, constrains and wants."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import takewhile

from desktop.application.answer.named_things import Thing, things_asked
from desktop.application.answer.subjects import Subject, find_subjects
from desktop.application.answer.values import ValueType
from desktop.application.answer.wording import folded, stems
from desktop.domain.passage import Expansion


class Breadth(Enum):
    """How much an answer has to cover."""

    FACT = auto()
    LIST = auto()
    TIMELINE = auto()
    OVERVIEW = auto()


@dataclass(frozen=True, slots=True)
class Question:
    """A question as read: `terms` are its stems, `subjects` must be borne out by the evidence.

    The stems of a subject that has other names are no terms: the documents may speak of it under any of them.
    A question within another has the subjects of the whole as its `context`.
    `wants` are the kinds of value that an answer must hold; `counted` are the stems of what "how many" counts. `things` are the
    kinds of name that are asked for. `focus` are the stems of what an answer is one of ("airline" in "which airline …"), where that
    is neither a value nor a name of these kinds. `across` says that it asks of all documents what each of them holds.
    """

    text: str
    terms: tuple[str, ...]
    subjects: tuple[Subject, ...]
    wants: tuple[ValueType, ...]
    counted: tuple[str, ...]
    breadth: Breadth
    things: tuple[Thing, ...] = ()
    focus: tuple[str, ...] = ()
    context: tuple[Subject, ...] = ()
    across: bool = False

    def part(self, text: str) -> Question:
        """One of the questions in this one; where it names nothing itself, it is about what the whole is about."""
        if text == self.text:
            return self
        plain = folded(text)
        own = tuple(each for each in self.subjects if folded(each.name) in plain)
        return replace(_read(text, own or self.subjects), context=self.subjects)

    def worded_as(self, texts: Collection[str]) -> str:
        """The question with the names that the (folded) texts use, for those of its own that stand in none of them."""
        said = self.text
        for each in self.subjects:
            if each.also and not any(folded(each.name) in text for text in texts):
                used = Counter(spelling.name for text in texts for spelling in each.found_in(text))
                if used:
                    said = re.sub(re.escape(each.name), used.most_common(1)[0][0], said, flags=re.IGNORECASE)
        return said

    @property
    def said(self) -> tuple[str, ...]:
        """The terms that say something of the subjects: those that are in none of their names."""
        named = {stem for each in self.subjects for stem in stems(each.name)}
        return tuple(each for each in self.terms if each not in named)

    @property
    def standing_alone(self) -> str:
        """The question with everything that the whole is about, to be searched for."""
        plain = folded(self.text)
        unsaid = [each.name for each in self.context if folded(each.name) not in plain]
        return f"{self.text} ({', '.join(unsaid)})" if unsaid else self.text


_WANTS = {
    ValueType.DATE: (
        r"(?:^|[,;:?-] ?|\band |\bor |\bsince |\bby |\buntil )when\b",
        r"\b(?:what|which)\b[\w ,]{0,24}\b(?:date|days?|years?|months?|season|time)\b",
        r"\bfirst[- ]seen\b",
        r"\bdates?\b",
        r"\bcompile time\b",
        r"\bhow long ago\b",
    ),
    ValueType.NUMBER: (r"\bhow many\b", r"\b(?:number|count) of\b", r"\b(?:what|which) port\b", r"\bhow often\b"),
    ValueType.AMOUNT: (
        r"\bhow (?:much|big|large)\b",
        r"\bwhat (?:is|was) the (?:price|ransom|size|cost)\b",
        r"\b(?:which|what) ransom (?!note)",
        r"\bwhat percentage\b",
        r"\bprice of\b",
    ),
    ValueType.CVE: (r"\bcves?\b(?!-\d)",),
    ValueType.ADDRESS: (r"\bip(?:v[46])?(?: addresses| address|s)?\b", r"\b(?:any|which|what) address(?:es)?\b"),
    ValueType.DOMAIN: (
        r"\b(?:which|what)(?: \w+){0,2} domains?\b",
        r"\bdomains (?:contacted|used|of)\b",
        r": domain\b",
        r"\bdomain names?\b",
    ),
    ValueType.URL: (r"\b(?:which|what) urls?\b", r"\burls (?:of|used)\b"),
    ValueType.HASH: (r"\b(?:sha-?(?:1|256|512)|md5|hash(?:es)?)\b",),
    ValueType.FILE: (r"\b(?:file ?|executable )names?\b", r"\bnames? of the (?:file|executable|dll)s?\b"),
    ValueType.WALLET: (r"\bwallet (?:address|id)", r"\b(?:which|what) (?:[\w-]+ )?wallet\b"),
    ValueType.EMAIL: (r"\be-?mail address(?:es)?\b",),
    ValueType.PHONE: (r"\b(?:tele)?phone numbers?\b",),
    ValueType.TECHNIQUE: (r"\btechnique ids?\b", r"\batt&ck ids?\b"),
}
_BREADTHS = {
    Breadth.OVERVIEW: (
        r"\btell me about\b",
        r"\boverview\b",
        r"\bbrief me\b",
        r"\bgist\b",
        r"\bbackground on\b",
        r"\bsummar",
        r"\bwhat do(?:es)? (?:we|our|i)\b",
        r"\bwhat is \S+(?: \S+)? (?:about|capable)\b",
        r"^what is \S+$",
    ),
    Breadth.TIMELINE: (
        r"\btimeline\b",
        r"\bsequence\b",
        r"\bchronolog",
        r"\bhow did .{0,60}\b(?:develop|evolve|change|unfold)",
        r"\bhistory of\b",
        r"\bbetween\b.{0,60}\band\b.{0,40}\b\d{4}\b",
        r"\bwith dates\b",
    ),
    Breadth.LIST: (
        r"\blist\b",
        r"\bnames? (?:of|the)\b",
        r"\bgive names\b",
        r"\bwhich (?:\w+ ){0,3}(?!was\b|is\b|does\b|has\b)\w{2,}s\b(?! the\b)",
        r"\bwhat (?:are|were|two|three|four|five|six|seven|\d+)\b",
        r"\b(?:all|any) (?:the |of )",
        r"\bwho (?:has|have|else)\b",
        r"^(?!when|did|does|was|is|how|why|what|which|who|where)\w+(?: \w+){0,4}? (?:of|for|whose|hosting|contacted|used|in)\b",
    ),
}
_ACROSS = re.compile(
    r"\b(?:our|my|these|all) (?:\w+ ){0,2}(?:reports?|files|holdings|documents|collection|sources|notes|reporting)\b|"
    r"\bin the (?:collection|vault)\b|"
    r"\bwe (?:hold|have|know|keep)\b|\bdo (?:we|i) (?:hold|have|know)\b"
)
_COUNTED = re.compile(r"\b(?:how many|number of|count of)\b((?: [\w'&/-]+){1,4})")
_HOW_MANY = re.compile(r"\bhow many (?:(?!of\b)[\w'&/-]+ ?){1,2}")
"""What is counted is not asked for itself: "how many CVEs" wants a number."""
_FOCUS = re.compile(r"\b(?:which|what|whose) ((?:[\w&/+.-]+(?:'s)? ?){1,4})")
_FOCUS_ENDS = re.compile(
    r"(?:did|do|does|is|are|was|were|has|have|had|can|could|will|would|of|in|for|to|by|from|on|at|with|that|who)$|\w+(?:ed|ing)$"
)


def read_question(text: str, expansions: Sequence[Expansion] = ()) -> Question:
    """Read what a question names and wants; any text is a question. `expansions` are the names in it that have others."""
    return _read(" ".join(text.split()), find_subjects(text, expansions))


def _read(text: str, subjects: tuple[Subject, ...]) -> Question:
    plain = folded(text)
    elsewhere = {stem for each in subjects if each.also for stem in stems(each.name)}
    uncounted = _HOW_MANY.sub(" ", plain)
    wants = tuple(kind for kind, cues in _WANTS.items() if _any(cues, plain if kind is ValueType.NUMBER else uncounted))
    things = things_asked(uncounted)
    return Question(
        text=text,
        terms=tuple(each for each in dict.fromkeys(stems(text)) if each not in elsewhere),
        subjects=subjects,
        wants=wants,
        counted=_counted(plain),
        breadth=_breadth(plain),
        things=things,
        focus=() if wants or things else _focus(plain, subjects),
        across=_ACROSS.search(plain) is not None,
    )


def _counted(plain: str) -> tuple[str, ...]:
    """The stems of what is counted, short ones ("IPs") without their plural too."""
    words = [word for match in _COUNTED.finditer(plain) for word in match[1].split()[:2]]
    return tuple(dict.fromkeys(term for word in words for each in (word, word.removesuffix("s")) for term in stems(each)))


def _focus(plain: str, subjects: Sequence[Subject]) -> tuple[str, ...]:
    """The stems of the words that follow the first "which" or "what", up to a verb or the like."""
    match = _FOCUS.search(plain)
    named = {stem for each in subjects for stem in stems(each.name)}
    words = takewhile(lambda word: not _FOCUS_ENDS.match(word), match[1].split() if match else ())
    return tuple(dict.fromkeys(each for word in words for each in stems(word) if each not in named))


def _breadth(plain: str) -> Breadth:
    return next((breadth for breadth, cues in _BREADTHS.items() if _any(cues, plain)), Breadth.FACT)


def _any(cues: tuple[str, ...], plain: str) -> bool:
    return any(re.search(cue, plain) for cue in cues)
