"""Follow-up questions: what a question that names nothing is about, from the question before it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from desktop.application.answer.question import read_question

FEW_WORDS = 4
"""A question this short that names nothing ("and since when?") can only go on from the one before."""

_POINTS_BACK = re.compile(
    r"\b(?:it|its|they|their|theirs|them|he|his|him|she|her|this|these|those|that (?:one|group|actor|malware|tool|campaign|report)|"
    r"the (?:group|actor|gang|malware|backdoor|tool|campaign|operation|attack(?:ers?)?|ransomware|vulnerability|exploit|victims?))\b",
    re.IGNORECASE,
)


def carried_over(asked: str, about: Sequence[str]) -> tuple[str, ...]:
    """Of what the question before was `about`, what this one goes on with: all of it or, where it has a subject of its own, nothing."""
    if not about or read_question(asked).subjects:
        return ()
    goes_on = _POINTS_BACK.search(asked) is not None or len(asked.split()) <= FEW_WORDS
    return tuple(about) if goes_on else ()


def with_subject(asked: str, about: Sequence[str]) -> str:
    """The question with what it is about said in it."""
    return f"{asked} ({', '.join(about)})" if about else asked
