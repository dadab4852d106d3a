from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.import_progress import ImportProgress
from desktop.ui.widgets.import_status import Activity
from tests.fakes.services import make_job
from tests.ui.hearing import button, heard, visible_texts


@pytest.fixture
def progress(qtbot: QtBot) -> ImportProgress:
    progress = ImportProgress()
    qtbot.addWidget(progress)
    return progress


def offered(progress: ImportProgress) -> set[str]:
    return {each.text() for each in progress.findChildren(QPushButton) if not each.isHidden()}


def test_it_is_not_there_when_nothing_runs_or_waits(progress: ImportProgress) -> None:
    assert progress.isHidden()


def test_an_import_that_runs_can_be_paused_and_stopped(progress: ImportProgress) -> None:
    progress.show_activity(Activity("Importing", "files", 12, 66, "a.pdf", pausable=True))
    assert "Importing 12 of 66 files" in visible_texts(progress)
    assert offered(progress) == {"Pause", "Stop"}


def test_an_import_that_waits_can_be_gone_on_with_or_given_up(progress: ImportProgress) -> None:
    resumed, abandoned = heard(progress.resume_requested), heard(progress.abandon_requested)
    progress.show_waiting(make_job("job-7", files=10, waiting=4), changeable=True)
    assert "4 files wait: the import is paused" in visible_texts(progress)
    assert offered(progress) == {"Go on", "Give up the rest"}
    button(progress, "Go on").click()
    button(progress, "Give up the rest").click()
    assert (resumed, abandoned) == (["job-7"], ["job-7"])


def test_what_runs_goes_before_what_waits(progress: ImportProgress) -> None:
    progress.show_waiting(make_job("job-7", waiting=4), changeable=True)
    progress.show_activity(Activity("Importing", "files", pausable=True))
    assert offered(progress) == {"Pause", "Stop"}
    progress.show_activity(None)
    assert offered(progress) == {"Go on", "Give up the rest"}


def test_in_a_vault_for_reading_nothing_can_be_gone_on_with(progress: ImportProgress) -> None:
    progress.show_waiting(make_job("job-7", waiting=1), changeable=False)
    assert "1 file waits: the import is paused" in visible_texts(progress)
    assert not button(progress, "Go on").isEnabled()
