from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.changes import Changes
from desktop.domain.errors import StorageProblem
from desktop.ui.controllers.history_controller import HistoryController
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


@pytest.fixture
def history(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> Iterator[HistoryController]:
    window = QWidget()
    qtbot.addWidget(window)
    services = vault.services
    controller = HistoryController(services.library, services.document_history, lane, window, changeable=True, parent=owner)
    yield controller
    controller.close()
    if controller.dialog:
        controller.dialog.close()


def test_a_history_is_shown_with_what_differs(history: HistoryController) -> None:
    history.show("report-000001")
    assert history.dialog is not None
    assert history.dialog.heading.text() == "Report 000001"
    assert history.dialog.text.toPlainText() == "-aa of report-000001"


def test_what_was_deleted_has_a_history_too(history: HistoryController) -> None:
    history.show("gone-1")
    assert history.dialog is not None
    assert history.dialog.heading.text() == "gone-1"


def test_it_is_told_anew_when_the_document_changes(history: HistoryController, vault: FakeVault) -> None:
    history.show("report-000001")
    vault.document_history.events = ()
    history.take_changes(Changes(frozenset({"report-000002"})))
    assert history.dialog is not None
    assert history.dialog.events.count() == 1
    history.take_changes(Changes(frozenset({"report-000001"})))
    assert history.dialog.events.count() == 0


def test_what_cannot_be_read_is_said(history: HistoryController, vault: FakeVault) -> None:
    noticed = heard(history.noticed)
    vault.library.failure = StorageProblem("The disk is gone.", "Plug it in.")
    history.show("report-000001")
    assert [each.text for each in noticed] == ["The disk is gone."]
