"""A view of the graph: what is drawn of it, and every step."""

from __future__ import annotations

from desktop.domain.entity import EntityType
from desktop.domain.graph import Direction, EdgeStatus
from desktop.domain.graph_card import Choice, shown_around
from desktop.domain.graph_picture import Drawing, draw
from desktop.domain.graph_timeline import Within
from desktop.domain.graph_view import (
    MENTIONS,
    Addition,
    GraphView,
    Kind,
    Node,
    Tie,
    add,
    collection_key,
    document_key,
    document_of,
    filter_kind,
    filter_relationship,
    focus_on,
    gather,
    hide,
    hide_others,
    kind_of,
    move,
    pin,
    renew,
    show_again,
    show_hidden,
    take_out,
    take_out_one,
    types_of,
)

DERIVED, ASSERTED = EdgeStatus.DERIVED, EdgeStatus.ASSERTED


def node(key: str, kind: Kind = Kind.MALWARE, documents: int = 1) -> Node:
    return Node(key, kind, key.upper(), str(kind), documents)


ACTOR = node("actor", Kind.ACTOR, 5)
FAMILIES = tuple(node(f"m{number}", documents=9 - number) for number in range(5))
USES = tuple(Tie("actor", "uses", each.key) for each in FAMILIES)
COLLECTION = collection_key(Kind.MALWARE, "actor")
BEGUN = add(GraphView(), Addition((ACTOR, *FAMILIES), USES, frozenset({"actor", "m0", "m1"}), "actor", 6))


def drawn(view: GraphView) -> list[str]:
    return [each.key for each in draw(view).nodes]


def test_what_is_not_drawn_alone_is_drawn_as_one() -> None:
    picture = draw(BEGUN)
    assert [each.key for each in picture.nodes] == ["actor", "m0", "m1", COLLECTION]
    assert picture.nodes[-1].label == "Malware (3)"
    assert (picture.single, picture.held, picture.ties, picture.ties_drawn) == (3, 6, 5, 5)
    assert {(each.source, each.target, len(each.ties)) for each in picture.lines} == {
        ("actor", "m0", 1),
        ("actor", "m1", 1),
        ("actor", COLLECTION, 3),
    }


def test_two_alike_are_no_collection() -> None:
    view = add(GraphView(), Addition((ACTOR, *FAMILIES[:2]), USES[:2], frozenset({"actor"}), "actor"))
    assert drawn(view) == ["actor", "m0", "m1"]


def test_the_strongest_come_out_of_a_collection_first_and_none_is_left_alone() -> None:
    assert drawn(take_out(BEGUN, COLLECTION, 1)) == ["actor", "m0", "m1", "m2", "m3", "m4"]
    more = tuple(node(f"n{number}") for number in range(4))
    wide = add(BEGUN, Addition(more, tuple(Tie("actor", "uses", each.key) for each in more), frozenset(), "actor"))
    assert drawn(take_out(wide, COLLECTION, 2)) == ["actor", "m0", "m1", "m2", "m3", COLLECTION]
    assert len(take_out(wide, COLLECTION).collected) == 0
    assert drawn(take_out_one(BEGUN, "m4"))[-1] == "m4"


def test_what_comes_again_leaves_its_collection_and_moves_nothing() -> None:
    placed = move(BEGUN, {"actor": (1.0, 2.0)})
    again = add(placed, Addition(FAMILIES, USES, frozenset({"m3"}), "actor"))
    assert "m3" in drawn(again)
    assert again.spots == {"actor": (1.0, 2.0)}
    assert len(again.ties) == 5


def test_a_line_says_which_way_its_claims_point_and_on_whose_word() -> None:
    both = (Tie("b", "uses", "a", ASSERTED, documents=2), Tie("a", "related-to", "b", documents=9), Tie("b", "drops", "a", documents=3))
    view = add(GraphView(), Addition((node("a"), node("b")), both, frozenset("ab")))
    (line,) = draw(view).lines
    assert (line.source, line.target, line.forward, line.back) == ("b", "a", True, False)
    assert (line.status, line.is_claim, line.documents) == (ASSERTED, True, 9)


