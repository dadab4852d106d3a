"""Classifying a query by the words that give its intent away."""

from __future__ import annotations

from collections import defaultdict

from desktop.application.retrieve.cues import CUES
from desktop.application.retrieve.misspellings import corrected
from desktop.domain.intent import Classification, Intent

UNCUED_CONFIDENCE = 0.3
_DOUBT = 0.5
_OPENING = 0.5
"""What more the words count with which a query opens: they say what is asked, later ones about what."""


def classify(text: str) -> Classification:
    """The intent whose cues weigh most; without any, a query is a wish to explore, and said with little confidence."""
    text = corrected(text).lstrip()
    weights: dict[Intent, float] = {}
    cues: dict[Intent, list[str]] = defaultdict(list)
    for group in CUES:
        found = group.found(text)
        cues[group.intent] += found
        weights[group.intent] = weights.get(group.intent, 0.0) + group.weight * len(found) + (_OPENING if group.opens(text) else 0.0)
    best = max(weights, key=lambda intent: weights[intent])
    if not weights[best]:
        return Classification(Intent.EXPLORATORY, UNCUED_CONFIDENCE, "no cue words")
    confidence = weights[best] / (sum(weights.values()) + _DOUBT)
    return Classification(best, round(confidence, 2), "the words " + ", ".join(f"“{cue}”" for cue in cues[best]))
