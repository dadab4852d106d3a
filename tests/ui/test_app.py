"""The whole program on real lanes, with a vault of fakes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import dedent

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.application.services import Services
from desktop.domain.errors import StorageProblem, VaultNotFound
from desktop.domain.guide import Chapter
from desktop.domain.passage import Mode
from desktop.domain.start_request import StartRequest
from desktop.ui.app import Coffer, Start, Surroundings
from desktop.ui.dialogs.guide import GuideWindow
from desktop.ui.dialogs.open_bundle import OpenBundleDialog
from desktop.ui.panes.quality import QualityPane
from desktop.ui.theme import ThemeChoice
from desktop.ui.widgets.welcome import Welcome
from tests.fakes.faults import MemoryFaults, a_report
from tests.fakes.network import OFFLINE
from tests.fakes.services import FakeVault
from tests.fakes.starts import ScriptedStarts
from tests.ui.hearing import visible_texts


class Keeper:
    def __init__(self) -> None:
        self.state: dict[str, str] = {"mode": "grep"}
        self.failure: StorageProblem | None = None

    def read(self) -> dict[str, str]:
        return dict(self.state)

    def write(self, state: Mapping[str, str]) -> None:
        if self.failure:
            raise self.failure
        self.state = dict(state)


class Vaults:
    """Opens vaults of fakes; `failure` is raised instead."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.opened: list[FakeVault] = []
        self.asked: list[tuple[Path, bool]] = []
        self.failure: Exception | None = None

    def __call__(self, folder: Path, *, create: bool) -> Services:
        self.asked.append((folder, create))
        if self.failure:
            raise self.failure
        self.opened.append(FakeVault(folder, documents=20 + len(self.opened)))
        return self.opened[-1].services


class Running:
    def __init__(self, qapp: QApplication, vaults: Vaults, keeper: Keeper) -> None:
        self.starts = ScriptedStarts()
        guide = Chapter("asking", "Asking", "# Asking\n\nPress Ctrl+Enter.")
        self.coffer = Coffer(qapp, vaults, Surroundings(keeper, OFFLINE, lambda: (guide,), MemoryFaults(a_report()), self.starts))
        self.vaults = vaults
        self.keeper = keeper
        self.window = self.coffer.window


@pytest.fixture
def running(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[Running]:
    style, palette, font = qapp.style().name(), qapp.palette(), qapp.font()
    running = Running(qapp, Vaults(tmp_path), Keeper())
    qtbot.addWidget(running.window)
    yield running
    assert running.coffer.end()
    running.coffer.deleteLater()
    qapp.setStyleSheet("")
    qapp.setStyle(style)
    qapp.setPalette(palette)
    qapp.setFont(font)


def test_the_window_stands_before_the_vault_is_open(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    assert running.window.isVisible()
    assert "Opening the vault…" in visible_texts(running.window)

    qtbot.waitUntil(lambda: "20 documents" in visible_texts(running.window))
    assert running.vaults.asked == [(tmp_path / "North", False)]
    assert running.keeper.state["vault"] == str(tmp_path / "North")


def test_who_starts_for_the_first_time_is_asked_where_the_vault_shall_be(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "Coffer", tmp_path / "Sample", first=True))
    welcome = running.window.findChild(Welcome)
    said = visible_texts(running.window)
    assert (running.vaults.asked, welcome.isVisible()) == ([], True)
    assert "Nothing leaves this machine" in said
    assert any(str(tmp_path / "Coffer") in text for text in said)

    qtbot.keyClick(running.window.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "20 documents" in visible_texts(running.window))
    assert running.vaults.asked == [(tmp_path / "Coffer", True)]
    assert running.vaults.opened[0].sample.filled == 0


def test_the_sample_case_is_a_vault_of_its_own_which_is_filled_when_it_is_asked_for(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "Coffer", tmp_path / "Sample", first=True))
    running.window.findChild(Welcome).sample_requested.emit()
    qtbot.waitUntil(lambda: "The sample case is there: 3 reports and 1 facts." in visible_texts(running.window))
    assert running.vaults.asked == [(tmp_path / "Sample", True)]

    running.window.vault_requested.emit(tmp_path / "Sample", False)
    qtbot.waitUntil(lambda: "21 documents" in visible_texts(running.window))
    assert [vault.sample.filled for vault in running.vaults.opened] == [1, 0]


