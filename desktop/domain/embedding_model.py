"""Embedding models: what a folder with one says of itself, and how far a change to it has come."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.domain.marking import Marking


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """What a folder states: how the model is told from others, how many numbers its vectors have, how they come about, its languages."""

    name: str
    identity: str
    dimensions: int
    manner: str
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VectorState:
    """By whose vectors a vault is searched (empty: there are none), whose are wanted, and how many chunks still wait for those.

    `withheld` chunks get none, because they are marked above what the model that is wanted may be given: `limit`.
    """

    serving: str
    wanted: str
    waiting: int
    withheld: int = 0
    limit: Marking | None = None

    @property
    def changing(self) -> bool:
        """Whether the model before still serves."""
        return bool(self.serving) and self.serving != self.wanted
