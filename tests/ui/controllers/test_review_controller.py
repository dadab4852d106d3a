from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject, Qt
from pytestqt.qtbot import QtBot

from desktop.domain.candidate import CandidateKind, CandidateQuery, Verdict
from desktop.domain.changes import Changes
from desktop.domain.fact import FactStatus
from desktop.ui.controllers.merging_controller import MergingController
from desktop.ui.controllers.review_controller import ReviewController
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.entity_picker import EntityPicker
from desktop.ui.panes.review import ReviewPane
from desktop.ui.widgets.shown_sources import stated_sources
from tests.fakes.documents import a_document
from tests.fakes.extractions import APT28, SANDWORM, put_extracted
from tests.fakes.lanes import HeldLane, InlineLane
from tests.fakes.services import FakeVault
from tests.ui.hearing import heard, visible_texts

BODY = "APT28 uses Headlace. APT28 targets Poland. Tsar Team was there."
K, V = CandidateKind, Verdict


class Desk:
    """A pane with a vault of one document behind it."""

    def __init__(self, qtbot: QtBot, vault: FakeVault, writes: InlineLane | HeldLane, owner: QObject) -> None:
        self.vault = vault
        vault.facts.documents.place(a_document("one"), BODY)
        put_extracted(vault.index, "one", BODY)
        self.pane = ReviewPane()
        qtbot.addWidget(self.pane)
        self.pane.resize(1200, 700)
        self.pane.show()
        self.controller = ReviewController(self.pane, vault.services.graph.review, InlineLane(), Writing(writes, (), owner), owner)
        self.noticed, self.changed = heard(self.controller.noticed), heard(self.controller.changed)
        self.undoable, self.undone = heard(self.controller.undoable), heard(self.controller.undone)

    def statuses(self) -> list[FactStatus]:
        return [each.fact.status for each in self.vault.facts.files.files.values()]

    def listed(self) -> list[str]:
        rows = (self.pane.model.row_at(row) for row in range(self.pane.model.rowCount()))
        return [each.statement for each in rows if each]


@pytest.fixture
def desk(qtbot: QtBot, vault: FakeVault, owner: QObject) -> Iterator[Desk]:
    desk = Desk(qtbot, vault, InlineLane(), owner)
    desk.controller.enter()
    yield desk
    desk.controller.close()


def test_whoever_comes_sees_what_waits_with_its_source(desk: Desk) -> None:
    assert desk.listed() == ["APT28 targets Poland", "APT28 uses Headlace"]
    assert desk.pane.source.text.highlighted_text() == ["APT28 targets Poland."]
    assert "2 left" in visible_texts(desk.pane)


def test_in_a_case_only_what_its_documents_say_is_listed_and_judged(desk: Desk) -> None:
    put_extracted(desk.vault.index, "two", "Sandworm uses Mimikatz.", tags=("alpha",))
    desk.controller.scope_to("alpha")
    assert (desk.listed(), desk.pane.query.case) == (["Sandworm uses Mimikatz"], "alpha")
    desk.controller.scope_to("beta")
    assert (desk.listed(), "In a case, only its documents count." in " ".join(visible_texts(desk.pane))) == ([], True)
    desk.controller.scope_to("")
    assert desk.listed() == ["APT28 targets Poland", "APT28 uses Headlace", "Sandworm uses Mimikatz"]


def test_why_a_candidate_was_found_is_made_of_all_documents_that_it_stands_in(desk: Desk) -> None:
    desk.vault.facts.documents.place(a_document("two"), BODY)
    put_extracted(desk.vault.index, "two", BODY)
    desk.controller.enter()
    desk.pane.table.go_to(1)
    assert set(stated_sources(desk.pane.why)) == {"one", "two"}
    assert len(stated_sources(desk.pane.source.text)) == 1


def test_an_acceptance_is_a_fact_and_can_be_taken_back_here_or_by_the_key_of_undo(desk: Desk) -> None:
    desk.pane.give_verdict(V.ACCEPTED)
    assert (desk.statuses(), len(desk.changed[0].facts)) == ([FactStatus.ACCEPTED], 1)
    assert desk.pane.current() == desk.pane.model.row_at(1)
    desk.pane.give_verdict(V.REJECTED)
    desk.controller.undo()
    assert desk.statuses() == [FactStatus.ACCEPTED]
    assert desk.undone == [desk.undoable[1]]
    desk.undoable[0]()
    assert (desk.statuses(), "2 left" in visible_texts(desk.pane)) == ([], True)
    desk.controller.undo()
    desk.undoable[0]()
    assert len(desk.undone) == 2


