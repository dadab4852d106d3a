from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.domain.fact import FactDraft
from desktop.domain.marking import Marking
from desktop.domain.reading import OriginalKind
from desktop.ui.actions import Actions
from desktop.ui.panes.reader import BOTH
from desktop.ui.theme import Theme, ThemeChoice
from desktop.ui.widgets.navigation import Place
from desktop.ui.workspace import Workspace
from tests.ui.hearing import heard, visible_texts
from tests.ui.samples import answer, reading

BODY = "# Report\n\nThe actors used Headlace\nagainst three ministries.\n"


@pytest.fixture
def workspace(qtbot: QtBot) -> Workspace:
    workspace = Workspace()
    qtbot.addWidget(workspace)
    workspace.resize(1280, 800)
    workspace.obey(Actions(workspace))
    workspace.show()
    return workspace


def open_text(workspace: Workspace, original: str) -> None:
    """Open a document whose original is text, both beside each other."""
    workspace.reader.show_document(reading(BODY, OriginalKind.TEXT, None))
    workspace.reader.view_button(BOTH).click()
    workspace.reader.show_original_text("ryuk-12345678", original)
    workspace.show_reader()


def test_what_is_selected_in_the_markdown_becomes_the_source_of_a_fact(workspace: Workspace) -> None:
    open_text(workspace, "anything")
    workspace.reader.show_place(10, 34)
    kept = heard(workspace.memory.remember_requested)
    workspace.remember()
    assert workspace.place is Place.MEMORY
    assert "Source: “The actors used Headlace”" in visible_texts(workspace.memory)
    workspace.memory.form.text.setPlainText("They did.")
    workspace.memory.save()
    assert kept == [FactDraft("They did.", sources=(("ryuk-12345678", 10, 34),))]


def test_what_is_selected_in_an_original_is_sought_in_the_markdown(workspace: Workspace) -> None:
    open_text(workspace, "The  actors used Headlace against")
    workspace.reader.original.text.select_all()
    workspace.remember()
    assert "Source: “The actors used Headlace against”" in visible_texts(workspace.memory)


def test_what_stands_in_the_original_alone_is_said_to_be_no_source(workspace: Workspace) -> None:
    open_text(workspace, "Something that was not taken over")
    workspace.reader.original.text.select_all()
    workspace.remember()
    assert any(text.startswith("What is selected in the original does not stand") for text in visible_texts(workspace.memory))


def test_remembering_is_offered_wherever_a_text_is_read(qtbot: QtBot, workspace: Workspace) -> None:
    action = QAction("Keep", workspace)
    workspace.reader.offer(action)
    assert action in workspace.reader.markdown.offered
    assert action in workspace.reader.original.text.offered


def test_an_answer_becomes_the_draft_of_a_fact(workspace: Workspace) -> None:
    workspace.search.card.allow_changes(True)
    workspace.search.show_answer(answer())
    workspace.search.card.remember_sentences(0)
    assert workspace.place is Place.MEMORY
    assert workspace.memory.form.text.toPlainText() == "TrickBot delivers Ryuk."
    assert {
        "Source 1 of 2: “The actors deliver Ryuk with TrickBot.”\nSource 2 of 2: “The actors deliver Ryuk with TrickBot.”"
    } <= visible_texts(workspace.memory)


def test_a_document_fits_beside_every_pane_in_a_window_of_1280(dressed: QApplication, workspace: Workspace) -> None:
    theme = Theme(dressed, ThemeChoice.LIGHT)
    open_text(workspace, "text")
    workspace.reader.header.marking.show_marking(Marking.AMBER_STRICT)

    assert workspace.minimumSizeHint().width() <= 1280
    theme.deleteLater()


def test_a_fact_can_be_written_beside_a_document_in_a_window_of_1280_by_800(
    qtbot: QtBot, dressed: QApplication, workspace: Workspace
) -> None:
    around = 210  # title, menu, toolbar, one message, status bar
    theme = Theme(dressed, ThemeChoice.LIGHT)
    open_text(workspace, "text")
    workspace.show_memory()
    workspace.memory.begin_draft()
    workspace.resize(1280, 800 - around)
    qtbot.waitUntil(lambda: workspace.memory.width() < 640)

    assert workspace.minimumSizeHint().height() <= 800 - around
    theme.deleteLater()


def test_beside_a_document_the_picture_of_the_graph_has_more_room_than_what_is_said_of_it(qtbot: QtBot, workspace: Workspace) -> None:
    open_text(workspace, "text")
    workspace.show_place(Place.GRAPH)
    drawn = workspace.graph.drawn
    workspace.graph.pages.turn_to(drawn)
    qtbot.waitUntil(lambda: drawn.splitter.orientation() == Qt.Orientation.Vertical)

    picture, said = drawn.splitter.sizes()
    assert picture > 1.7 * said
