"""A converter that does what a file's text says."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from desktop.application.job import CancelToken
from desktop.application.ports import Conversion, ConversionLimits
from desktop.domain.errors import ConversionFailed, UnsupportedFormat


class TextConverter:
    """Gives a file's text as Markdown; `broken` and `unknown` in it make it fail, and `before` may interfere."""

    def __init__(self, before: Callable[[Path], None] = lambda _: None) -> None:
        self.before = before
        self.limits: ConversionLimits | None = None
        self.paths: list[Path] = []
        self.changes: dict[str, Conversion] = {}
        self._lock = threading.Lock()

    def convert(self, path: Path, limits: ConversionLimits, cancel: CancelToken) -> Conversion:
        with self._lock:
            self.limits = limits
            self.paths.append(path)
        text = path.read_text(encoding="utf-8")
        self.before(path)
        cancel.raise_if_cancelled()
        if "broken" in text:
            raise ConversionFailed("The file is damaged.", "Get it again.")
        if "unknown" in text:
            raise UnsupportedFormat("Files of this kind are not read.")
        if "bug" in text:
            raise ZeroDivisionError("by design")
        title = text.partition("\n")[0].lstrip("# ") if text.startswith("#") else None
        return self.changes.get(path.name) or Conversion(text, "md", "fake 1", title=title)

    def close(self) -> None:
        pass
