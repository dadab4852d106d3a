"""What is placed, and what stays where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from desktop.application.graph.placing import Placing
from desktop.application.job import CancelToken
from desktop.application.ports import Placed
from desktop.domain.graph_view import Addition, GraphView, Kind, Node, Spot, Tie, add, hide, move, pin
from desktop.domain.layout import LayoutKind


class Recorded:
    """A layout that puts everything at one place, and writes down what it was asked."""

    def __init__(self) -> None:
        self.nodes: list[Placed] = []
        self.links: list[tuple[str, str]] = []
        self.fixed: dict[str, Spot] = {}

    def arrange(
        self, kind: LayoutKind, nodes: Sequence[Placed], links: Sequence[tuple[str, str]], fixed: Mapping[str, Spot], cancel: CancelToken
    ) -> dict[str, Spot]:
        self.nodes, self.links, self.fixed = list(nodes), list(links), dict(fixed)
        return {each.key: (9.0, 9.0) for each in nodes}


NODES = (
    Node("a", Kind.ACTOR, "Actor", "intrusion-set"),
    Node("b", Kind.MALWARE, "B" * 60, "malware"),
    Node("c", Kind.PLACE, "C", "location"),
)
DRAWN = add(GraphView(), Addition(NODES, (Tie("a", "uses", "b"),), frozenset("abc")))
VIEW = pin(move(DRAWN, {"a": (1.0, 1.0), "b": (2.0, 2.0)}), "a", pinned=True)


def test_what_has_no_place_gets_one_and_the_rest_stands() -> None:
    layout = Recorded()
    assert Placing(layout).place(VIEW, LayoutKind.FORCE, CancelToken()) == {"a": (1.0, 1.0), "b": (2.0, 2.0), "c": (9.0, 9.0)}
    assert (layout.fixed, layout.links) == ({"a": (1.0, 1.0), "b": (2.0, 2.0)}, [("a", "b")])
    assert [each.layer for each in layout.nodes] == [0, 1, 4]
    assert layout.nodes[0].width < layout.nodes[1].width < 200


def test_laid_out_anew_only_what_is_pinned_stands() -> None:
    layout = Recorded()
    assert Placing(layout).place(VIEW, LayoutKind.LAYERED, CancelToken(), anew=True) == {
        "a": (1.0, 1.0), "b": (9.0, 9.0), "c": (9.0, 9.0)
    }  # fmt: skip
    assert layout.fixed == {}
    Placing(layout).place(VIEW, LayoutKind.FORCE, CancelToken(), anew=True)
    assert layout.fixed == {"a": (1.0, 1.0)}


def test_what_is_hidden_is_not_placed() -> None:
    layout = Recorded()
    Placing(layout).place(hide(VIEW, "c"), LayoutKind.RADIAL, CancelToken())
    assert [each.key for each in layout.nodes] == ["a", "b"]
