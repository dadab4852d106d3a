from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from desktop.application.library import Library
from desktop.domain.golden import ModeQuality, QualityReport
from desktop.domain.passage import Mode
from desktop.ui.controllers.quality_controller import QualityController
from desktop.ui.panes.quality import QualityPane
from tests.fakes.lanes import HeldLane, InlineLane
from tests.fakes.services import FakeLibrary, FakeVault, make_summary
from tests.ui.hearing import heard

SUMMARY = make_summary(1, "The bear report")


@pytest.fixture
def pane(qtbot: QtBot) -> QualityPane:
    pane = QualityPane()
    qtbot.addWidget(pane)
    pane.show()
    return pane


@pytest.fixture
def quality(pane: QualityPane, vault: FakeVault, held: HeldLane, owner: QObject) -> Iterator[QualityController]:
    vault.desk.put(SUMMARY.document.id, "fancy bear struck", "The bear report")
    library = cast("Library", FakeLibrary([SUMMARY]))
    controller = QualityController(pane, vault.services.desk.golden, library, InlineLane(), held, writable=True, parent=owner)
    controller.begin()
    yield controller
    controller.close()


def documents(pane: QualityPane) -> list[str]:
    model = pane.documents.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_what_is_expected_is_kept_with_its_title(pane: QualityPane, quality: QualityController) -> None:
    noticed = heard(quality.noticed)
    quality.expect("fancy bear", SUMMARY.document.id)
    quality.expect("fancy bear", "gone-12345678")
    assert documents(pane) == ["The bear report", "gone-12345678 (no longer in the vault)"]
    assert noticed[0].text.startswith("“fancy bear” is expected")
    pane.forget_requested.emit("fancy bear", ("gone-12345678",))
    assert documents(pane) == ["The bear report"]
    pane.forget_requested.emit("fancy bear", (SUMMARY.document.id,))
    assert pane.model.rowCount() == 0


def test_figures_come_mode_by_mode_and_are_compared_with_those_before(
    pane: QualityPane, quality: QualityController, held: HeldLane
) -> None:
    measured = heard(quality.measured)
    before = QualityReport(10, (ModeQuality(Mode.KEYWORD, 0.5, 0.25, 0.1, ()),), {})
    quality.recall(before)
    assert pane.figures.said(Mode.KEYWORD)[:2] == ["0.500", ""]

    quality.expect("fancy bear", SUMMARY.document.id)
    pane.measure_requested.emit()
    assert pane.stop.isVisible()
    held.run_all()
    assert pane.figures.said(Mode.KEYWORD)[:4] == ["1.000", "▲ +0.500", "1.000", "▲ +0.750"]
    assert pane.figures.said(Mode.BLENDED)[0] == "1.000"
    assert not pane.stop.isVisible()
    assert [each.mode for each in measured[0].modes] == [Mode.KEYWORD, Mode.VECTOR, Mode.HYBRID, Mode.BLENDED]


def test_measuring_is_stopped_on_request(pane: QualityPane, quality: QualityController, held: HeldLane) -> None:
    quality.expect("fancy bear", SUMMARY.document.id)
    pane.measure_requested.emit()
    pane.stop.click()
    held.run_all()
    assert pane.figures.said(Mode.KEYWORD)[0] == "–"
    assert not pane.stop.isVisible()


def test_what_cannot_be_expected_is_told(pane: QualityPane, quality: QualityController) -> None:
    noticed = heard(quality.noticed)
    quality.expect("  ", SUMMARY.document.id)
    assert noticed[0].text.startswith("A golden query needs a query")


def test_in_a_case_its_own_queries_are_listed_and_measured_and_its_own_figures_shown(
    pane: QualityPane, quality: QualityController, vault: FakeVault, held: HeldLane
) -> None:
    vault.desk.put("alpha-report", "fancy bear slept", "Alpha", tags=("alpha",))
    quality.expect("fancy bear", SUMMARY.document.id)
    quality.expect("slept", "alpha-report")
    pane.measure_requested.emit()
    held.run_all()
    assert pane.figures.said(Mode.KEYWORD)[0] == "1.000"

    quality.scope_to("alpha")
    assert [each.query for each in (pane.model.query_at(row) for row in range(pane.model.rowCount()))] == ["slept"]
    assert (pane.elsewhere.text(), pane.figures.said(Mode.KEYWORD)[0]) == ("1 of other cases", "–")
    measured = heard(quality.measured)
    pane.measure_requested.emit()
    held.run_all()
    assert [(each.case, [found.query for found in each.modes[0].found]) for each in measured] == [("alpha", ["slept"])]
    assert pane.figures.said(Mode.KEYWORD)[:2] == ["1.000", ""]

    quality.scope_to("")
    assert pane.model.rowCount() == 2
    assert pane.figures.said(Mode.KEYWORD)[0] == "1.000"


def test_what_was_measured_of_another_case_before_is_not_shown_as_if_it_were_of_this(pane: QualityPane, quality: QualityController) -> None:
    quality.recall(QualityReport(10, (ModeQuality(Mode.KEYWORD, 0.5, 0.25, 0.1, ()),), {}, "alpha"))
    assert pane.figures.said(Mode.KEYWORD)[0] == "–"
    quality.scope_to("alpha")
    assert pane.figures.said(Mode.KEYWORD)[0] == "0.500"


def test_measuring_another_case_is_stopped_by_the_change_of_case(pane: QualityPane, quality: QualityController, held: HeldLane) -> None:
    quality.expect("fancy bear", SUMMARY.document.id)
    pane.measure_requested.emit()
    quality.scope_to("alpha")
    held.run_all()
    assert not pane.stop.isVisible()
    assert pane.figures.said(Mode.KEYWORD)[0] == "–"
