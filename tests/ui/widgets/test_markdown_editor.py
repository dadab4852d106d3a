from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.markdown_editor import MarkdownEditor
from tests.ui.hearing import button, heard

BODY = "# A report\n\n<!-- page: 2 -->\n\nThe end.\n"


@pytest.fixture
def editor(qtbot: QtBot) -> MarkdownEditor:
    editor = MarkdownEditor()
    qtbot.addWidget(editor)
    editor.show()
    editor.begin(BODY)
    return editor


def answer(monkeypatch: pytest.MonkeyPatch, choice: QMessageBox.StandardButton) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_: choice)


def test_what_was_typed_is_saved_to_the_letter(qtbot: QtBot, editor: MarkdownEditor) -> None:
    saved = heard(editor.saved)
    qtbot.keyClicks(editor.text, "X")
    qtbot.keyClick(editor.text, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert saved == ["X" + BODY]


def test_saving_what_was_not_changed_only_ends_it(editor: MarkdownEditor) -> None:
    saved, discarded = heard(editor.saved), heard(editor.discarded)
    button(editor, "Save").click()
    assert (saved, len(discarded)) == ([], 1)


@pytest.mark.parametrize(("choice", "gone"), [(QMessageBox.StandardButton.Discard, True), (QMessageBox.StandardButton.Cancel, False)])
def test_changes_are_let_go_only_if_the_person_wants_that(
    qtbot: QtBot, editor: MarkdownEditor, monkeypatch: pytest.MonkeyPatch, choice: QMessageBox.StandardButton, gone: bool
) -> None:
    answer(monkeypatch, choice)
    discarded = heard(editor.discarded)
    qtbot.keyClicks(editor.text, "X")
    assert editor.let_go() is gone
    assert (len(discarded), editor.changed) == (int(gone), not gone)


def test_a_text_that_was_not_changed_is_let_go_without_asking(editor: MarkdownEditor) -> None:
    assert editor.let_go()
