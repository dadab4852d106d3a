from __future__ import annotations

from PySide6.QtWidgets import QHeaderView, QTableWidget
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.plain_table import plain_table


def test_its_columns_are_as_wide_as_given_and_one_takes_the_rest(qtbot: QtBot) -> None:
    table = plain_table("Files", ("State", "File", "Folder"), (80, 120, None))
    qtbot.addWidget(table)
    table.resize(500, 200)
    table.show()
    header = table.horizontalHeader()
    assert [header.sectionSize(0), header.sectionSize(1)] == [80, 120]
    assert header.sectionResizeMode(2) is QHeaderView.ResizeMode.Stretch
    assert [table.horizontalHeaderItem(column).text() for column in range(3)] == ["State", "File", "Folder"]


def test_its_rows_are_chosen_whole_and_cannot_be_written_in(qtbot: QtBot) -> None:
    table = plain_table("Files", ("State",), (None,))
    qtbot.addWidget(table)
    assert table.accessibleName() == "Files"
    assert table.selectionBehavior() is QTableWidget.SelectionBehavior.SelectRows
    assert table.editTriggers() == QTableWidget.EditTrigger.NoEditTriggers
