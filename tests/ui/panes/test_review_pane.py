from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from desktop.domain.candidate import Candidate, CandidateKind, CandidateOrder, CandidateQuery, CandidateSheet, Judgement, Verdict
from desktop.domain.entity import EntityType
from desktop.domain.graph import Evidence, NamedEntity
from desktop.domain.reading import OpenRequest
from desktop.domain.relation import Relationship
from desktop.ui.panes.review import ReviewPane
from tests.fakes.documents import a_document
from tests.ui.hearing import heard, visible_texts
from tests.ui.samples import a_candidate

K, V = CandidateKind, Verdict
LEFT = {K.RELATION: 3, K.NAME: 7, K.SHARED: 1, K.INDICATOR: 1200}
BODY = "Before.\n\nAPT28 uses Headlace.\n\nBetween.\n\nAPT28 used Headlace."
ROWS = [a_candidate(name) for name in ("Headlace", "Mimikatz", "Empire")]
PLACES = (Evidence("one", 9, 29, "APT28 uses Headlace.", 0.8, "“uses”"), Evidence("one", 41, 61, "APT28 used Headlace.", 0.7, "“used”"))
APT28, SANDWORM = (NamedEntity(f"intrusion-set:{name}", EntityType.INTRUSION_SET, name) for name in ("APT28", "Sandworm"))
SHARED = Candidate(K.SHARED, NamedEntity("", EntityType.INTRUSION_SET, "Tsar Team"), 0.8, 1, 1, "pack", options=(APT28, SANDWORM))


def a_sheet(candidate: Candidate, at: int = 0) -> CandidateSheet:
    return CandidateSheet(candidate, PLACES, at, a_document("one", "Report one"), BODY, ("“uses”", "“APT28”: ATT&CK: APT28"))


@pytest.fixture
def pane(qtbot: QtBot) -> ReviewPane:
    pane = ReviewPane()
    qtbot.addWidget(pane)
    pane.resize(1200, 700)
    pane.show()
    pane.show_listing(3, 0, ROWS, LEFT)
    pane.enter_list()
    return pane


def press(qtbot: QtBot, pane: ReviewPane, *keys: Qt.Key, shift: bool = False) -> None:
    for key in keys:
        qtbot.keyClick(pane.table, key, Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier)


def test_what_is_left_is_said_by_kind(pane: ReviewPane) -> None:
    assert visible_texts(pane) >= {"3 left", "Relations  3", "Names  7", "Shared names  1", "Indicators  1,200"}


def test_a_place_after_the_other_is_shown_in_its_document_with_why(qtbot: QtBot, pane: ReviewPane) -> None:
    wanted = heard(pane.sheet_wanted)
    pane.show_sheet(a_sheet(ROWS[0]))
    assert pane.source.text.highlighted_text() == ["APT28 uses Headlace."]
    assert "Report one" in visible_texts(pane)
    assert "1 of 2" in visible_texts(pane)
    assert pane.why.text() == "APT28 uses Headlace  (2 sentences in 1 document)\nFound by “uses”  ·  “APT28”: ATT&CK: APT28"
    press(qtbot, pane, Qt.Key.Key_Left, Qt.Key.Key_Right)
    assert wanted == [(ROWS[0], 1)]
    pane.show_sheet(a_sheet(ROWS[0], 1))
    assert (pane.source.text.highlighted_text(), pane.source.next.isEnabled()) == (["APT28 used Headlace."], False)
    opened = heard(pane.open_requested)
    pane.source.open.click()
    assert opened == [OpenRequest("one", 41, 61, quote="APT28 used Headlace.")]
    assert pane.shown_document == "one"


def test_a_sheet_of_another_candidate_comes_too_late(pane: ReviewPane) -> None:
    pane.show_sheet(a_sheet(ROWS[2]))
    assert pane.shown_document == ""


def test_a_document_that_vanished_is_said(pane: ReviewPane) -> None:
    pane.show_sheet(replace(a_sheet(ROWS[0]), document=None, body=""))
    assert "The document vanished meanwhile." in visible_texts(pane)


@pytest.mark.parametrize(("key", "verdict"), [(Qt.Key.Key_A, V.ACCEPTED), (Qt.Key.Key_R, V.REJECTED)])
def test_a_key_judges_and_the_cursor_goes_on(qtbot: QtBot, pane: ReviewPane, key: Qt.Key, verdict: Verdict) -> None:
    asked = heard(pane.judge_requested)
    press(qtbot, pane, key)
    assert asked == [((ROWS[0],), verdict)]
    pane.show_judged(Judgement((ROWS[0].key,), verdict, "APT28 uses Headlace: judged"))
    assert pane.current() == ROWS[1]
    assert visible_texts(pane) >= {"2 left", "Relations  2", "APT28 uses Headlace: judged"}
    pane.table.go_to(0)
    press(qtbot, pane, key)
    assert len(asked) == 1


def test_what_was_said_is_taken_back_and_looked_at_again(qtbot: QtBot, pane: ReviewPane) -> None:
    asked = heard(pane.undo_requested)
    press(qtbot, pane, Qt.Key.Key_U)
    judged = Judgement((ROWS[0].key,), V.REJECTED, "APT28 uses Headlace: rejected")
    pane.show_judged(judged)
    press(qtbot, pane, Qt.Key.Key_U)
    assert asked == [None]
    pane.show_taken_back(judged, undoable=False)
    assert (pane.current(), pane.model.is_judged(ROWS[0]), pane.undo.isEnabled()) == (ROWS[0], False, False)
    assert "3 left" in visible_texts(pane)


