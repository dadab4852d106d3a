"""The check: whether what a model wrote stands in what it cites."""

from __future__ import annotations

import re
from collections.abc import Sequence

from desktop.application.answer.values import ValueType, find_indicators, find_names, find_values, name_pattern
from desktop.application.answer.wording import folded, stems
from desktop.domain.answer import Verdict

ENOUGH_WORDS = 0.8
"""Share of a sentence's stems that must stand in what it cites."""
ENOUGH_IN_ORDER = 0.7
"""Share that must stand there in the same order: the same words in another order may say who did what to whom the other way round."""

_NEGATIONS = re.compile(
    r"\b(?:no|not|never|none|neither|nor|without|cannot|un(?:able|likely|known|successful(?:ly)?)|failed?|den(?:y|ied|ies))\b|n't\b"
)
_CITATION = re.compile(r"\[(\d{1,3})\]")
_WRITTEN = re.compile(r"(?P<text>.+?)\s*(?P<cites>(?:\[\d{1,3}\]\s*)+)[.\s]*$", re.DOTALL)
_CAPITALISED = re.compile(r"(?<![\w.])[A-Z][\w-]*[a-z0-9][\w-]*")


def read_written(line: str) -> tuple[str, list[int]]:
    """A written sentence apart from the evidence numbers at its end, each number once."""
    match = _WRITTEN.match(line.strip())
    if match is None:
        return line.strip(), []
    return match["text"].strip(), list(dict.fromkeys(int(number) for number in _CITATION.findall(match["cites"])))


def why_unsupported(text: str, cited: Sequence[str]) -> str:
    """Why a sentence is not carried by the quotes it cites, in words for a person; empty if it is."""
    if not cited:
        return "It cites nothing."
    ground = folded("\n".join(cited))
    return _missing_values(text, ground) or _missing_names(text, ground) or _turned_round(text, cited) or _too_few_words(text, cited)


def verdict_on(text: str, cited: Sequence[str]) -> Verdict:
    """How well the quotes carry a sentence that they support: verified only if every word of it stands there."""
    ground = frozenset(stems("\n".join(cited)))
    return Verdict.VERIFIED if ground.issuperset(stems(text)) else Verdict.LOOSE


def _missing_values(text: str, ground: str) -> str:
    """Indicators, dates and numbers have to stand there as they are."""
    for indicator in find_indicators(text):
        if not _stands(indicator, ground):
            return f"“{indicator}” does not stand in what it cites."
    for kind in (ValueType.DATE, ValueType.AMOUNT, ValueType.NUMBER):
        for value in find_values(kind, text):
            if not _stands(value, ground):
                return f"“{value}” does not stand in what it cites."
    return ""


def _missing_names(text: str, ground: str) -> str:
    for name in find_names(text):
        if not name_pattern(name).search(ground) and not all(_stands(folded(word), ground) for word in re.split(r"[ ]", name)):
            return f"“{name}” does not stand in what it cites."
    opening = _CAPITALISED.match(text)
    if opening and not (frozenset(stems(opening[0])) <= frozenset(stems(ground))):
        return f"“{opening[0]}” does not stand in what it cites."
    return ""


def _turned_round(text: str, cited: Sequence[str]) -> str:
    """A denial needs a denial in what it cites, and the cited sentence nearest to a statement must not deny it."""
    denies = _NEGATIONS.search(folded(text)) is not None
    own = frozenset(stems(text))
    nearest = max((clause for quote in cited for clause in _clauses(quote)), key=lambda each: len(own & frozenset(stems(each))))
    if denies == (_NEGATIONS.search(folded(nearest)) is not None):
        return ""
    return "It denies what it cites." if denies else "It states what it cites denies."


def _clauses(quote: str) -> list[str]:
    return [each for each in re.split(r"(?<=[.;!?])\s+", quote) if each.strip()] or [quote]


def _too_few_words(text: str, cited: Sequence[str]) -> str:
    own, ground = stems(text), stems("\n".join(cited))
    if not own:
        return "It says nothing."
    if sum(each in ground for each in own) < ENOUGH_WORDS * len(own):
        return "Too few of its words stand in what it cites."
    return "" if _in_order(own, ground) >= ENOUGH_IN_ORDER * len(own) else "Its words stand in another order in what it cites."


def _in_order(own: Sequence[str], ground: Sequence[str]) -> int:
    """How many of the words stand in the ground in the same order (longest common subsequence)."""
    lengths = [0] * (len(ground) + 1)
    for word in own:
        before = 0
        for at, other in enumerate(ground, 1):
            before, lengths[at] = lengths[at], before + 1 if word == other else max(lengths[at], lengths[at - 1])
    return lengths[-1]


def _stands(value: str, ground: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", ground) is not None
