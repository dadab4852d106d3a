"""What the window remembers from one start to the next; nothing of it matters to a vault."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol


class KeepsState(Protocol):
    """Where it is kept: a small file, read and written as a whole. A damaged file is an empty one."""

    def read(self) -> dict[str, str]:
        """Everything that was kept."""
        ...

    def write(self, state: Mapping[str, str]) -> None:
        """Keep this, and nothing else. Raises StorageProblem."""
        ...


class Remembered(StrEnum):
    """The names of what is remembered; `vault` is read by the command line too."""

    VAULT = "vault"
    GEOMETRY = "geometry"
    THEME = "theme"
    MODE = "mode"
    CASES = "cases"


class Memory:
    """Remembers a few texts by name; each change is kept at once, so that a crash loses none."""

    def __init__(self, keeper: KeepsState) -> None:
        self._keeper = keeper
        self._state = keeper.read()

    def recall(self, name: Remembered) -> str:
        """What was remembered, or nothing."""
        return self._state.get(name, "")

    def remember(self, name: Remembered, value: str) -> None:
        """Remember a text."""
        if self._state.get(name) != value:
            self._state[str(name)] = value
            self._keeper.write(self._state)
