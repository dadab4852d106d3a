"""How the nodes of a picture are laid out."""

from __future__ import annotations

from enum import StrEnum


class LayoutKind(StrEnum):
    """Ways of laying out: by springs, in layers by kind, or in rings around what weighs most."""

    FORCE = "force"
    LAYERED = "layered"
    RADIAL = "radial"
