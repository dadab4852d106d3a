"""What a bundle shall hold is tried before it is written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from desktop.domain.case_bundle import BundleReport, BundleWish, PublicKeys
from desktop.domain.marking import Marking
from desktop.ui.dialogs.make_bundle import PASSPHRASE, RECIPIENTS, MakeBundleDialog
from tests.fakes.case_bundles import HELD
from tests.ui.samples import SignalLog

REPORT = BundleReport({"document": 3, "fact": 1, "search": 0}, (("fact", HELD),), Marking.GREEN, Marking.AMBER)


@pytest.fixture
def dialog(qtbot: QtBot) -> Iterator[MakeBundleDialog]:
    dialog = MakeBundleDialog(("alpha", "beta"), "alpha", Marking.AMBER)
    qtbot.addWidget(dialog)
    dialog.show()
    yield dialog
    dialog.close()


def test_it_begins_with_the_case_that_is_worked_on_and_tries_it(qtbot: QtBot, dialog: MakeBundleDialog) -> None:
    assert not dialog.write.isEnabled()
    with qtbot.waitSignal(dialog.preview_wanted) as tried:
        pass
    assert tried.args == [BundleWish("alpha", Marking.AMBER, Marking.RED)]
    assert [dialog.limit.itemText(at) for at in range(dialog.limit.count())] == ["TLP:CLEAR", "TLP:GREEN", "TLP:AMBER"]


def test_what_travels_and_what_is_held_back_is_told_before(dialog: MakeBundleDialog) -> None:
    dialog.show_report(REPORT)
    assert dialog.told.text() == "3 documents, 1 fact, marked TLP:GREEN at most. 1 is held back by the limit TLP:AMBER."
    assert [dialog.held.item(row).text() for row in range(dialog.held.count())] == ["TLP:AMBER+STRICT  ·  fact  ·  What nobody may see"]
    assert dialog.write.isEnabled()


def test_another_limit_is_tried_anew_before_it_can_be_written(qtbot: QtBot, dialog: MakeBundleDialog) -> None:
    dialog.show_report(REPORT)
    with qtbot.waitSignal(dialog.preview_wanted) as tried:
        dialog.limit.setCurrentText("TLP:CLEAR")
        assert not dialog.write.isEnabled()
    assert tried.args[0].tlp_max is Marking.CLEAR


def test_nothing_to_carry_cannot_be_written(dialog: MakeBundleDialog) -> None:
    dialog.show_report(BundleReport({"document": 0}, (), Marking.CLEAR, Marking.AMBER))
    assert dialog.told.text().startswith("Nothing, marked")
    assert not dialog.write.isEnabled()


def test_a_passphrase_is_given_twice(dialog: MakeBundleDialog) -> None:
    dialog.show_report(REPORT)
    dialog.closing.setCurrentIndex(PASSPHRASE)
    assert (dialog.write.isEnabled(), dialog.write.toolTip()) == (False, "Give a passphrase.")
    dialog.passphrase.setText("correct horse")
    assert dialog.write.toolTip() == "The two passphrases are not the same."
    dialog.again.setText("correct horse")
    assert dialog.write.isEnabled()
    assert dialog.wish.passphrase == "correct horse"  # noqa: S105


def test_recipients_are_named_a_line_each(dialog: MakeBundleDialog) -> None:
    dialog.show_report(REPORT)
    dialog.closing.setCurrentIndex(RECIPIENTS)
    assert not dialog.write.isEnabled()
    dialog.recipients.setPlainText("age1a\n\n age1b ")
    assert dialog.wish.recipients == ("age1a", "age1b")
    wished = SignalLog(dialog.make_wanted)
    dialog.write.click()
    assert wished.emissions == [(dialog.wish,)]


def test_keys_in_a_file_need_their_passphrase_to_sign(dialog: MakeBundleDialog) -> None:
    dialog.show_report(REPORT)
    assert not dialog.sign.isEnabled()
    dialog.show_keys(PublicKeys("sign", "age1", in_keychain=False))
    assert "a file that your passphrase encrypts" in dialog.own.text()
    dialog.sign.setChecked(True)
    assert (dialog.key_passphrase.isVisible(), dialog.write.isEnabled()) == (True, False)
    dialog.key_passphrase.setText("secret")
    assert (dialog.write.isEnabled(), dialog.wish.sign, dialog.wish.key_passphrase) == (True, True, "secret")
    dialog.show_problem("Disk full.")
    assert dialog.problem.text() == "Disk full."
