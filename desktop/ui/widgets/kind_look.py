"""How each kind of node looks: its colour for light and for dark, and its icon. No two colours differ by red against green alone."""

from __future__ import annotations

from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from desktop.domain.graph_view import Kind
from desktop.ui.theme import icon

_LIGHT = {
    Kind.DOCUMENT: "#5b6b80",
    Kind.ACTOR: "#b3261e",
    Kind.CAMPAIGN: "#ad3f86",
    Kind.MALWARE: "#c2570c",
    Kind.TOOL: "#86690a",
    Kind.TECHNIQUE: "#6a4fb8",
    Kind.VULNERABILITY: "#7a3b1c",
    Kind.INDICATOR: "#0b7285",
    Kind.ORGANISATION: "#1f5cb8",
    Kind.PLACE: "#2f7d46",
}
_DARK = {
    Kind.DOCUMENT: "#9aa9bc",
    Kind.ACTOR: "#ff8d84",
    Kind.CAMPAIGN: "#ec93cc",
    Kind.MALWARE: "#f7a35f",
    Kind.TOOL: "#dcbf5a",
    Kind.TECHNIQUE: "#b9a5f7",
    Kind.VULNERABILITY: "#d09a78",
    Kind.INDICATOR: "#56c7d9",
    Kind.ORGANISATION: "#7fb0ff",
    Kind.PLACE: "#79cf93",
}
_ON_LIGHT, _ON_DARK = "#ffffff", "#12161c"
DOT = 11


def kind_colour(kind: Kind, dark: bool) -> QColor:
    """The colour of a kind."""
    return QColor((_DARK if dark else _LIGHT)[kind])


def kind_icon(kind: Kind, dark: bool) -> QIcon:
    """The icon of a kind as it stands on its colour."""
    return icon(f"kind-{kind}", _ON_DARK if dark else _ON_LIGHT)


def kind_dot(kind: Kind, dark: bool) -> QIcon:
    """A spot of a kind's colour, for lists and the legend."""
    pixmap = QPixmap(DOT * 2, DOT * 2)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(0, 0, 0, 0))
    painter.setBrush(kind_colour(kind, dark))
    painter.drawEllipse(1, 1, DOT - 2, DOT - 2)
    painter.end()
    return QIcon(pixmap)
