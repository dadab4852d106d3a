from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.domain.passage import Route
from desktop.domain.reading import OpenRequest
from desktop.domain.why import RouteStanding, WhyNot
from desktop.ui.dialogs.why_not import WhyNotDialog, standing_words
from tests.ui.samples import SignalLog, passage

BY_WORDS = RouteStanding(Route.KEYWORD, 0.3, 70, 1000, 4.0, 9.25, "By words its best passage is number 70 of the 1000 best.")
BY_TIME = RouteStanding(Route.TEMPORAL, 0.0, None, 0, None, None, "By time nothing was looked for.")
WHY = WhyNot(
    "ryuk", "doc-0", "Report 0", 70, 31, False, (), ("ryuk",), ("hospital",), (BY_WORDS, BY_TIME), passage(0), ("It is ranked 70.", "More.")
)


def test_it_tells_the_decisive_reason_first_and_where_each_route_puts_it(qtbot: QtBot) -> None:
    dialog = WhyNotDialog(WHY, changeable=True)
    qtbot.addWidget(dialog)
    said = [label.text() for label in dialog.findChildren(QLabel)]
    assert {"Report 0", "It is ranked 70.", "70 of 1000", "hospital"} <= set(said)
    assert said.index("It is ranked 70.") < said.index("More.")
    assert any(text.startswith("Its best passage (p. 1): The actors deliver Ryuk") for text in said)


def test_a_route_says_where_it_puts_the_document() -> None:
    assert standing_words(BY_WORDS) == ("keyword", "0.3", "70 of 1000", "4", "9.25")
    assert standing_words(BY_TIME) == ("time", "off", "–", "–", "–")
    assert standing_words(replace(BY_WORDS, rank=None))[2] == "not in 1000"


def test_the_document_is_opened_at_its_best_passage_or_at_its_beginning(qtbot: QtBot) -> None:
    best, nowhere = passage(0), replace(WHY, passage=None)
    for why, request in (
        (WHY, OpenRequest("doc-0", best.start, best.end, 1, best.text)),
        (nowhere, OpenRequest("doc-0")),
    ):
        dialog = WhyNotDialog(why, changeable=True)
        qtbot.addWidget(dialog)
        log = SignalLog(dialog.open_requested)
        dialog.opening.click()
        assert log.emissions == [(request,)]


def test_the_document_is_expected_from_now_on_where_that_can_be_kept(qtbot: QtBot) -> None:
    dialog = WhyNotDialog(WHY, changeable=True)
    qtbot.addWidget(dialog)
    log = SignalLog(dialog.expect_requested)
    dialog.expecting.click()
    assert log.emissions == [("ryuk", "doc-0")]
    assert not dialog.expecting.isEnabled()
    reading = WhyNotDialog(WHY, changeable=False)
    qtbot.addWidget(reading)
    assert reading.expecting.isHidden()
