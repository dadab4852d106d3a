from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.domain.stick import StickItem, StickKind
from desktop.ui.dialogs.stick import StickDialog
from tests.fakes.stick import DAMAGED, PACK


def a_dialog(qtbot: QtBot, *, changeable: bool = True) -> StickDialog:
    dialog = StickDialog(changeable=changeable)
    qtbot.addWidget(dialog)
    dialog.show_items((PACK, DAMAGED))
    return dialog


def test_everything_that_must_be_known_is_said(qtbot: QtBot) -> None:
    dialog = a_dialog(qtbot)
    row = [dialog.table.item(0, column).text() for column in range(5)]
    assert row == ["Knowledge pack", "ATT&CK", "18.1", "3 MB", "signed by team"]
    said = dialog.details.text()
    assert f"SHA-256: {'ab' * 32}" in said
    assert "Licence: ATT&CK terms · signed by team" in said
    assert "• It takes the place of version 17." in said


def test_what_is_refused_says_why_and_cannot_be_taken(qtbot: QtBot) -> None:
    dialog = a_dialog(qtbot)
    assert dialog.take.isEnabled()
    dialog.table.selectRow(1)
    assert dialog.table.item(1, 4).text() == "Refused"
    assert dialog.details.text().startswith("REFUSED: model.onnx is not the file that SHA256SUMS lists.")
    assert not dialog.take.isEnabled()


def test_coffer_itself_is_shown_and_not_taken(qtbot: QtBot) -> None:
    dialog = a_dialog(qtbot)
    dialog.show_items((StickItem(StickKind.UPDATE, PACK.path, "coffer_2.deb", checked=PACK.checked),))
    assert not dialog.take.isEnabled()


def test_where_the_vault_is_only_read_nothing_is_taken(qtbot: QtBot) -> None:
    assert not a_dialog(qtbot, changeable=False).take.isEnabled()


def test_an_empty_stick_is_said_to_be_empty(qtbot: QtBot) -> None:
    dialog = a_dialog(qtbot)
    dialog.show_items(())
    dialog.show_end()
    assert dialog.heading.text() == "Nothing on it that Coffer can take"
    assert dialog.details.text() == ""
