"""What a widget shows was made of: whoever shows text of a vault states it, for whoever lets text out to ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtWidgets import QWidget

_NAME = "made_of"
UNKNOWN = ("what is shown here",)  # the id of nothing: the gate counts what it knows nothing of as RED


def state_sources(widget: QWidget, made_of: Sequence[str]) -> None:
    """Say of which documents and facts the texts in a widget, and in all that it holds, are made.

    Nothing at all is right for a person's own words and for what Coffer says of itself.
    """
    widget.setProperty(_NAME, list(made_of))


def stated_sources(widget: QWidget | None) -> tuple[str, ...]:
    """What the nearest of a widget and those that hold it states; `UNKNOWN` where none does."""
    while widget is not None:
        made_of = widget.property(_NAME)
        if made_of is not None:
            return tuple(cast("list[str]", made_of))
        widget = widget.parentWidget()
    return UNKNOWN
