"""Markings: the Traffic Light Protocol 2.0."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Marking(StrEnum):
    """Who may see a document, least restricted first (FIRST, TLP 2.0, 2022)."""

    CLEAR = "CLEAR"
    GREEN = "GREEN"
    AMBER = "AMBER"
    AMBER_STRICT = "AMBER+STRICT"
    RED = "RED"

    @property
    def rank(self) -> int:
        """Position from the least to the most restricted, 0 to 4."""
        return list(Marking).index(self)

    @classmethod
    def parse(cls, text: str) -> Marking:
        """Read `TLP:AMBER+STRICT`, `amber`, or the 1.0 name `WHITE`.

        Raises ValueError for anything else.
        """
        name = text.strip().upper().removeprefix("TLP:").strip()
        return cls("CLEAR" if name == "WHITE" else name)

    @classmethod
    def up_to(cls, highest: Marking) -> tuple[Marking, ...]:
        """All markings no more restricted than `highest`."""
        return tuple(each for each in cls if each.rank <= highest.rank)

    @classmethod
    def highest(cls, markings: Iterable[Marking]) -> Marking:
        """The most restricted of these, which is that of whatever was made of them; CLEAR of none."""
        return max(markings, key=lambda each: each.rank, default=cls.CLEAR)
