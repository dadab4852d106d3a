from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.ui.actions import Actions
from desktop.ui.dialogs.about import AboutDialog
from desktop.ui.dialogs.bug import BugDialog
from desktop.ui.dialogs.shortcuts import ShortcutsDialog
from desktop.ui.jobs.bug_report import version_facts
from tests.ui.hearing import button, visible_texts


def test_a_bug_report_can_be_read_and_copied(qtbot: QtBot, qapp: QApplication) -> None:
    dialog = BugDialog("ZeroDivisionError: oops", "Traceback …")
    qtbot.addWidget(dialog)
    dialog.show()
    button(dialog, "Copy report").click()

    assert "ZeroDivisionError: oops" in visible_texts(dialog)
    assert qapp.clipboard().text() == "Traceback …"


def test_about_names_the_versions(qtbot: QtBot) -> None:
    dialog = AboutDialog([*version_facts(), ("Vault", "/cases/North")])
    qtbot.addWidget(dialog)
    dialog.show()

    assert {"Coffer", "Python", "Qt", "/cases/North"} <= visible_texts(dialog)


def test_every_key_is_listed_once(qtbot: QtBot) -> None:
    owner = QObject()
    shortcuts = Actions(owner).shortcut_list()
    dialog = ShortcutsDialog(shortcuts)
    qtbot.addWidget(dialog)
    dialog.show()

    keys = [key for key, _ in shortcuts]
    assert len(keys) == len(set(keys))
    assert ("Ctrl+O", "Import files") in shortcuts
    assert ("Ctrl+K", "Go to search box") in shortcuts
    assert {"F, H, P, G", "2", "C, Shift+C", "T", "Space", "Ctrl+Shift+Z"} <= set(keys)  # the graph's
    assert set(keys) <= visible_texts(dialog)
