"""An embedder whose vectors can be worked out by hand."""

from __future__ import annotations

import string
import struct
from collections.abc import Sequence
from math import sqrt

from desktop.domain.marking import Marking
from desktop.domain.vector import Vector
from tests.fakes.words import WordTokenizer


class LetterEmbedder(WordTokenizer):
    """The vector of a text counts its letters a to z, and the rest as one; `calls` holds the sizes of what was asked."""

    def __init__(self, identity: str = "letters-1") -> None:
        self.identity = identity
        self.dimensions = 27
        self.languages: tuple[str, ...] = ()
        self.limit: Marking | None = None
        self.calls: list[int] = []
        self.closed = False

    def embed_passages(self, texts: Sequence[str], *, made_of: Sequence[str] = (), urgent: bool = False) -> list[Vector]:
        self.calls.append(len(texts))
        return [self._vector(text) for text in texts]

    def embed_query(self, text: str) -> Vector:
        return self._vector(text)

    def close(self) -> None:
        self.closed = True

    @staticmethod
    def _vector(text: str) -> Vector:
        counted = [text.lower().count(letter) for letter in string.ascii_lowercase]
        counted.append(max(1, len(text) - sum(counted)))
        length = sqrt(sum(count * count for count in counted))
        return struct.pack("<27f", *(count / length for count in counted))
