from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from desktop.domain.fact import Anchor, Fact, FactDraft, FactEvent, FactSource, FactStatus, FactView, QuoteState
from desktop.domain.fact_sheet import FactListing, FactRow, FactSheet, SourceOnSheet
from desktop.domain.marking import Marking
from desktop.domain.reading import OpenRequest
from desktop.ui.panes.memory import MemoryPane
from desktop.ui.widgets.fact_background import AGAINST, HISTORY
from tests.ui.hearing import button, heard, visible_texts

AT = "2026-12-01T08:00:00Z"
COUNTS = {FactView.CURRENT: 2, FactView.ALL: 3, FactView.PROPOSED: 1}


def a_fact(name: str = "one", **fields: Any) -> Fact:
    return Fact(**{"id": name, "name": name.title(), "created_at": AT, "updated_at": AT, **fields})


def a_sheet(**fields: Any) -> FactSheet:
    return FactSheet(**{"fact": a_fact(), "text": "Text.", "sha256": "a1", "today": "2026-12-01", **fields})


@pytest.fixture
def pane(qtbot: QtBot) -> MemoryPane:
    pane = MemoryPane()
    qtbot.addWidget(pane)
    pane.resize(1100, 700)
    pane.show()
    return pane


def show_two(pane: MemoryPane) -> None:
    pane.show_listing(2, 0, [FactRow(a_fact("one")), FactRow(a_fact("two"))], COUNTS, "2026-12-01")


def choose(qtbot: QtBot, pane: MemoryPane, row: int) -> None:
    middle = pane.table.visualRect(pane.model.index(row, 0)).center()
    qtbot.mouseClick(pane.table.viewport(), Qt.MouseButton.LeftButton, pos=middle)


def test_an_empty_memory_says_how_to_begin(qtbot: QtBot, pane: MemoryPane) -> None:
    pane.show_listing(0, 0, [], {}, "2026-12-01")
    assert "Nothing remembered yet" in visible_texts(pane)
    assert not pane.filter_box.isVisible()


def test_only_views_with_facts_in_them_are_offered(qtbot: QtBot, pane: MemoryPane) -> None:
    show_two(pane)
    assert visible_texts(pane) >= {"Known  2", "Proposed  1", "All  3", "2 facts"}
    assert not any(text.startswith("Rejected") for text in visible_texts(pane))


def test_a_view_or_words_ask_for_another_list(qtbot: QtBot, pane: MemoryPane) -> None:
    show_two(pane)
    wanted = heard(pane.listing_wanted)
    pane.views.choose(FactView.PROPOSED)
    pane.filter_box.setText("heron")
    assert wanted == [FactListing("", FactView.PROPOSED), FactListing("heron", FactView.PROPOSED)]


def test_a_row_is_shown_as_a_sheet(qtbot: QtBot, pane: MemoryPane) -> None:
    show_two(pane)
    wanted = heard(pane.sheet_wanted)
    pane.table.selectRow(1)
    assert wanted == ["two"]
    pane.show_sheet(a_sheet(fact=a_fact("two", grade="B2", tlp=Marking.GREEN), effective=Marking.AMBER))
    assert (pane.form.name.text(), pane.form.text.toPlainText(), pane.form.grade.currentData()) == ("Two", "Text.", "B2")
    assert pane.marking_bar.marking is Marking.AMBER
    assert not pane.unsaved


def test_what_is_changed_is_saved_with_what_it_began_from(qtbot: QtBot, pane: MemoryPane) -> None:
    pane.show_sheet(a_sheet())
    saved = heard(pane.save_requested)
    assert not pane.save_button.isVisible()
    pane.form.text.setPlainText("Changed.")
    pane.form.tags.setText("case-7, case-7,  heron")
    pane.form.confidence.setCurrentIndex(pane.form.confidence.findData("likely"))
    qtbot.mouseClick(pane.save_button, Qt.MouseButton.LeftButton)
    assert saved == [(a_fact(tags=("case-7", "heron"), confidence="likely"), "Changed.", "a1")]


def test_what_was_typed_is_only_left_if_the_person_agrees(qtbot: QtBot, pane: MemoryPane, monkeypatch: pytest.MonkeyPatch) -> None:
    show_two(pane)
    pane.show_sheet(a_sheet())
    pane.form.text.setPlainText("Changed.")
    wanted = heard(pane.sheet_wanted)
    monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.Cancel)
    choose(qtbot, pane, 1)
    pane.show_sheet(a_sheet(fact=a_fact("two")))
    assert (wanted, pane.form.text.toPlainText()) == ([], "Changed.")
    qtbot.mouseClick(pane.discard_button, Qt.MouseButton.LeftButton)
    assert (pane.unsaved, pane.form.text.toPlainText()) == (False, "Text.")


def test_a_draft_from_a_selection_names_its_source(qtbot: QtBot, pane: MemoryPane) -> None:
    kept = heard(pane.remember_requested)
    pane.begin_draft(FactDraft("", sources=(("report", 3, 9),)), ("the  quote",))
    assert "Source: “the quote”" in visible_texts(pane)
    pane.form.text.setPlainText("It is so.")
    qtbot.mouseClick(button(pane, "Remember"), Qt.MouseButton.LeftButton)
    assert kept == [FactDraft("It is so.", sources=(("report", 3, 9),))]
    wanted = heard(pane.sheet_wanted)
    pane.end_editing("new")
    assert (wanted, pane.unsaved) == (["new"], False)


