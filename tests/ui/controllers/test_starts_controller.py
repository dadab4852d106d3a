from __future__ import annotations

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.controllers.starts_controller import StartsController
from tests.fakes.starts import ScriptedStarts
from tests.ui.hearing import heard


def test_where_starts_cannot_be_heard_that_is_said(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    controller = StartsController(ScriptedStarts(OSError(28, "No space left on device")))
    notices = heard(controller.noticed)
    controller.begin(window)
    assert [each.text for each in notices] == ["A second start of Coffer would not find this window: No space left on device."]
