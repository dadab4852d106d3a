"""Pins, and where their words stand today."""

from __future__ import annotations

import pytest

from desktop.domain.errors import DocumentNotFound, UsageError
from tests.fakes.documents import a_document
from tests.fakes.search_desk import DeskVault

BODY = "first line\n\nthe beacon calls home\n\nlast line"
START, END = 12, 33


@pytest.fixture
def vault() -> DeskVault:
    filled = DeskVault()
    filled.put("a", BODY, "Report")
    return filled


def test_a_pinned_passage_is_found_where_it_stands(vault: DeskVault) -> None:
    pin = vault.desk.pins.pin("a", START, END, query="beacon", note="look again")
    (pinned,) = vault.desk.pins.all()
    assert (pinned.pin, pin.quote, pin.title, pin.query, pin.note) == (pin, "the beacon calls home", "Report", "beacon", "look again")
    assert pinned.passage is not None
    assert (pinned.passage.text, pinned.passage.position) == (pin.quote, 1)


def test_it_is_followed_when_the_text_before_it_changes_and_lost_when_its_words_do(vault: DeskVault) -> None:
    pins = vault.desk.pins
    pins.pin("a", START, END)
    vault.store.place(a_document("a"), "the beacon calls home\n\nmore\n\nnew\n\nthe beacon calls home")
    assert [each.passage.start for each in pins.all() if each.passage] == [0]
    vault.store.place(a_document("a"), "nothing of it")
    assert [each.passage for each in pins.all()] == [None]
    vault.store.trash("a")
    assert [each.passage for each in pins.all()] == [None]


def test_the_same_place_again_only_changes_the_note(vault: DeskVault) -> None:
    first = vault.desk.pins.pin("a", START, END)
    again = vault.desk.pins.pin("a", START, END, note="new")
    assert (again.id, again.pinned_at, again.note) == (first.id, first.pinned_at, "new")
    assert len(vault.desk.pins.all()) == 1


def test_a_pin_is_taken_away(vault: DeskVault) -> None:
    pin = vault.desk.pins.pin("a", START, END)
    vault.desk.pins.unpin(pin.id)
    assert vault.desk.pins.all() == ()
    assert vault.audit.done() == [("pinned", "a"), ("unpinned", "a")]
    with pytest.raises(UsageError):
        vault.desk.pins.unpin(pin.id)


def test_a_place_without_text_and_a_document_that_is_not_there_are_refused(vault: DeskVault) -> None:
    for start, end in ((11, 12), (5, 5), (0, 1000)):
        with pytest.raises(UsageError):
            vault.desk.pins.pin("a", start, end)
    with pytest.raises(DocumentNotFound):
        vault.desk.pins.pin("nowhere", 0, 1)


def test_a_pin_is_of_the_cases_of_its_document_and_of_every_case_once_that_is_gone(vault: DeskVault) -> None:
    vault.put("b", BODY, "Report", tags=("alpha",))
    vault.desk.pins.pin("a", START, END)
    vault.desk.pins.pin("b", START, END)
    assert [[each.in_case(case) for each in vault.desk.pins.all()] for case in ("alpha", "beta", "")] == [
        [False, True], [False, False], [True, True]
    ]  # fmt: skip
    vault.store.trash("a")
    assert [each.in_case("alpha") for each in vault.desk.pins.all()] == [True, True]
