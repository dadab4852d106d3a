"""One address is let be and nothing else; each test has a process of its own, for what is refused stays refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.fakes.model_server import model_server

ROOT = Path(__file__).resolve().parents[3]
CODE = """
import json, socket, sys
from desktop.adapters.worker_process.no_network import OneAddress, refuse_network, try_network
told = []
port, host = int(sys.argv[1]), sys.argv[2]
refuse_network(told.append, OneAddress(host, port))
def reach(way):
    try:
        way()
    except PermissionError as error:
        return str(error)
    except OSError as error:
        return "tried"
    return "reached"
def listen():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
def send():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sending:
        sending.sendto(b"x", ("127.0.0.1", port))
ways = [
    lambda: socket.create_connection((host, port), 5).close(),
    lambda: socket.create_connection(("127.0.0.1", port), 5).close(),
    lambda: socket.create_connection((host, port + 1), 5),
    lambda: socket.create_connection(("127.0.0.2", port), 5),
    lambda: socket.getaddrinfo("example.invalid", port),
    listen,
    send,
]
print(json.dumps([[reach(way) for way in ways], told, try_network(by_machine_code=False)]))
"""


def reached(host: str) -> Any:
    with model_server() as server:
        command = [sys.executable, "-c", CODE, str(server.port), host]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), server.port


def test_a_number_is_reached_and_nothing_else() -> None:
    (outcomes, told, trial), port = reached("127.0.0.1")
    assert outcomes[:2] == ["reached", "reached"]
    assert all(each.startswith("Coffer connects to nothing else: ") for each in outcomes[2:])
    assert trial[0] is True
    assert f"127.0.0.1:{port}" in told  # the datagram
    assert "the name example.invalid" in told


def test_a_name_is_looked_up_and_its_numbers_are_reached() -> None:
    (outcomes, _, _), _ = reached("localhost")
    assert outcomes[0] == "reached"
    assert outcomes[4].startswith("Coffer connects to nothing else: ")
