from __future__ import annotations

from itertools import product

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.ui.theme import DARK, LIGHT, RESOURCES, Colours, Theme, ThemeChoice, application_icon, colours, icon
from tests.ui.hearing import heard


def luminance(colour: str) -> float:
    named = QColor(colour)
    shares = (named.redF(), named.greenF(), named.blueF())
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in shares]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("worn", "letters", "ground"),
    [
        *product((LIGHT, DARK), ("text", "muted", "accent", "success", "warning", "error"), ("window", "surface")),
        *product((LIGHT, DARK), ("text", "muted", "accent"), ("hover",)),
        *((worn, f"{name}_text", name) for worn in (LIGHT, DARK) for name in ("accent", "selection", "mark")),
    ],
    ids=lambda value: value.name if isinstance(value, Colours) else value,
)
def test_words_can_be_read(worn: Colours, letters: str, ground: str) -> None:
    assert contrast(getattr(worn, letters), getattr(worn, ground)) >= 4.5


def test_light_and_dark_are_worn_when_chosen(qtbot: QtBot, dressed: QApplication) -> None:
    theme = Theme(dressed, ThemeChoice.DARK)
    changed = heard(theme.changed)
    assert colours() is DARK
    assert dressed.palette().color(QPalette.ColorRole.Base).name() == DARK.surface

    theme.choose(ThemeChoice.LIGHT)
    theme.choose(ThemeChoice.LIGHT)

    assert colours() is LIGHT
    assert LIGHT.accent in dressed.styleSheet()
    assert "$" not in dressed.styleSheet()
    assert len(changed) == 1
    theme.deleteLater()


@pytest.mark.parametrize("name", sorted(path.stem for path in (RESOURCES / "icons").glob("*.svg")))
def test_every_icon_can_be_drawn(qtbot: QtBot, name: str) -> None:
    drawn = icon(name, "#ff0000").pixmap(24, 24).toImage()
    assert any(drawn.pixelColor(x, y).alpha() for x in range(drawn.width()) for y in range(drawn.height()))


def test_the_program_has_an_icon(qtbot: QtBot) -> None:
    assert not application_icon().pixmap(64, 64).isNull()


def test_a_sign_in_a_selected_row_keeps_its_colour(qapp: QApplication) -> None:
    sign, size = icon("error", "#b3261e"), QSize(16, 16)
    assert sign.pixmap(size, QIcon.Mode.Selected).toImage() == sign.pixmap(size, QIcon.Mode.Normal).toImage()
