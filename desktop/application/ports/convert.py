"""The port of what turns files into Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from desktop.application.job import CancelToken
from desktop.domain.conversion import Conversion, ConversionLimits


class MarkdownConverter(Protocol):
    """Turns a file into Markdown, judging it by content first and by name second."""

    def convert(
        self, path: Path, limits: ConversionLimits, cancel: CancelToken, members: Path | None = None, passwords: Sequence[str] = ()
    ) -> Conversion:
        """Convert one file; may be called from several threads at once.

        `members` is an empty folder for what lies inside the file; without one, members are named and not taken out.
        `passwords` are tried in order where the file asks for one; PasswordNeeded if none opens it.
        Raises ConversionFailed with a reason a person can act on, Cancelled, never anything else for a bad file.
        """
        ...

    def rest(self) -> None:
        """Let go of what is held for work that may come; whatever is in progress goes on, and the next call starts anew."""
        ...

    def close(self) -> None:
        """End the worker processes."""
        ...
