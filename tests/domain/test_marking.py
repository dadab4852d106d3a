"""The Traffic Light Protocol."""

import pytest

from desktop.domain.marking import Marking


@pytest.mark.parametrize(
    ("text", "marking"),
    [
        ("TLP:AMBER+STRICT", Marking.AMBER_STRICT),
        ("tlp: red", Marking.RED),
        (" amber ", Marking.AMBER),
        ("WHITE", Marking.CLEAR),
        ("TLP:WHITE", Marking.CLEAR),
        ("green", Marking.GREEN),
    ],
)
def test_names_are_read_as_people_write_them(text: str, marking: Marking) -> None:
    assert Marking.parse(text) is marking


@pytest.mark.parametrize("text", ["", "purple", "TLP", "AMBER STRICT", "RED+STRICT"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a valid Marking"):
        Marking.parse(text)


def test_markings_are_ordered_from_the_least_restricted() -> None:
    assert [each.rank for each in Marking] == [0, 1, 2, 3, 4]
    assert Marking.up_to(Marking.AMBER) == (Marking.CLEAR, Marking.GREEN, Marking.AMBER)
    assert Marking.up_to(Marking.RED) == tuple(Marking)
