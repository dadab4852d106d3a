from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.domain.marking import Marking
from desktop.ui.widgets.colours import TLP_COLOURS
from desktop.ui.widgets.marking_bar import MarkingBar


def test_the_bar_says_the_marking_in_its_colour(qtbot: QtBot) -> None:
    bar = MarkingBar()
    qtbot.addWidget(bar)
    bar.show_marking(Marking.AMBER_STRICT, "by a source")
    assert bar.text().startswith("TLP:AMBER+STRICT")
    assert TLP_COLOURS[Marking.AMBER_STRICT] in bar.styleSheet()
    bar.show_marking(None)
    assert (bar.isHidden(), bar.marking) == (True, None)
