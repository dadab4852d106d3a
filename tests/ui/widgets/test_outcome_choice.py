from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.domain.ledger import Outcome
from desktop.ui.widgets.outcome_choice import ALL, ATTENTION, OutcomeChoice
from tests.ui.hearing import button, heard, visible_texts


def test_each_outcome_says_how_many_there_are(qtbot: QtBot) -> None:
    choice = OutcomeChoice()
    qtbot.addWidget(choice)
    choice.show()
    choice.show_counts({Outcome.IMPORTED: 1250, Outcome.FAILED: 3}, attention=7)
    assert {"All  1,253", "Needs attention  7", "Imported  1,250", "Failed  3"} == visible_texts(choice)


def test_what_there_is_none_of_is_not_offered(qtbot: QtBot) -> None:
    choice = OutcomeChoice()
    qtbot.addWidget(choice)
    choice.show()
    choice.show_counts({Outcome.IMPORTED: 2}, attention=0)
    assert visible_texts(choice) == {"All  2", "Imported  2"}


def test_a_choice_is_told_once(qtbot: QtBot) -> None:
    choice = OutcomeChoice()
    qtbot.addWidget(choice)
    changed = heard(choice.changed)
    choice.show_counts({Outcome.FAILED: 2}, attention=2)
    button(choice, "Failed  2").click()
    assert (choice.chosen, len(changed)) == (Outcome.FAILED, 1)


def test_a_choice_that_became_empty_gives_way_to_all(qtbot: QtBot) -> None:
    choice = OutcomeChoice()
    qtbot.addWidget(choice)
    choice.show_counts({Outcome.FAILED: 2}, attention=2)
    choice.choose(ATTENTION)
    choice.show_counts({Outcome.IMPORTED: 2}, attention=0)
    assert choice.chosen == ALL
