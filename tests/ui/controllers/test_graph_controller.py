"""The graph pane with its controller, over a graph in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QObject, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog
from pytestqt.qtbot import QtBot

from desktop.application.gate import MarkingGate
from desktop.application.graph.picture_sources import PictureSources
from desktop.application.settings import MarkingSettings
from desktop.domain.changes import Changes
from desktop.domain.graph import Direction
from desktop.domain.graph_card import Choice
from desktop.domain.graph_export import ExportFormat
from desktop.domain.graph_picture import Picture
from desktop.domain.graph_rows import NodeRow
from desktop.domain.graph_timeline import Period
from desktop.domain.graph_view import GraphView, Kind, Node, collection_key, document_key
from desktop.domain.layout import LayoutKind
from desktop.domain.marking import Marking
from desktop.domain.reading import OpenRequest
from desktop.ui.controllers.graph_controller import GraphController
from desktop.ui.dialogs.as_of import AsOfDialog
from desktop.ui.dialogs.kept_graphs import KeptGraphsDialog
from desktop.ui.dialogs.period import PeriodDialog
from desktop.ui.models.graph_steps import GraphSteps, Step
from desktop.ui.panes.graph import GraphPane
from desktop.ui.widgets.chosen_nodes import GraphMenu
from desktop.ui.widgets.graph_image import FOOT
from tests.fakes.extractions import APT28, HEADLACE, MIMIKATZ, POLAND, SANDWORM, put_extracted
from tests.fakes.lanes import HeldLane, InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import button, heard

ONE = "APT28 uses Headlace. APT28 targets Poland."
TWO = "APT28 uses Headlace. Sandworm met Poland. APT28 uses Mimikatz."


@pytest.fixture
def pane(qtbot: QtBot) -> GraphPane:
    pane = GraphPane()
    qtbot.addWidget(pane)
    pane.resize(1200, 700)
    pane.show()
    return pane


@pytest.fixture
def graph(pane: GraphPane, vault: FakeVault, lane: InlineLane, owner: QObject) -> Iterator[GraphController]:
    put_extracted(vault.index, "one", ONE, title="First", published="2022-05-01")
    put_extracted(vault.index, "two", TWO, title="Second", published="2023-05-01")
    vault.packs.descriptions["attack"] = {APT28.id: "A group that has been around."}
    controller = GraphController(pane, vault.graph_desk, vault.services.library, lane, lane, owner)
    controller.begin()
    yield controller
    controller.close()


@pytest.fixture
def drawing() -> HeldLane:
    return HeldLane()


@pytest.fixture
def waiting(pane: GraphPane, vault: FakeVault, lane: InlineLane, drawing: HeldLane, owner: QObject) -> Iterator[GraphController]:
    """A controller whose drawing waits to be told; documents marked above GREEN may not leave."""
    put_extracted(vault.index, "one", ONE, title="First", published="2022-05-01")
    put_extracted(vault.index, "two", TWO, title="Second", published="2023-05-01")
    vault.facts.index.markings |= {"one": Marking.GREEN, "two": Marking.RED}
    gate = MarkingGate(vault.facts.index, MarkingSettings(export_max="GREEN"))
    desk = replace(vault.graph_desk, picture_sources=PictureSources(vault.graph, gate))
    controller = GraphController(pane, desk, vault.services.library, lane, drawing, owner)
    yield controller
    controller.close()


def labels(picture: Picture) -> list[str]:
    return sorted(each.label for each in picture.nodes)


def test_it_begins_with_what_is_typed(pane: GraphPane, graph: GraphController) -> None:
    QTest.keyClicks(pane.box, "fancy")
    QTest.keyClick(pane.box, Qt.Key.Key_Return)
    assert labels(pane.picture) == ["APT28", "Headlace", "Mimikatz", "Poland"]
    assert pane.canvas.selected == {APT28.id}
    assert pane.said.text().startswith("Showing 4 of 4  ·  3 of 3 relations")
    assert pane.box.text() == ""


def test_what_is_in_the_picture_is_found_there(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    QTest.keyClicks(pane.box, "headlace")
    QTest.keyClick(pane.box, Qt.Key.Key_Return)
    assert pane.canvas.selected == {HEADLACE.id}
    assert pane.undo.toolTip() == "Take back: show APT28 (Ctrl+Z)"


def test_it_offers_what_the_vault_speaks_of_most(pane: GraphPane, graph: GraphController) -> None:
    button(pane.starts, "Headlace").click()
    assert labels(pane.picture) == ["APT28", "Headlace"]


def test_each_step_is_taken_back_and_again(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    pane.canvas.select([POLAND.id])
    pane.chosen.hide()
    assert labels(pane.picture) == ["APT28", "Headlace", "Mimikatz"]
    assert "1 hidden" in pane.said.text()
    pane.undo.click()
    assert labels(pane.picture) == ["APT28", "Headlace", "Mimikatz", "Poland"]
    pane.undo.click()
    assert (pane.picture.nodes, pane.undo.isEnabled()) == ((), False)
    pane.redo.click()
    assert len(pane.picture.nodes) == 4


def test_the_keyboard_does_it_all(pane: GraphPane, graph: GraphController, qtbot: QtBot) -> None:
    graph.begin_at([APT28.id])
    pane.canvas.setFocus()
    pane.canvas.select([HEADLACE.id])
    keys = QTest.keyClick
    keys(pane.canvas, Qt.Key.Key_P)
    assert [each.key for each in pane.picture.nodes if each.pinned] == [HEADLACE.id]
    keys(pane.canvas, Qt.Key.Key_H)
    assert HEADLACE.id not in [each.key for each in pane.picture.nodes]
    keys(pane.canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert HEADLACE.id in [each.key for each in pane.picture.nodes]
    pane.canvas.select([APT28.id])
    keys(pane.canvas, Qt.Key.Key_L)
    assert pane.canvas.chosen_line is not None
    assert pane.side.sentences.rows[0][0].startswith("APT28 ")
    keys(pane.canvas, Qt.Key.Key_Escape)
    assert pane.canvas.chosen_line is None
    pane.canvas.select([MIMIKATZ.id])
    keys(pane.canvas, Qt.Key.Key_Return)
    assert len(pane.picture.nodes) == 4  # nothing more is known of it
    for arrow in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
        keys(pane.canvas, arrow)
        assert len(pane.canvas.selected) == 1


def test_a_node_is_told_and_widened_by_its_sorts(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    pane.canvas.select([POLAND.id])
    assert pane.side.heading.text() == "Poland"
    assert pane.side.seen.text() == "In 2 documents, 2022-05-01 – 2023-05-01"
    offered = [pane.side.choices.item(row).text() for row in range(pane.side.choices.count())]
    assert offered == ["1  actor that targets it  ·  1 shown", "1  seen together with actor", "2  mentioned in documents"]
    pane.side.expand_wanted.emit(POLAND.id, Choice("related-to", Direction.BOTH, Kind.ACTOR, 1))
    assert "Sandworm" in labels(pane.picture)
    pane.canvas.select([APT28.id])
    assert pane.side.description.text() == "A group that has been around.\n(Attack)"


def test_a_line_opens_the_document_at_its_sentence(pane: GraphPane, graph: GraphController) -> None:
    opened = heard(pane.open_requested)
    graph.begin_at([APT28.id])
    line = next(each for each in pane.picture.lines if each.target == HEADLACE.id)
    pane.canvas.choose_line(line)
    rows = pane.side.sentences.rows
    assert rows[0][0] == "APT28 uses Headlace: derived by Coffer, 2 sentences in 2 documents, 2022-05-01 – 2023-05-01"
    assert [each for each, _ in rows[1:]] == ["“APT28 uses Headlace.”"] * 2
    pane.side.sentences.setCurrentRow(1)
    QTest.keyClick(pane.side.sentences, Qt.Key.Key_Return)
    assert opened == [OpenRequest("one", 0, 20, quote="APT28 uses Headlace.")]


def test_the_legend_takes_kinds_and_relationships_out(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    pane.legend.kinds[Kind.PLACE].click()
    assert "Poland" not in labels(pane.picture)
    uses = next(each for each in pane.legend.menu.actions() if each.data() == "uses")
    uses.trigger()
    assert pane.picture.lines == ()
    assert pane.legend.relationships.text() == "Relations (1 left out)"
    pane.undo.click()
    pane.undo.click()
    assert (len(pane.picture.nodes), len(pane.picture.lines)) == (4, 3)


def test_a_document_and_a_passage_are_shown(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([document_key("one")])
    assert labels(pane.picture) == ["APT28", "First", "Headlace", "Poland"]
    graph.begin_at_passage("two", 0, 20)
    assert labels(pane.picture) == ["APT28", "First", "Headlace", "Poland", "Second"]


def test_another_layout_is_a_step(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    before = pane.canvas.spot_on_screen(HEADLACE.id)
    pane.layouts.setCurrentIndex(list(LayoutKind).index(LayoutKind.LAYERED))
    pane.layouts.activated.emit(pane.layouts.currentIndex())
    assert pane.undo.toolTip().startswith("Take back: lay out anew")
    assert pane.canvas.spot_on_screen(HEADLACE.id) != before


def test_what_changes_in_the_vault_changes_in_the_picture(pane: GraphPane, graph: GraphController, vault: FakeVault) -> None:
    graph.begin_at([APT28.id])
    vault.index.remove_documents(["two"])
    graph.renew()
    assert labels(pane.picture) == ["APT28", "Headlace", "Poland"]
    graph.take_changes(Changes(documents=frozenset({"one"})))


def test_nothing_more_is_told(pane: GraphPane, graph: GraphController) -> None:
    noticed = heard(graph.noticed)
    graph.begin_at([APT28.id])
    pane.expand_requested.emit(APT28.id, None)
    assert [each.text for each in noticed] == ["All of this is in the picture already, or in one of its collections."]
    graph.begin_at(["malware:gone"])
    assert noticed[-1].text == "Nothing more was found: show malware:gone."


def test_the_picture_is_cleared_and_comes_back(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    pane.clear_requested.emit()
    assert (pane.picture.nodes, pane.box.isVisible(), pane.legend.isVisible()) == ((), True, False)
    pane.undo.click()
    assert len(pane.picture.nodes) == 4


def test_the_tables_mirror_the_picture_and_lead_into_it(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    pane.as_table.click()
    assert sorted(each.name for each in pane.tables.nodes.rows if isinstance(each, NodeRow)) == ["APT28", "Headlace", "Mimikatz", "Poland"]
    assert pane.tables.tabs.tabText(1) == "Relations  3"
    pane.tables.filter_box.setText("poland")
    assert (pane.tables.tabs.tabText(0), pane.tables.tabs.tabText(1)) == ("Nodes  1", "Relations  1")
    QTest.keyClick(pane.tables.node_table, Qt.Key.Key_Down)
    pane.tables.node_table.setCurrentIndex(pane.tables.nodes.index(0, 0))
    QTest.keyClick(pane.tables.node_table, Qt.Key.Key_Return)
    assert (pane.canvas.selected, pane.side.heading.text()) == ({POLAND.id}, "Poland")
    pane.tables.tabs.setCurrentIndex(1)
    pane.tables.tie_table.setCurrentIndex(pane.tables.ties.index(0, 0))
    QTest.keyClick(pane.tables.tie_table, Qt.Key.Key_Return)
    assert pane.side.sentences.rows[1][0] == "“APT28 targets Poland.”"


def test_a_table_is_copied_and_written_through_the_gate(
    pane: GraphPane, graph: GraphController, qapp: QApplication, tmp_path: Path
) -> None:
    noticed = heard(graph.noticed)
    graph.begin_at([APT28.id])
    pane.as_table.click()
    pane.tables.tabs.setCurrentIndex(1)
    pane.tables.copy.click()
    assert qapp.clipboard().text().splitlines()[0].startswith("Source\tRelation\tTarget")
    pane.export_requested.emit(pane.tables.ties.rows, tmp_path / "ties.csv")
    assert noticed[-1].text == f"3 rows were written to {tmp_path / 'ties.csv'}."


def test_paths_and_two_deep_are_asked_for_by_keys(pane: GraphPane, graph: GraphController, vault: FakeVault) -> None:
    put_extracted(vault.index, "three", "Sandworm uses Headlace.", title="Third")
    graph.begin_at([APT28.id])
    pane.canvas.setFocus()
    pane.canvas.select([APT28.id])
    QTest.keyClick(pane.canvas, Qt.Key.Key_2)
    assert "Sandworm" in labels(pane.picture)
    sandworm = next(each.key for each in pane.picture.nodes if each.label == "Sandworm")
    pane.canvas.select([APT28.id, sandworm])
    QTest.keyClick(pane.canvas, Qt.Key.Key_C)
    assert pane.canvas.selected == {APT28.id, sandworm, HEADLACE.id}


def test_a_graph_is_kept_by_a_name_and_opened_again(pane: GraphPane, graph: GraphController) -> None:
    noticed = heard(graph.noticed)
    graph.begin_at([APT28.id])
    pane.canvas.select([POLAND.id])
    pane.chosen.hide()
    pane.save_requested.emit("Winter")
    assert noticed[-1].text.startswith("“Winter” is kept")
    pane.clear_requested.emit()
    button(pane.starts, "Open “Winter”").click()
    assert labels(pane.picture) == ["APT28", "Headlace", "Mimikatz"]
    pane.undo.click()
    assert pane.picture.nodes == ()


def test_a_day_shows_what_was_known_then_and_can_be_taken_back(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    pane.chosen.day_asked.emit()
    dialog = pane.findChildren(AsOfDialog)[0]
    dialog.day.setDate(QDate(2022, 12, 31))
    dialog.accept()
    assert labels(pane.picture) == ["APT28", "Headlace", "Poland"]
    assert (pane.day.words, "1 not known yet" in pane.said.text()) == ("As of 2022-12-31", True)
    line = next(each for each in pane.picture.lines if HEADLACE.id in (each.source, each.target))
    pane.canvas.choose_line(line)
    assert len(pane.side.sentences.rows) == 2
    pane.day.removed.emit("day")
    assert (len(pane.picture.nodes), pane.day.isVisible()) == (4, False)
    pane.undo.click()
    assert len(pane.picture.nodes) == 3


@pytest.mark.parametrize("name", ["graph.png", "graph.svg"])
def test_a_picture_is_written_with_its_marking(pane: GraphPane, graph: GraphController, tmp_path: Path, name: str) -> None:
    noticed = heard(graph.noticed)
    graph.begin_at([APT28.id])
    pane.image_requested.emit(tmp_path / name)
    assert noticed[-1].text == f"The picture was written to {tmp_path / name}, marked TLP:RED."
    size = pane.canvas.strokes.bounds
    drawn = QImage(str(tmp_path / name))
    assert drawn.width() / drawn.height() == pytest.approx(size.width() / (size.height() + FOOT), rel=0.02)
    pane.image_requested.emit(tmp_path / "nowhere" / name)
    assert noticed[-1].text == f"{tmp_path / 'nowhere' / name} could not be written: No such file or directory."


def test_a_picture_that_may_not_leave_is_not_written(pane: GraphPane, waiting: GraphController, drawing: HeldLane, tmp_path: Path) -> None:
    noticed = heard(waiting.noticed)
    waiting.begin_at([APT28.id])
    drawing.run_all()
    pane.image_requested.emit(tmp_path / "g.png")
    drawing.run_all()
    assert noticed[-1].text.startswith("No picture was written: The picture may not leave by image")
    assert list(tmp_path.iterdir()) == []


def test_a_picture_that_changed_since_the_gate_looked_at_it_is_shown_to_the_gate_anew(
    pane: GraphPane, waiting: GraphController, drawing: HeldLane, tmp_path: Path
) -> None:
    noticed = heard(waiting.noticed)
    waiting.begin_at([document_key("one")])
    drawing.run_all()
    pane.canvas.select([each.key for each in pane.picture.nodes if each.key != document_key("one")])
    pane.chosen.hide()
    drawing.run_all()
    pane.image_requested.emit(tmp_path / "g.png")
    pane.undo.click()  # what was hidden, and is spoken of in a RED document too, is back before the gate has answered
    drawing.run_all()
    assert noticed[-1].text.startswith("No picture was written: The picture may not leave by image")
    pane.redo.click()
    pane.image_requested.emit(tmp_path / "g.png")
    drawing.run_all()
    assert noticed[-1].text == f"The picture was written to {tmp_path / 'g.png'}, marked TLP:GREEN."


def test_what_came_while_the_picture_was_renewed_stays(pane: GraphPane, waiting: GraphController, drawing: HeldLane) -> None:
    waiting.begin_at([HEADLACE.id])
    drawing.run_all()
    waiting.begin_at([POLAND.id])
    waiting.renew()  # is asked for without Poland, and answered when that is there
    drawing.run_all()
    assert labels(pane.picture) == ["APT28", "Headlace", "Poland", "Sandworm"]
    assert len(pane.picture.lines) == 3


def test_what_came_while_a_day_was_looked_at_is_as_of_that_day(pane: GraphPane, waiting: GraphController, drawing: HeldLane) -> None:
    waiting.begin_at([HEADLACE.id])
    drawing.run_all()
    pane.day_requested.emit("2023-12-31")
    waiting.begin_at([POLAND.id])
    drawing.run_all()
    assert (labels(pane.picture), len(pane.picture.lines)) == (["APT28", "Headlace", "Poland", "Sandworm"], 3)
    pane.day_requested.emit("2022-12-31")
    waiting.begin_at([MIMIKATZ.id])  # is spoken of in 2023 for the first time
    drawing.run_all()
    assert labels(pane.picture) == ["APT28", "Headlace", "Poland"]
    pane.day_requested.emit("")
    drawing.run_all()
    assert labels(pane.picture) == ["APT28", "Headlace", "Mimikatz", "Poland", "Sandworm"]


def test_a_day_is_looked_at_anew_where_more_came_meanwhile(pane: GraphPane, waiting: GraphController, drawing: HeldLane) -> None:
    waiting.begin_at([HEADLACE.id])
    drawing.run_all()
    waiting.begin_at([POLAND.id])
    pane.day_requested.emit("2022-12-31")
    drawing.run_all()
    assert (labels(pane.picture), len(pane.picture.lines)) == (["APT28", "Headlace", "Poland"], 2)


def test_all_that_is_saved_or_written_one_after_the_other_is(
    pane: GraphPane, waiting: GraphController, drawing: HeldLane, vault: FakeVault, tmp_path: Path
) -> None:
    waiting.begin_at([document_key("one")])
    drawing.run_all()
    row = NodeRow(document_key("one"), "First", "document", "document", 1, 3, 0, "drawn")
    pane.save_requested.emit("Winter")
    pane.save_requested.emit("Summer")
    for name in ("a.csv", "b.csv"):
        pane.export_requested.emit((row,), tmp_path / name)
    drawing.run_all()
    assert sorted(each.name for each in vault.graphs.heads()) == ["Summer", "Winter"]
    assert [(tmp_path / name).exists() for name in ("a.csv", "b.csv")] == [True, True]


def test_an_empty_picture_is_not_written(pane: GraphPane, graph: GraphController, tmp_path: Path) -> None:
    noticed = heard(graph.noticed)
    pane.image_requested.emit(tmp_path / "g.png")
    assert noticed[-1].text == "There is nothing in the picture yet."


def test_a_stretch_of_time_lets_the_rest_stand_back_and_the_tables_list_what_is_in_it(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    assert pane.strip.said.text().startswith("2 documents by ")
    assert (pane.picture.aside, pane.strip.clear.isVisible()) == (frozenset(), False)
    pane.canvas.setFocus()
    QTest.keyClick(pane.canvas, Qt.Key.Key_B)
    QTest.keyClick(pane.strip.bars, Qt.Key.Key_Right)  # onto the first that has something, of 2022
    assert pane.strip.said.text().startswith("Showing 2 of 3 relations and 3 of 4 nodes, from 2022-")
    assert pane.picture.aside == {MIMIKATZ.id}
    assert [each.target for each in pane.picture.lines if each.aside] == [MIMIKATZ.id]
    pane.as_table.click()
    assert sorted(each.name for each in pane.tables.nodes.rows if isinstance(each, NodeRow)) == ["APT28", "Headlace", "Poland"]
    assert pane.tables.tabs.tabText(1) == "Relations  2"
    QTest.keyClick(pane.strip.bars, Qt.Key.Key_Right)
    QTest.keyClick(pane.strip.bars, Qt.Key.Key_Right)
    assert pane.tables.tabs.tabText(1) == "Relations  0"
    pane.undo.click()  # the keys were one step
    assert (pane.picture.aside, pane.tables.tabs.tabText(1)) == (frozenset(), "Relations  3")
    pane.redo.click()
    pane.strip.clear.click()
    assert (pane.picture.aside, len(pane.picture.nodes)) == (frozenset(), 4)


def test_the_timeline_follows_the_picture_and_picks_out_what_is_chosen(pane: GraphPane, graph: GraphController, vault: FakeVault) -> None:
    graph.begin_at([HEADLACE.id])
    shown = pane.strip.bars.bins
    assert sorted(name for each in shown.bins for name in each.documents) == ["one", "two"]
    put_extracted(vault.index, "three", "Sandworm uses Headlace.", title="Third", published="2026-01-01")
    graph.renew()
    assert sorted(name for each in pane.strip.bars.bins.bins for name in each.documents) == ["one", "three", "two"]
    pane.day_requested.emit("2022-12-31")
    assert sorted(name for each in pane.strip.bars.bins.bins for name in each.documents) == ["one"]


def test_a_stretch_is_kept_with_the_graph_and_escape_shows_all_times(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    pane.strip.bars.brushed.emit(Period("2022-01-01", "2022-12-31"), "")
    pane.save_requested.emit("Winter")
    pane.clear_requested.emit()
    pane.named_requested.emit("Winter")
    assert (pane.strip.bars.period, pane.picture.aside) == (Period("2022-01-01", "2022-12-31"), {MIMIKATZ.id})
    pane.strip.previewed.emit(Period("2023-01-01", "2023-12-31"))
    assert pane.strip.said.text() == "Showing 2 of 3 relations and 4 of 4 nodes, from 2023-01-01 to 2023-12-31"
    pane.canvas.setFocus()
    QTest.keyClick(pane.canvas, Qt.Key.Key_Escape)
    QTest.keyClick(pane.canvas, Qt.Key.Key_Escape)
    assert (pane.strip.bars.period, pane.picture.aside) == (None, frozenset())


def test_a_stretch_is_given_by_its_days(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    pane.strip.days.click()
    dialog = pane.findChildren(PeriodDialog)[0]
    dialog.first.given.setChecked(True)
    dialog.first.day.setDate(QDate(2023, 1, 1))
    dialog.accept()
    assert pane.strip.bars.period == Period("2023-01-01", pane.strip.bars.bins.bins[-1].last.isoformat())
    assert pane.undo.toolTip().startswith("Take back: show 2023-01-01 – 2023-")


def test_ways_in_the_order_of_time_are_told_with_what_stated_each_step_first(
    pane: GraphPane, graph: GraphController, vault: FakeVault
) -> None:
    noticed = heard(graph.noticed)
    opened = heard(pane.open_requested)
    put_extracted(vault.index, "three", "Sandworm uses Headlace.", title="Third", published="2024-05-01")
    graph.begin_at([APT28.id, SANDWORM.id])
    pane.canvas.setFocus()
    pane.canvas.select([APT28.id, SANDWORM.id])
    QTest.keyClick(pane.canvas, Qt.Key.Key_C, Qt.KeyboardModifier.ShiftModifier)
    assert pane.canvas.selected == {APT28.id, HEADLACE.id, SANDWORM.id}
    assert pane.side.line_about.text().splitlines() == [
        "1 way from APT28 to Sandworm; each relation counts from the first document that states it.",
        "No way was found from Sandworm to APT28 on which time does not go backward.",
    ]
    assert pane.side.sentences.rows == [
        ("1.  APT28 → Headlace → Sandworm", ""),
        ("2022-05-01:  APT28 uses Headlace", "“APT28 uses Headlace.”  ·  First"),
        ("2024-05-01:  Sandworm uses Headlace", "“Sandworm uses Headlace.”  ·  Third"),
    ]
    pane.side.sentences.setCurrentRow(2)
    QTest.keyClick(pane.side.sentences, Qt.Key.Key_Return)
    assert opened[-1].document_id == "three"
    pane.ordered_requested.emit(POLAND.id, POLAND.id)
    assert noticed[-1].text.startswith("Between Poland and Poland no way of at most 6 relations was found")


def test_a_graph_that_is_open_goes_by_its_new_name(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    pane.save_requested.emit("Winter")
    pane.kept_requested.emit()
    (dialog,) = pane.findChildren(KeptGraphsDialog)
    dialog.rename_requested.emit("Winter", "Cold winter")
    assert pane.chosen.called == "Cold winter"
    pane.save_requested.emit("Summer")
    dialog.rename_requested.emit("Cold winter", "Winter")
    assert pane.chosen.called == "Summer"


def test_kept_graphs_are_renamed_moved_to_the_trash_and_brought_back(
    pane: GraphPane, graph: GraphController, vault: FakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    noticed, undoable, undone = heard(graph.noticed), heard(graph.undoable), heard(graph.undone)
    graph.begin_at([APT28.id])
    graph.scope_to("north")
    pane.save_requested.emit("Winter")
    assert noticed[-1].text.startswith("“Winter” is kept with the case north in")
    graph.scope_to("")
    pane.save_requested.emit("Summer")
    graph.scope_to("north")
    pane.kept_requested.emit()
    dialog = pane.findChildren(KeptGraphsDialog)[0]
    assert rows(dialog) == ["Winter"]
    assert dialog.said.text() == "1 graph of other cases or of none."
    dialog.scope.setCurrentIndex(1)
    assert rows(dialog) == ["Summer", "Winter"]
    dialog.list.setCurrentRow(1)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_, **__: ("Cold winter", True))
    QTest.keyClick(dialog, Qt.Key.Key_F2)
    assert (rows(dialog), noticed[-1].text) == (["Cold winter", "Summer"], "The graph is called “Cold winter” now.")
    dialog.list.setCurrentRow(0)
    QTest.keyClick(dialog, Qt.Key.Key_Delete)
    assert (rows(dialog), noticed[-1].text) == (["Summer"], "The graph “Cold winter” was moved to the vault’s trash.")
    noticed[-1].actions[0].run()
    assert (undone, rows(dialog)) == (undoable, ["Cold winter", "Summer"])
    dialog.list.setCurrentRow(0)
    dialog.open_it.click()
    assert pane.undo.isEnabled()
    vault.index.remove_documents(["one", "two"])
    pane.named_requested.emit("Summer")
    assert noticed[-1].text == "4 of what “Summer” held is not in the vault any more."
    assert APT28.id in noticed[-1].hint


def test_where_nothing_may_be_changed_kept_graphs_only_open(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    pane.save_requested.emit("Winter")
    pane.allow_changes(False)
    pane.kept_requested.emit()
    dialog = pane.findChildren(KeptGraphsDialog)[0]
    dialog.list.setCurrentRow(0)
    assert (dialog.open_it.isEnabled(), dialog.rename.isEnabled(), dialog.trash.isEnabled()) == (True, False, False)


def rows(dialog: KeptGraphsDialog) -> list[str]:
    return [dialog.list.item(row).text().splitlines()[0] for row in range(dialog.list.count())]


def test_the_menu_of_the_pane_exports_what_is_chosen_or_drawn_in_every_form(
    pane: GraphPane, graph: GraphController, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    wanted, pictures = heard(pane.graph_export_requested), heard(pane.image_requested)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "g.svg"), ""))
    graph.begin_at([APT28.id, document_key("one")])
    menu = GraphMenu(pane)
    menu.fill(pane.chosen, GraphView())
    (exporting,) = [each for each in menu.actions() if each.text() == "Export"]
    for action in exporting.menu().actions():  # type: ignore[attr-defined]
        if not action.isSeparator():
            action.trigger()
    assert pictures == [tmp_path / "g.svg", tmp_path / "g.svg"]
    assert set(wanted) == set(ExportFormat)
    pane.canvas.select([])
    assert pane.drawn_entities == tuple(sorted((APT28.id, HEADLACE.id, POLAND.id, MIMIKATZ.id)))
    pane.canvas.select([APT28.id, HEADLACE.id])
    pane.chosen.gather()  # into a collection of its own
    pane.canvas.select([each.key for each in pane.picture.nodes if each.is_collection and "malware" in each.key])
    assert pane.drawn_entities == (HEADLACE.id,)


def test_what_was_not_known_on_a_day_is_no_part_of_what_is_drawn_though_its_collection_is(pane: GraphPane) -> None:
    nodes = {f"malware:{each}": Node(f"malware:{each}", Kind.MALWARE, each, "malware") for each in ("a", "b", "c")}
    collected = dict.fromkeys(nodes, collection_key(Kind.MALWARE, ""))
    steps = GraphSteps()
    steps.take(Step("as of a day", partial(_shown, view=GraphView(nodes, (), collected, as_of="2020", later=frozenset({"malware:c"})))))
    pane.show_steps(steps)
    assert [each.label for each in pane.picture.nodes] == ["Malware (2)"]
    assert pane.drawn_entities == ("malware:a", "malware:b")


def _shown(_: GraphView, view: GraphView) -> GraphView:
    return view


def test_ways_stay_told_while_their_nodes_find_places_and_until_something_else_is_chosen(
    pane: GraphPane, waiting: GraphController, drawing: HeldLane, vault: FakeVault
) -> None:
    put_extracted(vault.index, "three", "Sandworm uses Headlace.", title="Third", published="2024-05-01")
    waiting.begin_at([APT28.id, SANDWORM.id])
    drawing.run_all()
    pane.ordered_requested.emit(APT28.id, SANDWORM.id)
    drawing.run_all()
    assert pane.side.line_heading.text() == "In order of time"
    assert (pane.side.line_heading.isVisible(), pane.side.shows_ways) == (True, True)
    pane.canvas.select([HEADLACE.id])
    assert (pane.side.heading.text(), pane.side.shows_ways) == ("Headlace", False)
    pane.canvas.select([])
    assert not pane.side.line_heading.isVisible()


def test_a_full_card_makes_the_pane_no_higher(pane: GraphPane, graph: GraphController) -> None:
    graph.begin_at([APT28.id])
    pane.canvas.select([APT28.id])
    assert pane.minimumSizeHint().height() < 480