def test_a_proposal_is_accepted_or_rejected(qtbot: QtBot, pane: MemoryPane) -> None:
    decided = heard(pane.decide_requested)
    pane.show_sheet(a_sheet(fact=a_fact(status=FactStatus.PROPOSED)))
    qtbot.mouseClick(pane.accept_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(pane.reject_button, Qt.MouseButton.LeftButton)
    assert decided == [(("one",), FactStatus.ACCEPTED), (("one",), FactStatus.REJECTED)]
    pane.show_sheet(a_sheet())
    assert not pane.accept_button.isVisible()


def test_sources_open_where_their_quote_stands_today(qtbot: QtBot, pane: MemoryPane) -> None:
    source, gone = FactSource("report", 3, 9, "quote"), FactSource("lost", 0, 4, "gone")
    sources = (SourceOnSheet(source, Anchor(QuoteState.MOVED, 13, 19), "A report"), SourceOnSheet(gone, Anchor(QuoteState.GONE)))
    pane.show_sheet(a_sheet(sources=sources, independent=1))
    opened = heard(pane.open_requested)
    listed = pane.background.sources
    listed.activated.emit(listed.model().index(0, 0))
    listed.activated.emit(listed.model().index(1, 0))
    assert opened == [OpenRequest("report", 13, 19, quote="quote")]
    assert "It moved within the document." in listed.item(0).text()
    assert "1 of its quotes no longer stand in their documents." in visible_texts(pane)


def test_contradictions_are_decided(qtbot: QtBot, pane: MemoryPane) -> None:
    pane.show_sheet(a_sheet(against=(a_fact("other", subject="a", relationship="uses", object="b"),)))
    pane.background.setCurrentIndex(AGAINST)
    superseded, kept = heard(pane.supersede_requested), heard(pane.keep_requested)
    for each in (pane.background.supersede_button, pane.background.yield_button, pane.background.keep_button):
        qtbot.mouseClick(each, Qt.MouseButton.LeftButton)
    assert (superseded, kept) == ([("other", "one"), ("one", "other")], [("one", "other")])


def test_an_earlier_version_can_be_brought_back(qtbot: QtBot, pane: MemoryPane) -> None:
    events = (FactEvent(AT, "Ana", "edit", "a0", "a1", kept=True), FactEvent(AT, "Ana", "remember", None, "a0", kept=True))
    pane.show_sheet(a_sheet(events=events))
    pane.background.setCurrentIndex(HISTORY)
    wanted = heard(pane.version_requested)
    pane.background.history.setCurrentRow(0)
    assert not pane.background.version_button.isEnabled()
    pane.background.history.setCurrentRow(1)
    qtbot.mouseClick(pane.background.version_button, Qt.MouseButton.LeftButton)
    assert wanted == [("one", "a0")]


def test_a_vault_for_reading_offers_no_changes(qtbot: QtBot, pane: MemoryPane) -> None:
    pane.allow_changes(False)
    show_two(pane)
    forgotten = heard(pane.forget_requested)
    pane.show_sheet(a_sheet(fact=replace(a_fact(), status=FactStatus.PROPOSED)))
    pane.table.selectRow(0)
    pane.table.setFocus()
    qtbot.keyClick(pane.table, Qt.Key.Key_Delete)
    assert forgotten == []
    assert pane.form.text.isReadOnly()
    assert not any(each.isVisible() for each in (pane.new_button, pane.save_button, pane.accept_button, pane.forget_button))


def test_delete_forgets_what_is_selected(qtbot: QtBot, pane: MemoryPane) -> None:
    show_two(pane)
    forgotten = heard(pane.forget_requested)
    pane.table.selectAll()
    pane.table.setFocus()
    qtbot.keyClick(pane.table, Qt.Key.Key_Delete)
    assert forgotten == [("one", "two")]


def test_a_case_narrows_the_list_and_stays_chosen(qtbot: QtBot, pane: MemoryPane) -> None:
    rows = [FactRow(a_fact("one", tags=("case-7",)))]
    pane.show_listing(1, 0, rows, COUNTS, "2026-12-01", ("case-7", "heron"))
    wanted = heard(pane.listing_wanted)
    pane.case.setCurrentIndex(pane.case.findData("case-7"))
    pane.case.activated.emit(1)
    assert wanted == [FactListing("", FactView.CURRENT, "case-7")]
    pane.show_listing(0, 0, [], COUNTS, "2026-12-01", ("heron",))
    assert pane.case.currentData() == "case-7"
    assert "No fact matches" in visible_texts(pane)


def test_a_draft_with_a_text_says_its_sources_and_counts_as_written(qtbot: QtBot, pane: MemoryPane) -> None:
    kept = heard(pane.remember_requested)
    draft = FactDraft(
        "It is so.", description="Answers: Is it?", sources=tuple(("report", 9 * number, 9 * number + 5) for number in range(6))
    )
    pane.begin_draft(draft, tuple(f"quote {number}" for number in range(6)))
    said = next(text for text in visible_texts(pane) if text.startswith("Source"))
    assert said.splitlines() == [*(f"Source {number + 1} of 6: “quote {number}”" for number in range(4)), "and 2 more."]
    assert pane.unsaved
    pane.save()
    assert kept == [draft]


@pytest.mark.parametrize("chosen", [("two",), ()])
def test_what_is_written_is_not_asked_about_because_the_list_is_read_again_or_the_keyboard_comes_into_it(
    qtbot: QtBot, pane: MemoryPane, monkeypatch: pytest.MonkeyPatch, chosen: tuple[str, ...]
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(QMessageBox, "question", lambda *said: asked.append(said) or QMessageBox.StandardButton.Cancel)
    show_two(pane)
    if chosen:
        choose(qtbot, pane, 1)
    pane.begin_draft()
    pane.form.text.setPlainText("What I concluded.")
    show_two(pane)
    assert pane.selected_ids() == chosen
    pane.enter_list()
    assert (asked, pane.form.text.toPlainText()) == ([], "What I concluded.")
    choose(qtbot, pane, 0 if chosen else 1)
    assert len(asked) == 1
