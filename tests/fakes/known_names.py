"""Names that a test says are one."""

from __future__ import annotations

from collections.abc import Mapping

from desktop.application.retrieve.folding import fold


class BookOfNames:
    """Each group of names stands for one thing; `disputed` are names and what only some call so."""

    def __init__(self, *groups: tuple[str, ...], disputed: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self._groups = groups
        self._disputed = {fold(name): others for name, others in (disputed or {}).items()}

    def other_names(self, name: str) -> tuple[str, ...]:
        """The rest of the first group that has the name."""
        for group in self._groups:
            if fold(name) in map(fold, group):
                return tuple(each for each in group if fold(each) != fold(name))
        return ()

    def disputed_names(self, name: str) -> tuple[str, ...]:
        return self._disputed.get(fold(name), ())
