from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.no_vault import NoVault


def offered(widget: NoVault) -> list[str]:
    return [button.text() for button in widget.findChildren(QPushButton) if not button.isHidden()]


def test_while_a_vault_is_being_opened_nothing_is_offered(qtbot: QtBot) -> None:
    widget = NoVault()
    qtbot.addWidget(widget)
    widget.show_reason("There is no vault here", "/cases", Path("/cases"))
    widget.show_opening(Path("/cases"))
    assert offered(widget) == []


def test_a_vault_may_be_made_only_in_a_folder_that_is_vacant(qtbot: QtBot) -> None:
    widget = NoVault()
    qtbot.addWidget(widget)
    widget.show_reason("The vault is damaged", "", None)
    assert offered(widget) == ["Open a vault…", "New vault…"]
    widget.show_reason("There is no vault here", "/cases", Path("/cases"))
    assert offered(widget) == ["Make a vault here", "Open a vault…", "New vault…"]


def test_the_vacant_folder_is_the_one_that_is_asked_for(qtbot: QtBot) -> None:
    widget = NoVault()
    qtbot.addWidget(widget)
    widget.show_reason("There is no vault here", "/cases", Path("/cases"))
    with qtbot.waitSignal(widget.make_here_requested) as asked:
        next(button for button in widget.findChildren(QPushButton) if button.text() == "Make a vault here").click()
    assert asked.args == [Path("/cases")]


def test_the_keyboard_stands_on_what_helps_first(qtbot: QtBot) -> None:
    widget = NoVault()
    qtbot.addWidget(widget)
    widget.show()
    for vacant, words in ((None, "Open a vault…"), (Path("/cases"), "Make a vault here")):
        widget.show_reason("There is no vault here", "/cases", vacant)
        focused = widget.focusWidget()
        assert isinstance(focused, QPushButton)
        assert focused.text() == words
