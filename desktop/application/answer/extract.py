"""The extract: evidence said in the documents' own words, each sentence with the places it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from desktop.application.answer.candidates import Candidate
from desktop.application.answer.citing import cite
from desktop.application.answer.evidence import Scored
from desktop.application.answer.question import Breadth, Question
from desktop.application.answer.values import ValueType, find_values, sortable_date
from desktop.application.answer.wording import cells, folded, shown
from desktop.domain.answer import AnswerSentence
from desktop.domain.document import page_at
from desktop.domain.sentences import Kind

TOP = 600
LONGEST_LEAD = 160
LONGEST_PAIR = 420
_POINTS_BACK = re.compile(
    r"[\W_]*(?:(?:on|in|by|since|after|before|during|later|then|also|there|here)\b[^,.;]{0,30}?,? )?"
    r"(?:it|its|they|their|them|he|his|she|her|this|these|those|that|such|both|the (?:former|latter|same))\b",
    re.IGNORECASE,
)
_SAY_NOTHING = frozenset(("", "introduction", "overview", "summary", "executive summary", "key findings", "key points", "background"))


def write_extract(chosen: Sequence[Scored], bodies: Mapping[str, str], question: Question) -> tuple[AnswerSentence, ...]:
    """One sentence of the answer for each chosen candidate: best first, in a timeline the dated ones by date.

    Where an indicator is asked about, the first row of a list or table comes with the title of its document: it says whose list it is.
    """
    ordered = sorted(chosen, key=_by_date) if question.breadth is Breadth.TIMELINE else list(chosen)
    taken = [(each.candidate.document_id, each.candidate.start, each.candidate.end) for each in ordered]
    titled: set[str] | None = set() if any(each.is_indicator for each in question.subjects) else None
    said = []
    for each in ordered:
        candidate, body = each.candidate, bodies[each.candidate.document_id]
        sentence = _say(candidate, body, taken)
        if titled is not None and candidate.kind is not Kind.PROSE and candidate.document_id not in titled:
            sentence = _under_title(sentence, candidate, body)
            titled.add(candidate.document_id)
        said.append(sentence)
    return tuple(said)


def _under_title(sentence: AnswerSentence, candidate: Candidate, body: str) -> AnswerSentence:
    """The sentence after the title of its document, if that stands at the top of it."""
    at = -1 if folded(candidate.title) in _SAY_NOTHING else body.find(candidate.title, 0, TOP)
    if at < 0 or candidate.title in sentence.text:
        return sentence
    title = cite(body, candidate.document_id, at, at + len(candidate.title), page_at(body, at))
    return AnswerSentence(f"{candidate.title}: {sentence.text}", (title, *sentence.citations))


def _say(candidate: Candidate, body: str, taken: Sequence[tuple[str, int, int]]) -> AnswerSentence:
    """The candidate; before it, where it would be a riddle alone, the line that introduces it or the sentence it points back to."""
    own = cite(body, candidate.document_id, candidate.start, candidate.end, candidate.page)
    if candidate.kind is Kind.PROSE:
        before = candidate.before
        if before is None or not _POINTS_BACK.match(candidate.text) or (candidate.document_id, *before) in taken:
            return AnswerSentence(candidate.text, (own,))
        if candidate.end - before[0] > LONGEST_PAIR:
            return AnswerSentence(candidate.text, (own,))
        page = page_at(body, before[0])
        whole = cite(body, candidate.document_id, before[0], candidate.end, page)
        return AnswerSentence(f"{shown(body[slice(*before)])} {candidate.text}", (whole,))
    lead = candidate.lead
    if lead is None or lead[1] - lead[0] > LONGEST_LEAD:
        return AnswerSentence(candidate.text, (own,))
    introduces = cite(body, candidate.document_id, *lead, page_at(body, lead[0]))
    text = _paired(introduces.quote, own.quote) or f"{shown(introduces.quote).rstrip(':.')}: {candidate.text}"
    return AnswerSentence(text, (introduces, own))


def _paired(header: str, row: str) -> str:
    """A table row with each cell under its column's name; empty where the two do not match."""
    names, values = cells(header), cells(row)
    if not (header.startswith("|") and row.startswith("|") and len(names) == len(values) and "\n" not in row):
        return ""
    return "; ".join(f"{name}: {value}" if name else value for name, value in zip(names, values, strict=True) if value)


def _by_date(scored: Scored) -> tuple[str, float]:
    dates = [sortable_date(each) for each in find_values(ValueType.DATE, scored.candidate.text)]
    return min((each for each in dates if each), default="9999"), -scored.score
