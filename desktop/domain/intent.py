"""Intents: what kind of answer a query asks for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Intent(StrEnum):
    """The five kinds of query."""

    FACTUAL = "FACTUAL"
    TEMPORAL = "TEMPORAL"
    RELATIONAL = "RELATIONAL"
    CAUSAL = "CAUSAL"
    EXPLORATORY = "EXPLORATORY"


@dataclass(frozen=True, slots=True)
class Classification:
    """An intent, how sure (0 to 1), and what decided it, in words for a person."""

    intent: Intent
    confidence: float
    by: str
