"""The five intents, in a person's words."""

from __future__ import annotations

from desktop.domain.intent import Classification, Intent

INTENT_WORDS = {
    Intent.FACTUAL: ("Fact", "What is it? Names and values weigh most."),
    Intent.TEMPORAL: ("Time", "When, and what changed? Dates weigh most."),
    Intent.RELATIONAL: ("Relation", "Who uses, targets, talks to what? Paths between things weigh most."),
    Intent.CAUSAL: ("Cause", "Why, and what led to it? Paths between things, and their order in time."),
    Intent.EXPLORATORY: ("Overview", "Tell me about it. What is near in meaning weighs most."),
}
"""A name for a chip, and what the intent does to a search."""


def intent_name(intent: Intent) -> str:
    """What a chip says."""
    return INTENT_WORDS[intent][0]


def intent_reason(found: Classification, *, chosen: bool) -> str:
    """Why a query counts as this kind of question."""
    if chosen:
        return f"{found.intent.capitalize()}: you chose this kind of question."
    return f"{found.intent.capitalize()}: read as this kind of question ({found.confidence:.0%} sure) by {found.by}."
