from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QTableView
from pytestqt.qtbot import QtBot

from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.reading import OpenRequest
from desktop.ui.dialogs.import_result import ImportResultDialog
from tests.ui.hearing import button, heard, visible_texts

ROWS = (
    LedgerRow("/cases/a.pdf", Outcome.IMPORTED, document_id="a-00000000"),
    LedgerRow("/cases/b.pdf", Outcome.FAILED, "It is encrypted."),
    LedgerRow("/cases/c.pdf", Outcome.DUPLICATE, "It is in the vault already.", "a-00000000"),
)


@pytest.fixture
def dialog(qtbot: QtBot) -> ImportResultDialog:
    dialog = ImportResultDialog()
    qtbot.addWidget(dialog)
    dialog.show_ledger("1 imported, 1 duplicate, 1 failed.", ROWS)
    dialog.show()
    return dialog


def choices(dialog: ImportResultDialog) -> QComboBox:
    return dialog.findChildren(QComboBox)[0]


def test_what_needs_attention_comes_first(qtbot: QtBot, dialog: ImportResultDialog) -> None:
    box = choices(dialog)
    assert [box.itemText(row) for row in range(box.count())] == [
        "Needs attention (1)",
        "All files (3)",
        "Imported (1)",
        "Duplicate (1)",
        "Failed (1)",
    ]
    assert "1 imported, 1 duplicate, 1 failed." in visible_texts(dialog)
    assert [dialog.model.ledger_row(row) for row in range(dialog.model.rowCount())] == [ROWS[1]]


@pytest.mark.parametrize(("choice", "shown"), [(1, ROWS), (2, ROWS[:1]), (3, ROWS[2:]), (4, ROWS[1:2])])
def test_each_outcome_can_be_chosen(qtbot: QtBot, dialog: ImportResultDialog, choice: int, shown: tuple[LedgerRow, ...]) -> None:
    choices(dialog).setCurrentIndex(choice)
    assert tuple(dialog.model.ledger_row(row) for row in range(dialog.model.rowCount())) == shown


def test_a_ledger_without_trouble_is_shown_whole(qtbot: QtBot, dialog: ImportResultDialog) -> None:
    dialog.show_ledger("1 imported.", ROWS[:1])
    assert choices(dialog).itemText(0) == "All files (1)"
    assert dialog.model.rowCount() == 1


def test_the_list_can_be_copied(qtbot: QtBot, qapp: QApplication, dialog: ImportResultDialog) -> None:
    button(dialog, "Copy list").click()
    assert qapp.clipboard().text() == "Failed\t/cases/b.pdf\tIt is encrypted."


def test_a_row_opens_its_document_if_there_is_one(qtbot: QtBot, dialog: ImportResultDialog) -> None:
    opened = heard(dialog.open_requested)
    table = dialog.findChildren(QTableView)[0]
    table.activated.emit(dialog.model.index(0, 0))
    choices(dialog).setCurrentIndex(1)
    table.activated.emit(dialog.model.index(0, 0))

    assert opened == [OpenRequest("a-00000000")]


def test_enter_opens_the_row_instead_of_closing(qtbot: QtBot, dialog: ImportResultDialog) -> None:
    opened = heard(dialog.open_requested)
    choices(dialog).setCurrentIndex(2)
    table = dialog.findChildren(QTableView)[0]
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Return)

    assert opened == [OpenRequest("a-00000000")]
    assert dialog.isVisible()


def test_the_whole_remark_of_the_chosen_row_is_read_below(qtbot: QtBot, dialog: ImportResultDialog) -> None:
    assert "/cases/b.pdf\nIt is encrypted." in visible_texts(dialog)
    choices(dialog).setCurrentIndex(1)
    qtbot.keyClick(dialog.findChildren(QTableView)[0], Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert "/cases/c.pdf\nIt is in the vault already." in visible_texts(dialog)
