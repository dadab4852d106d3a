"""A Tokenizer for tests that can be counted by eye."""

from __future__ import annotations

import re
from collections.abc import Sequence


class WordTokenizer:
    """Every word and every other visible character is a token."""

    def token_ends(self, text: str) -> Sequence[int]:
        return [match.end() for match in re.finditer(r"\w+|[^\w\s]", text)]


class LetterTokenizer:
    """Every visible character is a token."""

    def token_ends(self, text: str) -> Sequence[int]:
        return [offset + 1 for offset, letter in enumerate(text) if not letter.isspace()]
