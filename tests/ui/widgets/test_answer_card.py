from __future__ import annotations

import re
from dataclasses import replace
from typing import cast

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent, QTextDocument
from PySide6.QtWidgets import QApplication, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.answer import AnswerKind, AnswerSentence
from desktop.domain.fact import FactDraft
from desktop.domain.leaving import CopyRequest
from desktop.domain.reading import OpenRequest
from desktop.ui.theme import LIGHT
from desktop.ui.widgets.answer_card import AnswerCard
from desktop.ui.widgets.answer_text import answer_html, footnote, number_sources, plain_text
from desktop.ui.widgets.outlet import outlet
from tests.ui.samples import SignalLog, answer, citation


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    host = QWidget()
    qtbot.addWidget(host)
    host.resize(700, 900)
    return host


@pytest.fixture
def card(qtbot: QtBot, host: QWidget) -> AnswerCard:
    card = AnswerCard(host)
    card.resize(680, 400)
    with qtbot.waitExposed(host):
        host.show()
    return card


def test_sources_are_numbered_once_in_the_order_they_are_cited() -> None:
    assert [(each.number, each.title, each.citation.page) for each in number_sources(answer())] == [
        (1, "Report 0", 1),
        (2, "Report 1", None),
        (3, "Report 1", 5),
    ]


def test_a_source_without_a_passage_is_named_by_its_id() -> None:
    assert number_sources(replace(answer(), passages=()))[0].place == "doc-0, p. 1"


def test_a_document_of_a_list_is_named_without_a_passage() -> None:
    listed = replace(answer(), passages=(), titles=(("doc-0", "Heron"),))
    assert number_sources(listed)[0].place == "Heron, p. 1"


def test_what_comes_near_stands_beside_a_refusal_and_can_be_opened_and_copied() -> None:
    refused = replace(answer(), kind=AnswerKind.NOT_FOUND, sentences=(), removed=(), near=answer().sentences[:1])
    said = answer_html(refused, LIGHT, removed_shown=False)
    assert "What comes near, without answering it" in said
    assert re.findall(r'href="([^"]*)"', said) == ["source:1", "source:2"]
    assert "What comes near, without answering it:\nTrickBot delivers Ryuk. [1][2]\n" in plain_text(refused)


def test_contradicting_sources_are_named() -> None:
    differing = replace(answer(), conflicts=("The sources differ: “<52>” in “One”.",))
    assert "The sources differ: “&lt;52&gt;” in “One”." in answer_html(differing, LIGHT, removed_shown=False)
    assert "The sources differ: “<52>” in “One”." in plain_text(differing)


def test_what_the_model_saw_unfolds_and_is_escaped(card: AnswerCard) -> None:
    card.show_answer(replace(answer(), prompt="Answer from evidence.\n[1] «<b>bold</b>»"))
    assert "What the model saw" in card.text.toPlainText()
    assert "bold" not in card.text.toPlainText()
    card.text.prompt_toggled.emit()
    assert "[1] «<b>bold</b>»" in card.text.toPlainText()
    card.text.prompt_toggled.emit()
    assert "bold" not in card.text.toPlainText()


def test_small_print_says_what_the_confidence_rests_on() -> None:
    assert "(One source, graded B2, 2016)" in footnote(replace(answer(), grounds="One source, graded B2, 2016."))


def test_what_comes_from_documents_and_models_is_escaped() -> None:
    said = answer_html(answer(), LIGHT, removed_shown=True)

    assert "&lt;script&gt; &amp; more" in said
    assert "<script" not in said
    assert re.findall(r'href="([^"]*)"', said) == [f"source:{number}" for number in (1, 2, 1, 3, 1, 2, 3)] + ["removed:"]


def test_the_copy_carries_every_sentence_and_its_sources_in_full() -> None:
    assert plain_text(answer()) == (
        "Who delivers Ryuk?\n\nComposed from your documents, every sentence checked.\n\n"
        "TrickBot delivers Ryuk. [1][2]\nIt uses <script> & more. [1][3]\n\nSources\n"
        "[1] Report 0, p. 1 (doc-0)\n    “The actors deliver Ryuk with TrickBot.”\n"
        "[2] Report 1 (doc-1)\n    “The actors deliver Ryuk with TrickBot.”\n"
        "[3] Report 1, p. 5 (doc-1) (loose: check the wording)\n    “The actors deliver Ryuk with TrickBot.”"
    )


