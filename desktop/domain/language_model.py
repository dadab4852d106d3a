"""Language models: what a model file says of itself, and what it would need."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

CONTEXT_TOKENS = 2048
"""Tokens of evidence, question and answer together for which Coffer loads a model, whatever it was made for."""
_WORKING_BYTES = 160 * 2**20
"""What llama.cpp takes besides the weights and the memory of the context: measured at 110 to 150 MB."""
_BYTES_PER_NUMBER = 2


class Room(StrEnum):
    """Whether a model fits into a machine's memory: `TIGHT` is more than half of it, so that everything else becomes slow."""

    ENOUGH = "enough"
    TIGHT = "tight"
    TOO_LITTLE = "too_little"


def room_for(needed: int, machine: int) -> Room:
    """Whether a machine with so many bytes of memory has room for a model that needs so many."""
    if needed <= machine // 2:
        return Room.ENOUGH
    return Room.TIGHT if needed <= machine else Room.TOO_LITTLE


@dataclass(frozen=True, slots=True)
class ModelFile:
    """What a GGUF file states in its header; nothing of it was loaded or run.

    Empty texts and 0 stand for what the file does not say. `context` is the most tokens the model was made for; `layers`,
    `key_value_heads` and `head_width` size the memory that each token of the context takes. `sha256` is the file's own.
    """

    name: str
    architecture: str
    licence: str
    quantisation: str
    context: int
    layers: int
    key_value_heads: int
    head_width: int
    has_chat_template: bool
    bytes: int
    sha256: str = ""

    def memory(self, context: int) -> int:
        """About how many bytes the model takes while it answers with so many tokens of context."""
        per_token = 2 * self.layers * self.key_value_heads * self.head_width * _BYTES_PER_NUMBER
        return self.bytes + per_token * context + _WORKING_BYTES


FIT = 8
"""Of ten questions, so many a model must answer by the rules to be worth composing answers."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """One question of the self-test: what the model wrote, and what is wrong with it (empty if nothing)."""

    question: str
    written: str
    problem: str


@dataclass(frozen=True, slots=True)
class SelfTest:
    """Whether a model follows the rules: says what stands in the evidence, cites it, and gives the value that was asked for."""

    questions: tuple[AskedQuestion, ...]

    @property
    def passed(self) -> int:
        """How many questions were answered by the rules."""
        return sum(not each.problem for each in self.questions)

    @property
    def fit(self) -> bool:
        """Whether the model is worth composing answers; otherwise they stay extracts."""
        return self.passed >= FIT