def test_several_that_are_selected_are_judged_together(qtbot: QtBot, pane: ReviewPane) -> None:
    asked = heard(pane.judge_requested)
    pane.table.selectAll()
    pane.buttons[V.REJECTED].click()
    assert asked == [(tuple(ROWS), V.REJECTED)]


@pytest.mark.parametrize("agreed", [True, False])
def test_all_that_are_listed_are_judged_once_the_person_agrees(
    qtbot: QtBot, pane: ReviewPane, monkeypatch: pytest.MonkeyPatch, agreed: bool
) -> None:
    questions: list[str] = []

    def answer(_parent: object, _title: str, text: str) -> QMessageBox.StandardButton:
        questions.append(text)
        return QMessageBox.StandardButton.Yes if agreed else QMessageBox.StandardButton.No

    monkeypatch.setattr(QMessageBox, "question", answer)
    asked = heard(pane.all_requested)
    press(qtbot, pane, Qt.Key.Key_A, shift=True)
    assert asked == ([(CandidateQuery(), V.ACCEPTED)] if agreed else [])
    assert questions[0].startswith("Accept all 3 relations that are listed?")
    press(qtbot, pane, Qt.Key.Key_D, shift=True)
    assert len(questions) == 1


def test_a_verdict_that_makes_no_sense_is_not_offered(qtbot: QtBot, pane: ReviewPane) -> None:
    asked, merging = heard(pane.judge_requested), heard(pane.merge_requested)
    assert [pane.buttons[each].isEnabled() for each in V] == [True, True, False, False]
    press(qtbot, pane, Qt.Key.Key_D, Qt.Key.Key_M)
    assert (asked, merging) == ([], [])
    alias = a_candidate("Sofacy", relationship=Relationship.ALIAS_OF)
    pane.show_listing(1, 0, [alias], LEFT)
    press(qtbot, pane, Qt.Key.Key_M)
    assert asked == [((alias,), V.MERGED)]


def test_whose_a_shared_name_is_must_be_chosen(qtbot: QtBot, pane: ReviewPane) -> None:
    pane.show_listing(1, 0, [SHARED], LEFT)
    asked, merging = heard(pane.judge_requested), heard(pane.merge_requested)
    press(qtbot, pane, Qt.Key.Key_M, Qt.Key.Key_A, Qt.Key.Key_D)
    assert (merging, asked) == ([SHARED, SHARED], [((SHARED,), V.DENIED)])


def test_filters_ask_for_another_list(qtbot: QtBot, pane: ReviewPane) -> None:
    wanted = heard(pane.listing_wanted)
    pane.filters.choose_kind(K.INDICATOR)
    pane.filters.box.setText("evil")
    pane.filters.types.setCurrentIndex(pane.filters.types.findData(EntityType.URL))
    pane.filters.confidences.setCurrentIndex(1)
    pane.filters.orders.setCurrentIndex(1)
    pane.filters.choose_entity(APT28)
    query = CandidateQuery(K.INDICATOR, (EntityType.URL,), 0.8, 1.0, "evil", APT28.id, order=CandidateOrder.LEAST_SURE)
    assert (wanted[0].kind, wanted[1].text, wanted[-1]) == (K.INDICATOR, "evil", query)
    assert (type(pane.query.types[0]), type(pane.query.order)) == (EntityType, CandidateOrder)
    assert "Only with APT28  ×" in visible_texts(pane)
    pane.filters.only.click()
    assert pane.query.entity_id == ""


def test_only_types_that_there_can_be_are_offered(pane: ReviewPane) -> None:
    pane.filters.choose_kind(K.NAME)
    assert (pane.filters.types.findData(EntityType.URL), pane.filters.types.findData(EntityType.TOOL) > 0) == (-1, True)


def test_names_of_the_candidate_narrow_the_list(qtbot: QtBot, pane: ReviewPane) -> None:
    pane.show_sheet(a_sheet(ROWS[0]))
    menu = pane.only.menu()
    menu.aboutToShow.emit()
    assert [each.text() for each in menu.actions()] == ["APT28", "Headlace", "Any name"]
    menu.actions()[1].trigger()
    assert pane.query.entity_id == "malware:headlace"


def test_nothing_left_and_nothing_that_matches_are_said(qtbot: QtBot, pane: ReviewPane) -> None:
    pane.show_listing(0, 0, [], {})
    assert "Nothing to review" in visible_texts(pane)
    assert not pane.all.isEnabled()
    pane.filters.box.setText("x")
    pane.show_listing(0, 0, [], {})
    assert "No candidate matches" in visible_texts(pane)
    qtbot.keyClick(pane.filters.box, Qt.Key.Key_Escape)
    assert pane.query.text == ""


def test_in_a_vault_to_read_nothing_is_judged(qtbot: QtBot, pane: ReviewPane) -> None:
    pane.allow_changes(False)
    asked = heard(pane.judge_requested)
    press(qtbot, pane, Qt.Key.Key_A)
    assert (asked, pane.buttons[V.ACCEPTED].isVisible()) == ([], False)


def test_a_narrow_pane_puts_the_source_above(qtbot: QtBot, pane: ReviewPane) -> None:
    pane.resize(700, 700)
    assert pane.source.width() > 600
