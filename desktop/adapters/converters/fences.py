"""Text as a block of code in Markdown."""

from __future__ import annotations

import re


def fenced(text: str, language: str) -> str:
    """The text as a code block, whatever fences it has in it."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.removesuffix(chr(10))}\n{fence}\n"
