from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.domain.answer import Answer, AnswerKind
from desktop.domain.errors import StorageProblem, WorkerDied
from desktop.domain.passage import Filters
from desktop.ui.controllers.answer_controller import AnswerController, ThreadKeeper
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
    keeper = ThreadKeeper(vault.services.desk.threads, held)
    controller = AnswerController(pane, Busy(pane), vault.services.answerer, held, keeper, use_model=True, parent=owner)
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


def ask(answers: AnswerController, held: HeldLane, *questions: str, filters: Filters | None = None) -> None:
    for question in questions:
        answers.ask(question, filters or Filters())
        held.run_all()


def test_what_is_asked_one_after_the_other_is_kept_in_one_thread_until_that_is_ended(
    qtbot: QtBot, pane: WatchedPane, answers: AnswerController, vault: FakeVault, held: HeldLane
) -> None:
    with qtbot.waitSignal(answers.kept):
        ask(answers, held, "Who is APT28?")
    ask(answers, held, "Since when?")
    pane.card.steps.end.click()
    ask(answers, held, "Who is APT29?", "And where?")
    pane.card.put_away()
    ask(answers, held, "Who is it?")
    kept = vault.services.desk.threads.all()
    assert {each.title: each.questions for each in kept} == {"Who is APT28?": 2, "Who is APT29?": 2, "Who is it?": 1}
    assert vault.answerer.about == [(), ("APT28",), (), ("APT29",), ()]


def test_another_case_begins_another_thread(
    qtbot: QtBot, pane: WatchedPane, answers: AnswerController, vault: FakeVault, held: HeldLane
) -> None:
    ask(answers, held, "Who is APT28?", filters=Filters(tags=("heron",)))
    ask(answers, held, "Since when?", filters=Filters(tags=("otter",)))
    assert {each.title: each.case for each in vault.services.desk.threads.all()} == {"Who is APT28?": ("heron",), "Since when?": ("otter",)}
    assert vault.answerer.about == [(), ()]


def test_the_questions_of_a_thread_can_be_gone_through(qtbot: QtBot, pane: WatchedPane, answers: AnswerController, held: HeldLane) -> None:
    steps = pane.card.steps
    ask(answers, held, "Who is APT28?")
    assert (steps.before.isVisible(), steps.end.isVisible()) == (False, True)
    ask(answers, held, "Since when?")
    assert steps.place.text() == "Question 2 of 2"
    steps.before.click()
    assert (pane.card.question.text(), steps.place.text(), steps.before.isEnabled()) == ("Who is APT28?", "Question 1 of 2", False)
    steps.after.click()
    assert (pane.card.question.text(), steps.after.isEnabled()) == ("Since when?", False)


def test_a_kept_thread_is_opened_at_its_end_and_gone_on_with(
    qtbot: QtBot, pane: WatchedPane, answers: AnswerController, vault: FakeVault, held: HeldLane
) -> None:
    ask(answers, held, "Who is APT28?", "Since when?")
    (head,) = vault.services.desk.threads.all()
    pane.card.put_away()
    answers.show_thread(vault.services.desk.threads.read(head.id))
    assert (pane.card.isVisible(), pane.card.question.text(), pane.card.steps.place.text()) == (True, "Since when?", "Question 2 of 2")
    ask(answers, held, "Where?")
    assert vault.answerer.about[-1] == ("APT28",)
    assert [(each.id, each.questions) for each in vault.services.desk.threads.all()] == [(head.id, 3)]


def test_a_thread_that_was_moved_to_the_trash_is_not_gone_on_with(
    qtbot: QtBot, pane: WatchedPane, answers: AnswerController, vault: FakeVault, held: HeldLane
) -> None:
    ask(answers, held, "Who is APT28?")
    (head,) = vault.services.desk.threads.all()
    vault.services.desk.threads.forget(head.id)
    answers.leave_thread(head.id)
    ask(answers, held, "Since when?")
    assert [each.title for each in vault.services.desk.threads.all()] == ["Since when?"]


def test_an_answer_that_cannot_be_kept_is_shown_all_the_same(
    qtbot: QtBot, pane: WatchedPane, answers: AnswerController, vault: FakeVault, held: HeldLane, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StorageProblem("threads/x.md could not be written: no space left.", "Free some space.")

    monkeypatch.setattr(vault.desk.threads, "add", fail)
    with qtbot.waitSignal(answers.noticed) as told:
        ask(answers, held, "Who is APT28?")
    assert "could not be written" in told.args[0].text
    assert pane.answers[-1].kind is AnswerKind.SYNTHESIS
