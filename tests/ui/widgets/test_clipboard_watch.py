from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QClipboard, QGuiApplication
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.leaving import CopyRequest, Outgoing
from desktop.ui.widgets.clipboard_watch import ClipboardWatch
from desktop.ui.widgets.outlet import Outlet, is_let_out
from desktop.ui.widgets.shown_sources import UNKNOWN, state_sources
from tests.ui.hearing import heard


class DesktopClipboard(QObject):
    """The clipboard of a desktop: unlike that of Qt's offscreen platform it knows whose content it holds."""

    dataChanged = Signal()  # noqa: N815 - the names are Qt's
    selectionChanged = Signal()  # noqa: N815

    def __init__(self) -> None:
        super().__init__()
        self.ours = True
        self.held: dict[QClipboard.Mode, QMimeData] = {}

    def ownsClipboard(self) -> bool:  # noqa: N802
        return self.ours and QClipboard.Mode.Clipboard in self.held

    def ownsSelection(self) -> bool:  # noqa: N802
        return self.ours and QClipboard.Mode.Selection in self.held

    def mimeData(self, mode: QClipboard.Mode = QClipboard.Mode.Clipboard) -> QMimeData:  # noqa: N802
        return self.held.get(mode, QMimeData())

    def clear(self, mode: QClipboard.Mode = QClipboard.Mode.Clipboard) -> None:
        self.held.pop(mode, None)
        self._tell(mode)

    def put(self, text: str, mode: QClipboard.Mode = QClipboard.Mode.Clipboard) -> None:
        self.held[mode] = QMimeData()
        self.held[mode].setText(text)
        self._tell(mode)

    def _tell(self, mode: QClipboard.Mode) -> None:
        (self.dataChanged if mode is QClipboard.Mode.Clipboard else self.selectionChanged).emit()

    def text(self, mode: QClipboard.Mode = QClipboard.Mode.Clipboard) -> str:
        return self.mimeData(mode).text()


class Watched:
    def __init__(self, qtbot: QtBot) -> None:
        self.clipboard, self.outlet = DesktopClipboard(), Outlet()
        self.outlet.guard(True)
        self.watch = ClipboardWatch(self.clipboard, self.outlet)
        self.asked: list[CopyRequest] = heard(self.outlet.asked)
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.pane, self.box = QWidget(), QLineEdit("a secret")
        layout = QVBoxLayout(self.window)
        layout.addWidget(self.pane)
        QVBoxLayout(self.pane).addWidget(self.box)
        self.window.show()
        self.box.setFocus()
        qtbot.waitUntil(self.box.hasFocus)


@pytest.fixture
def watched(qtbot: QtBot) -> Watched:
    return Watched(qtbot)


def test_what_a_field_copies_by_itself_is_taken_back_and_asked_for(watched: Watched) -> None:
    state_sources(watched.pane, ("doc-1", "memory/f-1"))
    watched.clipboard.put("a secret")
    assert watched.clipboard.text() == ""
    assert [(each.text, each.outgoing.made_of) for each in watched.asked] == [("a secret", ("doc-1", "memory/f-1"))]


def test_the_nearest_statement_counts(watched: Watched) -> None:
    state_sources(watched.pane, ("doc-1",))
    state_sources(watched.box, ())
    watched.clipboard.put("my own words")
    assert [each.outgoing.made_of for each in watched.asked] == [()]


def test_where_nothing_is_stated_nobody_knows_what_it_is_made_of(watched: Watched) -> None:
    watched.clipboard.put("a secret")
    assert [each.outgoing.made_of for each in watched.asked] == [UNKNOWN]


def test_what_another_program_copies_stays(watched: Watched) -> None:
    watched.clipboard.ours = False
    watched.clipboard.put("a word from elsewhere")
    assert (watched.clipboard.text(), watched.asked) == ("a word from elsewhere", [])


def test_what_was_let_out_stays(watched: Watched) -> None:
    watched.outlet.let_out(CopyRequest("a text", Outgoing("Selection", ())))
    put = QGuiApplication.clipboard().mimeData()
    assert (put.text(), is_let_out(put)) == ("a text", True)
    held = QMimeData()
    for each in put.formats():
        held.setData(each, put.data(each))
    watched.clipboard.held[QClipboard.Mode.Clipboard] = held
    watched.clipboard.dataChanged.emit()
    assert (watched.clipboard.text(), watched.asked) == ("a text", [])


def test_mere_selecting_puts_nothing_where_the_middle_button_pastes_from(watched: Watched) -> None:
    watched.clipboard.put("a secret", QClipboard.Mode.Selection)
    assert (watched.clipboard.text(QClipboard.Mode.Selection), watched.asked) == ("", [])


def test_without_a_vault_qt_copies_as_it_does_everywhere(watched: Watched) -> None:
    watched.outlet.guard(False)
    watched.clipboard.put("a text")
    watched.clipboard.put("a word", QClipboard.Mode.Selection)
    assert (watched.clipboard.text(), watched.clipboard.text(QClipboard.Mode.Selection), watched.asked) == ("a text", "a word", [])


def test_what_is_cut_is_asked_for_like_what_is_copied(qtbot: QtBot, watched: Watched) -> None:
    text = QPlainTextEdit("a long secret")
    state_sources(text, ("doc-2",))
    watched.window.layout().addWidget(text)
    text.setFocus()
    qtbot.waitUntil(text.hasFocus)
    real = QGuiApplication.clipboard()

    def follow() -> None:
        watched.clipboard.put(real.text())

    real.dataChanged.connect(follow)
    text.selectAll()
    qtbot.keyClick(text, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    real.dataChanged.disconnect(follow)
    assert (text.toPlainText(), watched.clipboard.text()) == ("", "")
    assert [(each.text, each.outgoing.made_of) for each in watched.asked] == [("a long secret", ("doc-2",))]
