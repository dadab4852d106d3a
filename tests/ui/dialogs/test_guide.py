from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from desktop.domain.guide import keyboard_chapter, read_chapter
from desktop.ui.dialogs.guide import GuideWindow
from tests.ui.hearing import visible_texts

CHAPTERS = (
    read_chapter("01-asking.md", "# Asking\n\nPress Ctrl+Enter. See [offline](07-offline.md).\n\n## Sources\n\nClick a number.\n"),
    read_chapter("07-offline.md", "# Offline\n\nUse List<String>, and nothing is sent.\n"),
    keyboard_chapter([("F1", "Guide")]),
)


@pytest.fixture
def guide(qtbot: QtBot) -> GuideWindow:
    window = GuideWindow(CHAPTERS)
    qtbot.addWidget(window)
    window.show()
    return window


def listed(guide: GuideWindow) -> list[str]:
    return [guide.list.item(row).text() for row in range(guide.list.count())]


def test_it_opens_at_its_first_chapter(guide: GuideWindow) -> None:
    assert listed(guide) == ["Asking", "Offline", "Keyboard"]
    assert "Press Ctrl+Enter." in guide.text.toPlainText()


def test_words_are_found_in_every_chapter_and_marked_where_they_stand(guide: GuideWindow) -> None:
    guide.box.setText("sent")
    assert listed(guide) == ["Offline\nUse List<String>, and nothing is sent."]
    assert "Use List<String>, and nothing is sent." in guide.text.toPlainText()
    assert [each.cursor.selectedText() for each in guide.text.extraSelections()] == ["sent"]

    guide.box.setText("zebra")
    assert (listed(guide), "No chapter holds these words." in visible_texts(guide)) == ([], True)
    guide.box.clear()
    assert listed(guide) == ["Asking", "Offline", "Keyboard"]


def test_a_link_leads_to_another_chapter_and_loads_nothing(guide: GuideWindow) -> None:
    guide.text.anchorClicked.emit(QUrl("07-offline.md"))
    assert guide.text.toPlainText().startswith("Offline")
    assert guide.text.loadResource(2, QUrl("file:///etc/passwd")) is None


def test_keys_are_a_chapter(guide: GuideWindow) -> None:
    guide.show_chapter("keyboard")
    assert "F1" in guide.text.toPlainText()
