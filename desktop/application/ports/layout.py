"""The port of what finds places for the nodes of a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop.application.job import CancelToken
from desktop.domain.graph_view import Spot
from desktop.domain.layout import LayoutKind


@dataclass(frozen=True, slots=True)
class Placed:
    """A node to place: its size in pixels, with its label, the layer that its kind belongs to, and how much it weighs."""

    key: str
    width: float
    height: float
    layer: int
    weight: int = 0


class GraphLayout(Protocol):
    """Finds places; the same question has the same answer."""

    def arrange(
        self, kind: LayoutKind, nodes: Sequence[Placed], links: Sequence[tuple[str, str]], fixed: Mapping[str, Spot], cancel: CancelToken
    ) -> dict[str, Spot]:
        """A place for the middle of each node. Those in `fixed` stand where they stood, and what is new is put around them."""
        ...
