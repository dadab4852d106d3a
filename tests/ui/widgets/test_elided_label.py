from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.ui.widgets.elided_label import ElidedLabel


def test_it_gives_way_and_keeps_the_whole_for_the_tooltip(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.setText("a line of many words " * 20)

    assert label.minimumSizeHint().width() < 80
    assert label.toolTip() == label.accessibleName() == label.text()
    label.resize(100, 20)
    assert not label.grab().isNull()
