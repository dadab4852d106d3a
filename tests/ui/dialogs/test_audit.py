from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.domain.audit import AuditFacets, AuditQuery, AuditRecord
from desktop.ui.dialogs.audit import MOST_LINES, AuditDialog
from desktop.ui.models.audit_model import DETAILS, summary
from tests.ui.hearing import button, heard, visible_texts

RECORDS = [
    AuditRecord(2, "2026-12-01T09:00:00Z", "Ana", "edit", "memory/heron", {"before": "a" * 64, "after": "b" * 64}),
    AuditRecord(1, "2026-12-01T08:00:00Z", "", "import", "report-1", {"filename": "a.pdf"}),
]


@pytest.fixture
def dialog(qtbot: QtBot) -> AuditDialog:
    dialog = AuditDialog()
    qtbot.addWidget(dialog)
    dialog.show_facets(AuditFacets(2, ("edit", "import"), ("Ana",)))
    dialog.show_records(RECORDS)
    dialog.show()
    return dialog


def test_lines_are_listed_and_the_chosen_one_is_shown_in_full(dialog: AuditDialog) -> None:
    assert dialog.model.index(0, DETAILS).data() == "before: aaaaaaaa…, after: bbbbbbbb…"
    assert dialog.line.toPlainText().splitlines()[:3] == ["Line: 2", "Time: 2026-12-01T09:00:00Z", "Actor: Ana"]
    assert f"after: {'b' * 64}" in dialog.line.toPlainText()
    dialog.table.selectRow(1)
    assert dialog.line.toPlainText().splitlines()[2:] == ["Actor: not named", "Action: import", "Object: report-1", "filename: a.pdf"]


def test_everything_that_a_line_can_be_filtered_by_is_asked_for(qtbot: QtBot, dialog: AuditDialog) -> None:
    asked = heard(dialog.records_wanted)
    dialog.action.setCurrentIndex(dialog.action.findData("edit"))
    dialog.actor.setCurrentIndex(dialog.actor.findData("Ana"))
    dialog.action.activated.emit(1)
    with qtbot.waitSignal(dialog.records_wanted):
        dialog.since.setText("2026-11")
        dialog.until.setText("2026-12-01")
        dialog.text.setText("heron")
    expected = AuditQuery(actions=("edit",), actor="Ana", since="2026-11", until="2026-12-01", text="heron", limit=MOST_LINES)
    assert (len(asked), asked[-1]) == (2, expected)


def test_the_history_of_an_object_is_a_key_away_and_left_again(qtbot: QtBot, dialog: AuditDialog) -> None:
    asked = heard(dialog.records_wanted)
    dialog.table.setFocus()
    qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    assert asked[-1].subject == "memory/heron"
    assert dialog.object.words == "Only: memory/heron"
    qtbot.keyClick(dialog.object, Qt.Key.Key_Delete)
    assert asked[-1].subject == ""
    assert not dialog.object.isVisible()


def test_a_broken_chain_is_said_before_all_else(dialog: AuditDialog) -> None:
    dialog.show_checking()
    assert not dialog.check.isEnabled()
    dialog.show_check(["audit.jsonl: line 2 was altered after it was written."], 2)
    assert dialog.state.text() == "audit.jsonl: line 2 was altered after it was written."
    assert dialog.state.property("role") == "error"
    dialog.show_check([], 2)
    assert dialog.state.text() == "✓ The chain is whole: 2 lines, none altered, missing or moved."


def test_what_leaves_is_what_the_filter_lets_through_however_long(dialog: AuditDialog) -> None:
    exported = heard(dialog.export_requested)
    button(dialog, "Export as CSV…").click()
    assert exported == [AuditQuery()]
    dialog.show_records([])
    assert "No line is like that" in visible_texts(dialog)
    assert not button(dialog, "Export as CSV…").isEnabled()


def test_an_object_is_opened(dialog: AuditDialog) -> None:
    opened = heard(dialog.open_requested)
    button(dialog, "Open it").click()
    assert opened == ["memory/heron"]


def test_a_long_list_says_that_there_is_more(dialog: AuditDialog) -> None:
    dialog.show_records(RECORDS[:1] * MOST_LINES)
    assert "The newest 5,000 lines; narrow the filter to see older ones." in visible_texts(dialog)


def test_details_that_are_no_text_are_said_as_they_are_kept() -> None:
    assert summary({"pages": [1, 2], "outside": True}) == "pages: [1, 2], outside: true"
