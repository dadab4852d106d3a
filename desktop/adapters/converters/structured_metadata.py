"""What files for machines state of themselves: STIX, MISP, CSAF and other JSON, Sigma and other YAML, YARA rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from desktop.adapters.converters.dates import day_of
from desktop.adapters.converters.office_properties import is_author
from desktop.adapters.converters.stated import Found, Stated

LONGEST_JSON = 64 * 2**20
HEAD_LINES = 300
TITLED: tuple[str, ...] = (
    *("report", "grouping", "note", "campaign", "intrusion-set", "threat-actor", "malware", "tool", "attack-pattern", "vulnerability"),
    *("infrastructure", "course-of-action", "indicator", "identity"),
)
YAML_LINE = re.compile(r"(title|name|author|date|published|created)[ \t]*:[ \t]+(\S.*)")
YARA_RULE = re.compile(r"(?:(?:private|global)\s+){0,2}rule\s+(\w{1,128})")
YARA_META = re.compile(r'\s*(author|date)\s*=\s*"([^"\n]{1,300})"', re.IGNORECASE)
MOST_RULES = 3

Values = Mapping[str, object]


def read_json_statement(text: str) -> Stated:
    """What JSON states: a report's or event's name, who published it when; nothing for what is no single thing."""
    if len(text) > LONGEST_JSON:
        return Stated()
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return Stated()
    if isinstance(value, list) and value and isinstance(value[0], dict) and "Event" in value[0]:
        value = {"response": value}
    return _of_values(value) if isinstance(value, dict) else Stated()


def read_yaml_statement(text: str) -> Stated:
    """What the first document of a YAML file states at its outermost level."""
    values: dict[str, str] = {}
    for number, line in enumerate(_lines(text)):
        if number and line.startswith(("---", "...")):
            break
        if match := YAML_LINE.fullmatch(line[:1000].rstrip()):
            values.setdefault(match[1], match[2].strip().strip("'\""))
    return _stated(values.get("title") or values.get("name"), values.get("author"), values.get("date") or values.get("published"), "its {}")


def read_yara_statement(text: str) -> Stated:
    """The names of the rules, and who wrote the first one when."""
    names: list[str] = []
    meta: dict[str, str] = {}
    for line in text.split("\n"):
        if match := YARA_RULE.match(line.strip()):
            names.append(match[1])
        elif len(names) == 1 and (said := YARA_META.match(line[:400])):
            meta.setdefault(said[1].lower(), said[2])
    more = f" and {len(names) - MOST_RULES} more" if len(names) > MOST_RULES else ""
    title = ", ".join(names[:MOST_RULES]) + more
    return Stated(title=Found(title, "the names of its rules") if names else None).or_else(
        _stated(None, meta.get("author"), meta.get("date"), "its first rule's {}")
    )


def _of_values(value: Values) -> Stated:
    if value.get("type") == "bundle":
        return _of_bundle(value)
    if events := list(_misp_events(value)):
        event = events[0]
        more = f" and {len(events) - 1} more events" if len(events) > 1 else ""
        title = f"{_text(event.get('info'))}{more}" if event.get("info") else None
        return _stated(title, _text(_inner(event, "Orgc").get("name")), event.get("date"), "the event's {}", {"title": "info"})
    if document := _inner(value, "document"):  # CSAF
        tracking, publisher = _inner(document, "tracking"), _inner(document, "publisher")
        return _stated(document.get("title"), publisher.get("name"), tracking.get("initial_release_date"), "the document's {}")
    if metadata := _inner(value, "cveMetadata"):
        said = _text(_inner(_inner(value, "containers"), "cna").get("title"))
        named = ": ".join(filter(None, (_text(metadata.get("cveId")), said)))
        return _stated(named, None, metadata.get("datePublished"), "the record's {}")
    return _of_object(value, "its {}")


def _of_bundle(bundle: Values) -> Stated:
    objects = [each for each in _list(bundle.get("objects")) if isinstance(each, dict)]
    names = {each.get("id"): _text(each.get("name")) for each in objects if each.get("type") == "identity"}
    ranked = sorted(
        (each for each in objects if each.get("type") in TITLED and each.get("name")), key=lambda each: TITLED.index(each["type"])
    )
    if not ranked:
        return Stated()
    first = ranked[0]
    stated = _of_object(first, f"the {first['type']}'s {{}}")
    author = names.get(first.get("created_by_ref"), "")
    return stated.or_else(_stated(None, author, None, f"the {first['type']}'s {{}}"))


def _of_object(value: Values, where: str) -> Stated:
    author = value.get("author") or value.get("authors")
    named = ", ".join(filter(None, map(_text, author))) if isinstance(author, list) else _text(author)
    day = value.get("published") or value.get("date") or value.get("created")
    return _stated(value.get("title") or value.get("name"), named, day, where)


def _misp_events(value: Values) -> Iterator[Values]:
    response = value.get("response", value)
    for each in response if isinstance(response, list) else [response]:
        if isinstance(each, dict) and isinstance(event := each.get("Event"), dict):
            yield event


def _stated(title: object, author: object, day: object, where: str, words: Mapping[str, str] | None = None) -> Stated:
    """What was found, `where` having a place for the name of the field."""
    titled, named, dated = _text(title), _text(author), day_of(_text(day))
    return Stated(
        title=Found(titled, where.format((words or {}).get("title", "title"))) if titled else None,
        author=Found(named, where.format("author")) if is_author(named) else None,
        published=Found(dated, where.format("date")) if dated else None,
    )


def _inner(value: Values, name: str) -> Values:
    inner = value.get(name)
    return inner if isinstance(inner, dict) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _text(value: object) -> str:
    return " ".join(value[:1000].split()) if isinstance(value, str) else ""


def _lines(text: str) -> Iterator[str]:
    yield from text[:200_000].split("\n", HEAD_LINES)[:HEAD_LINES]