def test_another_vault_takes_the_place_of_the_first_which_is_closed(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    qtbot.waitUntil(lambda: "20 documents" in visible_texts(running.window))

    running.window.vault_requested.emit(tmp_path / "South", False)
    qtbot.waitUntil(lambda: "21 documents" in visible_texts(running.window))

    assert [vault.closed for vault in running.vaults.opened] == [1, 0]
    assert running.window.windowTitle() == "South – Coffer"


def test_ending_closes_the_vault(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    qtbot.waitUntil(lambda: "20 documents" in visible_texts(running.window))
    running.window.close()

    assert running.coffer.end()
    assert [vault.closed for vault in running.vaults.opened] == [1]
    assert running.keeper.state["geometry"]


def test_a_vault_that_opens_as_the_program_ends_is_closed_again(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    assert running.coffer.end()

    assert sum(vault.closed for vault in running.vaults.opened) == len(running.vaults.opened)


def test_while_a_vault_is_being_opened_no_other_is(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    running.window.vault_requested.emit(tmp_path / "South", False)
    qtbot.waitUntil(lambda: "20 documents" in visible_texts(running.window))

    assert running.vaults.asked == [(tmp_path / "North", False)]


@pytest.mark.parametrize(
    ("failure", "texts"),
    [
        (VaultNotFound("There is no vault."), {"There is no vault here", "Make a vault here"}),
        (StorageProblem("The folder cannot be read.", "Ask who owns it."), {"The folder cannot be read.", "Ask who owns it."}),
        (ZeroDivisionError("oops"), {"The vault could not be opened", "Something went wrong inside Coffer: ZeroDivisionError: oops"}),
    ],
)
def test_a_vault_that_does_not_open(qtbot: QtBot, running: Running, tmp_path: Path, failure: Exception, texts: set[str]) -> None:
    running.vaults.failure = failure
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    qtbot.waitUntil(lambda: texts <= visible_texts(running.window))


def test_a_chosen_theme_is_remembered(qtbot: QtBot, running: Running) -> None:
    running.window.theme_chosen.emit(ThemeChoice.DARK)
    assert running.keeper.state["theme"] == "dark"


def test_what_cannot_be_remembered_is_said(qtbot: QtBot, running: Running) -> None:
    running.keeper.failure = StorageProblem("The settings folder cannot be written.")
    running.window.theme_chosen.emit(ThemeChoice.DARK)
    assert [notice.text for notice in running.window.messages.notices()] == ["The settings folder cannot be written."]


def test_files_are_imported_on_a_lane_and_appear(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    qtbot.waitUntil(lambda: "20 documents" in visible_texts(running.window))
    running.coffer.import_paths([Path(f"{number}.pdf") for number in range(30)])

    qtbot.waitUntil(lambda: "30 imported." in visible_texts(running.window))
    qtbot.waitUntil(lambda: "50 documents" in visible_texts(running.window))


def test_what_was_measured_of_a_search_is_shown_beside_what_is_measured_under_other_settings(
    qtbot: QtBot, running: Running, tmp_path: Path
) -> None:
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    qtbot.waitUntil(lambda: "20 documents" in visible_texts(running.window))
    desk = running.vaults.opened[0].desk
    desk.put("bear", "fancy bear struck", "Bears")
    desk.desk.golden.expect("fancy bear", ["bear"])
    page = running.window.findChildren(QualityPane)[0]
    page.measure_requested.emit()
    qtbot.waitUntil(lambda: page.figures.said(Mode.BLENDED)[0] == "1.000" and not page.stop.isVisibleTo(page))

    running.window.vault_requested.emit(tmp_path / "North", False)
    qtbot.waitUntil(lambda: "21 documents" in visible_texts(running.window))
    anew = [each for each in running.window.findChildren(QualityPane) if each is not page]
    assert anew[0].figures.said(Mode.BLENDED)[0] == "1.000"


def test_the_guide_opens_beside_the_work_with_its_keys(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample", first=True))
    running.window.commands.guide.trigger()
    guide = running.window.findChild(GuideWindow)
    assert [guide.list.item(row).text() for row in range(guide.list.count())] == ["Asking", "Keyboard"]
    guide.show_chapter("keyboard")
    assert "Go to search box" in guide.text.toPlainText()
    guide.close()


def test_who_starts_after_a_crash_is_told_of_it(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    qtbot.waitUntil(lambda: "Coffer crashed when it last ran: Segmentation fault 1." in visible_texts(running.window))


def test_the_case_is_remembered_for_each_vault(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.keeper.state["cases"] = "{damaged"
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    qtbot.waitUntil(lambda: "20 documents" in visible_texts(running.window))
    running.window.case_switch.chosen.emit("alpha")
    assert running.window.windowTitle() == "alpha – North – Coffer"

    running.window.vault_requested.emit(tmp_path / "South", False)
    qtbot.waitUntil(lambda: running.window.windowTitle() == "South – Coffer")
    running.window.vault_requested.emit(tmp_path / "North", False)
    qtbot.waitUntil(lambda: running.window.windowTitle() == "alpha – North – Coffer")
    running.window.case_switch.chosen.emit("")
    assert running.keeper.state["cases"] == "{}"


def test_a_further_start_brings_this_window_to_the_front_with_the_vault_it_asks_for(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    qtbot.waitUntil(lambda: "20 documents" in visible_texts(running.window))
    running.window.showMinimized()
    running.starts.start(StartRequest())
    qtbot.waitUntil(lambda: not running.window.isMinimized())
    running.starts.start(StartRequest(tmp_path / "North"))
    running.starts.start(StartRequest(tmp_path / "South"))
    qtbot.waitUntil(lambda: "21 documents" in visible_texts(running.window))
    assert [folder.name for folder, _ in running.vaults.asked] == ["North", "South"]


def bundle_dialogs(running: Running) -> list[OpenBundleDialog]:
    return running.window.findChildren(OpenBundleDialog)


def close_bundle(running: Running) -> None:
    for dialog in bundle_dialogs(running):
        dialog.reject()


def test_a_bundle_that_coffer_is_started_with_waits_for_a_vault_and_is_opened_in_it(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "Coffer", tmp_path / "Sample", first=True, bundle=tmp_path / "heron.coffer"))
    assert "heron.coffer is opened as soon as a vault is." in visible_texts(running.window)
    assert bundle_dialogs(running) == []

    running.window.vault_requested.emit(tmp_path / "North", True)
    qtbot.waitUntil(lambda: bool(bundle_dialogs(running)))
    assert running.vaults.asked == [(tmp_path / "North", True)]
    close_bundle(running)


def test_a_bundle_of_a_further_start_is_opened_in_the_vault_that_stands(qtbot: QtBot, running: Running, tmp_path: Path) -> None:
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    qtbot.waitUntil(lambda: "20 documents" in visible_texts(running.window))
    running.starts.start(StartRequest(bundle=tmp_path / "heron.coffer"))
    qtbot.waitUntil(lambda: bool(bundle_dialogs(running)))
    assert len(running.vaults.asked) == 1
    close_bundle(running)


def test_a_bundle_that_is_meant_for_another_vault_is_not_opened_in_the_one_that_stays(
    qtbot: QtBot, running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running.coffer.begin(Start(tmp_path / "North", tmp_path / "Sample"))
    qtbot.waitUntil(lambda: "20 documents" in visible_texts(running.window))
    left: list[Path] = []
    monkeypatch.setattr(running.window, "leave_for", left.append)
    running.starts.start(StartRequest(tmp_path / "South", tmp_path / "heron.coffer"))
    qtbot.waitUntil(lambda: left == [tmp_path / "South"])
    assert bundle_dialogs(running) == []


def test_a_file_that_macos_hands_over_is_told_by_the_program() -> None:
    """There is one program in a process, and the tests have theirs: this one has a process of its own."""
    script = dedent(
        """
        from PySide6.QtGui import QFileOpenEvent
        from desktop.ui.app import Application
        from PySide6.QtCore import QEvent, QObject

        class Hears(QObject):
            def take(self, path):
                print(type(path).__name__, path)

        application, hears = Application(["coffer"]), Hears()
        application.file_opened.connect(hears.take)
        Application.sendEvent(application, QFileOpenEvent("/media/stick/heron.coffer"))
        Application.sendEvent(application, QEvent(QEvent.Type.ApplicationFontChange))
        """
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.returncode) == ("PosixPath /media/stick/heron.coffer\n", 0), done.stderr
