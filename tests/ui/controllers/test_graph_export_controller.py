from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from desktop.application.gate import MarkingGate
from desktop.application.settings import MarkingSettings
from desktop.domain.graph_export import ExportFormat, ExportScope
from desktop.domain.marking import Marking
from desktop.ui.controllers.graph_export_controller import GraphExportController
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.export_graph import ExportGraphDialog
from tests.fakes.extractions import APT28, HEADLACE, put_extracted
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard, visible_texts


class Desk:
    def __init__(self, vault: FakeVault, window: QWidget, owner: QObject, limit: Marking = Marking.RED) -> None:
        put_extracted(vault.index, "one", "APT28 uses Headlace. APT28 targets Poland.", tags=("case-7",))
        vault.facts.index.markings["one"] = Marking.GREEN
        services = vault.services
        gate = MarkingGate(vault.facts.index, MarkingSettings(export_max=limit.value))
        writing = Writing(InlineLane(), (), owner)
        self.window = window
        self.controller = GraphExportController(services.graph.exports, services.library, gate, InlineLane(), writing, owner)
        self.noticed = heard(self.controller.noticed)

    @property
    def dialog(self) -> ExportGraphDialog:
        return self.window.findChildren(ExportGraphDialog)[-1]


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


def test_a_selection_is_written_where_the_person_says(
    vault: FakeVault, window: QWidget, owner: QObject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[tuple[Any, ...]] = []

    def choose(*arguments: Any) -> tuple[str, str]:
        asked.append(arguments[1:])
        return str(tmp_path / "out.graphml"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    desk = Desk(vault, window, owner)
    desk.controller.choose([APT28.id, HEADLACE.id], window)
    scopes = [desk.dialog.scope.itemText(at) for at in range(desk.dialog.scope.count())]
    assert scopes == ["What the graph shows, or what is chosen in it (2)", "Everything in the vault"]
    assert "Everything may leave." in visible_texts(window)
    desk.dialog.accept()
    assert asked == [("Export as GraphML", "graph.graphml", "GraphML (*.graphml)")]
    assert b"Headlace" in (tmp_path / "out.graphml").read_bytes()
    assert desk.noticed[-1].text == f"2 nodes and 1 edges were written to {tmp_path / 'out.graphml'}, marked TLP:GREEN."


def test_the_forms_say_what_they_are_and_the_limit_is_told(
    vault: FakeVault, window: QWidget, owner: QObject, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    desk = Desk(vault, window, owner, Marking.GREEN)
    desk.controller.choose([], window)
    assert "What is marked above TLP:GREEN stays here, and is not counted." in visible_texts(window)
    desk.dialog.form.setCurrentIndex(desk.dialog.form.findData(ExportFormat.NAVIGATOR))
    assert "Techniques, scored by how many documents speak of them." in visible_texts(window)
    chosen = heard(desk.dialog.chosen)
    desk.dialog.accept()
    assert chosen == [(ExportFormat.NAVIGATOR, ExportScope())]


def test_what_was_held_back_or_failed_is_told(vault: FakeVault, window: QWidget, owner: QObject, tmp_path: Path) -> None:
    desk = Desk(vault, window, owner)
    vault.facts.index.markings.clear()  # what nobody knows the marking of counts as RED, which may leave here
    desk.controller.export(ExportFormat.NAVIGATOR, ExportScope(), tmp_path / "layer.json")
    assert desk.noticed[-1].text.endswith("marked TLP:RED.")
    desk.controller.export(ExportFormat.CSV, ExportScope(), tmp_path / "no" / "out.csv")
    assert "could not be written" in desk.noticed[-1].text
    desk.controller.close()


@pytest.mark.parametrize("answer", [QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No])
def test_tables_that_are_there_are_replaced_only_if_the_person_says_so(
    vault: FakeVault, window: QWidget, owner: QObject, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: QMessageBox.StandardButton
) -> None:
    asked: list[str] = []

    def ask(_parent: QWidget, _title: str, text: str, *_: Any) -> QMessageBox.StandardButton:
        asked.append(text)
        return answer

    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "out.csv"), ""))
    monkeypatch.setattr(QMessageBox, "question", ask)
    (tmp_path / "out-edges.csv").write_text("earlier", encoding="utf-8")
    desk = Desk(vault, window, owner)
    desk.controller.choose([], window)
    desk.dialog.form.setCurrentIndex(desk.dialog.form.findData(ExportFormat.CSV))
    desk.dialog.accept()
    assert asked == [f"out-edges.csv already exists in {tmp_path}.\nReplace?"]
    replaced = answer == QMessageBox.StandardButton.Yes
    assert ((tmp_path / "out-edges.csv").read_text(encoding="utf-8") != "earlier", (tmp_path / "out-nodes.csv").exists()) == (
        replaced,
        replaced,
    )
