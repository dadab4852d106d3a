from __future__ import annotations

from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from desktop.ui.dialogs.save_search import SaveSearchDialog
from tests.ui.samples import SignalLog


def test_a_search_is_saved_under_a_name_and_may_watch(qtbot: QtBot) -> None:
    dialog = SaveSearchDialog("fancy  bear", "blended", ("Bears",))
    qtbot.addWidget(dialog)
    log = SignalLog(dialog.saved)
    assert dialog.name.text() == "fancy bear"
    dialog.name.setText("bears")
    assert dialog.warning.text() == "A search of this name is kept already; this one takes its place."
    dialog.watch.setChecked(True)
    dialog.note.setText(" weekly ")
    dialog.accept()
    assert log.emissions == [("bears", True, "weekly")]


def test_without_a_name_nothing_is_saved(qtbot: QtBot) -> None:
    dialog = SaveSearchDialog("ryuk", "keyword")
    qtbot.addWidget(dialog)
    dialog.name.setText("  ")
    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Save).isEnabled()
