from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from desktop.domain.document_history import DocumentEvent
from desktop.ui.dialogs.history import CHOOSE, NOT_KEPT, HistoryDialog
from tests.ui.hearing import heard

AT = "2026-12-01T08:00:00Z"
EVENTS = (
    DocumentEvent(AT, "Ana", "update", said="tlp: CLEAR → AMBER"),
    DocumentEvent(AT, "", "edit", after="cc", outside=True),
    DocumentEvent(AT, "Ana", "edit", before="aa", after="bb", kept=True),
    DocumentEvent(AT, "Ana", "import"),
)


@pytest.fixture
def dialog(qtbot: QtBot) -> HistoryDialog:
    dialog = HistoryDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_changes_are_told_and_the_newest_text_before_one_is_compared(dialog: HistoryDialog) -> None:
    wanted = heard(dialog.comparison_wanted)
    dialog.show_history("one", "One", EVENTS, changeable=True)
    told = [dialog.events.item(row).text().splitlines() for row in range(4)]
    assert [each[0] for each in told] == [
        "Marked, graded or tagged by Ana",
        "Text changed by another program",
        "Text changed by Ana",
        "Imported by Ana",
    ]
    assert told[0][1] == "tlp: CLEAR → AMBER"
    assert wanted[-1] == ("one", "aa")
    dialog.show_comparison("one", "other", "-late")
    assert dialog.text.toPlainText() == "Comparing…"
    dialog.show_comparison("one", "aa", "-was\n+is")
    assert dialog.text.toPlainText() == "-was\n+is"


def test_only_a_text_that_is_kept_can_be_brought_back(dialog: HistoryDialog) -> None:
    asked = heard(dialog.version_requested)
    dialog.show_history("one", "One", EVENTS, changeable=True)
    dialog.bring_back.click()
    assert asked == [("one", "aa")]
    for row, said in ((0, CHOOSE), (1, NOT_KEPT), (3, CHOOSE)):
        dialog.events.setCurrentRow(row)
        assert not dialog.bring_back.isEnabled()
        assert dialog.text.toPlainText() == said
    dialog.show_history("one", "One", EVENTS, changeable=False)
    assert not dialog.bring_back.isEnabled()
