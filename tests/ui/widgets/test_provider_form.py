from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from desktop.domain.leaving import Exit, Release, Withheld
from desktop.domain.marking import Marking
from desktop.domain.provider import ProviderTrial
from desktop.ui.widgets.provider_form import ProviderAsSet, ProviderEntry, ProviderForm, ProviderState
from tests.ui.hearing import heard, visible_texts

ADDRESS = "https://api.example.com/v1"


@pytest.fixture
def form(qtbot: QtBot) -> ProviderForm:
    return shown(qtbot, ProviderAsSet())


def shown(qtbot: QtBot, given: ProviderAsSet) -> ProviderForm:
    form = ProviderForm(given)
    qtbot.addWidget(form)
    form.show()
    return form


def test_nothing_can_be_tried_or_used_before_both_are_named(form: ProviderForm) -> None:
    form.address.setText(ADDRESS)
    assert (form.test.isEnabled(), form.use.isEnabled()) == (False, False)
    form.model.setText("large-1")
    assert (form.test.isEnabled(), form.use.isEnabled(), form.forget.isVisible()) == (True, True, False)


def test_what_was_entered_is_told_and_the_key_is_not_shown(form: ProviderForm) -> None:
    tested, used = heard(form.test_requested), heard(form.use_requested)
    form.address.setText(ADDRESS)
    form.model.setText(" large-1 ")
    form.test.click()
    form.key.setText("sk-1")
    form.use.click()
    assert tested == [ProviderEntry(ADDRESS, "large-1", None, "")]
    assert used == [ProviderEntry(ADDRESS, "large-1", "sk-1", "")]
    assert form.key.echoMode() is QLineEdit.EchoMode.Password


def test_it_says_what_is_sent_and_where_the_key_is(form: ProviderForm) -> None:
    assert any("Nothing is sent of what is marked above TLP:CLEAR" in each for each in visible_texts(form))
    assert "keychain, and in no file" in form.where.text()
    assert not form.passphrase.isVisible()


def test_without_a_keychain_a_passphrase_is_chosen_or_asked_for(form: ProviderForm) -> None:
    form.show_state(ProviderState(key_file="/home/ana/keys.json", locked=True))
    assert form.where.text().startswith("This system has no keychain. The key is kept in /home/ana/keys.json, encrypted by a passphrase")
    assert "you choose here" in form.where.text()
    assert form.passphrase.isVisible()
    form.show_state(ProviderState(key_file="/home/ana/keys.json", chosen=True, locked=False))
    assert not form.passphrase.isVisible()


def test_a_provider_that_the_vault_brought_along_is_said_to_be_idle(qtbot: QtBot) -> None:
    form = shown(qtbot, ProviderAsSet(ADDRESS, "large-1"))
    form.show_state(ProviderState(allowed=False, has_key=False))
    assert "not allowed on this machine for it: nothing is sent" in form.said.text()
    assert form.forget.isVisible()


def test_who_may_only_read_the_vault_may_only_try(qtbot: QtBot) -> None:
    form = shown(qtbot, ProviderAsSet(ADDRESS, "large-1", writable=False))
    assert (form.test.isEnabled(), form.use.isEnabled(), form.forget.isEnabled()) == (True, False, False)


def test_a_trial_is_shown_while_and_after_it_runs(form: ProviderForm) -> None:
    stopped = heard(form.stop_requested)
    form.show_testing()
    assert (form.stop.isVisible(), form.test.isVisible()) == (True, False)
    form.stop.click()
    form.show_trial(ProviderTrial("ready", 0.42))
    assert (len(stopped), form.said.text(), form.test.isVisible()) == (1, "It answered “ready” after 0.4 s.", True)


def test_what_would_be_held_back_is_counted_and_named(form: ProviderForm) -> None:
    names = tuple(f"report-{number}" for number in range(7))
    withheld = tuple(Withheld(each, Marking.AMBER, (each,)) for each in names)
    form.show_held(Release(Exit.REMOTE, Marking.CLEAR, (0, 1, 2), withheld, Marking.CLEAR), names[:5])
    assert form.held.text() == (
        "7 of 10 documents and facts are never sent (above TLP:CLEAR): report-0; report-1; report-2; report-3; report-4 and 2 more."
    )
    form.show_held(Release(Exit.REMOTE, Marking.GREEN, (0,), (), Marking.CLEAR), ())
    assert form.held.text() == "Nothing of 1 documents and facts is marked above TLP:GREEN."
