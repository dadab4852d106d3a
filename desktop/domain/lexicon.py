"""The lexicon: what the analyst decided about names, kept in the vault and above everything that is derived."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.domain.alias import AliasDecision
from desktop.domain.entity import EntityType, Mention


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

    def denies(self, mention: Mention) -> bool:
        """Whether the analyst said that what is written there, or what it stands for, never counts."""
        return not self.denied.isdisjoint((mention.text, mention.value, mention.text.casefold(), mention.value.casefold()))


NOTHING_DECIDED = Lexicon()
