"""One case at a time: what is listed, searched, looked up, imported and remembered while a case is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QInputDialog, QMenu, QWidget
from pytestqt.qtbot import QtBot

from desktop.application.settings import ImportSettings, Settings
from desktop.domain.document import DocumentSummary
from desktop.domain.fact import FactDraft
from desktop.domain.import_job import ImportOptions
from desktop.domain.passage import Filters
from desktop.ui.jobs.lane import Lanes
from desktop.ui.main_window import MainWindow
from desktop.ui.notifier import Notifier
from desktop.ui.session import Session
from desktop.ui.workspace import Workspace
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault, make_summary
from tests.ui.hearing import visible_texts


class Desk:
    """A window with an open vault, whose documents carry tags."""

    def __init__(self, qtbot: QtBot, root: Path) -> None:
        self.vault = FakeVault(root, documents=3)
        self.vault.library.summaries.append(tagged(4, "alpha"))
        self.vault.library.summaries.append(tagged(5, "Beta & co"))
        self.vault.facts.memory.remember(FactDraft("Heron is there.", tags=("gamma",)))
        self.vault.facts.memory.remember(FactDraft("Otter is there.", tags=("alpha",)))
        self.window = MainWindow(Notifier())
        qtbot.addWidget(self.window)
        self.workspace = Workspace()
        settings = replace(Settings(), imports=ImportSettings(case_tlp=("alpha = AMBER",)))
        lanes = Lanes(*cast("Any", tuple(InlineLane() for _ in range(4))))
        self.session = Session(replace(self.vault.services, settings=settings), self.workspace, lanes, parent=self.window)
        self.window.show()
        self.window.show_session(self.session, self.workspace)
        self.session.begin()

    @property
    def offered(self) -> list[str]:
        menu = self.window.case_switch.menu()
        return [each.text() for each in menu.actions() if each.text()]

    def choose(self, words: str) -> None:
        menu = self.window.case_switch.menu()
        next(each for each in menu.actions() if each.text() == words).trigger()

    @property
    def facts(self) -> list[str]:
        model = self.workspace.memory.model
        return [row.fact.name for at in range(model.rowCount()) if (row := model.row_at(at))]


def tagged(number: int, tag: str) -> DocumentSummary:
    summary = make_summary(number)
    return replace(summary, document=replace(summary.document, tags=(tag,)))


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(qtbot, tmp_path / "North")
    yield desk
    desk.session.close()


def test_every_tag_is_offered_as_a_case_and_all_as_one(desk: Desk) -> None:
    assert desk.offered == ["All cases", "alpha", "Beta && co", "gamma", "Another case…"]
    assert desk.window.case_switch.text() == "All cases"
    assert not desk.workspace.case_band.isVisible()


def test_a_case_is_named_in_title_toolbar_and_over_every_pane(desk: Desk) -> None:
    desk.choose("alpha")
    assert desk.window.windowTitle() == "alpha – North – Coffer"
    assert desk.window.case_switch.text() == "Case: alpha"
    show: list[Callable[[], None]] = [desk.workspace.show_documents, desk.workspace.show_search, desk.workspace.show_lookup]
    for each in (*show, desk.workspace.show_memory):
        each()
        assert any(text.startswith("Case alpha:") and "TLP:AMBER" in text for text in visible_texts(desk.workspace))
    desk.workspace.case_band.leave.click()
    assert desk.window.windowTitle() == "North – Coffer"
    assert not desk.workspace.case_band.isVisible()


def test_documents_and_facts_of_the_case_are_listed(qtbot: QtBot, desk: Desk) -> None:
    desk.choose("alpha")
    qtbot.waitUntil(lambda: desk.vault.library.queries[-1].tags == ("alpha",))
    assert desk.facts == ["Otter is there."]
    desk.choose("All cases")
    qtbot.waitUntil(lambda: desk.vault.library.queries[-1].tags == ())
    assert sorted(desk.facts) == ["Heron is there.", "Otter is there."]


def test_searches_questions_and_what_is_like_a_passage_stay_in_the_case(qtbot: QtBot, desk: Desk) -> None:
    desk.workspace.show_search()
    desk.workspace.search.box.setText("Headlace")
    desk.choose("alpha")
    qtbot.waitUntil(lambda: bool(desk.vault.searcher.queries))
    assert desk.vault.searcher.queries[-1].filters == Filters(tags=("alpha",))
    asked: list[Filters] = []
    desk.workspace.search.ask_requested.connect(lambda _, filters: asked.append(filters))
    desk.workspace.search.ask.click()
    assert asked == [Filters(tags=("alpha",))]
    assert desk.workspace.search.steering.chips == ()
    desk.choose("All cases")
    qtbot.waitUntil(lambda: desk.vault.searcher.queries[-1].filters == Filters())


def test_a_search_that_was_kept_in_the_case_is_shown_without_a_second_mention_of_it(desk: Desk) -> None:
    desk.choose("alpha")
    pane = desk.workspace.search
    pane.show_query(replace(pane.query, text="Headlace", filters=Filters(tags=("alpha", "phishing"))))
    assert pane.query.filters.tags == ("alpha", "phishing")
    assert [each.key for each in pane.steering.chips] == [each.key for each in pane.steering.chips if "alpha" not in each.button.text()]


def test_a_lookup_is_made_anew_in_the_case(desk: Desk) -> None:
    desk.vault.desk.put("one", "The host evil.com was contacted.", "One", tags=("alpha",))
    desk.vault.desk.put("two", "The host evil.com was contacted.", "Two", tags=("beta",))
    pane = desk.workspace.lookup
    pane.box.setPlainText("evil[.]com")
    pane.look_up.click()
    assert [row.documents for row in pane.model.rows] == [2]
    desk.choose("alpha")
    assert [row.documents for row in pane.model.rows] == [1]


def test_what_is_imported_gets_the_tag_and_the_marking_of_the_case(qtbot: QtBot, desk: Desk) -> None:
    desk.choose("alpha")
    assert desk.window.next_import.describe() == "TLP:AMBER, tagged alpha"
    desk.window.next_import.panel.tag_line.setText("phishing, alpha")
    assert desk.window.next_import.options == ImportOptions(None, ("alpha", "phishing"))
    desk.choose("gamma")
    assert desk.window.next_import.describe() == "TLP:CLEAR, tagged gamma, phishing, alpha"
    desk.choose("All cases")
    assert desk.window.next_import.options == ImportOptions(None, ("phishing", "alpha"))


def test_what_is_remembered_gets_the_tag_of_the_case(desk: Desk) -> None:
    desk.choose("gamma")
    desk.workspace.remember()
    assert desk.workspace.memory.form.tags.text() == "gamma"


def test_a_case_that_nothing_carries_yet_can_be_named(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QInputDialog, "getItem", lambda *_, **__: ("  new   case ", True))
    desk.choose("Another case…")
    assert desk.session.casework.case == "new case"
    assert "new case" in desk.offered
    desk.workspace.show_documents()


def test_the_switch_opens_by_key(desk: Desk, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[bool] = []
    monkeypatch.setattr(type(desk.window.case_switch), "showMenu", lambda _: opened.append(True))
    desk.workspace.show_documents()
    stood = desk.window.focusWidget()
    desk.window.commands.case.trigger()
    assert opened == [True]
    assert desk.window.focusWidget() is stood
    assert isinstance(desk.window.case_switch.menu(), QMenu)


def test_a_picture_begins_with_the_case(qtbot: QtBot, desk: Desk) -> None:
    offered = desk.workspace.graph.starts
    assert {"Case alpha", "Case Beta & co"} <= visible_texts_of(offered)
    desk.choose("alpha")
    qtbot.waitUntil(lambda: {each for each in visible_texts_of(offered) if each.startswith("Case ")} == {"Case alpha"})


def visible_texts_of(widget: QWidget) -> set[str]:
    return {each.text().replace("&&", "&") for each in widget.findChildren(QAbstractButton) if not each.isHidden()}
