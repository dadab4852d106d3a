from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.fact import indexed_id
from desktop.domain.marking import Marking
from desktop.domain.report import ReportRequest
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.report_controller import ReportController
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.report import ReportDialog
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard


@pytest.fixture
def controller(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> Iterator[ReportController]:
    window = QWidget()
    qtbot.addWidget(window)
    services = vault.services
    controller = ReportController(services.reports, lane, Writing(lane, backlogs_of(services), owner), window, owner)
    yield controller
    controller.close()
    if controller.dialog:
        controller.dialog.close()


def keep(vault: FakeVault, text: str, tlp: Marking = Marking.CLEAR) -> str:
    name = indexed_id(vault.facts.keep(text, tlp=tlp))
    vault.facts.index.markings[name] = tlp
    return name


def shown(controller: ReportController) -> ReportDialog:
    controller.show()
    assert controller.dialog is not None
    return controller.dialog


def test_what_is_chosen_is_shown_as_it_would_be_written(qtbot: QtBot, controller: ReportController, vault: FakeVault) -> None:
    keep(vault, "It is so.")
    dialog = shown(controller)
    dialog.offered.setCurrentIndex(dialog.choices.index(0))
    with qtbot.waitSignal(dialog.preview_wanted, timeout=2000):
        dialog.add.click()
    assert "1 item, " in dialog.said.text()
    dialog.template.setCurrentIndex(dialog.template.findData("broken"))
    with qtbot.waitSignal(dialog.preview_wanted, timeout=2000):
        dialog.template.activated.emit(0)
    assert dialog.said.text() == "The template broken cannot be filled. Mend it."


@pytest.mark.parametrize("ending", ["pdf", "docx", "md"])
def test_a_report_is_written_where_the_person_wants_it(
    controller: ReportController, vault: FakeVault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    keep(vault, "It is so.")
    noticed = heard(controller.noticed)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "report"), ""))
    dialog = shown(controller)
    dialog.offered.setCurrentIndex(dialog.choices.index(0))
    dialog.add.click()
    button = next(each for form, each in dialog.exports.items() if form == ending)
    button.setEnabled(True)
    button.click()
    assert (tmp_path / f"report.{ending}").stat().st_size > 0
    assert noticed[0].text == f"The report is in {tmp_path / f'report.{ending}'}, marked TLP:CLEAR."


def test_what_was_held_back_is_said(controller: ReportController, vault: FakeVault, tmp_path: Path) -> None:
    noticed = heard(controller.noticed)
    items = (keep(vault, "It is so."), keep(vault, "A quuxotic thing.", Marking.AMBER_STRICT))
    controller.export(ReportRequest(items, tlp_max=Marking.GREEN), tmp_path / "report.md")
    assert noticed[0].hint == "Held back by their markings: 1."
    assert "quuxotic" not in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_nothing_is_written_where_nothing_may_leave(controller: ReportController, vault: FakeVault, tmp_path: Path) -> None:
    noticed = heard(controller.noticed)
    controller.export(ReportRequest((keep(vault, "Secret.", Marking.RED),), tlp_max=Marking.GREEN), tmp_path / "report.pdf")
    assert noticed[0].text == "There is nothing in this report."
    assert not (tmp_path / "report.pdf").exists()


def test_in_a_case_what_belongs_to_it_is_offered_and_the_rest_counted(controller: ReportController, vault: FakeVault) -> None:
    vault.facts.keep("Of alpha.", tags=("alpha",))
    keep(vault, "Of none.")
    dialog = shown(controller)
    assert (dialog.choices.rowCount(), dialog.elsewhere.isVisible()) == (2, False)
    controller.scope_to("alpha")
    assert [dialog.choices.choice_at(row).title for row in range(dialog.choices.rowCount())] == ["Of alpha."]
    assert dialog.elsewhere.text() == "1 of other cases"
