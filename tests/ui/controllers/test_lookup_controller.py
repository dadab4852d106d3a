from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.ui.controllers.lookup_controller import LookupController
from desktop.ui.panes.lookup import LookupPane
from tests.fakes.lanes import HeldLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


@pytest.fixture
def pane(qtbot: QtBot) -> LookupPane:
    pane = LookupPane()
    qtbot.addWidget(pane)
    pane.show()
    return pane


@pytest.fixture
def lookup(pane: LookupPane, vault: FakeVault, held: HeldLane, owner: QObject) -> Iterator[LookupController]:
    vault.desk.put("one", "The host evil.com was contacted.", "One", published="2024-03-01")
    controller = LookupController(pane, vault.services.desk.lookup, vault.services.gate, held, owner)
    yield controller
    controller.close()


def test_a_list_is_looked_up(pane: LookupPane, lookup: LookupController, held: HeldLane) -> None:
    pane.lookup_requested.emit("evil[.]com\nnowhere[.]com")
    assert pane.stop.isVisible()
    held.run_all()
    assert [(row.text, row.documents, row.first_seen) for row in pane.model.rows] == [
        ("evil[.]com", 1, "2024-03-01"),
        ("nowhere[.]com", 0, None),
    ]
    assert not pane.stop.isVisible()


def test_it_is_stopped_on_request(pane: LookupPane, lookup: LookupController, held: HeldLane) -> None:
    pane.lookup_requested.emit("evil[.]com")
    pane.stop.click()
    held.run_all()
    assert pane.model.rowCount() == 0
    assert not pane.stop.isVisible()


def test_what_is_listed_is_written_as_csv(pane: LookupPane, lookup: LookupController, held: HeldLane, tmp_path: Path) -> None:
    noticed = heard(lookup.noticed)
    pane.lookup_requested.emit("evil[.]com")
    held.run_all()
    pane.export_requested.emit(pane.model.rows, tmp_path / "found.csv")
    held.run_all()
    lines = (tmp_path / "found.csv").read_text(encoding="utf-8").splitlines()
    assert lines[1].startswith("1,evil[.]com,domain-name,evil.com,")
    pane.export_requested.emit(pane.model.rows, tmp_path / "nowhere" / "found.csv")
    held.run_all()
    assert [each.text.split(" could")[0] for each in noticed] == [
        f"The list was written to {tmp_path / 'found.csv'}.",
        str(tmp_path / "nowhere" / "found.csv"),
    ]
