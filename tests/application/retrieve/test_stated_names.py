"""Other names that documents give."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.expansion import Named, names_in
from desktop.application.retrieve.stated_names import GraphNames
from desktop.domain.passage import Expansion
from tests.fakes.extractions import KNOWN, an_entity, put_extracted
from tests.fakes.known_names import BookOfNames
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex

BOOK = BookOfNames(("APT28", "Fancy Bear"))


@pytest.fixture
def stated() -> GraphNames:
    index = SearchableIndex()
    put_extracted(index, "one", "APT28 uses Headlace.\n\nAPT28 is called Sandworm.")
    put_extracted(index, "two", "Headlace is called Mimikatz.")
    return GraphNames(MemoryGraph(index))


def test_names_that_documents_say_are_one_are_given_for_each_other(stated: GraphNames) -> None:
    found = stated.among(["Fancy Bear", "Sandworm", "Mimikatz", "Poland", "nothing"])
    assert found == {"Fancy Bear": ("Sandworm",), "Sandworm": ("APT28",), "Mimikatz": ("Headlace",)}


def test_a_query_is_widened_by_them_behind_what_packs_know_and_they_are_marked(stated: GraphNames) -> None:
    assert names_in("What does APT28 use?", BOOK, stated=stated).expansions == (
        Expansion("APT28", ("Fancy Bear", "Sandworm"), ("Sandworm",)),
    )
    assert names_in("mimikatz", BOOK, stated=stated) == Named((Expansion("mimikatz", ("Headlace",), ("Headlace",)),), 1.0, alone=True)


def test_names_that_packs_tell_apart_stay_apart(stated: GraphNames) -> None:
    apart = BookOfNames(("APT28", "Fancy Bear"), ("Sandworm", "Voodoo Bear"))
    assert names_in("APT28", apart, stated=stated).expansions == (Expansion("APT28", ("Fancy Bear",)),)


def test_such_a_name_can_be_left_as_it_is(stated: GraphNames) -> None:
    assert names_in("Mimikatz", BOOK, frozenset({"mimikatz"}), stated) == Named()


def test_a_short_everyday_word_is_not_looked_for_unasked() -> None:
    index = SearchableIndex()
    put_extracted(index, "one", "Sandworm is called Play.", known=(*KNOWN, an_entity("malware:play", "Play")))
    assert GraphNames(MemoryGraph(index)).among(["Sandworm", "Play"]) == {"Play": ("Sandworm",)}
