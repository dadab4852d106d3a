from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog, QMessageBox, QPlainTextEdit
from pytestqt.qtbot import QtBot

from desktop.domain.changes import Changes
from desktop.domain.errors import ConversionFailed, PasswordNeeded, StorageProblem, TextEdited
from desktop.ui.controllers.reconversion_controller import ReconversionController
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.problems import ProblemsDialog
from desktop.ui.notifier import Severity
from desktop.ui.panes.documents import DocumentsPane
from desktop.ui.widgets.import_status import Activity
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard

ONE, TWO, THREE = "one-00000001", "two-00000002", "three-00000003"


class Desk:
    def __init__(self, vault: FakeVault, owner: QObject) -> None:
        self.pane = DocumentsPane()
        self.stage = vault.reconversion
        self.controller = ReconversionController(self.pane, vault.services.reconversion, Writing(InlineLane(), (), owner), owner)
        self.noticed, self.changed = heard(self.controller.noticed), heard(self.controller.changed)
        self.activity = heard(self.controller.activity_changed)


@pytest.fixture
def desk(qtbot: QtBot, vault: FakeVault, owner: QObject) -> Desk:
    desk = Desk(vault, owner)
    qtbot.addWidget(desk.pane)
    return desk


def answering(monkeypatch: pytest.MonkeyPatch, answer: QMessageBox.StandardButton) -> list[str]:
    asked: list[str] = []
    monkeypatch.setattr(QMessageBox, "question", lambda *said: asked.append(said[2]) or answer)
    return asked


def test_documents_are_converted_again_and_that_is_told(desk: Desk) -> None:
    desk.pane.reconvert_requested.emit((ONE, TWO))
    assert desk.stage.wishes == [((ONE, TWO), False, ())]
    assert desk.changed == [Changes(frozenset({ONE, TWO}))]
    assert [each.text for each in desk.noticed] == ["2 documents were converted again."]
    assert desk.activity == [Activity("Converting", "documents", total=2), Activity("Converting", "documents", 0, 2, ONE), None]


def test_edits_are_discarded_only_after_a_yes(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.stage.refused = {ONE: TextEdited("Edited.")}
    asked = answering(monkeypatch, QMessageBox.StandardButton.No)
    desk.pane.reconvert_requested.emit((ONE, TWO))
    assert ONE in asked[0]
    assert TWO not in asked[0]
    assert [wish[1] for wish in desk.stage.wishes] == [False]
    answering(monkeypatch, QMessageBox.StandardButton.Yes)
    desk.pane.reconvert_requested.emit((ONE, TWO))
    assert desk.stage.wishes[1:] == [((ONE, TWO), False, ()), ((ONE,), True, ())]


def test_a_password_is_asked_for_until_it_opens_the_file_or_none_is_given(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.stage.refused = {ONE: PasswordNeeded("Locked.")}
    answers = iter([("wrong", True), ("infected", True)])
    asked: list[str] = []
    monkeypatch.setattr(QInputDialog, "getText", lambda *said: asked.append(said[2]) or next(answers))
    desk.pane.reconvert_requested.emit((ONE,))
    assert [wish[2] for wish in desk.stage.wishes] == [(), ("wrong",), ("infected",)]
    assert ["does not open it" in each for each in asked] == [False, True]
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("x", False))
    desk.pane.reconvert_requested.emit((ONE,))
    assert len(desk.stage.wishes) == 4


def test_an_edited_and_locked_original_needs_both(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.stage.refused = {ONE: TextEdited("Edited."), TWO: PasswordNeeded("Locked.")}
    answering(monkeypatch, QMessageBox.StandardButton.Yes)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("infected", True))
    desk.pane.reconvert_requested.emit((ONE, TWO))
    assert desk.stage.wishes[1:] == [((ONE,), True, ()), ((TWO,), False, ("infected",))]


def test_one_that_could_not_be_converted_says_why(desk: Desk) -> None:
    desk.stage.refused = {ONE: ConversionFailed("No text was found.", "Look at it.")}
    desk.pane.reconvert_requested.emit((ONE,))
    assert [(each.severity, each.text, each.hint) for each in desk.noticed] == [(Severity.WARNING, "No text was found.", "Look at it.")]


def test_several_that_could_not_be_converted_are_listed(desk: Desk, qtbot: QtBot) -> None:
    desk.stage.refused = {ONE: ConversionFailed("No text."), TWO: ConversionFailed("Damaged.", "Fetch it again.")}
    desk.pane.reconvert_requested.emit((ONE, TWO, THREE))
    assert [each.text for each in desk.noticed] == [
        "1 document was converted again.",
        "2 documents could not be converted again and stayed as they were.",
    ]
    desk.noticed[1].actions[0].run()
    dialog = desk.pane.findChild(ProblemsDialog)
    assert dialog is not None
    (listed,) = dialog.findChildren(QPlainTextEdit)
    assert listed.toPlainText() == f"{ONE}: No text.\n{TWO}: Damaged. Fetch it again."


def test_a_full_disk_is_said(desk: Desk) -> None:
    desk.stage.failure = StorageProblem("The disk is full.", "Make room.")
    desk.pane.reconvert_requested.emit((ONE,))
    assert [each.text for each in desk.noticed] == ["The disk is full."]
    assert desk.activity[-1] is None
