from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.application.gate import MarkingGate
from desktop.application.library import Library
from desktop.application.settings import MarkingSettings
from desktop.domain.marking import Marking
from desktop.ui.controllers.marking_controller import MarkingController
from desktop.ui.widgets.marking_bar import MarkingBar
from tests.fakes.lanes import InlineLane
from tests.fakes.memory_facts import MemoryFactIndex
from tests.fakes.services import FakeLibrary
from tests.ui.hearing import heard


@pytest.fixture
def bar(qtbot: QtBot) -> MarkingBar:
    bar = MarkingBar()
    qtbot.addWidget(bar)
    return bar


@pytest.fixture
def marking(bar: MarkingBar, lane: InlineLane, owner: QObject) -> Iterator[MarkingController]:
    index = MemoryFactIndex()
    index.markings = {"open": Marking.CLEAR, "strict": Marking.AMBER_STRICT}
    library = FakeLibrary(unheeded={"open": Marking.GREEN, "other": Marking.GREEN, "memory/fact": Marking.AMBER})
    controller = MarkingController(bar, MarkingGate(index, MarkingSettings()), cast("Library", library), lane, owner)
    yield controller
    controller.close()


def test_the_bar_shows_the_highest_marking_on_the_screen(qtbot: QtBot, bar: MarkingBar, marking: MarkingController) -> None:
    marking.look_at(("open",))
    marking.look_at(("open", "strict"))
    qtbot.waitUntil(lambda: bar.marking is Marking.AMBER_STRICT)
    assert "2 documents" in bar.toolTip()
    marking.look_at(())
    qtbot.waitUntil(lambda: bar.marking is None)


def test_a_text_that_says_more_than_its_mark_is_said_and_mended_at_once(qtbot: QtBot, bar: MarkingBar, marking: MarkingController) -> None:
    asked = heard(marking.mark_requested)
    marking.look_at(("open",))
    qtbot.waitUntil(lambda: bar.marking is not None)
    assert bar.text().endswith("its text says so, though it is marked lower")
    assert bar.heed.text() == "Mark it so"
    bar.heed.click()
    assert asked == [(("open",), Marking.GREEN)]
    marking.look_at(("open", "other", "strict", "memory/fact"))
    qtbot.waitUntil(lambda: bar.heed.text() == "Mark 2 so")
    bar.heed.click()
    assert asked[-1] == (("open", "other"), Marking.GREEN)
    marking.look_at(("strict",))
    qtbot.waitUntil(bar.heed.isHidden)
