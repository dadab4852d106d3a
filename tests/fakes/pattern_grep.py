"""Grep with Python's own expressions."""

from __future__ import annotations

import re
from pathlib import Path

from desktop.application.job import CancelToken
from desktop.application.ports import GrepMatch


class PatternGrep:
    """Reads every Markdown file; `asked` holds the limits it was given."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def search(self, pattern: str, folder: Path, limit: int, cancel: CancelToken) -> list[GrepMatch]:
        self.asked.append(limit)
        if not pattern.strip():
            return []
        flags = re.IGNORECASE if pattern == pattern.lower() else re.NOFLAG
        expression = re.compile(pattern if self.is_expression(pattern) else re.escape(pattern), flags)
        found = []
        for path in sorted(folder.glob("[!.]*.md")):
            for line in re.finditer(r"[^\n]+", path.read_bytes().decode()):
                spans = tuple(
                    (line.start() + match.start(), line.start() + match.end()) for match in expression.finditer(line[0]) if match[0]
                )
                if spans:
                    cancel.raise_if_cancelled()
                    found.append(GrepMatch(path.stem, line.start(), line.start() + len(line[0].rstrip("\r")), spans))
        return found[:limit]

    def is_expression(self, pattern: str) -> bool:
        try:
            re.compile(pattern)
        except re.error:
            return False
        return True
