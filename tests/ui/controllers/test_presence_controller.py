from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from desktop.ui.controllers.presence_controller import PresenceController
from desktop.ui.notifier import Severity
from tests.fakes.lanes import HeldLane, InlineLane
from tests.ui.hearing import heard


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    docs = tmp_path / "stick" / "docs"
    docs.mkdir(parents=True)
    return docs


@pytest.fixture
def presence(docs: Path, owner: QObject) -> Iterator[PresenceController]:
    controller = PresenceController(docs, InlineLane(), owner)
    yield controller
    controller.close()


def test_a_vault_that_goes_away_and_comes_back_is_told_once_each_and_can_be_opened_again(presence: PresenceController, docs: Path) -> None:
    noticed, reopened = heard(presence.noticed), heard(presence.reopen_requested)
    presence.look()
    docs.rename(docs.with_name("elsewhere"))
    presence.look()
    presence.look()
    docs.with_name("elsewhere").rename(docs)
    presence.look()
    presence.look()
    assert [(each.severity, each.text, each.key) for each in noticed] == [
        (Severity.ERROR, f"The vault is gone: {docs.parent} is not there.", "presence"),
        (Severity.INFO, f"The vault is there again: {docs.parent}.", "presence"),
    ]
    noticed[1].actions[0].run()
    assert len(reopened) == 1


def test_a_disk_that_does_not_answer_is_asked_once(docs: Path, owner: QObject) -> None:
    lane = HeldLane()
    controller = PresenceController(docs, lane, owner)
    controller.look()
    controller.look()
    assert len(lane.jobs) == 1
    lane.run_all()
    controller.look()
    assert len(lane.jobs) == 1
    controller.close()
