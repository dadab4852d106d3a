"""Classifying a query: by the words that give its intent away, then by the examples it is nearest to, then by a model."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import Protocol

from desktop.application.ports import Embedder
from desktop.application.retrieve.cues import CUES, Cues
from desktop.application.retrieve.intent_examples import EXAMPLES
from desktop.application.retrieve.misspellings import corrected
from desktop.domain.errors import ModelUnavailable, WorkerDied
from desktop.domain.intent import Classification, Intent
from desktop.domain.vector import numbers, product

UNCUED_CONFIDENCE = 0.3
SURE = 0.75
"""With cues as clear as this, examples are not asked."""
_DOUBT = 0.5
_OPENING = 0.5
"""What more the words count with which a query opens: they say what is asked, later ones about what."""
_NEAREST = 15
_STEEPNESS = 4
_EXAMPLES_WEIGH = 2.0
"""What the nearest examples weigh together, as much as one strong cue."""
_MODEL_DECIDES_BELOW = 0.6


_Example = tuple[Intent, str, tuple[float, ...]]


class IntentModel(Protocol):
    """A language model that is able to tell intents."""

    def intent(self, text: str) -> Intent | None:
        """The intent of a query; None if the model gave no usable answer."""
        ...


@dataclass(frozen=True, slots=True)
class _Cued:
    """What each intent's cues weigh in a query, in order of precedence, and the cues themselves."""

    weights: Mapping[Intent, float]
    cues: Mapping[Intent, Sequence[str]]


class IntentClassifier:
    """Classifies queries; without an embedder by their cues alone."""

    def __init__(self, embedder: Embedder | None = None, model: IntentModel | None = None) -> None:
        self._embedder = embedder
        self._model = model
        self._examples: list[_Example] = []
        self._lock = Lock()

    def prepare(self) -> None:
        """Make the examples' vectors now, which takes about a second, and not when a query first needs them."""
        if self._embedder is not None:
            with suppress(ModelUnavailable, WorkerDied):  # the searches will say so
                self._embedded(self._embedder)

    def classify(self, text: str) -> Classification:
        """The intent of a query, how sure, and by what; an embedder that fails costs the examples and nothing else."""
        cued = _cued(text)
        found = _judge(cued.weights, _named(cued))
        if found.confidence < SURE and self._embedder is not None:
            found = self._by_examples(text, cued, self._embedder) or found
        if found.confidence < _MODEL_DECIDES_BELOW and self._model is not None:
            decided = self._model.intent(text)
            return Classification(decided, _MODEL_DECIDES_BELOW, "the language model") if decided else found
        return found

    def _by_examples(self, text: str, cued: _Cued, embedder: Embedder) -> Classification | None:
        try:
            asked, examples = numbers(embedder.embed_query(text)), self._embedded(embedder)
        except (ModelUnavailable, WorkerDied):  # the vector route says so
            return None
        near = sorted(((product(asked, each), intent, example) for intent, example, each in examples), reverse=True)[:_NEAREST]
        worth = [(max(0.0, alike) ** _STEEPNESS, intent) for alike, intent, _ in near]
        total = sum(each for each, _ in worth)
        weights = dict(cued.weights)
        for each, intent in worth:
            weights[intent] += _EXAMPLES_WEIGH * each / total if total else 0.0
        nearest = {intent: example for _, intent, example in reversed(near)}
        likened = {intent: f"like “{example}”" for intent, example in nearest.items()}
        said = {intent: ", ".join(filter(None, (_said(cued.cues.get(intent, ())), likened.get(intent)))) for intent in Intent}
        return _judge(weights, said)

    def _embedded(self, embedder: Embedder) -> list[_Example]:
        with self._lock:
            if not self._examples:
                texts = [(intent, example) for intent, examples in EXAMPLES.items() for example in examples]
                vectors = embedder.embed_passages([example for _, example in texts], urgent=True)
                self._examples = [(intent, example, numbers(vector)) for (intent, example), vector in zip(texts, vectors, strict=True)]
            return self._examples


def classify(text: str) -> Classification:
    """The intent whose cues weigh most; without any, a query is a wish to explore, and said with little confidence."""
    cued = _cued(text)
    return _judge(cued.weights, _named(cued))


def _cued(text: str) -> _Cued:
    text = corrected(text).lstrip()
    weights: dict[Intent, float] = {}
    cues: dict[Intent, list[str]] = defaultdict(list)
    found = {group: group.found(text) for group in CUES}
    for group in CUES:
        stronger = [each.span() for other, matches in found.items() if _outweighs(other, group) for each in matches]
        said = dict.fromkeys(each[0].lower() for each in found[group] if not _lies_within(each, stronger))
        opening = group.opening(text)
        opens = opening is not None and not _lies_within(opening, stronger)
        cues[group.intent] += said
        weights[group.intent] = weights.get(group.intent, 0.0) + group.weight * len(said) + (_OPENING if opens else 0.0)
    return _Cued(weights, cues)


def _outweighs(one: Cues, other: Cues) -> bool:
    return one.intent is not other.intent and one.weight > other.weight


def _lies_within(cue: re.Match[str], stronger: Sequence[tuple[int, int]]) -> bool:
    """Whether a cue is but a part of a stronger one: `who is` says nothing more in `who is behind`."""
    return any(start <= cue.start() and cue.end() <= end and (start, end) != cue.span() for start, end in stronger)


def _judge(weights: Mapping[Intent, float], said: Mapping[Intent, str]) -> Classification:
    best = max(weights, key=lambda intent: weights[intent])
    if not weights[best]:
        return Classification(Intent.EXPLORATORY, UNCUED_CONFIDENCE, "no cue words")
    confidence = weights[best] / (sum(weights.values()) + _DOUBT)
    return Classification(best, round(confidence, 2), said[best])


def _named(cued: _Cued) -> dict[Intent, str]:
    return {intent: _said(cues) for intent, cues in cued.cues.items()}


def _said(cues: Sequence[str]) -> str:
    return "the words " + ", ".join(f"“{cue}”" for cue in dict.fromkeys(cues)) if cues else ""
