"""A chunk: a stretch of a document's Markdown."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stretch of a body, with `body[start:end] == text`; `position` counts from 0 within the document."""

    position: int
    start: int
    end: int
    text: str
    page: int | None = None
    headings: tuple[str, ...] = ()

    def embedded_text(self, title: str) -> str:
        """What the embedder reads: title and heading path, then the text itself."""
        context = [part for part in (title, *self.headings) if part and part not in self.text]
        return "\n".join([" > ".join(dict.fromkeys(context)), self.text] if context else [self.text])


def content_hash(text: str) -> str:
    """Identifies an embedded text, so that only what changed is embedded again."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
