"""Names that a test says are one."""

from __future__ import annotations

from desktop.application.retrieve.folding import fold


class BookOfNames:
    """Each group of names stands for one thing."""

    def __init__(self, *groups: tuple[str, ...]) -> None:
        self._groups = groups

    def other_names(self, name: str) -> tuple[str, ...]:
        """The rest of the first group that has the name."""
        for group in self._groups:
            if fold(name) in map(fold, group):
                return tuple(each for each in group if fold(each) != fold(name))
        return ()
