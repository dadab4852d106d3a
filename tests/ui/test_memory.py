from __future__ import annotations

from collections.abc import Mapping

from desktop.ui.memory import Memory, Remembered


class Keeper:
    def __init__(self, **state: str) -> None:
        self.state = dict(state)
        self.writes = 0

    def read(self) -> dict[str, str]:
        return dict(self.state)

    def write(self, state: Mapping[str, str]) -> None:
        self.state = dict(state)
        self.writes += 1


def test_what_is_remembered_is_kept_at_once_and_the_rest_stays() -> None:
    keeper = Keeper(vault="/cases/North", newer="left alone")
    memory = Memory(keeper)
    assert memory.recall(Remembered.VAULT) == "/cases/North"
    assert memory.recall(Remembered.THEME) == ""

    memory.remember(Remembered.THEME, "dark")
    memory.remember(Remembered.THEME, "dark")

    assert keeper.state == {"vault": "/cases/North", "newer": "left alone", "theme": "dark"}
    assert keeper.writes == 1
