"""What a fact may say, and how a draft becomes one."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from desktop.application.ports import TextReader
from desktop.domain.errors import DocumentNotFound, UsageError
from desktop.domain.fact import Fact, FactDraft, FactSource, name_from, new_fact_id
from desktop.domain.grading import LIKELIHOODS, parse_grade, parse_likelihood
from desktop.domain.marking import Marking
from desktop.domain.stated_marking import heeded

_DATE = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")


def checked(fact: Fact) -> Fact:
    """The fact as it is stored: names on one line, grades and words as the standards write them; UsageError where it makes no sense."""
    if (fact.subject or fact.relationship or fact.object) and not fact.is_edge:
        raise UsageError("A relation needs a subject, a relationship and an object.", "Give all three, or none of them.")
    if fact.valid_from and fact.valid_until and _day(fact.valid_from, "valid_from") > _day(fact.valid_until, "valid_until"):
        raise UsageError(f"It cannot be valid until {fact.valid_until} from {fact.valid_from} on.", "Exchange the two dates.")
    return replace(
        fact,
        name=_line(fact.name),
        description=_line(fact.description),
        type=_line(fact.type) or "note",
        grade=_grade(fact.grade),
        confidence=_confidence(fact.confidence),
        subject=_line(fact.subject or "") or None,
        relationship=re.sub(r"[\s_]+", "-", (fact.relationship or "").strip().lower()) or None,
        object=_line(fact.object or "") or None,
        tags=tuple(dict.fromkeys(filter(None, map(_line, fact.tags)))),
        valid_from=_day(fact.valid_from, "valid_from") if fact.valid_from else None,
        valid_until=_day(fact.valid_until, "valid_until") if fact.valid_until else None,
    )


def drafted(draft: FactDraft, sources: Sequence[FactSource], default: Marking, at: str, actor: str) -> Fact:
    """The fact that a draft becomes."""
    if not draft.text.strip() and not draft.name.strip():
        raise UsageError("There is nothing to remember.", "Write at least a word.")
    name = _line(draft.name) or name_from(draft.text)
    return checked(
        Fact(
            id=new_fact_id(name, secrets.token_hex(4)),
            name=name,
            created_at=at,
            updated_at=at,
            description=draft.description,
            type=draft.type,
            tlp=draft.tlp or default,
            grade=draft.grade,
            confidence=draft.confidence,
            subject=draft.subject,
            relationship=draft.relationship,
            object=draft.object,
            negated=draft.negated,
            sources=tuple(sources),
            tags=draft.tags,
            valid_from=draft.valid_from,
            valid_until=draft.valid_until,
            status=draft.status,
            actor=actor,
        )
    )


def quoted(spans: Sequence[tuple[str, int, int]], documents: TextReader) -> list[FactSource]:
    """The sources that these places are, with what stands there; UsageError where nothing does."""
    return [_quoted(*span, documents) for span in spans]


def _quoted(document_id: str, start: int, end: int, documents: TextReader) -> FactSource:
    body = documents.read(document_id).body
    if not 0 <= start < end <= len(body):
        raise UsageError(f"{document_id} has no characters {start} to {end}: it has {len(body)}.", "Search hits give the offsets.")
    return FactSource(document_id, start, end, body[start:end])


def source_markings(sources: Sequence[FactSource], documents: TextReader) -> list[Marking]:
    """The markings of the documents of these sources; one that is gone counts as RED, for nobody can tell any more."""
    found = []
    for name in dict.fromkeys(each.document for each in sources):
        try:
            stored = documents.read(name)
            found.append(heeded(stored.document.tlp, stored.body))
        except (DocumentNotFound, UsageError):
            found.append(Marking.RED)
    return found


def _line(text: str) -> str:
    return " ".join(text.split())


def _grade(grade: str | None) -> str | None:
    try:
        return parse_grade(grade) if grade and grade.strip() else None
    except ValueError:
        raise UsageError(
            f"{grade!r} is no grade.", "An Admiralty grade is a letter from A to F and a digit from 1 to 6, as in B2."
        ) from None


def _confidence(word: str | None) -> str | None:
    try:
        return parse_likelihood(word).word if word and word.strip() else None
    except ValueError:
        known = ", ".join(each.word for each in LIKELIHOODS)
        raise UsageError(f"{word!r} is no word of the standard.", f"It may be: {known}.") from None


def _day(text: str, name: str) -> str:
    """A date as coarse as it was given: a year, a month or a day."""
    given = text.strip()
    try:
        if _DATE.fullmatch(given):
            date.fromisoformat(f"{given}-01-01"[:10])
            return given
    except ValueError:
        pass
    raise UsageError(f"{name} is {text!r}, which is no date.", "Write it as 2026-11-30, 2026-11 or 2026.")
