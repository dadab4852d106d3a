"""The guide's chapters, which come with Coffer as Markdown files."""

from __future__ import annotations

from pathlib import Path

from desktop.domain.errors import StorageProblem
from desktop.domain.guide import Chapter, read_chapter


class GuideFiles:
    """Reads the chapters in a folder, in the order of their names, each time it is asked."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self) -> tuple[Chapter, ...]:
        """Every chapter. Raises StorageProblem if they are not where they should be."""
        try:
            return tuple(read_chapter(path.name, path.read_text(encoding="utf-8")) for path in sorted(self._folder.iterdir()))
        except OSError as error:
            raise StorageProblem(
                f"The guide is not where it should be: {error.filename}: {error.strerror}.", "Install Coffer again."
            ) from error
