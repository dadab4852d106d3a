from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.domain.answer import Answer, AnswerKind
from desktop.domain.errors import WorkerDied
from desktop.ui.controllers.answer_controller import AnswerController
from desktop.ui.controllers.busy import Busy
from desktop.ui.panes.search import SearchPane
from tests.fakes.lanes import HeldLane
from tests.fakes.services import FakeVault


class WatchedPane(SearchPane):
    """A real pane that also writes down which answers it was given."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[Answer] = []

    def show_answer(self, answer: Answer) -> None:
        self.answers.append(answer)
        super().show_answer(answer)


@pytest.fixture
def pane(qtbot: QtBot) -> WatchedPane:
    pane = WatchedPane()
    qtbot.addWidget(pane)
    pane.show()
    return pane


@pytest.fixture
def answers(pane: WatchedPane, vault: FakeVault, held: HeldLane, owner: QObject) -> Iterator[AnswerController]:
    controller = AnswerController(pane, Busy(pane), vault.services.answerer, held, use_model=True, parent=owner)
    yield controller
    controller.close()


def test_the_extract_comes_first_then_the_answer(qtbot: QtBot, pane: WatchedPane, answers: AnswerController, held: HeldLane) -> None:
    pane.box.setText("Who used Headlace?")
    pane.ask.click()
    assert pane.busy.isVisible()
    held.run_all()

    assert [each.kind for each in pane.answers] == [AnswerKind.EXTRACT, AnswerKind.SYNTHESIS]
    assert not pane.busy.isVisible()


def test_a_new_question_silences_the_one_before(
    qtbot: QtBot, pane: WatchedPane, answers: AnswerController, vault: FakeVault, held: HeldLane
) -> None:
    answers.ask("old?")
    answers.ask("new?")
    held.run_all()

    assert vault.answerer.questions == ["new?"]
    assert {each.question for each in pane.answers} == {"new?"}


def test_stopping_leaves_what_is_shown(qtbot: QtBot, pane: WatchedPane, answers: AnswerController, held: HeldLane) -> None:
    answers.ask("Who?")
    pane.stop_requested.emit()
    held.run_all()

    assert pane.answers == []
    assert not pane.busy.isVisible()


def test_a_dead_model_is_told(qtbot: QtBot, pane: WatchedPane, answers: AnswerController, vault: FakeVault, held: HeldLane) -> None:
    vault.answerer.failure = WorkerDied("The language model stopped.", "Ask again.")
    answers.ask("Who?")
    held.run_all()

    assert "The language model stopped." in pane.failure.text()


def test_an_empty_question_is_none(qtbot: QtBot, answers: AnswerController, held: HeldLane) -> None:
    answers.ask("   ")
    assert held.jobs == []


def test_the_pane_is_idle_only_when_search_and_answer_are(qtbot: QtBot, pane: WatchedPane) -> None:
    busy = Busy(pane)
    busy.begin("answer", "Answering")
    busy.begin("search", "Searching")
    busy.end("search")
    assert pane.busy.isVisible()
    busy.end("answer")
    assert not pane.busy.isVisible()


def test_a_follow_up_goes_on_with_what_was_asked_about_until_that_is_dropped(
    qtbot: QtBot, pane: WatchedPane, answers: AnswerController, vault: FakeVault, held: HeldLane
) -> None:
    for question in ("Who is APT28?", "Which tools does it use?"):
        answers.ask(question)
        held.run_all()
    assert pane.card.about.text() == "About APT28  ✕"
    pane.card.about.click()
    held.run_all()
    assert vault.answerer.questions == ["Who is APT28?", "Which tools does it use?", "Which tools does it use?"]
    assert vault.answerer.about == [(), ("APT28",), ()]
    assert not pane.card.about.isVisible()
