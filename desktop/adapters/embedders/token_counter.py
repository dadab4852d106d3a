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
MOST_KNOWN = 100_000

_REMEMBERED = 64
"""Characters of the longest word that may come again: longer ones are addresses, hashes, lines of a script without spaces."""


class TokenCounter:
    """The Tokenizer port on a `tokenizer.json`; any thread may call.

    No token crosses a space or a line end, and what a word is cut into does not depend on its neighbours. So the engine is asked
    about each word once, which counts six times as fast: the words of a report are mostly those of the reports before.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / "tokenizer.json"
        self._known: dict[str, tuple[int, ...]] = {}

    def token_ends(self, text: str) -> Sequence[int]:
        """For each token the offset (code points) at which it ends; no special tokens."""
        ends = array("I")
        for start, end in _pieces(text):
            ends.extend([start + each for each in self._ends(text[start:end])])
        return ends

    def _ends(self, piece: str) -> Iterator[int]:
        """Where the tokens of a piece end within it."""
        words = piece.replace("\n", " ").replace("\t", " ").replace("\r", " ").split(" ")
        cut = self._cut(set(words))
        at = 0
        for word in words:
            for end in cut[word]:
                yield at + end
            at += len(word) + 1

    def _cut(self, words: set[str]) -> dict[str, tuple[int, ...]]:
        """Where in each of these words its tokens end; what the engine says of new ones is remembered."""
        cut = {word: ends for word in words if (ends := self._known.get(word)) is not None}
        new = words.difference(cut)
        if new:
            asked = self._ask(list(new))
            if len(self._known) > MOST_KNOWN:
                self._known = {}
            self._known.update((word, ends) for word, ends in asked.items() if len(word) <= _REMEMBERED)
            cut |= asked
        return cut

    def _ask(self, words: Sequence[str]) -> dict[str, tuple[int, ...]]:
        # A lone surrogate is no text to the engine; `?` takes its place, one for one, so that offsets stay right.
        line = " ".join(words).encode("utf-8", "replace").decode()
        # The engine lets other threads run during a batch, even of one; during a single text the window would stand still.
        (encoding,) = self._engine.encode_batch([line], add_special_tokens=False)
        ends = iter([end for _, end in encoding.offsets])
        found, start, end = {}, 0, next(ends, None)
        for word in words:
            inside = []
            while end is not None and end <= start + len(word):
                inside.append(end - start)
                end = next(ends, None)
            found[word] = tuple(inside)
            start += len(word) + 1
        return found

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
