from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from pytestqt.qtbot import QtBot

from desktop.domain.leaving import Withheld
from desktop.domain.marking import Marking
from desktop.domain.report import Report, ReportChoice, ReportFormat, ReportRequest, ReportTemplate
from desktop.ui.dialogs.report import EMPTY, ReportDialog
from tests.ui.hearing import heard, visible_texts

CHOICES = (
    ReportChoice("memory/one", "One", "TLP:CLEAR · B2"),
    ReportChoice("memory/two", "Two", "TLP:AMBER"),
    ReportChoice("threads/t#1", "What?", "answer of 2026-12-01"),
)
TEMPLATES = (ReportTemplate("flash", "Flash"), ReportTemplate("weekly", "Weekly", own=True))


@pytest.fixture
def dialog(qtbot: QtBot) -> ReportDialog:
    dialog = ReportDialog()
    qtbot.addWidget(dialog)
    dialog.show_choices(CHOICES, TEMPLATES)
    dialog.show()
    return dialog


def put_in(dialog: ReportDialog, *rows: int) -> None:
    dialog.offered.clearSelection()
    for row in rows:
        dialog.offered.selectionModel().select(dialog.choices.index(row), QItemSelectionModel.SelectionFlag.Select)
    dialog.add.click()


def test_what_is_chosen_is_put_in_order_and_taken_out_again(qtbot: QtBot, dialog: ReportDialog) -> None:
    put_in(dialog, 0, 1)
    put_in(dialog, 1, 2)
    assert dialog.request.items == ("memory/one", "memory/two", "threads/t#1")
    dialog.up.click()
    dialog.up.click()
    assert dialog.request.items == ("threads/t#1", "memory/one", "memory/two")
    assert not dialog.up.isEnabled()
    dialog.down.click()
    dialog.remove.click()
    assert dialog.request.items == ("memory/one", "memory/two")


def test_a_key_adds_what_is_selected(qtbot: QtBot, dialog: ReportDialog) -> None:
    dialog.offered.setCurrentIndex(dialog.choices.index(1))
    dialog.offered.setFocus()
    qtbot.keyClick(dialog.offered, Qt.Key.Key_Return)
    assert dialog.request.items == ("memory/two",)


def test_everything_that_a_report_is_made_of_is_asked_for(qtbot: QtBot, dialog: ReportDialog) -> None:
    with qtbot.waitSignal(dialog.preview_wanted, timeout=2000) as wanted:
        put_in(dialog, 2)
        dialog.title.setText("A title")
        dialog.summary.setPlainText("In short.")
        dialog.template.setCurrentIndex(dialog.template.findText("Weekly (this vault’s)"))
        dialog.limit.setCurrentIndex(dialog.limit.findText("TLP:GREEN"))
    assert wanted.args == [ReportRequest(("threads/t#1",), "A title", "weekly", "In short.", Marking.GREEN)]


def test_what_is_held_back_is_listed_before_anything_is_written(dialog: ReportDialog) -> None:
    held = (Withheld("Two", Marking.AMBER, ("memory/two",)),)
    dialog.show_report(Report("A", Marking.CLEAR, Marking.GREEN, "# A", 1, 3, held))
    assert {
        "1 item, 3 sources; up to TLP:GREEN may leave.",
        "Held back by their markings:\nTLP:AMBER · Two",
    } <= visible_texts(dialog)
    assert dialog.marking.marking is Marking.CLEAR
    assert all(each.isEnabled() for each in dialog.exports.values())
    dialog.show_report(Report("A", Marking.CLEAR, Marking.GREEN, "", 0, 0, held))
    assert "Nothing that was chosen may leave." in visible_texts(dialog)
    assert not any(each.isEnabled() for each in dialog.exports.values())
    dialog.show_report(Report("A", Marking.CLEAR, Marking.GREEN, "", 0, 0))
    assert dialog.said.text() == EMPTY
    assert dialog.marking.marking is None


def test_much_that_is_held_back_leaves_room_for_what_is_not(dialog: ReportDialog) -> None:
    held = tuple(Withheld(f"Winter: A uses <b>{number}", Marking.AMBER, ("two",)) for number in range(9))
    dialog.show_report(Report("A", Marking.CLEAR, Marking.GREEN, "# A", 1, 3, held))
    lines = dialog.withheld.text().splitlines()
    assert (len(lines), lines[-2], lines[-1]) == (8, "TLP:AMBER · Winter: A uses <b>5", "and 3 more; point here to see them")
    assert dialog.withheld.toolTip().split("<br>")[-1] == "TLP:AMBER · Winter: A uses &lt;b&gt;8"


def test_each_format_is_asked_for(dialog: ReportDialog) -> None:
    asked = heard(dialog.export_requested)
    put_in(dialog, 0)
    dialog.show_report(Report("A", Marking.CLEAR, Marking.RED, "# A", 1, 0))
    for each in dialog.exports.values():
        each.click()
    assert asked == [(ReportRequest(("memory/one",)), each) for each in (ReportFormat.PDF, ReportFormat.DOCX, ReportFormat.MARKDOWN)]


def test_a_template_that_fails_is_said_and_nothing_can_be_written(dialog: ReportDialog) -> None:
    dialog.show_report(Report("A", Marking.CLEAR, Marking.RED, "# A", 1, 0))
    dialog.show_failure("The template weekly.md cannot be filled (line 3).")
    assert "The template weekly.md cannot be filled (line 3)." in visible_texts(dialog)
    assert not any(each.isEnabled() for each in dialog.exports.values())


def test_the_list_is_filtered_and_what_is_gone_leaves_the_report(dialog: ReportDialog) -> None:
    put_in(dialog, 0, 1)
    dialog.filter.setText("amber")
    assert [dialog.choices.choice_at(row) for row in range(dialog.choices.rowCount())] == [CHOICES[1]]
    dialog.show_choices(CHOICES[1:], TEMPLATES)
    assert dialog.request.items == ("memory/two",)
