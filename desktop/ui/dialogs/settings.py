"""A vault's settings, a page for each section, made from what is declared of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.ui.theme import play
from desktop.ui.widgets.shown_sources import state_sources
from desktop.ui.widgets.still_text import let_select

MOST = 2_000_000_000
LINES = 4
INDENT = 8

Value = bool | int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SettingField:
    """One setting: where it belongs, what it means, what it is, and what it may be."""

    section: str
    name: str
    meaning: str
    value: Value
    default: Value
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None


class SettingsDialog(QDialog):
    """Shows every setting with its meaning; tells which were changed when the person saves."""

    changes_wanted = Signal(object)

    def __init__(self, settings: Sequence[SettingField], folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle("Settings of this vault")
        self.resize(680, 560)
        self._settings = tuple(settings)
        self._editors = [_editor(each) for each in self._settings]
        tabs = QTabWidget()
        for section in dict.fromkeys(each.section for each in self._settings):
            tabs.addTab(self._page(section), section.replace("_", " ").capitalize())
        note = QLabel(f"They are kept in {folder}/coffer.toml. The vault is opened anew with what you change.", wordWrap=True)
        let_select(note)
        play(note, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self._save)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(10)
        for each in (tabs, note, buttons):
            layout.addWidget(each)

    def changes(self) -> dict[tuple[str, str], Value]:
        """What differs from the settings as they were, by section and name."""
        given = ((each, value_of(editor)) for each, editor in zip(self._settings, self._editors, strict=True))
        return {(each.section, each.name): value for each, value in given if value != each.value}

    def editor(self, section: str, name: str) -> QWidget:
        """The field of one setting."""
        return next(
            editor for each, editor in zip(self._settings, self._editors, strict=True) if (each.section, each.name) == (section, name)
        )

    @Slot()
    def _save(self) -> None:
        changes = self.changes()
        self.accept()
        if changes:
            self.changes_wanted.emit(changes)

    def _page(self, section: str) -> QWidget:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.setSpacing(4)
        for each, editor in zip(self._settings, self._editors, strict=True):
            if each.section != section:
                continue
            meaning = QLabel(each.meaning, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
            meaning.setBuddy(editor)
            hint = QLabel(describe_default(each), textFormat=Qt.TextFormat.PlainText)
            play(hint, "muted")
            for widget in (meaning, editor, hint):
                layout.addWidget(widget)
            layout.addSpacing(12)
        layout.addStretch()
        area = QScrollArea(widgetResizable=True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(page)
        return area


def describe_default(setting: SettingField) -> str:
    """The name in the file and the default: `max_file_mb, 100 unless changed`."""
    default = setting.default
    said = {True: "on", False: "off", "": "empty", (): "none"}.get(default, default) if not _is_number(default) else f"{default:,}"
    return f"{setting.name}: {said} unless changed"


def value_of(editor: QWidget) -> Value:
    """What a person entered."""
    match editor:
        case QCheckBox():
            return editor.isChecked()
        case QSpinBox():
            return editor.value()
        case QComboBox():
            return editor.currentText()
        case QPlainTextEdit():
            return tuple(line.strip() for line in editor.toPlainText().splitlines() if line.strip())
        case QLineEdit():
            return editor.text().strip()
    raise TypeError(f"no editor of a setting: {editor!r}")


def _editor(setting: SettingField) -> QWidget:
    editor = _field_for(setting)
    editor.setAccessibleName(setting.meaning)
    return editor


def _field_for(setting: SettingField) -> QWidget:
    match setting.value:
        case bool():
            switch = QCheckBox("On")
            switch.setChecked(setting.value)
            return switch
        case int():
            box = QSpinBox()
            box.setRange(-MOST if setting.minimum is None else setting.minimum, MOST if setting.maximum is None else setting.maximum)
            box.setValue(setting.value)
            box.lineEdit().setTextMargins(INDENT, 0, 0, 0)  # a style sheet cannot say it
            return box
        case tuple():
            lines = QPlainTextEdit("\n".join(setting.value))
            lines.setPlaceholderText("One a line")
            lines.setTabChangesFocus(True)
            lines.setFixedHeight(LINES * lines.fontMetrics().lineSpacing() + 16)
            return lines
    if setting.choices:
        choice = QComboBox()
        choice.addItems(setting.choices)
        choice.setCurrentText(setting.value)
        return choice
    return QLineEdit(setting.value)


def _is_number(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
