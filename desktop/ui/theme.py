"""The look: light and dark colours, one style sheet made from them, and icons drawn in them.

Widgets ask for a part to play by a property, and the style sheet answers:

    QLabel        role = title | heading | muted | error | success | badge
    QFrame        role = card | bar | panel | chip
    QPushButton   role = primary | quiet | chip | segment
    QToolButton   role = quiet | chip | link | bare | cross
    QScrollBar    role = idle
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from string import Template

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
ICON_SIZES = (16, 20, 24, 32, 48, 64)
MOST_ICONS = 256
LEAST_POINT_SIZE = 10.0


class ThemeChoice(StrEnum):
    """Whether colours follow the system or are what the analyst chose."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Colours:
    """Every colour in use, by what it is for; text on `window` and `surface` has a contrast of at least 4.5."""

    name: str
    window: str
    surface: str
    hover: str
    border: str
    text: str
    muted: str
    accent: str
    accent_hover: str
    accent_text: str
    selection: str
    selection_text: str
    mark: str
    mark_text: str
    success: str
    warning: str
    error: str
    scroll: str
    veil: str


LIGHT = Colours(
    name="light",
    window="#f3f5f8",
    surface="#ffffff",
    hover="#e9eef5",
    border="#d5dbe3",
    text="#1a2230",
    muted="#566273",
    accent="#1f5cb8",
    accent_hover="#184c9b",
    accent_text="#ffffff",
    selection="#d6e4f9",
    selection_text="#10233f",
    mark="#ffe28a",
    mark_text="#1a2230",
    success="#1b7340",
    warning="#855400",
    error="#b3261e",
    scroll="#b9c2ce",
    veil="#e8ffffff",
)

DARK = Colours(
    name="dark",
    window="#15181d",
    surface="#1c2026",
    hover="#272d36",
    border="#353c47",
    text="#e5e9ef",
    muted="#9fabba",
    accent="#74aaff",
    accent_hover="#94beff",
    accent_text="#0b1526",
    selection="#27436e",
    selection_text="#f1f5fb",
    mark="#6b5410",
    mark_text="#fff4d0",
    success="#67cb8f",
    warning="#e5b552",
    error="#ff8d84",
    scroll="#4a5361",
    veil="#e81c2026",
)


def colours(palette: QPalette | None = None) -> Colours:
    """The colours that go with a palette, by default the application's."""
    ground = (palette or QGuiApplication.palette()).color(QPalette.ColorRole.Window)
    return DARK if ground.lightness() < 128 else LIGHT


class Theme(QObject):
    """Dresses the application, and dresses it anew when the system turns light or dark."""

    changed = Signal()

    def __init__(self, application: QApplication, choice: ThemeChoice = ThemeChoice.SYSTEM) -> None:
        super().__init__(application)
        self._application = application
        self._choice = choice
        self._worn: Colours | None = None
        application.setStyle(QStyleFactory.create("Fusion"))
        _enlarge_small_font(application)
        application.styleHints().colorSchemeChanged.connect(self._follow_system)
        self.choose(choice)

    @property
    def choice(self) -> ThemeChoice:
        """What the analyst chose."""
        return self._choice

    @Slot(object)
    def choose(self, choice: ThemeChoice) -> None:
        """Follow the system, or be light or dark whatever it says."""
        self._choice = choice
        hints = self._application.styleHints()
        if choice is ThemeChoice.SYSTEM:
            hints.unsetColorScheme()
        else:
            hints.setColorScheme(Qt.ColorScheme.Dark if choice is ThemeChoice.DARK else Qt.ColorScheme.Light)
        self._dress()

    @Slot()
    def _follow_system(self) -> None:
        self._dress()

    def _dress(self) -> None:
        worn = self._wanted()
        if worn == self._worn:
            return
        self._worn = worn
        self._application.setPalette(_palette(worn))
        self._application.setStyleSheet(_style_sheet(worn))
        self.changed.emit()

    def _wanted(self) -> Colours:
        # Some desktops (and the offscreen platform) answer Unknown even when told a scheme.
        if self._choice is not ThemeChoice.SYSTEM:
            return DARK if self._choice is ThemeChoice.DARK else LIGHT
        return DARK if self._application.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT


def icon(name: str, colour: str = "") -> QIcon:
    """The icon `name` from resources/icons, drawn in `colour` (by default that of muted text)."""
    worn = colours()
    return _drawn(name, colour or worn.muted, worn.border)


def application_icon() -> QIcon:
    """The program's own icon, in its own colours."""
    drawing, drawn = _drawing("coffer"), QIcon()
    for size in (*ICON_SIZES, 128, 256):
        drawn.addPixmap(_draw(drawing, size))
    return drawn


def play(widget: QWidget, role: str) -> None:
    """Give a widget a part to play in the style sheet, and repaint it if it played another."""
    if widget.property("role") != role:
        widget.setProperty("role", role)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


@lru_cache(MOST_ICONS)
def _drawn(name: str, colour: str, faded: str) -> QIcon:
    """Many widgets ask for the same icon each time their palette changes: each is drawn once."""
    normal, disabled, drawn = _drawing(name, colour), _drawing(name, faded), QIcon()
    for size in ICON_SIZES:
        pixmap = _draw(normal, size)
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # left to itself, Qt fades what is selected
            drawn.addPixmap(pixmap, mode)
        drawn.addPixmap(_draw(disabled, size), QIcon.Mode.Disabled)
    return drawn


def _drawing(name: str, colour: str = "#000000") -> QSvgRenderer:
    source = (RESOURCES / "icons" / f"{name}.svg").read_text(encoding="utf-8")
    return QSvgRenderer(QByteArray(source.replace("#000000", colour).encode()))


def _draw(drawing: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(QSize(size, size))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    drawing.render(painter)
    painter.end()
    return pixmap


def _enlarge_small_font(application: QApplication) -> None:
    font = application.font()
    if 0 < font.pointSizeF() < LEAST_POINT_SIZE:
        font.setPointSizeF(LEAST_POINT_SIZE)
        application.setFont(font)


def _palette(worn: Colours) -> QPalette:
    roles = QPalette.ColorRole
    palette = QPalette()
    for role, colour in {
        roles.Window: worn.window,
        roles.WindowText: worn.text,
        roles.Base: worn.surface,
        roles.AlternateBase: worn.window,
        roles.ToolTipBase: worn.surface,
        roles.ToolTipText: worn.text,
        roles.PlaceholderText: worn.muted,
        roles.Text: worn.text,
        roles.Button: worn.surface,
        roles.ButtonText: worn.text,
        roles.BrightText: worn.error,
        roles.Link: worn.accent,
        roles.LinkVisited: worn.accent,
        roles.Highlight: worn.selection,
        roles.HighlightedText: worn.selection_text,
        roles.Accent: worn.accent,
        roles.Light: worn.surface,
        roles.Midlight: worn.hover,
        roles.Mid: worn.border,
        roles.Dark: worn.muted,
        roles.Shadow: worn.border,
    }.items():
        palette.setColor(role, QColor(colour))
    for role in (roles.WindowText, roles.Text, roles.ButtonText, roles.HighlightedText):
        faded = QColor(worn.muted)
        faded.setAlpha(150)
        palette.setColor(QPalette.ColorGroup.Disabled, role, faded)
    return palette


def _style_sheet(worn: Colours) -> str:
    source = (RESOURCES / "themes" / "coffer.qss").read_text(encoding="utf-8")
    return Template(re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)).substitute(asdict(worn), icons=(RESOURCES / "icons").as_posix())
