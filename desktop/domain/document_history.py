"""What happened to a document."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DocumentEvent:
    """What happened to a document: when, by whom, what; `said` are the fields that changed, in words.

    `before` and `after` are hashes of its text, None where that stayed. `outside`: another program did it. `kept`: the text
    before it can be looked at and brought back.
    """

    at: str
    actor: str
    action: str
    said: str = ""
    before: str | None = None
    after: str | None = None
    outside: bool = False
    kept: bool = False
