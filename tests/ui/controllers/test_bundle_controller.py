"""Case bundles in the window: tried, written, opened, merged, put away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget
from pytestqt.qtbot import QtBot

from desktop.domain.case_bundle import Choice, SignatureState
from desktop.domain.changes import Changes
from desktop.domain.errors import KeychainUnavailable, PassphraseNeeded, StorageProblem
from desktop.domain.marking import Marking
from desktop.ui.controllers.backlog_controller import backlogs_of
from desktop.ui.controllers.bundle_controller import BundleController
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.make_bundle import PASSPHRASE, MakeBundleDialog
from desktop.ui.dialogs.open_bundle import OpenBundleDialog
from desktop.ui.notifier import Notice
from tests.fakes.lanes import InlineLane
from tests.fakes.services import FakeVault
from tests.ui.samples import SignalLog

SOURCE = Path("/media/stick/alpha.coffer")


class Desk:
    def __init__(self, qtbot: QtBot, vault: FakeVault, owner: QObject) -> None:
        self.vault = vault
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.window.show()
        writing = Writing(InlineLane(), backlogs_of(vault.services), owner)
        self.controller = BundleController(vault.services, self.window, InlineLane(), writing, owner)
        self._notices, self.changes = SignalLog(self.controller.noticed), SignalLog(self.controller.changed)

    @property
    def notices(self) -> list[str]:
        return [notice.text for (notice,) in self._notices.emissions if isinstance(notice, Notice)]

    def making(self) -> MakeBundleDialog:
        return self.window.findChildren(MakeBundleDialog)[-1]

    def opened(self) -> OpenBundleDialog:
        return self.window.findChildren(OpenBundleDialog)[-1]


@pytest.fixture
def desk(qtbot: QtBot, vault: FakeVault, owner: QObject) -> Iterator[Desk]:
    desk = Desk(qtbot, vault, owner)
    yield desk
    for dialog in (*desk.window.findChildren(MakeBundleDialog), *desk.window.findChildren(OpenBundleDialog)):
        dialog.reject()
    desk.controller.close()


def test_what_would_travel_is_tried_then_written_where_the_person_says(
    qtbot: QtBot, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.controller.make(("alpha", "beta"), "alpha")
    dialog = desk.making()
    qtbot.waitUntil(lambda: "held back" in dialog.told.text())
    assert desk.vault.bundles.previewed[-1].case == "alpha"
    dialog.closing.setCurrentIndex(PASSPHRASE)
    dialog.passphrase.setText("correct horse")
    dialog.again.setText("correct horse")
    suggested: list[str] = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *given: (suggested.append(given[2]), (str(tmp_path / "a.coffer"), ""))[1])
    dialog.write.click()
    assert suggested[0].endswith("alpha.coffer.age")
    ((target, choice, sealing),) = desk.vault.bundles.made
    assert (target, choice.case, choice.tlp_max, sealing.passphrase) == (tmp_path / "a.coffer", "alpha", Marking.RED, "correct horse")
    assert desk.notices[-1].startswith("a.coffer was written: 3 documents, 2 facts, marked TLP:GREEN at most. 1 held back")
    assert not dialog.isVisible()


def test_a_bundle_that_cannot_be_written_leaves_the_dialog_open(desk: Desk, tmp_path: Path) -> None:
    desk.controller.make((), "")
    desk.vault.bundles.failure = StorageProblem("The disk is full.", "Free some space.")
    desk.controller.write(tmp_path / "a.coffer", desk.making().wish)
    assert desk.making().problem.text() == "The disk is full. Free some space."
    assert desk.making().isVisible()


def test_keys_go_to_the_keychain_or_where_there_is_none_behind_a_passphrase(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.vault.bundles.keys.failure = KeychainUnavailable("This system has no keychain that answers.")
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("correct horse", True))
    desk.controller.make((), "")
    desk.making().make_keys.click()
    assert "a file that your passphrase encrypts" in desk.making().own.text()
    assert not desk.making().make_keys.isVisible()


def test_a_bundle_is_shown_merged_and_put_away(desk: Desk) -> None:
    desk.controller.open_file(SOURCE)
    dialog = desk.opened()
    assert desk.vault.bundles.open_now == 1
    dialog.take.click()
    dialog.merge.click()
    assert desk.vault.bundles.merged == [{("fact:heron", "text"): Choice.THEIRS}]
    assert desk.changes.emissions == [(Changes(frozenset(), (), frozenset({"otter"})),)]
    assert desk.notices[-1] == "alpha.coffer: 1 fact taken in or changed."
    assert (dialog.isVisible(), desk.vault.bundles.open_now) == (False, 0)


def test_a_bundle_that_is_not_taken_in_is_put_away_too(desk: Desk) -> None:
    desk.controller.open_file(SOURCE)
    desk.controller.open_file(SOURCE)
    assert desk.notices[-1] == "One case bundle is open already."
    desk.opened().reject()
    assert (desk.vault.bundles.open_now, desk.vault.bundles.merged) == (0, [])


def test_what_lies_open_is_put_away_when_the_vault_is_closed(desk: Desk) -> None:
    desk.controller.open_file(SOURCE)
    desk.controller.close()
    assert desk.vault.bundles.open_now == 0


def test_an_encrypted_bundle_asks_for_its_passphrase_or_that_of_the_keys(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("correct horse", True))
    desk.vault.bundles.failure = PassphraseNeeded("alpha.coffer is encrypted.")
    desk.controller.open_file(SOURCE)
    tried = [(opening.passphrase, opening.key_passphrase) for _, opening in desk.vault.bundles.openings]
    assert tried == [("", ""), ("correct horse", "")]
    assert desk.vault.bundles.open_now == 1


def test_a_signer_is_trusted_from_the_dialog(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.vault.bundles.signature = SignatureState.UNKNOWN
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("alice", True))
    desk.controller.open_file(SOURCE)
    desk.opened().trust.click()
    assert list(desk.vault.bundles.keys.known) == ["alice"]
    assert desk.opened().signature.text() == "Whole, and signed by alice."


def test_a_vault_that_may_only_be_read_takes_nothing_in(qtbot: QtBot, vault: FakeVault, owner: QObject) -> None:
    desk = Desk(qtbot, replace(vault, writer="another window"), owner)
    desk.controller.open_file(SOURCE)
    assert desk.notices == ["This vault is open for reading only: no bundle can be taken in."]
    desk.controller.close()
