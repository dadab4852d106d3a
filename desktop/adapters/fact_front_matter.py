"""The YAML front matter of `memory/<id>.md`: read leniently, written in a fixed order, a person's own lines kept byte for byte."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from desktop.adapters.front_matter import entry_lines, plain_value, read_front_matter, read_marking, read_text, read_texts, with_values
from desktop.domain.fact import Fact, FactSource, FactStatus, name_from
from desktop.domain.grading import parse_grade, parse_likelihood
from desktop.domain.marking import Marking

KEYS = (
    "id", "name", "description", "type", "tlp", "grade", "confidence", "subject", "relationship", "object", "negated", "sources", "tags",
    "valid_from", "valid_until", "supersedes", "superseded_by", "kept_with", "status", "actor", "created_at", "updated_at",
)  # fmt: skip


def fact_values(fact: Fact) -> dict[str, Any]:
    """A fact's own keys in their fixed order, without those that say nothing."""
    values = {key: getattr(fact, key) for key in KEYS}
    values["sources"] = [{"document": each.document, "start": each.start, "end": each.end, "quote": each.quote} for each in fact.sources]
    values |= {"tlp": str(fact.tlp), "status": str(fact.status)}
    return {key: plain_value(value) for key, value in values.items() if value not in (None, (), [], "", False)}


def write_fact(fact: Fact, text: str) -> str:
    """A new file: front matter, then the text."""
    head = "".join(entry_lines(key, value, "\n") for key, value in fact_values(fact).items())
    return f"---\n{head}---\n{text}"


def rewrite_fact(content: str, fact: Fact, text: str) -> str | None:
    """The file saying what `fact` says, with this text; every line of its head that need not change stays as it is.

    None where the front matter cannot be rewritten without touching what a person wrote.
    """
    front_matter = read_front_matter(content)
    said, problems = read_fact(front_matter.values, fact.id, content[front_matter.body_offset :])
    if front_matter.problem or problems:
        return None
    if front_matter.body_offset == 0:
        return write_fact(fact, text)
    old, new = fact_values(said), fact_values(fact)
    changed = {key: new.get(key) for key in KEYS if old.get(key) != new.get(key) or (key in new and key not in front_matter.values)}
    rewritten = with_values(content, changed)
    return rewritten and rewritten[: read_front_matter(rewritten).body_offset] + text


def adopt_note(note: str, fact: Fact, text: str) -> str:
    """The file of a fact that is made from a note: the note's own front matter stays, Coffer's lines are added to it.

    What the note says under one of Coffer's names and means otherwise is kept under `note_<name>`. Where its front matter
    cannot be understood it is a part of the text, as the note shows it.
    """
    front_matter = read_front_matter(note)
    if front_matter.problem or front_matter.body_offset == 0:
        return write_fact(fact, text)
    new, own = fact_values(fact), front_matter.values
    changed = {key: value for key, value in new.items() if key not in own or plain_value(own[key]) != value}
    kept = {f"note_{key}": plain_value(own[key]) for key in KEYS if own.get(key) is not None and plain_value(own[key]) != new.get(key)}
    gone = dict.fromkeys(key for key in KEYS if key in own and key not in new)
    rewritten = with_values(note, gone | changed | kept)
    return write_fact(fact, note) if rewritten is None else rewritten[: read_front_matter(rewritten).body_offset] + text


def read_fact(values: Mapping[str, Any], fact_id: str, text: str, default: Marking = Marking.CLEAR) -> tuple[Fact, list[str]]:
    """The fact that front matter describes, and sentences about what in it could not be understood.

    A marking that cannot be understood counts as RED; `default` is that of a fact that names none.
    """
    problems: list[str] = []
    if values.get("id", fact_id) != fact_id:
        problems.append(f"Its front matter gives the id {values['id']!r}; the file's name counts.")
    marking = read_marking(values["tlp"]) if values.get("tlp") is not None else default
    if marking is None:
        problems.append(f"Its marking {values.get('tlp')!r} is not a TLP 2.0 marking; it counts as RED until that is mended.")
    created = read_text(values, "created_at") or ""
    fact = Fact(
        id=fact_id,
        name=read_text(values, "name") or read_text(values, "title") or name_from(text),
        created_at=created,
        updated_at=read_text(values, "updated_at") or created,
        description=read_text(values, "description") or "",
        type=read_text(values, "type") or "note",
        tlp=marking or Marking.RED,
        grade=_grade(values, problems),
        confidence=_confidence(values, problems),
        subject=read_text(values, "subject"),
        relationship=read_text(values, "relationship"),
        object=read_text(values, "object"),
        negated=values.get("negated") is True,
        sources=_sources(values.get("sources"), problems),
        tags=read_texts(values.get("tags")),
        valid_from=read_text(values, "valid_from"),
        valid_until=read_text(values, "valid_until"),
        supersedes=read_text(values, "supersedes"),
        superseded_by=read_text(values, "superseded_by"),
        kept_with=read_texts(values.get("kept_with")),
        status=_status(values, problems),
        actor=read_text(values, "actor") or "",
    )
    return fact, problems


def _grade(values: Mapping[str, Any], problems: list[str]) -> str | None:
    given = read_text(values, "grade")
    try:
        return parse_grade(given) if given else None
    except ValueError:
        problems.append(f"Its grade {given!r} is no Admiralty grade (A to F, then 1 to 6).")
        return None


def _confidence(values: Mapping[str, Any], problems: list[str]) -> str | None:
    given = read_text(values, "confidence")
    try:
        return parse_likelihood(given).word if given else None
    except ValueError:
        problems.append(f"Its confidence {given!r} is no word of the standard, such as `likely`.")
        return None


def _status(values: Mapping[str, Any], problems: list[str]) -> FactStatus:
    given = read_text(values, "status")
    try:
        return FactStatus(given) if given else FactStatus.ACCEPTED
    except ValueError:
        problems.append(f"Its status {given!r} is none of {', '.join(FactStatus)}; it counts as proposed.")
        return FactStatus.PROPOSED


def _sources(value: Any, problems: list[str]) -> tuple[FactSource, ...]:
    given = value if isinstance(value, list) else [] if value is None else [value]
    sources = [_source(each) for each in given]
    if None in sources:
        problems.append("One of its sources does not say document, start, end and quote; it is left out until that is mended.")
    return tuple(each for each in sources if each is not None)


def _source(value: Any) -> FactSource | None:
    if not isinstance(value, dict) or not isinstance(value.get("document"), str):
        return None
    start, end, quote = value.get("start", 0), value.get("end", 0), value.get("quote", "")
    if type(start) is not int or type(end) is not int or not isinstance(quote, str):
        return None
    return FactSource(value["document"], start, end, quote)
