"""The few colours that mean something and so cannot come from the palette, each for light and for dark."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from desktop.domain.marking import Marking

# TLP 2.0 (FIRST, 2022), table of colours: RGB of the letters; the ground is always black.
TLP_COLOURS = {
    Marking.CLEAR: "#ffffff",
    Marking.GREEN: "#33ff00",
    Marking.AMBER: "#ffc000",
    Marking.AMBER_STRICT: "#ffc000",
    Marking.RED: "#ff2b2b",
}
TLP_GROUND = "#000000"


def marking_style(marking: Marking, widget: str = "QLabel") -> str:
    """The style sheet of a widget that shows a marking as a badge."""
    focused = f" {widget}:focus {{ border: 1px solid {TLP_COLOURS[marking]}; }}" if widget != "QLabel" else ""
    look = f"background: {TLP_GROUND}; color: {TLP_COLOURS[marking]}; font-weight: bold; padding: 2px 7px; border-radius: 3px;"
    return f"{widget} {{ {look} }}{focused}"


def is_dark(palette: QPalette) -> bool:
    """Whether text is drawn light on dark."""
    return palette.color(QPalette.ColorRole.Base).lightness() < 128


def place_colour(dark: bool) -> QColor:
    """Ground of the place that was opened."""
    return QColor("#6b5600" if dark else "#ffe27a")


def match_colour(dark: bool) -> QColor:
    """Ground of what a search found."""
    return QColor("#2f4f3a" if dark else "#cfeeda")


def current_match_colour(dark: bool) -> QColor:
    """Ground of the match that is looked at."""
    return QColor("#a24f00" if dark else "#ffb066")


def mixed(ground: QColor, ink: QColor, share: float) -> QColor:
    """`ground` with `share` of `ink` in it."""
    return QColor.fromRgbF(
        ground.redF() + (ink.redF() - ground.redF()) * share,
        ground.greenF() + (ink.greenF() - ground.greenF()) * share,
        ground.blueF() + (ink.blueF() - ground.blueF()) * share,
    )
