from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.errors import StorageProblem
from desktop.ui.controllers.picking_controller import PickingController
from desktop.ui.dialogs.document_picker import SHOWN, DocumentPicker
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


def test_a_picker_is_filled_and_its_choice_is_told(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    picking = PickingController(vault.services.library, lane, owner)
    picked = heard(picking.picked)
    picking.pick("Which?", "Take it", window)
    dialog = window.findChildren(DocumentPicker)[0]
    assert dialog.count.text() == f"450 documents, of which the first {SHOWN} are shown"

    dialog.filter_box.setText("000007")
    assert dialog.count.text() == "1 document"
    dialog.accept()
    assert picked == [("report-000007", "Report 000007")]


def test_a_list_that_cannot_be_read_is_told(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    picking = PickingController(vault.services.library, lane, owner)
    noticed = heard(picking.noticed)
    vault.library.fail_after(0, StorageProblem("The index could not be read."))
    picking.pick("Which?", "Take it", window)
    window.findChildren(DocumentPicker)[0].reject()
    assert [each.text for each in noticed] == ["The index could not be read."]
