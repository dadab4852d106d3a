from __future__ import annotations

from PySide6.QtGui import QStandardItemModel
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.rows_table import Columns, RowsTable


def test_the_last_columns_go_first_where_there_is_no_room(qtbot: QtBot) -> None:
    table = RowsTable(QStandardItemModel(2, 4), "Things", Columns(0, 100, {2: 100, 1: 100, 3: 100}, always=frozenset({2})), 30)
    qtbot.addWidget(table)
    frame = 2 * table.frameWidth()
    table.show()
    for width, hidden in ((400, []), (399, [3]), (299, [1, 3]), (150, [1, 3])):
        table.resize(width + frame, 200)
        assert [column for column in range(4) if table.isColumnHidden(column)] == hidden, width
    assert table.rowHeight(0) == 30
    assert table.accessibleName() == "Things"
