"""Prose as a query: a sentence that tells of something, pasted or typed, rather than a question or a few words."""

from __future__ import annotations

import re

from desktop.application.retrieve.folding import fold
from desktop.application.retrieve.words import STOPWORDS

_MOST_OF_A_REQUEST = 4
"""So many telling words are what somebody types who looks for something."""
_WISHES = re.compile(r"\W*(?:tell|give|show|list|find|name|explain|describe|summari[sz]e|compare)\b", re.IGNORECASE)
_ASKS = re.compile(r"\W*(?:what|who|whom|whose|which|when|where|why|how)\b(?!.*\.\W*$)", re.IGNORECASE | re.DOTALL)
"""A sentence that begins so and ends with a full stop asks nothing: `When opened, the document fetches a template.`"""
_AROUND = ".,;:!()[]{}\"'“”‘’*_`"
_QUESTION_MARKS = ("?", "？", "؟")


def is_prose(text: str) -> bool:
    """Whether a query tells rather than asks: of a language whose small words are not known, nothing is taken for prose."""
    if _WISHES.match(text) or _ASKS.match(text) or text.rstrip(" \"'”’).").endswith(_QUESTION_MARKS):
        return False
    said = [fold(word) for token in text.split() if (word := token.strip(_AROUND))]
    telling = sum(word not in STOPWORDS for word in said)
    return _MOST_OF_A_REQUEST < telling < len(said)