def test_the_small_print_says_what_answered_and_how_long_it_took() -> None:
    assert footnote(answer()) == "confidence 72% · SmolLM2 · passages 0.05 s · first word 0.8 s · in all 3.2 s"


def test_each_chip_opens_the_exact_place_by_keyboard(qtbot: QtBot, card: AnswerCard) -> None:
    log = SignalLog(card.open_requested)
    card.show_answer(answer())
    card.text.setFocus()
    for _ in range(4):
        qtbot.keyClick(card.text, Qt.Key.Key_Tab)
        qtbot.keyClick(card.text, Qt.Key.Key_Return)

    cited = [citation(0), citation(1), citation(0), citation(4)]
    assert log.emissions == [(OpenRequest(each.document_id, each.start, each.end, each.page, each.quote),) for each in cited]


def test_a_chip_tells_its_source_when_hovered(card: AnswerCard) -> None:
    card.show_answer(answer())
    where = next(QPoint(x, y) for y in range(4, 60, 4) for x in range(4, 400, 3) if card.text.anchorAt(QPoint(x, y)) == "source:2")
    QApplication.sendEvent(card.text.viewport(), QHelpEvent(QEvent.Type.ToolTip, where, card.text.mapToGlobal(where)))

    assert "Report 1" in QToolTip.text()
    assert "TrickBot" in QToolTip.text()
    QToolTip.hideText()


def test_removed_sentences_are_behind_a_disclosure(card: AnswerCard) -> None:
    card.show_answer(answer())
    assert "2 sentences removed" in card.text.toPlainText()
    assert "Invention" not in card.text.toPlainText()

    card.text.removed_toggled.emit()
    assert "Invention 1." in card.text.toPlainText()
    assert "Reason 1." in card.text.toPlainText()
    card.show_answer(answer(removed=0))
    assert "removed" not in card.text.toPlainText()


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        (AnswerKind.SYNTHESIS, "Composed from your documents, every sentence checked"),
        (AnswerKind.EXTRACT, "Extract: sentences of your documents"),
        (AnswerKind.NOT_FOUND, "Your documents do not say"),
    ],
)
def test_it_says_how_the_answer_came_about(card: AnswerCard, kind: AnswerKind, said: str) -> None:
    card.show_answer(answer(kind))
    assert card.kind.text() == said


def test_loose_citations_look_different(card: AnswerCard) -> None:
    card.show_answer(answer())
    text = card.text.toPlainText().replace("\xa0", " ")
    assert "more.  1   3? " in text
    assert "loose: check the wording" in text


def test_it_can_be_stopped_while_it_grows_and_copied_when_done(card: AnswerCard) -> None:
    stopped = SignalLog(card.stop_requested)
    card.await_answer("Who?")
    assert card.question.text() == "Who?"
    assert not card.copy.isVisible()
    card.show_answer(answer(AnswerKind.EXTRACT))
    card.stop.click()
    card.set_growing(False)
    card.copy.click()

    assert stopped.emissions == [()]
    assert not card.stop.isVisible()
    assert QGuiApplication.clipboard().text() == plain_text(answer(AnswerKind.EXTRACT))


def test_stopping_before_anything_was_found_is_told(card: AnswerCard) -> None:
    card.await_answer("Who?")
    card.set_growing(False)
    assert card.kind.text() == "Stopped before anything was found."
    assert not card.copy.isVisible()


def test_a_long_answer_scrolls_instead_of_pushing_the_passages_out(qtbot: QtBot, card: AnswerCard) -> None:
    long = answer()
    card.show_answer(replace(long, sentences=long.sentences * 60))
    qtbot.waitUntil(lambda: card.text.sizeHint().height() == 360)
    assert card.text.minimumSizeHint().height() < 80


def test_a_notice_is_shown_as_it_is(card: AnswerCard) -> None:
    card.show_answer(replace(answer(), notice="No <model> is loaded."))
    assert card.notice.isVisible()
    assert card.notice.text() == "No <model> is loaded."


def test_the_small_print_does_not_make_the_card_wide(card: AnswerCard) -> None:
    before = card.minimumSizeHint().width()
    card.show_answer(replace(answer(), model="a-model-with-a-very-long-name" * 5))
    assert card.minimumSizeHint().width() <= max(before, 420)


def test_a_long_question_is_named_by_its_beginning(card: AnswerCard) -> None:
    card.await_answer("Who delivers Ryuk? " * 100)
    assert card.question.text().endswith(" …")
    assert len(card.question.text()) <= 240
    assert card.question.toolTip() == "Who delivers Ryuk? " * 100


