from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.application.gate import MarkingGate
from desktop.application.settings import MarkingSettings
from desktop.domain.marking import Marking
from desktop.ui.controllers.marking_controller import MarkingController
from desktop.ui.widgets.marking_bar import MarkingBar
from tests.fakes.lanes import InlineLane
from tests.fakes.memory_facts import MemoryFactIndex


@pytest.fixture
def bar(qtbot: QtBot) -> MarkingBar:
    bar = MarkingBar()
    qtbot.addWidget(bar)
    return bar


@pytest.fixture
def marking(bar: MarkingBar, lane: InlineLane, owner: QObject) -> Iterator[MarkingController]:
    index = MemoryFactIndex()
    index.markings = {"open": Marking.CLEAR, "strict": Marking.AMBER_STRICT}
    controller = MarkingController(bar, MarkingGate(index, MarkingSettings()), lane, owner)
    yield controller
    controller.close()


def test_the_bar_shows_the_highest_marking_on_the_screen(qtbot: QtBot, bar: MarkingBar, marking: MarkingController) -> None:
    marking.look_at(("open",))
    marking.look_at(("open", "strict"))
    qtbot.waitUntil(lambda: bar.marking is Marking.AMBER_STRICT)
    assert "2 documents" in bar.toolTip()
    marking.look_at(())
    qtbot.waitUntil(lambda: bar.marking is None)
