"""Handing over to the window that stands already, with real sockets."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters import single_window
from desktop.adapters.single_window import SingleWindow
from desktop.domain.start_request import StartRequest


class Asked:
    def __init__(self) -> None:
        self.requests: list[StartRequest] = []
        self.came = threading.Event()

    def __call__(self, request: StartRequest) -> None:
        self.requests.append(request)
        self.came.set()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "run"


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def first(folder: Path, asked: Asked) -> Iterator[SingleWindow]:
    first = SingleWindow(folder, "window")
    assert first.claim()
    first.listen(asked)
    yield first
    first.close()


def test_the_second_start_hands_over_to_the_first(folder: Path, first: SingleWindow, asked: Asked) -> None:
    second = SingleWindow(folder, "window")
    assert not second.claim()
    requests = [StartRequest(Path("/cases/heron")), StartRequest(), StartRequest(bundle=Path("/media/stick/Ünsere Akte.coffer"))]
    assert all(second.hand_over(each) for each in requests)
    assert asked.requests == requests


def test_another_screen_has_a_window_of_its_own(folder: Path, first: SingleWindow) -> None:
    other = SingleWindow(folder, "other-screen")
    assert other.claim()
    other.close()


def test_what_a_dead_process_left_is_no_hindrance(folder: Path, asked: Asked) -> None:
    folder.mkdir(mode=0o700)
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(folder / "window.sock"))
    left.close()
    again = SingleWindow(folder, "window")
    assert not again.hand_over(StartRequest())
    assert again.claim()
    again.listen(asked)
    assert SingleWindow(folder, "window").hand_over(StartRequest())
    again.close()
    assert not (folder / "window.sock").exists()


def test_socket_and_folder_are_private(folder: Path, first: SingleWindow) -> None:
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o077 for path in folder.iterdir()} == {0}


def test_a_folder_that_others_can_enter_is_not_used(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o755)
    with pytest.raises(PermissionError, match="open to others"):
        SingleWindow(folder, "window").claim()


def test_a_link_in_the_place_of_the_folder_is_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    folder.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PermissionError, match="not this account's own"):
        SingleWindow(folder, "window").claim()


def test_who_runs_under_another_account_is_neither_answered_nor_asked(
    folder: Path, first: SingleWindow, asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(single_window, "_peer", lambda _: 4711)
    assert not SingleWindow(folder, "window").hand_over(StartRequest())
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.connect(str(folder / "window.sock"))
        stranger.settimeout(5)
        assert stranger.recv(2) == b""
    assert asked.requests == []


@pytest.mark.parametrize(
    "said",
    [
        b"nonsense",
        b"[]",
        b'{"vault": 3}',
        b'{"vault": "relative"}',
        b'{"vault": "/a\\u0000b"}',
        b'{"bundle": "x.coffer"}',
        b"x" * 100_000,
        b"[" * 60_000,
    ],
)
def test_nonsense_is_not_answered_and_does_no_harm(folder: Path, first: SingleWindow, asked: Asked, said: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as caller:
        caller.settimeout(5)
        caller.connect(str(folder / "window.sock"))
        try:
            caller.sendall(said)
            caller.shutdown(socket.SHUT_WR)
            answer = caller.recv(2)
        except (BrokenPipeError, ConnectionResetError):
            answer = b""
    assert answer == b""
    assert SingleWindow(folder, "window").hand_over(StartRequest())
    assert asked.requests == [StartRequest()]
