from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.domain.marking import Marking
from desktop.domain.saved_search import PinnedPassage
from desktop.domain.thread import ThreadHead
from desktop.ui.models.kept import Kept
from desktop.ui.widgets.kept_list import KeptList
from tests.ui.models.test_kept import KEPT, PAST, PIN, SAVED
from tests.ui.samples import SignalLog, passage


@pytest.fixture
def kept(qtbot: QtBot) -> KeptList:
    kept = KeptList()
    qtbot.addWidget(kept)
    kept.resize(500, 400)
    kept.show_kept(KEPT)
    kept.allow_changes(allowed=True)
    with qtbot.waitExposed(kept):
        kept.show()
    return kept


def test_the_keyboard_passes_over_headings_and_opens(qtbot: QtBot, kept: KeptList) -> None:
    chosen, left = SignalLog(kept.chosen), SignalLog(kept.left)
    kept.enter()
    qtbot.keyClick(kept, Qt.Key.Key_Return)
    qtbot.keyClick(kept, Qt.Key.Key_Down)
    qtbot.keyClick(kept, Qt.Key.Key_Return)
    qtbot.keyClick(kept, Qt.Key.Key_Up)
    assert left.emissions == []
    qtbot.keyClick(kept, Qt.Key.Key_Up)

    assert chosen.emissions == [(SAVED,), (PAST,)]
    assert left.emissions == [()]


def test_what_is_kept_is_forgotten_and_renamed_by_key(qtbot: QtBot, kept: KeptList) -> None:
    forgotten, renamed = SignalLog(kept.forget_wanted), SignalLog(kept.rename_wanted)
    kept.enter()
    qtbot.keyClick(kept, Qt.Key.Key_F2)
    qtbot.keyClick(kept, Qt.Key.Key_Delete)
    qtbot.keyClick(kept, Qt.Key.Key_Down)
    qtbot.keyClick(kept, Qt.Key.Key_Delete)
    qtbot.keyClick(kept, Qt.Key.Key_Down)
    qtbot.keyClick(kept, Qt.Key.Key_Delete)

    assert renamed.emissions == [(SAVED,)]
    assert forgotten.emissions == [(SAVED,), (PinnedPassage(PIN, passage(0)),)]


def test_in_a_vault_for_reading_nothing_is_changed(qtbot: QtBot, kept: KeptList) -> None:
    kept.allow_changes(allowed=False)
    forgotten = SignalLog(kept.forget_wanted)
    kept.enter()
    qtbot.keyClick(kept, Qt.Key.Key_Delete)
    assert forgotten.emissions == []
    assert [action.text() for action in kept.menu_of(SAVED).actions()] == ["&Open\tEnter"]


def test_a_saved_search_is_let_watch_or_no_more(kept: KeptList) -> None:
    log = SignalLog(kept.watch_wanted)
    kept.enter()
    watching = kept.menu_of(SAVED).actions()[1]
    assert watching.isChecked()
    watching.trigger()
    assert log.emissions == [(SAVED, False)]


def test_whoever_stands_in_the_list_stays_about_there(qtbot: QtBot, kept: KeptList) -> None:
    kept.enter()
    qtbot.keyClick(kept, Qt.Key.Key_Down)
    kept.show_kept(Kept(KEPT.saved, (), KEPT.pins))
    assert kept.currentIndex().row() == 3
    kept.show_kept(Kept())
    assert kept.empty


def test_a_thread_is_moved_to_the_trash_by_key_or_menu(qtbot: QtBot, kept: KeptList) -> None:
    thread = ThreadHead("a", "Who is APT28?", (), Marking.CLEAR, "2026-12-01T08:00:00Z", 2)
    kept.show_kept(Kept(threads=(thread,)))
    chosen, forgotten = SignalLog(kept.chosen), SignalLog(kept.forget_wanted)
    kept.enter()
    qtbot.keyClick(kept, Qt.Key.Key_Return)
    qtbot.keyClick(kept, Qt.Key.Key_Delete)
    assert (chosen.emissions, forgotten.emissions) == ([(thread,)], [(thread,)])
    assert [action.text() for action in kept.menu_of(thread).actions()] == ["&Open\tEnter", "&Move it to the trash\tDel"]
