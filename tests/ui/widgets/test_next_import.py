from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.domain.import_job import NOTHING_SAID, ImportOptions
from desktop.domain.marking import Marking
from desktop.ui.widgets.next_import import NextImport
from tests.ui.hearing import button

NORTH, SOUTH = Path("/cases/North"), Path("/cases/South")


@pytest.fixture
def chosen(qtbot: QtBot) -> NextImport:
    chosen = NextImport()
    qtbot.addWidget(chosen)
    chosen.show()
    chosen.begin(NORTH, Marking.GREEN)
    return chosen


def labels(chosen: NextImport) -> list[str]:
    return [each.text() for each in chosen.findChildren(QLabel) if each.isVisible()]


def test_unless_something_is_chosen_the_vaults_default_counts(chosen: NextImport) -> None:
    assert (chosen.options, chosen.marking, chosen.describe()) == (NOTHING_SAID, Marking.GREEN, "TLP:GREEN")
    assert chosen.chip.text() == "TLP:GREEN ▾"
    assert "#33ff00" in chosen.chip.styleSheet()


def test_marking_and_tags_are_chosen_and_shown(chosen: NextImport) -> None:
    chosen.panel.choices[Marking.AMBER].click()
    chosen.panel.tag_line.setText("case-alpha, phishing,case-alpha , a tag that is rather long")
    assert chosen.options == ImportOptions(Marking.AMBER, ("case-alpha", "phishing", "a tag that is rather long"))
    assert chosen.describe() == "TLP:AMBER, tagged case-alpha, phishing, a tag that is rather long"
    assert chosen.chip.text() == "TLP:AMBER ▾"
    assert labels(chosen) == ["as", "case-alpha, phishing +1"]


def test_a_default_that_is_chosen_is_said(chosen: NextImport) -> None:
    chosen.panel.choices[Marking.GREEN].click()
    assert chosen.options == ImportOptions(Marking.GREEN)


def test_it_can_be_chosen_by_keyboard_alone(qtbot: QtBot, chosen: NextImport) -> None:
    qtbot.keyClick(chosen.chip, Qt.Key.Key_Space)
    assert chosen.panel.isVisible()
    qtbot.keyClick(chosen.panel.choices[Marking.GREEN], Qt.Key.Key_Right)
    assert chosen.options.tlp is Marking.AMBER
    qtbot.keyClick(chosen.panel.choices[Marking.AMBER], Qt.Key.Key_Return)
    assert chosen.panel.isHidden()
    chosen.open_panel()
    qtbot.keyClicks(chosen.panel.tag_line, "case-7")
    qtbot.keyClick(chosen.panel.tag_line, Qt.Key.Key_Return)
    assert chosen.panel.isHidden()
    assert chosen.options == ImportOptions(Marking.AMBER, ("case-7",))


def test_what_was_chosen_is_taken_back(chosen: NextImport) -> None:
    chosen.panel.choices[Marking.RED].click()
    chosen.panel.tag_line.setText("case-7")
    button(chosen.panel, "Back to the default").click()
    assert chosen.options == NOTHING_SAID


def test_it_holds_while_the_same_vault_is_opened_anew_and_for_no_other(chosen: NextImport) -> None:
    chosen.panel.choices[Marking.RED].click()
    chosen.begin(NORTH, Marking.AMBER)
    assert chosen.options.tlp is Marking.RED
    chosen.begin(SOUTH, Marking.AMBER)
    assert (chosen.options, chosen.marking) == (NOTHING_SAID, Marking.AMBER)


def test_where_nothing_can_be_imported_nothing_is_chosen(chosen: NextImport) -> None:
    chosen.begin(None, Marking.CLEAR)
    chosen.open_panel()
    assert not chosen.isEnabled()
    assert chosen.panel.isHidden()
