"""What a search can be steered by, as chips: what each says, and the query without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from desktop.domain.passage import Expansion, Query, SearchResult
from desktop.ui.models.limits import limits_of

NAMES_SHOWN = 2


@dataclass(frozen=True, slots=True)
class Offer:
    """A chip: its key, what it says, the same in a sentence, what taking it away does (nothing if empty), and the query then.

    `names` are what it stands for, where it stands for several.
    """

    key: str
    words: str
    tip: str
    removing: str = ""
    without: Query | None = None
    names: tuple[str, ...] = ()


def offers(query: Query, result: SearchResult | None, titles: Mapping[str, str]) -> tuple[Offer, ...]:
    """The chips of a query, with what its search understood, in the order of a line."""
    names = [_names(query, each) for each in (result.expansions if result else ())]
    alone = [_alone(query, name) for name in sorted(query.unwidened)]
    limits = limits_of(query.filters, titles)
    set_here = [
        Offer(f"filter {each.words}", each.words, each.tip, "Take this filter off", replace(query, filters=each.without)) for each in limits
    ]
    typed = [
        Offer(f"typed {each.words}", each.words, f"{each.tip}, as the query says") for each in (limits_of(result.typed) if result else ())
    ]
    read_alike = _read_alike(query) if query.transliterate else []
    return (*names, *alone, *read_alike, *typed, *set_here)


def without_other_names(query: Query, result: SearchResult) -> Query:
    """The query with every name taken as it was typed."""
    return replace(query, unwidened=query.unwidened | {each.name for each in result.expansions})


def begins_anew(before: str, now: str) -> bool:
    """Whether a text is another query, not the one before changed: what was chosen for that one does not count for this one."""
    return not now.strip() or not before.strip() or before.strip()[:1] != now.strip()[:1]


def _names(query: Query, expansion: Expansion) -> Offer:
    shown = ", ".join(expansion.also[:NAMES_SHOWN])
    more = len(expansion.also) - NAMES_SHOWN
    words = f"{expansion.name} → {shown}" + (f", +{more}" if more > 0 else "")
    return Offer(
        f"names {expansion.name}",
        words,
        _also(expansion),
        f"Look for {expansion.name} only",
        replace(query, unwidened=query.unwidened | {expansion.name}),
        expansion.also,
    )


def _also(expansion: Expansion) -> str:
    said = f"Also looked for: {', '.join(expansion.also)}"
    return f"{said}. Only some sources, or documents of this vault, call it {', '.join(expansion.disputed)}" if expansion.disputed else said


def _alone(query: Query, name: str) -> Offer:
    return Offer(
        f"alone {name}",
        f"{name} only",
        f"{name} is not looked for by its other names",
        "Look for its other names again",
        replace(query, unwidened=query.unwidened - {name}),
    )


def _read_alike(query: Query) -> list[Offer]:
    said = "Words of other alphabets that read the same are looked for too"
    return [Offer("alike", "Transliterated", said, "Look for the words as typed only", replace(query, transliterate=False))]
