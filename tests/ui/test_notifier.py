from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.ui.notifier import Notice, Notifier, Severity


def test_messages_wait_until_someone_draws_them(qtbot: QtBot) -> None:
    notifier, drawn = Notifier(), list[Notice]()
    notifier.post(Notice(Severity.INFO, "first"))
    notifier.post(Notice(Severity.ERROR, "second"))
    notifier.posted.connect(drawn.append)
    assert drawn == []

    notifier.open()
    notifier.post(Notice(Severity.INFO, "third"))

    assert [notice.text for notice in drawn] == ["first", "second", "third"]
