"""The lexicon: what the analyst decided about names, kept in the vault and above everything that is derived."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.domain.alias import AliasDecision
from desktop.domain.entity import EntityType


@dataclass(frozen=True, slots=True)
class AllowedName:
    """A name that always stands for an entity of this kind, wherever it is written."""

    name: str
    type: EntityType


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Names that always count, values that never do, and which names are the same; the last line about a name holds."""

    allowed: tuple[AllowedName, ...] = ()
    denied: frozenset[str] = frozenset()
    aliases: tuple[AliasDecision, ...] = ()
