"""What a pattern found in a text, before it becomes a mention."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.domain.entity import EntityType


@dataclass(frozen=True, slots=True)
class Finding:
    """An indicator from `start` to `end` of the text in which it was looked for; `by` and `notes` are for a person."""

    type: EntityType
    value: str
    start: int
    end: int
    confidence: float
    by: str
    notes: tuple[str, ...] = ()
