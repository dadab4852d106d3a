"""What stands beside the picture."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.domain.graph_card import Evidence, Sentence
from desktop.domain.graph_view import MENTIONS, Tie
from desktop.ui.widgets.graph_side import GraphSide

SAID = Sentence("one", "First", "2022-05-01", 0, 5, "words", "lexicon", 1.0)


def tie(number: int) -> Tie:
    return Tie("document:one", MENTIONS, f"malware:{number}", sentences=2)


def test_of_more_sentences_than_are_shown_both_numbers_are_said(qtbot: QtBot) -> None:
    side = GraphSide()
    qtbot.addWidget(side)
    told = [Evidence(tie(number), (SAID, SAID), 2) for number in range(3)]
    side.show_evidence([*told, *(Evidence(tie(number), (), 2) for number in range(3, 5000))], {"document:one": "First", "malware:0": "bot"})
    assert side.line_about.text() == "6 of 10,000 sentences; a click, or Enter, opens the document there."
    assert side.sentences.count() == 10
    assert side.sentences.rows[0][0] == "Mentions bot: 2 places"
    assert side.sentences.rows[-1] == ("… and 4,997 relations more", "Choose single nodes, or the tables, to see what is behind them")


def test_where_all_are_shown_there_is_one_number(qtbot: QtBot) -> None:
    side = GraphSide()
    qtbot.addWidget(side)
    side.show_evidence([Evidence(tie(1), (SAID,), 1)], {"document:one": "First", "malware:1": "bot"})
    assert side.line_about.text() == "1 sentence; a click, or Enter, opens the document there."
    assert [each for each, _ in side.sentences.rows] == ["First mentions bot: 1 place", "“words”"]
