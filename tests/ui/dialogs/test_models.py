from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from desktop.domain.errors import ModelUnavailable
from desktop.domain.language_model import AskedQuestion, ModelFile, SelfTest
from desktop.ui.dialogs.models import ModelsAsSet, ModelsDialog
from tests.ui.hearing import heard, visible_texts

BUNDLED, OWN = Path("/app/bundled.gguf"), Path("/stick/own.gguf")
FILE = ModelFile("Tiny Heron", "llama", "apache-2.0", "Q4_1", 8192, 30, 3, 64, has_chat_template=True, bytes=98 * 2**20)


def as_set(**facts: Any) -> ModelsAsSet:
    given = {"bundled": BUNDLED, "own_file": None, "threads": 0, "most_threads": 64, "composes": True, "machine_bytes": 2**30}
    return ModelsAsSet(**{**given, **facts})


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[Any]:
    opened: list[ModelsDialog] = []

    def make(path: Path, **facts: Any) -> ModelsDialog:
        dialog = ModelsDialog(as_set(**facts))
        qtbot.addWidget(dialog)
        opened.append(dialog)
        dialog.show_reading(path)
        dialog.show()
        return dialog

    yield make
    for each in opened:
        each.close()


def test_the_model_in_use_is_told_with_what_its_header_says(qtbot: QtBot, shown: Any) -> None:
    dialog = shown(BUNDLED)
    dialog.show_file(FILE)
    dialog.card.show_hashing(49 * 2**20, 98 * 2**20)
    said = {"Answers are composed with bundled", "Tiny Heron", "apache-2.0", "Reading 49 MB of 98 MB…", "Stop hashing"}
    qtbot.waitUntil(lambda: said <= visible_texts(dialog))
    assert "The model that comes with Coffer, chosen\n/app/bundled.gguf" in visible_texts(dialog)
    dialog.card.show_hash("ab12")
    assert dialog.card.hash.text() == "ab12"
    assert "Stop hashing" not in visible_texts(dialog)
    assert not dialog.use.isEnabled()
    assert not dialog.bundled.isVisible()


def test_another_file_is_used_only_after_its_header_was_read(shown: Any) -> None:
    dialog = shown(OWN)
    assert (dialog.use.text(), dialog.use.isEnabled(), dialog.test.begin.isEnabled()) == ("Use this model", False, False)
    dialog.show_file(FILE)
    used = heard(dialog.use_requested)
    dialog.threads.setValue(3)
    dialog.use.click()
    assert used == [(OWN, 3)]
    assert not dialog.isVisible()


def test_the_bundled_one_is_gone_back_to(shown: Any) -> None:
    dialog = shown(BUNDLED, own_file=OWN)
    dialog.show_file(FILE)
    used = heard(dialog.use_requested)
    assert dialog.use.text() == "Go back to the bundled one"
    dialog.use.click()
    assert used == [(None, 0)]


def test_threads_alone_can_be_saved(shown: Any) -> None:
    dialog = shown(OWN, own_file=OWN)
    used = heard(dialog.use_requested)
    dialog.threads.setValue(2)
    assert (dialog.use.text(), dialog.use.isEnabled()) == ("Save", True)
    dialog.use.click()
    assert used == [(OWN, 2)]


def test_a_file_that_is_no_model_can_neither_be_tested_nor_used(shown: Any) -> None:
    dialog = shown(OWN)
    dialog.show_file_problem(ModelUnavailable("own.gguf is no GGUF file.", "Choose another file."))
    assert "own.gguf is no GGUF file. Choose another file." in visible_texts(dialog)
    assert not dialog.use.isEnabled()
    assert not dialog.test.begin.isEnabled()
    assert "SHA-256" not in visible_texts(dialog)


def test_a_chosen_file_that_is_no_model_composes_nothing(shown: Any) -> None:
    dialog = shown(OWN, own_file=OWN)
    assert "Answers are composed with own" in visible_texts(dialog)
    dialog.show_file_problem(ModelUnavailable("own.gguf cannot be read: No such file or directory."))
    assert "No model composes answers; own is chosen" in visible_texts(dialog)


def test_files_are_chosen(shown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = shown(OWN)
    chosen = heard(dialog.file_chosen)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("/stick/third.gguf", ""))
    dialog.other.click()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    dialog.other.click()
    dialog.bundled.click()
    assert chosen == [Path("/stick/third.gguf"), BUNDLED]


def test_each_question_of_the_test_is_shown_and_the_verdict(shown: Any) -> None:
    dialog = shown(OWN)
    dialog.show_file(FILE)
    asked, stopped = heard(dialog.test_requested), heard(dialog.test_stop_requested)
    dialog.test.begin.click()
    dialog.show_testing()
    dialog.test.stop.click()
    assert (asked, len(stopped)) == ([OWN], 1)
    questions = (AskedQuestion("When?", "On 3 May. [1]", ""), AskedQuestion("Who?", "Heron.", "It cites nothing."))
    for each in questions:
        dialog.show_question(each, 2)
    assert "2 of 2 questions asked…" in visible_texts(dialog)
    table = dialog.test.table
    assert [[table.item(row, column).text() for column in range(3)] for row in range(2)] == [
        ["When?", "On 3 May. [1]", "By the rules."],
        ["Who?", "Heron.", "It cites nothing."],
    ]
    dialog.show_test(SelfTest(questions))
    assert dialog.test.verdict.text().startswith("1 of 2 by the rules: not fit to compose answers.")
    dialog.show_reading(BUNDLED)
    assert table.rowCount() == 0


def test_who_may_only_read_may_look_and_test_but_not_choose(shown: Any) -> None:
    dialog = shown(OWN, writer="coffer (process 7)", composes=False)
    dialog.show_file(FILE)
    assert dialog.test.begin.isEnabled()
    assert not dialog.use.isEnabled()
    assert not dialog.threads.isEnabled()
    told = [label.text() for label in dialog.findChildren(QLabel)]
    assert any("is held by coffer (process 7)" in each for each in told)
    assert any("switched off in the settings" in each for each in told)
