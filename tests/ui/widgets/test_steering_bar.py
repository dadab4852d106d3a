from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.domain.intent import Classification, Intent
from desktop.domain.marking import Marking
from desktop.domain.passage import Expansion, Filters, Mode, Query, SearchResult
from desktop.ui.widgets.steering_bar import SteeringBar
from tests.ui.samples import SignalLog

QUERY = Query("What does Fancy Bear use?", Mode.BLENDED)
BEAR, RYUK = Expansion("Fancy Bear", ("APT28", "Sofacy")), Expansion("Ryuk", ("Hermes",))
RESULT = SearchResult(
    QUERY.text, Mode.BLENDED, (), 0.1, intent=Classification(Intent.RELATIONAL, 0.8, "the words “use”"), expansions=(BEAR, RYUK)
)


@pytest.fixture
def bar(qtbot: QtBot) -> SteeringBar:
    bar = SteeringBar(Query("", Mode.BLENDED))
    qtbot.addWidget(bar)
    qtbot.addWidget(bar.add)
    bar.resize(700, 60)
    bar.take_text(QUERY.text, Mode.BLENDED)
    with qtbot.waitExposed(bar):
        bar.show()
    return bar


def said(bar: SteeringBar) -> list[str]:
    return [chip.words for chip in bar.chips]


def test_nothing_to_say_takes_no_room(qtbot: QtBot) -> None:
    bar = SteeringBar(Query("", Mode.KEYWORD))
    qtbot.addWidget(bar)
    assert bar.isHidden()
    bar.take_text("", Mode.GREP)
    assert not bar.isHidden()


def test_one_choice_changes_the_intent_and_one_gives_it_back(bar: SteeringBar) -> None:
    bar.show_result(RESULT)
    assert bar.intent.text() == "Relation"
    log = SignalLog(bar.changed)

    bar.intent.kinds[Intent.CAUSAL].trigger()
    assert bar.query.intent is Intent.CAUSAL
    assert bar.intent.text() == "Cause (chosen)"
    bar.show_result(replace(RESULT, intent=Classification(Intent.CAUSAL, 1.0, "chosen by hand")))
    assert bar.intent.text() == "Cause (chosen)"
    assert bar.intent.kinds[Intent.CAUSAL].isChecked()

    bar.intent.by_itself.trigger()
    assert bar.query.intent is None
    assert len(log.emissions) == 2


def test_an_intent_is_no_matter_of_other_modes(bar: SteeringBar) -> None:
    bar.show_result(RESULT)
    bar.take_text(QUERY.text, Mode.KEYWORD)
    assert not bar.intent.isVisible()


def test_other_names_are_refused_one_by_one_or_all(qtbot: QtBot, bar: SteeringBar) -> None:
    bar.show_result(RESULT)
    assert said(bar) == ["Fancy Bear → APT28, Sofacy", "Ryuk → Hermes"]
    bar.chips[1].removed.emit(bar.chips[1].key)
    assert bar.query.unwidened == {"Ryuk"}

    bar.show_result(RESULT)
    bar.typed_names_only.click()
    assert bar.query.unwidened == {"Fancy Bear", "Ryuk"}
    bar.show_result(replace(RESULT, expansions=()))
    assert said(bar) == ["Fancy Bear only", "Ryuk only"]
    assert not bar.typed_names_only.isVisible()
    bar.chips[0].removed.emit(bar.chips[0].key)
    assert bar.query.unwidened == {"Ryuk"}


def test_another_query_knows_nothing_of_what_was_chosen_for_this_one_but_its_filters_stay(bar: SteeringBar) -> None:
    bar.limit(Filters(tags=("heron",)))
    bar.choose_intent(Intent.CAUSAL)
    bar.take_text("What does Fancy Bear do?", Mode.BLENDED)
    assert bar.query.intent is Intent.CAUSAL
    bar.take_text("ryuk", Mode.BLENDED)
    assert bar.query == Query("ryuk", Mode.BLENDED, filters=Filters(tags=("heron",)))


def test_the_keyboard_stays_among_the_chips_when_one_goes(qtbot: QtBot, bar: SteeringBar) -> None:
    bar.limit(Filters(tags=("heron", "case"), markings=(Marking.RED,)))
    assert said(bar) == ["TLP:RED", "Tag: heron", "Tag: case"]
    bar.chips[1].button.setFocus()
    qtbot.keyClick(bar.chips[1].button, Qt.Key.Key_Delete)

    assert said(bar) == ["TLP:RED", "Tag: case"]
    assert bar.focusWidget() is bar.chips[1].button


def test_chips_that_say_the_same_are_not_made_anew(bar: SteeringBar) -> None:
    bar.show_result(RESULT)
    before = bar.chips
    bar.show_result(replace(RESULT, seconds=0.2))
    assert bar.chips == before


def test_a_pressed_chip_lists_the_names_and_offers_to_refuse_them(qtbot: QtBot, bar: SteeringBar) -> None:
    bar.show_result(RESULT)
    menu = bar.menu_of(bar.chips[0].key)
    assert [each.text() for each in menu.actions()] == ["APT28", "Sofacy", "", "Look for Fancy Bear only"]
    menu.actions()[-1].trigger()
    assert bar.query.unwidened == {"Fancy Bear"}


def test_documents_are_named_by_their_titles(bar: SteeringBar) -> None:
    bar.limit_to_document("doc-1", "Ryuk against hospitals")
    assert said(bar) == ["In: Ryuk against hospitals"]
    bar.limit_to_document("doc-2", "Another")
    assert said(bar) == ["In 2 documents"]
    assert bar.query.filters.documents == ("doc-1", "doc-2")


def test_any_spelling_is_offered_to_grep_only(bar: SteeringBar) -> None:
    assert not bar.spellings.isVisible()
    bar.take_text("evil.com", Mode.GREP)
    assert bar.spellings.isVisible()
    bar.spellings.click()
    assert bar.query.any_spelling


def test_a_kept_query_comes_back_with_all_it_was_steered_by(bar: SteeringBar) -> None:
    kept = Query("ryuk", Mode.BLENDED, filters=Filters(documents=("doc-1",)), intent=Intent.FACTUAL, unwidened=frozenset({"Ryuk"}))
    log = SignalLog(bar.changed)
    bar.take_query(kept, {"doc-1": "Ryuk against hospitals"})
    assert bar.query == kept
    assert said(bar) == ["Ryuk only", "In: Ryuk against hospitals"]
    assert log.emissions == []
