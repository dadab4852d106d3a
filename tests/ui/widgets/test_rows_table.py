from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeySequence, QStandardItemModel
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.rows_table import Columns, RowsTable
from tests.ui.samples import SignalLog


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


def test_the_key_that_copies_takes_nothing_past_the_gate(qtbot: QtBot) -> None:
    model = QStandardItemModel(1, 1)
    model.setData(model.index(0, 0), "Informant")
    table = RowsTable(model, "Things", Columns(0, 100, {}), 30)
    qtbot.addWidget(table)
    table.setCurrentIndex(model.index(0, 0))
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("before")
    qtbot.keySequence(table, QKeySequence.StandardKey.Copy)
    assert clipboard.text() == "before"


def test_the_key_for_the_menu_asks_for_that_of_the_current_row_also_of_the_last(qtbot: QtBot) -> None:
    model = QStandardItemModel(3, 1)
    table = RowsTable(model, "Things", Columns(0, 100, {}), 30)
    table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    qtbot.addWidget(table)
    table.resize(300, 400)
    table.show()
    table.setCurrentIndex(model.index(2, 0))
    log = SignalLog(table.customContextMenuRequested)

    at = table.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).center()
    QCoreApplication.sendEvent(table, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, QPoint()))

    assert [table.indexAt(where).row() for (where,) in log.emissions] == [2]

    table.setCurrentIndex(model.index(-1, -1))
    QCoreApplication.sendEvent(table, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, QPoint()))
    assert len(log.emissions) == 1
