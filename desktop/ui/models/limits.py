"""What limits a search to some documents, one thing at a time, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from desktop.domain.passage import Filters, TextKind

Each = TypeVar("Each")
TITLES_SAID = 12
KINDS = {TextKind.DOCUMENT: "documents", TextKind.FACT: "facts"}


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit: what it says, the same in a sentence, and the filters without it."""

    words: str
    tip: str
    without: Filters


def limits_of(filters: Filters, titles: Mapping[str, str] | None = None) -> tuple[Limit, ...]:
    """Each limit of some filters; `titles` names documents by their id."""
    called = titles or {}
    limits = _bounds(filters)
    for marking in filters.markings:
        without = replace(filters, markings=_without(filters.markings, marking))
        limits.append(Limit(f"TLP:{marking}", f"Only documents marked TLP:{marking}", without))
    for tag in filters.tags:
        limits.append(Limit(f"Tag: {tag}", f"Only documents with the tag {tag}", replace(filters, tags=_without(filters.tags, tag))))
    for kind in filters.formats:
        without = replace(filters, formats=_without(filters.formats, kind))
        limits.append(Limit(f"Format: {kind.upper()}", f"Only {kind.upper()} files", without))
    for searched in filters.kinds:
        without = replace(filters, kinds=_without(filters.kinds, searched))
        limits.append(Limit(f"Only {KINDS[searched]}", f"Only {KINDS[searched]} are searched", without))
    if filters.superseded:
        said = "Facts that another took the place of are found too"
        limits.append(Limit("With superseded facts", said, replace(filters, superseded=False)))
    limits += _documents(filters, called)
    for name in filters.named:
        said = f"Only documents with “{name}” in title or file name"
        limits.append(Limit(f"Title: {name}", said, replace(filters, named=_without(filters.named, name))))
    return tuple(limits)


def _documents(filters: Filters, called: Mapping[str, str]) -> list[Limit]:
    """One document by its title; several as one limit, for nobody takes a hundred away one by one."""
    titles = [called.get(each, each) for each in filters.documents]
    if len(titles) == 1:
        return [Limit(f"In: {titles[0]}", f"Only passages of {titles[0]}", replace(filters, documents=()))]
    listed = ", ".join(titles[:TITLES_SAID]) + (" …" if len(titles) > TITLES_SAID else "")
    said = f"Only passages of these documents: {listed}"
    return [Limit(f"In {len(titles):,} documents", said, replace(filters, documents=()))] if titles else []


def _bounds(filters: Filters) -> list[Limit]:
    dated = "Only documents published (else imported)"
    bounds = []
    if filters.tlp_max:
        bounds.append(Limit(f"Up to TLP:{filters.tlp_max}", f"No document above TLP:{filters.tlp_max}", replace(filters, tlp_max=None)))
    if filters.since:
        bounds.append(Limit(f"From {filters.since}", f"{dated} on {filters.since} or later", replace(filters, since=None)))
    if filters.until:
        bounds.append(Limit(f"To {filters.until}", f"{dated} on {filters.until} or before", replace(filters, until=None)))
    return bounds


def _without(values: tuple[Each, ...], value: Each) -> tuple[Each, ...]:
    return tuple(each for each in values if each != value)
