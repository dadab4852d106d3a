from __future__ import annotations

from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from desktop.domain.marking import Marking
from desktop.ui.models.documents_model import MARKING, DocumentsModel
from desktop.ui.widgets.documents_table import DocumentsTable
from tests.fakes.services import make_summary


def test_a_marking_is_drawn_in_its_prescribed_colour_on_black(qtbot: QtBot) -> None:
    model = DocumentsModel()
    table = DocumentsTable(model)
    qtbot.addWidget(table)
    table.resize(1000, 200)
    model.show_listing(1, 0, [make_summary(1, tlp=Marking.RED)])
    table.show()

    cell = table.visualRect(model.index(0, MARKING))
    drawn = table.viewport().grab(cell).toImage()
    seen = {drawn.pixelColor(x, y).name() for x in range(drawn.width()) for y in range(drawn.height())}

    assert "#000000" in seen
    assert any(QColor(name).red() > 200 and QColor(name).green() < 80 for name in seen)
