from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.flow_layout import FlowLayout


def flowing(qtbot: QtBot, *widths: int) -> tuple[QWidget, FlowLayout, list[QLabel]]:
    ground = QWidget()
    qtbot.addWidget(ground)
    layout, labels = FlowLayout(ground, gap=10), []
    for width in widths:
        label = QLabel()
        label.setMinimumSize(width, 20)
        label.setMaximumHeight(20)
        layout.addWidget(label)
        labels.append(label)
    return ground, layout, labels


def test_what_does_not_fit_goes_into_the_next_line(qtbot: QtBot) -> None:
    ground, layout, _ = flowing(qtbot, 100, 100, 100)
    assert ground.hasHeightForWidth()
    assert [layout.heightForWidth(width) for width in (320, 319, 210, 209, 40)] == [20, 50, 50, 80, 80]


def test_what_is_hidden_takes_no_room(qtbot: QtBot) -> None:
    ground, layout, labels = flowing(qtbot, 100, 100, 100)
    labels[1].hide()
    assert layout.heightForWidth(210) == 20
    ground.resize(210, 20)
    layout.setGeometry(ground.rect())
    assert [labels[0].x(), labels[2].x()] == [0, 110]


def test_a_widget_can_be_put_between_others(qtbot: QtBot) -> None:
    ground, layout, labels = flowing(qtbot, 10, 10)
    between = QLabel(ground)
    layout.insert_widget(layout.place_of(labels[1]), between)
    assert [layout.place_of(each) for each in (labels[0], between, labels[1])] == [0, 1, 2]
    assert layout.itemAt(3) is None
    assert layout.takeAt(3) is None
