from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.application.settings import AnswerSettings, Settings
from desktop.domain.errors import ModelUnavailable, WorkerDied
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.models_controller import ModelsController
from desktop.ui.controllers.settings_controller import SettingsController
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.models import ModelsDialog
from tests.fakes.lanes import HeldLane, InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard

OWN = Path("/stick/own.gguf")


@dataclass
class Desk:
    """A controller over a vault of fakes, and the window that its dialog stands on."""

    vault: FakeVault
    window: QWidget
    answer: AnswerSettings = field(default_factory=AnswerSettings)
    lane: InlineLane | HeldLane = field(default_factory=InlineLane)

    def __post_init__(self) -> None:
        services = replace(self.vault.services, settings=Settings(answer=self.answer))
        self.owner = QObject(self.window)
        self.settings = SettingsController(services, Writing(InlineLane(), backlogs_of(services), self.owner), self.owner)
        self.controller = ModelsController(services, self.settings, self.lane, self.lane, self.owner)

    def opened(self, path: Path | None = None) -> ModelsDialog:
        if path:
            self.controller.show_file(path, self.window)
        else:
            self.controller.show(self.window)
        (dialog,) = self.window.findChildren(ModelsDialog)
        return dialog


@pytest.fixture
def desk(qtbot: QtBot, vault: FakeVault) -> Iterator[Any]:
    window = QWidget()
    qtbot.addWidget(window)
    made: list[Desk] = []

    def make(**facts: Any) -> Desk:
        made.append(Desk(vault, window, **facts))
        return made[-1]

    yield make
    for each in made:
        each.controller.close()


def test_the_model_in_use_is_shown_with_its_hash(desk: Any) -> None:
    dialog = desk().opened()
    assert dialog.card.path.text().endswith("\n/app/bundled.gguf")
    assert dialog.card.hash.text() == "ab12"
    own = desk(answer=AnswerSettings(model_file=str(OWN)))
    own.controller.show(own.window)
    assert own.window.findChildren(ModelsDialog)[-1].card.path.text() == "A file of your own, chosen\n/stick/own.gguf"


def test_a_file_can_be_tested_before_its_hash_is_known(desk: Any) -> None:
    held = HeldLane()
    dialog = desk(lane=held).opened(OWN)
    assert not dialog.test.begin.isEnabled()
    dialog.hash_stop_requested.emit()
    assert dialog.card.hash.text().startswith("Stopped before the end")


def test_a_second_file_replaces_the_first_in_the_same_dialog(desk: Any) -> None:
    made = desk()
    dialog = made.opened()
    assert made.opened(Path("/stick/bad.gguf")) is dialog
    assert dialog.card.problem.text() == "bad.gguf is no GGUF file. Choose another file."
    assert not dialog.use.isEnabled()


def test_the_test_shows_what_each_question_gave(desk: Any) -> None:
    made = desk()
    dialog = made.opened(OWN)
    dialog.test.begin.click()
    assert made.vault.models.tested == [OWN]
    assert dialog.test.table.rowCount() == 10
    assert dialog.test.verdict.text().startswith("1 of 10 by the rules: not fit")
    assert made.vault.models.generator.closed


def test_a_model_that_crashes_or_cannot_be_loaded_is_told_in_place(desk: Any) -> None:
    made = desk()
    dialog = made.opened(OWN)
    made.vault.models.generator.fail_with = WorkerDied("It ended by SIGABRT.")
    dialog.test.begin.click()
    assert [dialog.test.table.item(row, 2).text() for row in (0, 9)] == ["It ended by SIGABRT.", "It was not asked: It ended by SIGABRT."]
    made.vault.models.generator.fail_with = ModelUnavailable("own.gguf is damaged.", "Choose another.")
    dialog.test.begin.click()
    assert dialog.test.verdict.text() == "own.gguf is damaged. Choose another."
    assert dialog.test.begin.isVisible()


def test_a_bug_is_told_in_place_and_with_its_report(desk: Any) -> None:
    made = desk()
    dialog = made.opened(OWN)
    noticed = heard(made.controller.noticed)
    made.vault.models.generator.before_word = lambda _: [][0]
    dialog.test.begin.click()
    assert dialog.test.verdict.text().startswith("Something went wrong inside Coffer: IndexError")
    assert [each.actions[0].label for each in noticed] == ["Report…"]


def test_a_test_that_is_stopped_says_nothing_of_the_model(desk: Any) -> None:
    made = desk()
    dialog = made.opened(OWN)
    made.vault.models.generator.before_word = lambda _: dialog.test.stop.click()
    dialog.test.begin.click()
    assert dialog.test.verdict.text() == "The test was stopped: it says nothing of the model."
    assert dialog.test.table.rowCount() == 0


def test_closing_stops_what_runs(desk: Any) -> None:
    held = HeldLane()
    dialog = desk(lane=held).opened(OWN)
    dialog.show_file(desk().vault.models.file)
    dialog.test.begin.click()
    dialog.reject()
    assert [job.was_cancelled for job in held.jobs] == [True] * 5  # the file, its test, what is known of both providers and of vectors


def test_using_a_file_writes_only_what_changes(desk: Any) -> None:
    made = desk()
    saved = heard(made.settings.saved)
    made.controller.use(OWN, 0)
    assert made.vault.changed_settings == [("answer", "model_file", "/stick/own.gguf")]
    made.controller.use(None, 3)
    assert made.vault.changed_settings[1:] == [("answer", "threads", 3)]
    made.controller.use(None, 0)
    assert (len(made.vault.changed_settings), len(saved)) == (2, 2)


def test_going_back_empties_the_setting_and_a_file_below_home_stays_as_written(desk: Any) -> None:
    made = desk(answer=AnswerSettings(model_file="~/own.gguf"))
    made.controller.use(Path("~/own.gguf").expanduser(), 0)
    assert made.vault.changed_settings == []
    made.controller.use(None, 0)
    assert made.vault.changed_settings == [("answer", "model_file", "")]
