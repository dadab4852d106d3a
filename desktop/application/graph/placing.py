"""Where the nodes of a picture stand: what has no place gets one, and what has keeps it unless everything is laid out anew."""

from __future__ import annotations

from desktop.application.job import CancelToken
from desktop.application.ports import GraphLayout, Placed
from desktop.domain.graph_picture import DrawnNode, draw
from desktop.domain.graph_view import GraphView, Kind, Spot
from desktop.domain.layout import LayoutKind

_LETTER, _LONGEST, _LEAST, _TALL = 6.6, 26, 60.0, 66.0
_LAYERS = {
    Kind.ACTOR: 0,
    Kind.CAMPAIGN: 0,
    Kind.MALWARE: 1,
    Kind.TOOL: 1,
    Kind.TECHNIQUE: 2,
    Kind.VULNERABILITY: 2,
    Kind.INDICATOR: 3,
    Kind.ORGANISATION: 4,
    Kind.PLACE: 4,
    Kind.DOCUMENT: 5,
}
"""Who acts, with what, how, what it leaves behind, whom it hits; and where that is written."""


class Placing:
    """Asks the layout."""

    def __init__(self, layout: GraphLayout) -> None:
        self._layout = layout

    def place(self, view: GraphView, kind: LayoutKind, cancel: CancelToken, *, anew: bool = False) -> dict[str, Spot]:
        """Places for what is drawn: with `anew` for everything but what is pinned, else for what has none."""
        picture = draw(view)
        drawn = {each.key for each in picture.nodes}
        standing = {key: spot for key, spot in view.spots.items() if key in drawn and (not anew or key in view.pinned)}
        fixed = standing if not anew or kind is LayoutKind.FORCE else {}
        nodes = [_placed(each) for each in picture.nodes]
        links = [(each.source, each.target) for each in picture.lines]
        return self._layout.arrange(kind, nodes, links, fixed, cancel) | standing


def _placed(node: DrawnNode) -> Placed:
    width = max(_LEAST, min(len(node.label), _LONGEST) * _LETTER + 14)
    return Placed(node.key, width, _TALL, _LAYERS[node.kind], node.weight)
