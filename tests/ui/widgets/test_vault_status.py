from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.vault_status import VaultStatus
from tests.ui.hearing import button, heard


def test_a_whole_vault_is_just_its_name(qtbot: QtBot) -> None:
    status = VaultStatus()
    qtbot.addWidget(status)
    status.show_vault(Path("/cases/North"))
    assert status.text == "North"


def test_who_holds_it_and_what_does_not_work_is_said_and_told_again_on_a_click(qtbot: QtBot) -> None:
    status = VaultStatus()
    qtbot.addWidget(status)
    status.show()
    asked = heard(status.limits_requested)

    status.show_vault(Path("/cases/North"), "Coffer on desk-4", ["No embedder.", "No language model."])
    assert status.text == "2 limits · Read only · North"
    qtbot.mouseClick(button(status, "2 limits"), Qt.MouseButton.LeftButton)

    assert len(asked) == 1
