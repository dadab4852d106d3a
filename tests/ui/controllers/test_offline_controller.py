from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop.application.offline import Offline
from desktop.domain.network import NetworkTrial
from desktop.ui.controllers.offline_controller import OfflineController
from desktop.ui.dialogs.offline import OfflineDialog
from tests.fakes.lanes import InlineLane
from tests.fakes.network import ScriptedGuard


def refused() -> NetworkTrial:
    return NetworkTrial("worker convert", refused=True, detail="Refused.")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


def shown(controller: OfflineController, window: QWidget) -> OfflineDialog:
    controller.show(window)
    (dialog,) = window.findChildren(OfflineDialog)
    return dialog


def test_attempts_reach_the_window_from_whatever_thread(qtbot: QtBot, window: QWidget) -> None:
    guard = ScriptedGuard()
    controller = OfflineController(Offline(guard, ()), InlineLane())
    dialog = shown(controller, window)
    with qtbot.waitSignal(controller.attempts_changed) as told:
        guard.attempt("worker embed", "the name example.org")
    assert [each.what for each in told.args[0]] == ["the name example.org"]
    assert dialog.attempts.rowCount() == 1
    dialog.accept()


def test_a_trial_shows_each_part_and_goes_into_the_statement(window: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = OfflineController(Offline(ScriptedGuard(), [("convert", refused)]), InlineLane())
    dialog = shown(controller, window)
    dialog.trial_requested.emit()
    assert [dialog.trials.item(row, 0).text() for row in range(2)] == ["window and commands", "worker convert"]
    target, saved = tmp_path / "statement.md", list[str]()
    controller.noticed.connect(lambda notice: saved.append(notice.text))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    dialog.save_requested.emit()
    assert saved == ["The statement was saved as statement.md."]
    assert "- worker convert: refused. Refused." in target.read_text(encoding="utf-8")
    dialog.accept()


def test_a_statement_that_cannot_be_written_is_said(window: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    controller = OfflineController(Offline(ScriptedGuard(), ()), InlineLane())
    dialog = shown(controller, window)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "missing" / "statement.md"), ""))
    notices: list[Any] = []
    controller.noticed.connect(notices.append)
    dialog.save_requested.emit()
    assert "could not be written" in notices[0].text
    dialog.accept()


def test_a_statement_that_was_there_stays_whole_until_the_new_one_is(
    window: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "statement.md"
    target.write_text("the earlier one")
    controller = OfflineController(Offline(ScriptedGuard(), ()), InlineLane())
    dialog = shown(controller, window)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    monkeypatch.setattr(os, "fsync", _full)
    notices: list[Any] = []
    controller.noticed.connect(notices.append)
    dialog.save_requested.emit()
    assert "could not be written" in notices[0].text
    assert target.read_text() == "the earlier one"
    assert [each.name for each in tmp_path.iterdir()] == ["statement.md"]
    dialog.accept()


def _full(_: int) -> None:
    raise OSError(28, "No space left on device")
