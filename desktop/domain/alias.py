"""Aliases: which names stand for which entity, who says so, and what the analyst decided."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class AliasStatus(StrEnum):
    """Whether a name stands for an entity: it does, sources disagree, or it does not."""

    SAME = "same"
    DISPUTED = "disputed"
    DISTINCT = "distinct"


@dataclass(frozen=True, slots=True)
class Alias:
    """A name of an entity, with who gives it and since when."""

    name: str
    entity_id: str
    source: str
    date: str = ""
    status: AliasStatus = AliasStatus.SAME
    is_main: bool = False


@dataclass(frozen=True, slots=True)
class AliasDecision:
    """A line of the analyst's `aliases.csv`: `name` is the same as `other`, disputed, or distinct; `other` is a name or an entity id."""

    name: str
    status: AliasStatus
    other: str
    date: str = ""
    note: str = ""
