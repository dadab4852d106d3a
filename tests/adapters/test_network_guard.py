"""The guard stays for as long as its process runs, so each test has a process of its own."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BEGIN = """\
import json, socket, sys
from desktop.adapters.network_guard import ProcessNetworkGuard, WorkerTrial
guard = ProcessNetworkGuard({local!r})
"""
CHILD = Path(__file__).parent / "worker_process" / "child.py"


def in_a_process(code: str, local: Sequence[str] = ()) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", BEGIN.format(local=local) + dedent(code)], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_what_python_reaches_for_is_refused_and_remembered() -> None:
    found = in_a_process(
        """
        refused = []
        for reach in (
            lambda: socket.socket(),
            lambda: socket.getaddrinfo("example.invalid", 80),
            lambda: socket.create_connection(("192.0.2.1", 9)),
            lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM),
        ):
            try:
                reach()
            except PermissionError as error:
                refused.append(str(error))
        print(json.dumps([refused, [[each.component, each.what] for each in guard.attempts()]]))
        """
    )
    refused, attempts = found
    assert refused[0] == "Coffer connects to nothing: an internet socket was refused."
    assert len(refused) == 4
    here = "window and commands"
    assert attempts == [
        [here, "an internet socket"],
        [here, "the name example.invalid"],
        [here, "the name 192.0.2.1"],
        [here, "an internet socket"],
    ]


def test_of_the_sockets_on_this_machine_only_those_that_are_named_are_reached(tmp_path: Path) -> None:
    own, other = str(tmp_path / "own.sock"), str(tmp_path / "other.sock")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(other)
        listening.listen()
        found = in_a_process(
            f"""
            def reach(way):
                try:
                    way()
                except PermissionError as error:
                    return str(error)
                return "reached"
            answering, asking = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
            answering.bind({own!r}), answering.listen(), asking.connect({own!r})
            found = [
                reach(lambda: socket.socket(socket.AF_UNIX).connect({other!r})),
                reach(lambda: socket.socket(socket.AF_UNIX).bind({other + "2"!r})),
                reach(lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"x", chr(0) + "named")),
                reach(lambda: socket.socket(socket.AF_UNIX).connect(bytearray({other.encode()!r}))),
                reach(lambda: socket.socket(17, socket.SOCK_RAW)),
            ]
            print(json.dumps([found, [each.what for each in guard.attempts()]]))
            """,
            local=(own,),
        )
    local = [f"the local socket {each}" for each in (other, f"{other}2", "@named", other)]
    reached_for = [*local, "a socket of family 17"]
    assert found == [[f"Coffer connects to nothing: {each} was refused." for each in reached_for], reached_for]


def test_sockets_of_the_file_system_are_let_be() -> None:
    found = in_a_process(
        """
        one, other = socket.socketpair()
        one.sendall(b"x")
        got = other.recv(1).decode()
        one.close(), other.close()
        print(json.dumps([got, len(guard.attempts())]))
        """
    )
    assert found == ["x", 0]


def test_a_trial_is_refused_and_counts_for_nothing() -> None:
    found = in_a_process(
        """
        heard = []
        guard.listen(lambda: heard.append(1))
        trial = guard.try_out()
        print(json.dumps([trial.refused, trial.detail, len(guard.attempts()), heard]))
        """
    )
    assert found == [True, "Connections and look-ups are refused before they are made.", 0, []]


def test_a_trial_that_gets_through_is_said() -> None:
    found = in_a_process(
        """
        from desktop.adapters.worker_process import no_network
        no_network._connect = lambda: None
        trial = guard.try_out()
        print(json.dumps([trial.refused, trial.detail]))
        """
    )
    assert found == [False, "It was not kept from connecting."]


def test_what_a_worker_refused_is_remembered_here_and_its_trial_is_not() -> None:
    found = in_a_process(
        f"""
        from desktop.adapters.worker_process.client import WorkerProcess
        command = (sys.executable, {str(CHILD)!r})
        worker = WorkerProcess(command)
        worker.call("connect")
        worker.close()
        reached = [each.what for each in guard.attempts()]
        trial = WorkerTrial(command)()
        print(json.dumps([reached, len(guard.attempts()), trial.refused, trial.component]))
        """
    )
    reached, after, refused, component = found
    assert reached
    assert set(reached) <= {"an internet socket", "the name example.com", "the name localhost", "the name 127.0.0.1", "the name 192.0.2.1"}
    assert (after, refused) == (len(reached), True)
    assert component.startswith("worker ")
