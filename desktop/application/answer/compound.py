"""Compound questions: the questions that are asked in one sentence, each by itself."""

from __future__ import annotations

import re

_ASKS = r"(?:which|whose|who|whom|what|when|where|why|how)\b"
_JOINT = re.compile(
    rf"(?:,? (?:and|or|but)(?: also)?|[,;:?.!])\s+(?=(?:(?:from|to|in|on|by|of|for|with|at|since|until|through) )?{_ASKS})", re.IGNORECASE
)
_ASKED = re.compile(
    rf"\b{_ASKS}|\b(?:tell|list|give|name|brief|show|describe)\b|^(?:did|does|do|is|are|was|were|has|have|can)\b", re.IGNORECASE
)


def split_question(text: str) -> list[str]:
    """The questions in a text, in order, at least one; what only leads up to a question stays with it."""
    parts: list[str] = []
    lead = ""
    for part in _JOINT.split(text):
        lead = f"{lead}, {part}" if lead else part
        if _ASKED.search(lead):
            parts.append(lead.strip())
            lead = ""
    if lead and parts:
        parts[-1] = f"{parts[-1]}, {lead}"
    return parts or [text]
