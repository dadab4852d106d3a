"""The worker's side: one request at a time from a pipe, until the pipe is closed."""

from __future__ import annotations

import faulthandler
import os
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from desktop.adapters.worker_process.frames import BadFrame, Frame, read_frame
from desktop.adapters.worker_process.limits import WorkerLimits, apply_limits
from desktop.adapters.worker_process.no_network import OneAddress, block_network, refuse_network, try_network
from desktop.domain.errors import Cancelled, CofferError

ORPHAN_GRACE_SECONDS = 10.0
MEMORY_STATUS = 71
TRY_NETWORK = "try_network"
MOST_REFUSED = 100


@dataclass(frozen=True, slots=True)
class Reply:
    """What a call gives back."""

    result: dict[str, Any] = field(default_factory=dict)
    blob: bytes = b""


class Request:
    """One call, as a handler sees it."""

    def __init__(self, frame: Frame, send: Callable[[Frame], None]) -> None:
        self.method: str = frame.header["method"]
        self.args: dict[str, Any] = frame.header["args"]
        self.blob = frame.blob
        self.timeout: float | None = frame.header["timeout"]
        self._id: int = frame.header["id"]
        self._send = send
        self._cancel = threading.Event()

    @property
    def cancelled(self) -> bool:
        """Whether the caller no longer wants an answer; poll it to keep the process and what it has loaded."""
        return self._cancel.is_set()

    def raise_if_cancelled(self) -> None:
        """Raise Cancelled if the caller no longer wants an answer."""
        if self._cancel.is_set():
            raise Cancelled

    def cancel(self, request_id: int) -> None:
        """Take note that the caller gave up the request of this number."""
        if request_id == self._id:
            self._cancel.set()

    def send_piece(self, piece: dict[str, Any]) -> None:
        """Give the caller a part of the answer ahead of the whole."""
        self._send(Frame({"kind": "piece", "id": self._id, "piece": piece}))

    def send_reply(self, reply: Reply) -> None:
        """Answer the call."""
        self._send(Frame({"kind": "reply", "id": self._id, "result": reply.result}, reply.blob))

    def send_error(self, kind: str, code: str, message: str, hint: str = "") -> None:
        """Answer the call with a failure."""
        self._send(Frame({"kind": kind, "id": self._id, "code": code, "message": message, "hint": hint}))


Handler = Callable[[Request], Reply]


def serve(handlers: Mapping[str, Handler], reaches: OneAddress | None = None) -> None:
    """Answer requests by `handlers` until the parent closes the pipe or dies.

    Handlers import their engine when first called: by then the limits hold and the network is blocked, but for the one address
    that a worker was made to reach.
    """
    refused: list[str] = []
    if reaches:
        refuse_network(refused.append, reaches)
    else:
        block_network(refused.append)
    incoming, outgoing = _take_pipes()
    faulthandler.enable()  # standard error, whose end the caller keeps
    setup = read_frame(incoming)
    if setup is None:
        return
    apply_limits(WorkerLimits.from_dict(setup.header["limits"]))
    _Server({**handlers, TRY_NETWORK: _trying(refused, by_machine_code=reaches is None)}, incoming, outgoing, refused).run()


def _trying(refused: list[str], *, by_machine_code: bool) -> Handler:
    """The handler of a trial, whose own attempts do not count."""

    def try_out(_: Request) -> Reply:
        before = len(refused)
        kept_off, detail = try_network(by_machine_code=by_machine_code)
        del refused[before:]
        return Reply({"refused": kept_off, "detail": detail})

    return try_out


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes for frames alone: whatever an engine prints goes to standard error, and it reads nothing."""
    incoming, outgoing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return os.fdopen(incoming, "rb"), os.fdopen(outgoing, "wb")


class _Server:
    def __init__(self, handlers: Mapping[str, Handler], incoming: BinaryIO, outgoing: BinaryIO, refused: list[str]) -> None:
        self._handlers = handlers
        self._refused = refused
        self._incoming = incoming
        self._outgoing = outgoing
        self._requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
        self._latest: Request | None = None

    def run(self) -> None:
        threading.Thread(target=self._read, name="frames", daemon=True).start()
        while True:
            self._answer(self._requests.get())

    def _read(self) -> None:
        """Queue what comes in; the end of the pipe is the end of this process, whatever a handler is doing."""
        try:
            while (frame := read_frame(self._incoming)) is not None:
                self._take(frame)
        except BadFrame as error:
            print(error, file=sys.stderr)  # noqa: T201
        finally:
            os._exit(0)

    def _take(self, frame: Frame) -> None:
        if frame.header["kind"] == "cancel":
            if self._latest is not None:
                self._latest.cancel(frame.header["id"])
            return
        self._latest = Request(frame, self._send)
        self._requests.put(self._latest)

    def _answer(self, request: Request) -> None:
        with _Watchdog(request.timeout):
            try:
                request.raise_if_cancelled()
                reply = self._handlers[request.method](request)
                request.send_reply(reply)
            except MemoryError:
                request.send_error("memory", "worker_died", "out of memory")
                os._exit(MEMORY_STATUS)  # what an engine left half made must not serve the next request
            except CofferError as error:
                request.send_error("error", error.code, error.message, error.hint)
            except Exception as error:  # noqa: BLE001 - an engine may raise anything; the caller decides what it means
                traceback.print_exc()
                request.send_error("crash", "worker_died", f"{type(error).__name__}: {error}"[:500])

    def _send(self, frame: Frame) -> None:
        if self._refused:
            frame = Frame({**frame.header, "refused": self._refused[:MOST_REFUSED]}, frame.blob)
            self._refused.clear()
        try:
            self._outgoing.write(frame.encode())
            self._outgoing.flush()
        except BrokenPipeError:
            os._exit(0)


class _Watchdog:
    """Ends this process some time after its caller must have, even from within a C call that keeps the GIL.

    The thread that reads the pipe sees a dead parent at once but needs the GIL to act on it. The kernel's own
    parent-death signal is no substitute: it comes when the *thread* that started the child ends.
    """

    def __init__(self, timeout: float | None) -> None:
        self._timeout = timeout

    def __enter__(self) -> None:
        if self._timeout is not None:
            faulthandler.dump_traceback_later(self._timeout + ORPHAN_GRACE_SECONDS, exit=True, file=2)

    def __exit__(self, *_: object) -> None:
        faulthandler.cancel_dump_traceback_later()
