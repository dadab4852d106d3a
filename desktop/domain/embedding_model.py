"""Embedding models: what a folder with one says of itself, and how far a change to it has come."""

from __future__ import annotations

from dataclasses import dataclass


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
    """By whose vectors a vault is searched (empty: there are none), whose are wanted, and how many chunks still wait for those."""

    serving: str
    wanted: str
    waiting: int

    @property
    def changing(self) -> bool:
        """Whether the model before still serves."""
        return bool(self.serving) and self.serving != self.wanted
