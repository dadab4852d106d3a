from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from desktop.application.gate import MarkingGate
from desktop.application.settings import MarkingSettings
from desktop.domain.marking import Marking
from desktop.ui.controllers.exits_controller import ExitsController
from desktop.ui.widgets.outlet import outlet
from tests.fakes.lanes import InlineLane
from tests.fakes.memory_facts import MemoryFactIndex
from tests.ui.hearing import heard


@pytest.fixture
def exits(qtbot: QtBot, lane: InlineLane, owner: QObject) -> Iterator[ExitsController]:
    index = MemoryFactIndex()
    index.markings = {"open": Marking.CLEAR, "strict": Marking.AMBER_STRICT}
    controller = ExitsController(MarkingGate(index, MarkingSettings(export_max="GREEN")), lane, owner)
    QGuiApplication.clipboard().setText("before")
    yield controller
    controller.close()


def test_what_may_leave_is_copied(exits: ExitsController) -> None:
    outlet.copy("a text", "Selection", ("open",))
    assert QGuiApplication.clipboard().text() == "a text"


@pytest.mark.parametrize("made_of", [("strict",), ("open", "strict"), ("unknown",)])
def test_what_may_not_leave_is_not_copied_and_the_person_learns_why(exits: ExitsController, made_of: tuple[str, ...]) -> None:
    noticed = heard(exits.noticed)
    outlet.copy("a secret", "What is selected", made_of)
    assert QGuiApplication.clipboard().text() == "before"
    assert noticed[0].text.startswith("Nothing was copied: What is selected may not leave by clipboard: marked up to TLP:")


def test_without_a_vault_there_is_nothing_to_guard(qtbot: QtBot) -> None:
    outlet.copy("a text", "Selection", ("strict",))
    assert QGuiApplication.clipboard().text() == "a text"
