"""Tags as a person writes them."""

from __future__ import annotations


def tags_in(text: str) -> tuple[str, ...]:
    """Tags in a text that separates them by commas, each once."""
    return tuple(dict.fromkeys(tag for each in text.split(",") if (tag := " ".join(each.split()))))
