from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QGuiApplication, QTextCursor
from pytestqt.qtbot import QtBot

from desktop.domain.document import page_mark
from desktop.ui.widgets.section_stack import SectionStack, TextPosition
from desktop.ui.widgets.text_selection import TextSelection

Move = QTextCursor.MoveOperation
BODY = f"First **words** here.\n\nA second paragraph.\n\n{page_mark(2)}\n\nOn the next page 😀 stands this.\n"


@pytest.fixture
def selection(qtbot: QtBot) -> TextSelection:
    return TextSelection(SectionStack(BODY, QFont(), QGuiApplication.palette(), 600.0))


def after(selection: TextSelection, *moves: QTextCursor.MoveOperation) -> str:
    for move in moves:
        selection.move(move)
    return selection.text


def test_nothing_is_selected_at_first(selection: TextSelection) -> None:
    assert (selection.empty, selection.placed, selection.text, selection.source) == (True, False, "", None)


def test_letters_and_words_are_taken_one_after_the_other(selection: TextSelection) -> None:
    assert after(selection, Move.NextCharacter, Move.NextCharacter) == "Fi"
    assert after(selection, Move.PreviousCharacter) == "F"
    assert after(selection, Move.NextWord, Move.NextWord) == "First words "


def test_what_is_selected_stands_in_the_body_as_it_is_written_there(selection: TextSelection) -> None:
    after(selection, Move.NextWord, Move.NextWord)
    assert selection.source is not None
    start, end = selection.source
    assert BODY[start:end].rstrip("* ") == "First **words"


def test_paragraphs_are_taken_to_their_end_then_to_the_end_of_the_next(selection: TextSelection) -> None:
    assert after(selection, Move.EndOfBlock) == "First words here."
    assert after(selection, Move.EndOfBlock) == "First words here.\nA second paragraph."
    assert after(selection, Move.EndOfBlock).endswith("A second paragraph.\nOn the next page 😀 stands this.")
    whole = selection.text
    assert after(selection, Move.EndOfBlock) == whole
    assert after(selection, Move.StartOfBlock, Move.StartOfBlock) == "First words here.\n"


def test_a_letter_of_two_units_is_taken_whole(selection: TextSelection) -> None:
    selection.stack.cut_more(9)
    smile = "On the next page "
    selection.begin(TextPosition(len(selection.stack.sections) - 1, len(smile)))
    assert after(selection, Move.NextCharacter) == "😀"


def test_the_caret_goes_back_across_the_page_to_where_it_came_from(selection: TextSelection) -> None:
    selection.stack.cut_more(9)
    second = len(selection.stack.sections) - 1
    selection.begin(TextPosition(second, 0))
    assert after(selection, Move.StartOfBlock) == "A second paragraph.\n"


def test_the_beginning_of_the_document_is_where_moving_back_stops(selection: TextSelection) -> None:
    assert after(selection, Move.PreviousCharacter, Move.PreviousWord, Move.StartOfBlock) == ""
    assert selection.caret == TextPosition(0, 0)


def test_a_line_is_not_left_by_going_to_its_end(selection: TextSelection) -> None:
    assert after(selection, Move.EndOfLine, Move.EndOfLine) == "First words here."


def test_everything_is_selected_to_the_last_page(selection: TextSelection) -> None:
    selection.select_all()
    assert selection.text == "First words here.\nA second paragraph.\nOn the next page 😀 stands this."


def test_a_word_is_selected_around_a_place(selection: TextSelection) -> None:
    selection.select_word(TextPosition(0, 8))
    assert selection.text == "words"


def test_what_is_told_of_a_selection_across_many_sections_is_where_it_begins_and_ends(qtbot: QtBot) -> None:
    body = "".join(f"{page_mark(number)}\n\nThis stands on page {number}.\n\n" for number in range(1, 9))
    selection = TextSelection(SectionStack(body, QFont(), QGuiApplication.palette(), 600.0))
    assert after(selection, Move.NextWord) == selection.described == "This "
    selection.select_all()
    assert selection.described == "This stands on page 1. … This stands on page 8."
    assert "page 5" in selection.text