def test_neither_co_occurrence_nor_a_mention_is_a_claim_or_points_anywhere() -> None:
    document = Node(document_key("d1"), Kind.DOCUMENT, "Report", "document")
    ties = (Tie("a", "related-to", "b"), Tie(document.key, MENTIONS, "a"))
    lines = draw(add(GraphView(), Addition((node("a"), node("b"), document), ties, frozenset()))).lines
    assert [(each.is_claim, each.forward, each.back) for each in lines] == [(False, False, False)] * 2


def test_hiding_takes_the_lines_along_and_can_be_taken_back() -> None:
    hidden = hide(BEGUN, ["m0", COLLECTION])
    assert drawn(hidden) == ["actor", "m1"]
    assert len(draw(hidden).lines) == 1
    assert drawn(show_again(hidden, ["m0"])) == ["actor", "m0", "m1"]
    assert show_hidden(hidden) == BEGUN
    assert drawn(hide_others(BEGUN, ["actor", "m1"])) == ["actor", "m1"]


def test_filters_take_out_a_kind_or_a_relationship_and_still_count_it() -> None:
    picture = draw(filter_kind(BEGUN, Kind.MALWARE, shown=False))
    assert [each.key for each in picture.nodes] == ["actor"]
    assert picture.kinds == {Kind.ACTOR: 1, Kind.MALWARE: 5}
    less = filter_relationship(BEGUN, "uses", shown=False)
    assert (draw(less).lines, draw(less).relationships) == ((), {"uses": 5})
    assert filter_relationship(less, "uses", shown=True) == BEGUN
    assert filter_kind(filter_kind(BEGUN, Kind.MALWARE, shown=False), Kind.MALWARE, shown=True) == BEGUN


def test_nodes_are_gathered_with_their_like_beside_the_same_neighbour() -> None:
    gathered = gather(take_out(BEGUN, COLLECTION), ["m0", "m1", "m2"])
    assert drawn(gathered) == ["actor", COLLECTION, "m3", "m4"]


def test_pins_and_focus_are_told_with_what_is_drawn() -> None:
    pinned = pin(BEGUN, ["m0"], pinned=True)
    assert [each.key for each in draw(pinned).nodes if each.pinned] == ["m0"]
    assert pin(pinned, ["m0"], pinned=False) == BEGUN
    assert focus_on(BEGUN, ["m0"]).focus == {"m0"}
    assert hide(focus_on(BEGUN, ["m0"]), ["m0"]).focus == frozenset()


def test_what_is_gone_from_the_index_goes_from_the_view() -> None:
    left = renew(BEGUN, Addition((ACTOR, node("m4")), (Tie("actor", "uses", "m4"), Tie("actor", "uses", "m0")), frozenset()))
    assert (sorted(left.nodes), len(left.ties), set(left.collected)) == (["actor", "m4"], 1, {"m4"})


def test_what_is_drawn_around_a_node_is_counted_by_its_sort() -> None:
    counts = shown_around(BEGUN, "actor")
    assert counts == {Choice("uses", Direction.OUT, Kind.MALWARE): 2}
    assert shown_around(BEGUN, "m0") == {Choice("uses", Direction.IN, Kind.ACTOR): 1}


def test_every_type_has_a_kind_and_only_one() -> None:
    assert sorted(each for kind in Kind for each in types_of(kind)) == sorted(EntityType)
    assert (kind_of(EntityType.SHA256), kind_of(EntityType.TACTIC)) == (Kind.INDICATOR, Kind.TECHNIQUE)
    assert (document_of(document_key("d-1")), document_of("malware:S1")) == ("d-1", "")


def test_a_picture_is_drawn_anew_only_if_something_else_is_drawn() -> None:
    drawing = Drawing()
    first = drawing.of(BEGUN)
    assert drawing.of(focus_on(move(BEGUN, {"m0": (1.0, 2.0)}), ["m0"])) is first
    hidden = drawing.of(hide(BEGUN, ["m0"]))
    assert [each.key for each in hidden.nodes] == ["actor", "m1", COLLECTION]
    assert drawing.of(BEGUN) == first
    within = Within(frozenset({"actor"}), frozenset())
    assert drawing.of(BEGUN, within).aside == {"m0", "m1", COLLECTION}
