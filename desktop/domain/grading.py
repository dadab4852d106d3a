"""How good a source and its information are, and how likely a judgement is, in the words of the standards."""

from __future__ import annotations

import re
from dataclasses import dataclass

RELIABILITY = {
    "A": "completely reliable",
    "B": "usually reliable",
    "C": "fairly reliable",
    "D": "not usually reliable",
    "E": "unreliable",
    "F": "reliability cannot be judged",
}
"""The source (Admiralty code; NATO AJP-2.1)."""

CREDIBILITY = {
    "1": "confirmed by other sources",
    "2": "probably true",
    "3": "possibly true",
    "4": "doubtfully true",
    "5": "improbable",
    "6": "truth cannot be judged",
}
"""The information (Admiralty code; NATO AJP-2.1)."""

_GRADE = re.compile(r"[A-F][1-6]")


@dataclass(frozen=True, slots=True)
class Likelihood:
    """A word of estimative probability with its range in percent, and the other word for the same."""

    word: str
    low: int
    high: int
    also: str

    @property
    def text(self) -> str:
        """The word with its range."""
        return f"{self.word} ({self.low}–{self.high} %)"


LIKELIHOODS = (
    Likelihood("almost no chance", 1, 5, "remote"),
    Likelihood("very unlikely", 5, 20, "highly improbable"),
    Likelihood("unlikely", 20, 45, "improbable"),
    Likelihood("roughly even chance", 45, 55, "roughly even odds"),
    Likelihood("likely", 55, 80, "probable"),
    Likelihood("very likely", 80, 95, "highly probable"),
    Likelihood("almost certain", 95, 99, "nearly certain"),
)
"""Least likely first (ICD 203, 2015)."""


def parse_grade(text: str) -> str:
    """Read `B2` or `b2`; ValueError for what is no Admiralty grade."""
    grade = text.strip().upper()
    if not _GRADE.fullmatch(grade):
        raise ValueError(f"{text!r} is no Admiralty grade")
    return grade


def grade_meaning(grade: str) -> str:
    """What a grade says, in words."""
    return f"{RELIABILITY[grade[0]]}; {CREDIBILITY[grade[1]]}"


def parse_likelihood(text: str) -> Likelihood:
    """Read a word of the standard or the other word for the same; ValueError for any other."""
    word = " ".join(text.replace("_", " ").replace("-", " ").split()).lower()
    forms = (word, word.removesuffix("ly"), re.sub("bly$", "ble", word))
    for each in LIKELIHOODS:
        if each.word in forms or each.also in forms:
            return each
    raise ValueError(f"{text!r} is no word of estimative probability")