def test_all_that_are_listed_are_judged(desk: Desk) -> None:
    desk.controller.judge_all(CandidateQuery(text="poland"), V.REJECTED)
    assert desk.statuses() == [FactStatus.REJECTED]
    assert "1 left" in visible_texts(desk.pane)


def test_what_waits_to_be_rejected_is_not_accepted_with_all_others(qtbot: QtBot, vault: FakeVault, owner: QObject) -> None:
    writes = HeldLane()
    desk = Desk(qtbot, vault, writes, owner)
    desk.pane.filters.choose_kind(K.NAME)
    desk.controller.reload()
    candidate = desk.pane.current()
    assert candidate is not None
    desk.controller.judge((candidate,), V.DENIED)
    desk.controller.judge_all(CandidateQuery(K.NAME), V.ACCEPTED)
    writes.run_all()
    accepted = {each.fact.subject for each in vault.facts.files.files.values()}
    assert (len(accepted), candidate.subject.id in accepted) == (2, False)
    desk.controller.undo()
    desk.controller.undo()
    desk.controller.judge_all(CandidateQuery(K.NAME), V.ACCEPTED)
    writes.run_all()
    assert len(desk.statuses()) == 3
    desk.controller.close()


def test_what_cannot_be_done_is_told(desk: Desk) -> None:
    candidate = desk.pane.current()
    assert candidate is not None
    desk.controller.judge((candidate,), V.DENIED)
    assert desk.noticed[0].text == "Only names and indicators can be denied for good."
    desk.pane.filters.choose_kind(K.SHARED)
    shared = desk.pane.current()
    assert shared is not None
    desk.controller.judge((shared, candidate), V.ACCEPTED)
    assert desk.noticed[1].text.startswith("Tsar Team is a name of several.")
    assert desk.statuses() == [FactStatus.ACCEPTED]


def test_a_list_stays_while_it_is_judged_and_is_fetched_anew_on_coming_back(desk: Desk) -> None:
    put_extracted(desk.vault.index, "two", "Sandworm uses Mimikatz.")
    desk.controller.take_changes(Changes(frozenset({"two"})))
    assert len(desk.listed()) == 2
    desk.controller.enter()
    assert len(desk.listed()) == 3


def test_an_empty_list_fills_by_itself(qtbot: QtBot, desk: Desk) -> None:
    desk.pane.filters.box.setText("sandworm")
    qtbot.waitUntil(lambda: not desk.listed())
    put_extracted(desk.vault.index, "two", "Sandworm uses Mimikatz.")
    desk.controller.take_changes(Changes(frozenset({"two"})))
    qtbot.waitUntil(lambda: desk.listed() == ["Sandworm uses Mimikatz"])


def test_whoever_a_name_is_merged_with_is_chosen_among_those_of_its_kind(qtbot: QtBot, desk: Desk, owner: QObject) -> None:
    merging = MergingController(desk.vault.services.graph.explorer, InlineLane(), owner)
    chosen = heard(merging.chosen)
    desk.pane.filters.choose_kind(K.SHARED)
    shared = desk.pane.current()
    assert shared is not None
    merging.choose(shared, desk.pane)
    (dialog,) = desk.pane.findChildren(EntityPicker)
    assert dialog.windowTitle() == "Tsar Team is another name of …"
    words = [dialog.list.model().index(row, 0).data() for row in range(dialog.list.model().rowCount())]
    assert words == ["APT28 · intrusion set", "Sandworm · intrusion set"]
    qtbot.keyClicks(dialog.filter_box, "fancy")
    assert dialog.list.currentIndex().data() == "APT28 · intrusion set · 1 document"
    qtbot.keyClick(dialog.filter_box, Qt.Key.Key_Return)
    assert chosen == [(shared, APT28.id)]
    merging.close()


def test_the_options_of_a_shared_name_are_its_own(desk: Desk) -> None:
    desk.pane.filters.choose_kind(K.SHARED)
    shared = desk.pane.current()
    assert shared is not None
    assert [each.id for each in shared.options] == [APT28.id, SANDWORM.id]
