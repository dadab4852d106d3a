"""Where tokens end, by the tokenizer of an embedding model's folder."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.domain.errors import ModelUnavailable

if TYPE_CHECKING:
    from tokenizers import Tokenizer as Engine

PIECE = 16_384


class TokenCounter:
    """The Tokenizer port on a `tokenizer.json`; any thread may call."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "tokenizer.json"

    def token_ends(self, text: str) -> Sequence[int]:
        """For each token the offset (code points) at which it ends; no special tokens."""
        ends = array("I")
        for start, end in _pieces(text):
            # A lone surrogate is no text to the engine; `?` takes its place, one for one, so that offsets stay right.
            piece = text[start:end].encode("utf-8", "replace").decode()
            # The engine lets other threads run during a batch, even of one; during a single text the window would stand still.
            (encoding,) = self._engine.encode_batch([piece], add_special_tokens=False)
            ends.extend(start + token_end for _, token_end in encoding.offsets)
        return ends

    @cached_property
    def _engine(self) -> Engine:
        from tokenizers import Tokenizer as Engine

        try:
            engine = Engine.from_file(str(self._path))
        except Exception as error:
            raise ModelUnavailable(
                f"The tokenizer {self._path} could not be loaded: {str(error)[:200]}",
                "Fetch the model's files again with packaging/fetch_models.py.",
            ) from error
        engine.no_truncation()
        engine.no_padding()
        return engine


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Stretches that can be tokenised one by one, which keeps memory flat: cut at a line end or a space where there is one."""
    start = 0
    while len(text) - start > PIECE:
        end = max(text.rfind(mark, start, start + PIECE) for mark in "\n ") + 1
        if end <= start:
            end = start + PIECE
        yield start, end
        start = end
    yield start, len(text)
