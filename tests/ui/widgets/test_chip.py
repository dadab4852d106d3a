from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.chip import Chip, cut_in_the_middle
from tests.ui.samples import SignalLog


def test_a_chip_is_pressed_and_taken_away_by_mouse_and_by_key(qtbot: QtBot) -> None:
    chip = Chip("tag", "Tag: heron", "Only documents with the tag heron", removable="Take this filter off")
    qtbot.addWidget(chip)
    chip.show()
    pressed, removed = SignalLog(chip.pressed), SignalLog(chip.removed)
    qtbot.keyClick(chip.button, Qt.Key.Key_Space)
    qtbot.keyClick(chip.button, Qt.Key.Key_Delete)
    qtbot.mouseClick(chip.cross, Qt.MouseButton.LeftButton)

    assert pressed.emissions == [("tag",)]
    assert removed.emissions == [("tag",), ("tag",)]
    assert chip.button.accessibleName() == "Tag: heron. Only documents with the tag heron Take this filter off: Delete."


def test_what_cannot_be_taken_away_has_no_cross(qtbot: QtBot) -> None:
    chip = Chip("typed", "AT&T")
    qtbot.addWidget(chip)
    chip.show()
    removed = SignalLog(chip.removed)
    qtbot.keyClick(chip.button, Qt.Key.Key_Delete)

    assert not chip.cross.isVisible()
    assert removed.emissions == []
    assert chip.words == "AT&T"


def test_long_words_lose_their_middle() -> None:
    assert cut_in_the_middle("short", 10) == "short"
    cut = cut_in_the_middle("abcdefghijklmnopqrstuvwxyz", 11)
    assert (cut, len(cut)) == ("abcde…vwxyz", 11)
