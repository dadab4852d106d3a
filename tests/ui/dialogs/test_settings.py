from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDialogButtonBox, QLineEdit, QPlainTextEdit, QSpinBox, QTabWidget
from pytestqt.qtbot import QtBot

from desktop.ui.dialogs.settings import SettingField, SettingsDialog, describe_default
from desktop.ui.theme import Theme, ThemeChoice
from tests.ui.hearing import heard, visible_texts

FIELDS = (
    SettingField("imports", "max_file_mb", "Largest file, in megabytes.", 100, 100, minimum=1),
    SettingField("imports", "recognise", "Read scanned pages by OCR.", True, True),
    SettingField("imports", "watched_folders", "Folders that are watched.", ("/in",), ()),
    SettingField("search", "default_mode", "Mode of a search.", "hybrid", "hybrid", choices=("keyword", "hybrid")),
    SettingField("answer", "model_file", "A GGUF file.", "", ""),
)


@pytest.fixture
def dialog(qtbot: QtBot) -> SettingsDialog:
    dialog = SettingsDialog(FIELDS, "/cases")
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_every_section_has_its_page_and_every_setting_its_meaning(dialog: SettingsDialog) -> None:
    tabs = dialog.findChildren(QTabWidget)[0]
    assert [tabs.tabText(page) for page in range(tabs.count())] == ["Imports", "Search", "Answer"]
    assert {"Largest file, in megabytes.", "max_file_mb: 100 unless changed"} <= visible_texts(dialog)


def test_each_kind_of_value_has_its_field(dialog: SettingsDialog) -> None:
    kinds = [type(dialog.editor(each.section, each.name)) for each in FIELDS]
    assert kinds == [QSpinBox, QCheckBox, QPlainTextEdit, QComboBox, QLineEdit]
    assert dialog.changes() == {}


def test_only_what_was_changed_is_saved(dialog: SettingsDialog) -> None:
    wanted = heard(dialog.changes_wanted)
    size, ocr = dialog.editor("imports", "max_file_mb"), dialog.editor("imports", "recognise")
    folders, mode = dialog.editor("imports", "watched_folders"), dialog.editor("search", "default_mode")
    assert isinstance(size, QSpinBox)
    assert isinstance(ocr, QCheckBox)
    assert isinstance(folders, QPlainTextEdit)
    assert isinstance(mode, QComboBox)
    size.setValue(250)
    ocr.setChecked(False)
    folders.setPlainText("/in\n\n  /more \n")
    mode.setCurrentText("hybrid")
    dialog.findChildren(QDialogButtonBox)[0].button(QDialogButtonBox.StandardButton.Save).click()
    assert wanted == [{("imports", "max_file_mb"): 250, ("imports", "recognise"): False, ("imports", "watched_folders"): ("/in", "/more")}]


def test_a_number_stays_within_what_is_allowed(dialog: SettingsDialog) -> None:
    size = dialog.editor("imports", "max_file_mb")
    assert isinstance(size, QSpinBox)
    size.setValue(-5)
    assert size.value() == 1


def test_cancelling_saves_nothing(dialog: SettingsDialog) -> None:
    wanted = heard(dialog.changes_wanted)
    dialog.reject()
    assert wanted == []


@pytest.mark.parametrize(
    ("default", "expected"),
    [(True, "on"), (False, "off"), (0, "0"), (1, "1"), (5000, "5,000"), ("", "empty"), ("hybrid", "hybrid"), ((), "none")],
)
def test_a_default_is_said_in_words(default: bool | int | str | tuple[str, ...], expected: str) -> None:
    assert describe_default(SettingField("s", "name", "", default, default)) == f"name: {expected} unless changed"


@pytest.mark.parametrize("choice", [ThemeChoice.LIGHT, ThemeChoice.DARK])
def test_a_number_has_room_in_every_theme(qtbot: QtBot, dressed: QApplication, choice: ThemeChoice) -> None:
    theme = Theme(dressed, choice)
    dialog = SettingsDialog(FIELDS, "/cases")
    qtbot.addWidget(dialog)
    dialog.show()
    box = dialog.editor("imports", "max_file_mb")
    assert isinstance(box, QSpinBox)
    assert box.lineEdit().width() > box.fontMetrics().horizontalAdvance("2,000,000,000")
    assert box.lineEdit().height() >= box.fontMetrics().height()
    theme.deleteLater()
