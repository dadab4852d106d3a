from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.import_status import Activity, ImportStatus, describe_activity, describe_seconds
from tests.ui.hearing import button, heard


@pytest.mark.parametrize(
    ("activity", "line"),
    [
        (Activity("Importing", "files"), "Importing files…"),
        (Activity("Importing", "files", 12, 66), "Importing 12 of 66 files"),
        (Activity("Importing", "files", 12, 66, "a.pdf", 45.4, 71.0), "Importing 12 of 66 files · 45 a minute · about 1 min left"),
        (Activity("Embedding", "chunks", 1200, 4000, waiting=2), "Embedding 1,200 of 4,000 chunks · 2 more waiting"),
    ],
)
def test_the_line_says_how_far_how_fast_and_how_long(activity: Activity, line: str) -> None:
    assert describe_activity(activity) == line


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.0, "5 s"), (22.0, "20 s"), (54.0, "55 s"), (58.0, "1 min"), (150.0, "2 min"), (4200.0, "1 h 10 min")]
)
def test_lengths_of_time(seconds: float, words: str) -> None:
    assert describe_seconds(seconds) == words


def test_it_is_there_while_something_is_done_and_can_stop_it(qtbot: QtBot) -> None:
    status = ImportStatus()
    qtbot.addWidget(status)
    stopped = heard(status.cancel_requested)

    status.show_activity(Activity("Importing", "files", 3, 10))
    assert status.isVisible()
    assert status.text == "Importing 3 of 10 files"
    qtbot.mouseClick(button(status, "Stop"), Qt.MouseButton.LeftButton)
    assert len(stopped) == 1

    status.show_activity(None)
    assert status.isHidden()


def test_a_long_file_name_does_not_make_the_window_wide(qtbot: QtBot) -> None:
    status = ImportStatus()
    qtbot.addWidget(status)
    status.show_activity(Activity("Importing", "files", 3, 10))
    before = status.minimumSizeHint().width()
    status.show_activity(Activity("Importing", "files", 3, 10, "report " * 60 + ".pdf"))
    assert status.minimumSizeHint().width() == before
