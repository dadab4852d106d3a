"""Markings that texts bear."""

from __future__ import annotations

import pytest

from desktop.domain.marking import Marking
from desktop.domain.stated_marking import heeded, stated_marking

REPORT = "A report on the heron.\n\n" + "It goes on for a while. " * 300


@pytest.mark.parametrize(
    ("text", "marking"),
    [
        ("TLP:AMBER+STRICT\n\n" + REPORT, Marking.AMBER_STRICT),
        ("# Report\n\n**TLP: Amber + Strict** – Velvet Heron, March 2024\n\n" + REPORT, Marking.AMBER_STRICT),
        ("TLP WHITE\n" + REPORT, Marking.CLEAR),
        (f"{REPORT}\n<!-- page: 2 -->\n{REPORT}\nTLP:RED | page 2 of 2\n", Marking.RED),
        (f"{REPORT}\n<!-- page: 2 -->\nTLP:GREEN\n{REPORT}", Marking.GREEN),
        ("TLP:GREEN\n\nTLP:AMBER\n" + REPORT, Marking.AMBER),
    ],
)
def test_a_marking_at_the_top_or_at_an_edge_counts(text: str, marking: Marking) -> None:
    found = stated_marking(text)
    assert found is not None
    assert found.marking is marking
    assert found.quote in text


@pytest.mark.parametrize(
    "text",
    [
        REPORT,
        "",
        "Reports that are marked TLP:AMBER may be shared with clients of the organisation who need to know, and with nobody else at all.",
        "Levels: TLP:RED, TLP:AMBER, TLP:GREEN, TLP:CLEAR",
        f"{REPORT}\n{REPORT}\nTLP:RED stands in the middle.\n{REPORT}\n\nThe end.\n\nReally.\n\nNo more.",
        "See https://www.first.org/tlp/TLP:RED/",
    ],
)
def test_what_merely_speaks_of_markings_counts_for_nothing(text: str) -> None:
    assert stated_marking(text) is None


def test_what_a_text_says_counts_where_it_is_stricter() -> None:
    body = "TLP:GREEN\n\nFor the community.\n"
    assert [heeded(each, body) for each in (Marking.CLEAR, Marking.GREEN, Marking.AMBER)] == [Marking.GREEN, Marking.GREEN, Marking.AMBER]
    assert heeded(Marking.CLEAR, "Nothing is said.") is Marking.CLEAR
