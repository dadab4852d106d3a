"""A worker for the tests: started as a script, it does what each test wants of a bad or good engine."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import socket
import sys
import time

from desktop.adapters.worker_process import server
from desktop.adapters.worker_process.server import Reply, Request, serve
from desktop.domain.errors import ConversionFailed


def echo(request: Request) -> Reply:
    print("an engine that prints")
    os.write(1, b"and one that writes to descriptor 1\n")
    return Reply({"args": request.args, "pid": os.getpid(), "stdin": sys.stdin.read()}, request.blob[::-1])


def count(request: Request) -> Reply:
    for number in range(request.args["to"]):
        request.send_piece({"number": number})
    return Reply({"done": True})


def refuse(request: Request) -> Reply:
    raise ConversionFailed("No such thing.", "Bring another.")


def break_down(request: Request) -> Reply:
    raise KeyError("engine")


def end(request: Request) -> Reply:
    print("last words", file=sys.stderr, flush=True)
    os.kill(os.getpid(), signal.SIGSEGV)
    return Reply()


def sleep(request: Request) -> Reply:
    request.send_piece({"asleep": True})
    time.sleep(60)
    return Reply()


def sleep_holding_the_gil(request: Request) -> Reply:
    request.send_piece({"asleep": True})
    ctypes.PyDLL(None).usleep(60_000_000)
    return Reply()


def wait_politely(request: Request) -> Reply:
    request.send_piece({"waiting": True})
    while not request.cancelled:
        time.sleep(0.005)
    request.raise_if_cancelled()
    return Reply()


def grow(request: Request) -> Reply:
    blocks = []
    while True:
        blocks.append(bytearray(b"x" * 2**20) * 8)
        time.sleep(0.002)


def babble(request: Request) -> Reply:
    sys.stderr.write("x" * 2**20)
    return Reply({"said": 2**20})


def connect(request: Request) -> Reply:
    refused = []
    for attempt in (socket.socket, lambda: socket.create_connection(("127.0.0.1", 9)), lambda: socket.getaddrinfo("localhost", 80)):
        try:
            attempt()
        except PermissionError:
            refused.append(True)
    by_machine_code = ctypes.CDLL(None).socket(socket.AF_INET, socket.SOCK_STREAM, 0) >= 0
    return Reply({"refused": refused, "by_machine_code": by_machine_code, "reports": os.environ.get("ORT_DISABLE_TELEMETRY") != "1"})


def limits(request: Request) -> Reply:
    return Reply(
        {
            "core": resource.getrlimit(resource.RLIMIT_CORE)[0],
            "space": resource.getrlimit(resource.RLIMIT_AS)[0],
            "file": resource.getrlimit(resource.RLIMIT_FSIZE)[0],
            "nice": os.nice(0),
            "session": os.getsid(0) == os.getpid(),
            "loaded": [name for name in ("PySide6", "numpy", "apsw", "markitdown") if name in sys.modules],
        }
    )


if __name__ == "__main__":
    server.ORPHAN_GRACE_SECONDS = 0.2
    serve(
        {
            each.__name__: each
            for each in (echo, count, refuse, break_down, end, sleep, sleep_holding_the_gil, wait_politely, grow, babble, connect, limits)
        }
    )