def test_an_extract_says_each_sentence_once_under_its_place() -> None:
    cited = [replace(citation(row), page=page) for row, page in ((0, 1), (0, 1), (1, 7))]
    cited[1] = replace(cited[1], start=900, end=920)
    sentences = tuple(AnswerSentence(f"Sentence {number}.", (each,)) for number, each in enumerate(cited))
    said = answer_html(replace(answer(AnswerKind.EXTRACT, removed=0), sentences=sentences), LIGHT, removed_shown=False)

    document = QTextDocument()
    document.setHtml(said)
    lines = document.toPlainText().replace("\xa0", " ").split("\n")
    assert [line.strip() for line in lines] == ["Report 0, p. 1", "Sentence 0.  1", "Sentence 1.  2", "Report 1, p. 7", "Sentence 2.  3"]


def test_a_wish_to_stop_is_seen_at_once(card: AnswerCard) -> None:
    card.await_answer("Who?")
    card.stop.click()
    assert (card.stop.text(), card.stop.isEnabled()) == ("Stopping…", False)
    card.await_answer("Who else?")
    assert (card.stop.text(), card.stop.isEnabled()) == ("Stop", True)


def remembered(card: AnswerCard, entry: int) -> tuple[FactDraft, tuple[str, ...]]:
    """What is asked for by an entry of the menu, separators not counted."""
    log = SignalLog(card.remember_requested)
    menu = card.remember.menu()
    menu.aboutToShow.emit()
    [each for each in menu.actions() if not each.isSeparator()][entry].trigger()
    return cast("tuple[FactDraft, tuple[str, ...]]", log.emissions[-1])


def test_a_sentence_becomes_a_fact_whose_sources_are_what_it_cites(card: AnswerCard) -> None:
    card.allow_changes(True)
    card.show_answer(answer())
    card.set_growing(False)
    draft, quotes = remembered(card, 2)
    assert draft == FactDraft(
        "It uses <script> & more.", description="Answers: Who delivers Ryuk?", sources=(("doc-0", 0, 38), ("doc-1", 400, 438))
    )
    assert quotes == ("The actors deliver Ryuk with TrickBot.",) * 2
    whole, _ = remembered(card, 0)
    assert whole.text == "TrickBot delivers Ryuk.\n\nIt uses <script> & more."
    assert whole.sources == (("doc-0", 0, 38), ("doc-1", 100, 138), ("doc-1", 400, 438))


def test_what_only_comes_near_is_remembered_a_sentence_at_a_time(card: AnswerCard) -> None:
    card.allow_changes(True)
    card.show_answer(replace(answer(), kind=AnswerKind.NOT_FOUND, sentences=(), near=answer().sentences))
    card.set_growing(False)
    card.remember.menu().aboutToShow.emit()
    assert [each.text() for each in card.remember.menu().actions()] == ["&1  TrickBot delivers Ryuk.", "&2  It uses <script> && more."]


def test_the_sentence_under_the_pointer_is_offered(card: AnswerCard) -> None:
    card.allow_changes(True)
    card.show_answer(answer())
    card.set_growing(False)
    cursor = card.text.document().find("script")
    menu = card.text.menu_at(card.text.cursorRect(cursor).center())
    log = SignalLog(card.remember_requested)
    assert [each.text() for each in menu.actions()] == ["&Copy", "&Remember “It uses <script> && more.”"]
    menu.actions()[1].trigger()
    assert cast("FactDraft", log.emissions[0][0]).text == "It uses <script> & more."


def test_nothing_is_remembered_where_nothing_may_be_written_or_more_is_to_come(card: AnswerCard) -> None:
    card.show_answer(answer())
    card.set_growing(False)
    assert not card.remember.isVisible()
    card.allow_changes(True)
    assert card.remember.isVisible()
    card.set_growing(True)
    assert not card.remember.isVisible()


def test_what_is_selected_in_an_answer_leaves_only_by_the_outlet(card: AnswerCard, qtbot: QtBot) -> None:
    card.show_answer(answer())
    QGuiApplication.clipboard().setText("before")
    card.text.setTextCursor(card.text.document().find("TrickBot"))
    asked = SignalLog(outlet.asked)
    outlet.guard(True)
    qtbot.keyClick(card.text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    outlet.guard(False)
    request = cast("CopyRequest", asked.emissions[0][0])
    assert (request.text, request.outgoing.made_of) == ("TrickBot", ("doc-0", "doc-1"))
    assert QGuiApplication.clipboard().text() == "before"
