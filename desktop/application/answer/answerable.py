"""Answerable or not: whether the evidence bears out what the question names and asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from desktop.application.answer.evidence import Scored, holds_value
from desktop.application.answer.question import Question
from desktop.application.answer.values import ValueType
from desktop.application.answer.wording import folded

ABOUT_IT = 0.38
"""A value counts only where at least this share of the question's names stands in or around its sentence."""
SPOKEN_OF = 0.25
FAINT_MEANING = 0.30
FAINT_WORDS = 0.25

_DENIES = re.compile(r"\b(?:no|none|not|never|without|unknown|undisclosed|neither)\b")
_SPOKEN_OF = {
    ValueType.DATE: "a date",
    ValueType.NUMBER: "a number",
    ValueType.AMOUNT: "an amount",
    ValueType.CVE: "a CVE",
    ValueType.ADDRESS: "an address",
    ValueType.DOMAIN: "a domain",
    ValueType.URL: "a URL",
    ValueType.HASH: "a hash",
    ValueType.FILE: "a file name",
    ValueType.WALLET: "a wallet",
    ValueType.EMAIL: "an e-mail address",
    ValueType.TECHNIQUE: "a technique",
}


def why_unanswerable(question: Question, scored: Sequence[Scored], texts: Mapping[str, str]) -> str:
    """Why `scored` (best first) does not answer the question, as a sentence for a person; empty if it does.

    `texts` are the documents they stand in, folded.
    """
    if not scored:
        return "No passage has to do with the question."
    speaking = [texts[each] for each in {one.candidate.document_id for one in scored}]
    return _unmentioned(question, speaking) or _apart(question, speaking) or _without_value(question, scored) or _faint(question, scored)


def _unmentioned(question: Question, texts: Sequence[str]) -> str:
    """What the question names has to stand somewhere; the passages were sought by it as well."""
    missing = [each.name for each in question.subjects if not any(each.stands_in(text) for text in texts)]
    return f"No document mentions {_listed(missing)}." if missing else ""


def _apart(question: Question, texts: Sequence[str]) -> str:
    """At least one document has to speak of everything that the question names."""
    if any(all(each.stands_in(text) for each in question.subjects) for text in texts):
        return ""
    return f"No document speaks of {_listed([each.name for each in question.subjects])} together."


def _without_value(question: Question, scored: Sequence[Scored]) -> str:
    """Each kind of value that is asked for has to stand where the question's subject is spoken of."""
    about_it = [each for each in scored if each.bearing.named >= ABOUT_IT or not question.subjects]
    for kind in question.wants:
        if not any(holds_value(question, kind, each.candidate.text) or _denies(kind, each) for each in about_it):
            return f"The passages found do not state {_SPOKEN_OF[kind]} for it."
    return ""


def _denies(kind: ValueType, scored: Scored) -> bool:
    text = folded(scored.candidate.text)
    return kind.value.casefold() in text and _DENIES.search(text) is not None


def _faint(question: Question, scored: Sequence[Scored]) -> str:
    """A question that nothing comes near to in meaning or in words has no answer here."""
    near = max(each.bearing.meaning for each in scored)
    words = max(each.bearing.words + each.bearing.nearby for each in scored)
    named = max(each.bearing.named for each in scored)
    unnamed = bool(question.subjects) and named < SPOKEN_OF
    return "The passages found have little to do with the question." if unnamed or (near < FAINT_MEANING and words < FAINT_WORDS) else ""


def _listed(names: Sequence[str]) -> str:
    quoted = [f"“{name}”" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
