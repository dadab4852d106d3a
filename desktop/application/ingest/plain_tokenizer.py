"""Counting without a model."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

_WHOLE = r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]"
"""Letters of Chinese, Japanese and Korean, each of which models count by itself."""
_TOKEN = re.compile(rf"{_WHOLE}|(?:(?!{_WHOLE})[^\W\d_]){{1,5}}|\d{{1,3}}|[^\w\s]|_")


class PlainTokenizer:
    """A Tokenizer that estimates high: pieces of words of up to five letters, of numbers up to three digits, every mark."""

    def token_ends(self, text: str) -> Sequence[int]:
        """For each token the offset (code points) at which it ends."""
        return array("I", (match.end() for match in _TOKEN.finditer(text)))
