"""The tables of the picture as Qt sees them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from desktop.domain.graph_rows import NodeRow
from desktop.ui.models.graph_table_model import NODES, GraphTableModel

ROWS = (NodeRow("a", "Zebra", "actor", "intrusion-set", 2, 1204, 3, "drawn"), NodeRow("b", "ant", "tool", "tool", 10, 5, 1, "hidden"))


def names(model: GraphTableModel) -> list[object]:
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_rows_are_sorted_and_narrowed(qtmodeltester: ModelTester) -> None:
    model = GraphTableModel(NODES)
    model.show_rows(ROWS)
    qtmodeltester.check(model)
    assert model.index(0, 4).data() == "1,204"
    model.sort(0)
    assert names(model) == ["ant", "Zebra"]
    model.sort(3, Qt.SortOrder.DescendingOrder)
    assert names(model) == ["ant", "Zebra"]
    model.sort(-1)
    model.narrow("HIDDEN")
    assert names(model) == ["ant"]
    assert model.text_of(model.rows).splitlines()[1] == "ant\ttool\ttool\t10\t5\t1\thidden"
