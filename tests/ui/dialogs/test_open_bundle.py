"""A bundle beside what is here; nothing is taken in before every conflict is decided."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot

from desktop.domain.case_bundle import BundleManifest, Choice, Comparison, OpenedManifest, PartDifference, SignatureState, Standing
from desktop.domain.marking import Marking
from desktop.ui.dialogs.open_bundle import OpenBundleDialog
from tests.fakes.case_bundles import conflict, difference
from tests.ui.hearing import visible_texts
from tests.ui.samples import SignalLog

OPENED = OpenedManifest(
    BundleManifest("2026-11-30T12:34:56Z", "alice", "alpha", Marking.AMBER, Marking.GREEN, {}, {"fact": 2}),
    "ab12",
    SignatureState.UNKNOWN,
    "",
    "KEY",
)
COMPARISON = Comparison(
    (
        difference("heron", "Heron", Standing.CONFLICT, conflict("text", "It left.", "It stayed."), conflict("tlp", "AMBER", "GREEN")),
        difference("otter", "Otter", Standing.NEW),
        difference("crane", "Crane", Standing.SAME),
    )
)


@pytest.fixture
def dialog(qtbot: QtBot) -> Iterator[OpenBundleDialog]:
    dialog = OpenBundleDialog(OPENED, COMPARISON)
    qtbot.addWidget(dialog)
    dialog.show()
    yield dialog
    dialog.close()


def rows(dialog: OpenBundleDialog) -> list[str]:
    found = []
    for at in range(dialog.tree.topLevelItemCount()):
        group = dialog.tree.topLevelItem(at)
        assert group is not None
        found.append(group.text(0))
        found += [
            f"  {child.text(0)} {child.text(1)} [{child.text(3)}]" for child in (group.child(row) for row in range(group.childCount()))
        ]
    return found


def test_it_tells_who_made_it_and_what_differs(dialog: OpenBundleDialog) -> None:
    said = (
        "The case “alpha”, made by alice on 2026-11-30 at 12:34 UTC, marked TLP:GREEN at most. "
        "2 things were held back by the limit TLP:AMBER."
    )
    assert {said, "Whole, and signed with a key that is not trusted here: KEY"} <= visible_texts(dialog)
    assert rows(dialog) == [
        "For you to decide  ·  1, changed here and there",
        "  Heron text [not decided]",
        "  Heron marking [not decided]",
        "New  ·  1, taken in",
        "  Otter  []",
        "The same  ·  1, nothing to do",
        "  Crane  []",
    ]


def test_both_sides_of_a_conflict_are_shown_and_each_is_decided(dialog: OpenBundleDialog) -> None:
    assert (dialog.mine.toPlainText(), dialog.theirs.toPlainText()) == ("It left.", "It stayed.")
    assert (dialog.merge.isEnabled(), dialog.told.text()) == (False, "2 of 2 conflicts are not decided yet.")
    dialog.take.click()
    assert (dialog.mine.toPlainText(), dialog.theirs.toPlainText()) == ("AMBER", "GREEN")
    assert dialog.told.text() == "1 of 2 conflicts is not decided yet."
    dialog.keep.click()
    assert dialog.merge.isEnabled()
    wanted = SignalLog(dialog.merge_wanted)
    dialog.merge.click()
    assert wanted.emissions == [({("fact:heron", "text"): Choice.THEIRS, ("fact:heron", "tlp"): Choice.MINE},)]


@pytest.mark.parametrize("choice", list(Choice))
def test_all_are_decided_at_once(dialog: OpenBundleDialog, choice: Choice) -> None:
    (dialog.keep_all if choice is Choice.MINE else dialog.take_all).click()
    assert set(dialog.choices.values()) == {choice}
    assert dialog.merge.isEnabled()


def test_without_conflicts_there_is_nothing_to_decide(qtbot: QtBot) -> None:
    dialog = OpenBundleDialog(OPENED, Comparison(COMPARISON.items[1:]))
    qtbot.addWidget(dialog)
    dialog.show()
    assert (dialog.merge.isEnabled(), dialog.told.text()) == (True, "1 to take in, nothing to decide.")
    assert not dialog.keep_all.isVisible()
    dialog.close()


def test_a_key_is_trusted_under_a_name(dialog: OpenBundleDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: (" alice ", True))
    trusted = SignalLog(dialog.trust_wanted)
    dialog.trust.click()
    assert trusted.emissions == [("alice", "KEY")]


def test_what_could_not_be_taken_in_is_told_and_can_be_tried_again(dialog: OpenBundleDialog) -> None:
    dialog.show_busy()
    assert not dialog.isEnabled()
    dialog.show_problem("The disk is full.")
    assert (dialog.isEnabled(), dialog.told.text()) == (True, "The disk is full.")


def test_what_changed_there_is_seen_and_can_be_declined(qtbot: QtBot) -> None:
    changed = PartDifference("text", "It is there.", "It went.", Standing.CHANGED_THERE, "It went.")
    dialog = OpenBundleDialog(OPENED, Comparison((difference("heron", "Heron", Standing.CHANGED_THERE, changed),)))
    qtbot.addWidget(dialog)
    dialog.show()
    assert rows(dialog) == ["Changed there  ·  1, taken over", "  Heron text [taken over]"]
    assert (dialog.mine.toPlainText(), dialog.theirs.toPlainText()) == ("It is there.", "It went.")
    assert (dialog.merge.isEnabled(), dialog.choices) == (True, {})
    dialog.keep.click()
    assert rows(dialog)[1] == "  Heron text [keep mine]"
    assert (dialog.merge.isEnabled(), dialog.choices) == (True, {("fact:heron", "text"): Choice.MINE})
    dialog.close()
