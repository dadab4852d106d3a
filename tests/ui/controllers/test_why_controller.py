from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.passage import Mode, Query
from desktop.ui.controllers.why_controller import WhyController
from desktop.ui.dialogs.why_not import WhyNotDialog
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard, visible_texts


def test_it_explains_over_the_window_and_leads_to_the_document(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    vault.desk.put("one", "ryuk struck", "One")
    vault.desk.put("two", "nothing of the kind", "Two")
    why = WhyController(vault.services.desk.why, lane, window, writable=True, parent=owner)
    opened = heard(why.open_requested)
    why.explain(Query("ryuk", Mode.KEYWORD), "two")
    dialog = window.findChildren(WhyNotDialog)[0]
    said = visible_texts(dialog)
    assert "Two" in said
    assert any(text.startswith("These words of the query stand nowhere in it: ryuk") for text in said)
    dialog.opening.click()
    assert opened[0].document_id == "two"


def test_what_cannot_be_explained_is_told(qtbot: QtBot, vault: FakeVault, lane: InlineLane, owner: QObject) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    why = WhyController(vault.services.desk.why, lane, window, writable=True, parent=owner)
    noticed = heard(why.noticed)
    why.explain(Query("ryuk", Mode.GREP), "one")
    assert noticed[0].text.startswith("Grep ranks nothing")
