"""Intents by a language model, where cues and examples leave doubt."""

from __future__ import annotations

from desktop.application.job import CancelToken, ignore
from desktop.application.ports import Generator, Prompt
from desktop.domain.errors import ModelUnavailable, WorkerDied
from desktop.domain.intent import Intent

_SYSTEM = """\
You tell what kind of answer a search query of a threat analyst asks for. Answer with one word.
FACTUAL: a value, such as a hash, a number, a name, a version. TEMPORAL: when, in which order, what changed, the latest.
RELATIONAL: who or what is connected with whom. CAUSAL: why, or how it came about. EXPLORATORY: an overview of a topic."""
_GRAMMAR = "root ::= " + " | ".join(f'"{intent}"' for intent in Intent)
_MOST_TOKENS = 8
_LONGEST = 500


class ModelIntents:
    """Asks a language model, which can say nothing but an intent."""

    def __init__(self, generator: Generator) -> None:
        self._generator = generator

    def intent(self, text: str) -> Intent | None:
        """The intent of a query; None if the model cannot run, or said none."""
        prompt = Prompt(_SYSTEM, f"Query: {text[:_LONGEST]}")
        try:
            said = self._generator.generate(prompt, max_tokens=_MOST_TOKENS, cancel=CancelToken(), on_text=ignore, grammar=_GRAMMAR)
        except (ModelUnavailable, WorkerDied):  # answers say so; a search goes by cues and examples
            return None
        return Intent(said.strip()) if said.strip() in set(Intent) else None
