from __future__ import annotations

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.domain.errors import StorageProblem
from desktop.ui.controllers.waking_controller import WakingController
from tests.fakes.lanes import HeldLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


def test_many_changes_in_a_row_wake_once(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    waking = WakingController(vault.services.searcher, held, owner)
    for _ in range(3):
        waking.wake()
    assert held.jobs == []
    qtbot.waitUntil(lambda: len(held.jobs) == 1)
    held.run_all()
    assert vault.searcher.woken == 1
    waking.close()


def test_what_keeps_it_from_waking_is_told(qtbot: QtBot, vault: FakeVault, held: HeldLane, owner: QObject) -> None:
    waking = WakingController(vault.services.searcher, held, owner)
    noticed = heard(waking.noticed)
    vault.searcher.failure = StorageProblem("The index could not be read.")
    waking.wake()
    qtbot.waitUntil(lambda: len(held.jobs) == 1)
    held.run_all()
    assert [each.text for each in noticed] == ["The index could not be read."]
    waking.close()
