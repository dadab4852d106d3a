"""The caller's side: a child process that answers calls, is watched, and is replaced when it fails."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil

import desktop
from desktop.adapters.worker_process.faults import WorkerCrashed, WorkerOutgrew, WorkerTimedOut, describe_end, named_error
from desktop.adapters.worker_process.frames import BadFrame, Frame, FrameBuffer
from desktop.adapters.worker_process.limits import WorkerLimits
from desktop.adapters.worker_process.server import MEMORY_STATUS, Reply
from desktop.application.job import CancelToken
from desktop.domain.errors import Cancelled, CofferError, WorkerDied

TICK_SECONDS = 0.05
READ_BYTES = 2**18
STDERR_TAIL_BYTES = 16_000
RETRY_HINT = "Try again; if it happens each time, report it with the file."

# The audit event by which this process hears what a worker refused to its engines: the worker's name, what was reached for.
REFUSED_EVENT = "coffer.network_refused"
# The audit event by which it hears that a worker ended in the middle of a call: its name, how it ended, the end of what it wrote.
CRASHED_EVENT = "coffer.worker_crashed"

Piece = dict[str, Any]


def worker_command(name: str, *arguments: str) -> tuple[str, ...]:
    """How to start this program as the worker `name`."""
    if getattr(sys, "frozen", False):
        return (sys.executable, "--worker", name, *arguments)
    return (sys.executable, "-P", "-m", "desktop", "--worker", name, *arguments)  # -P: the current folder holds no code of ours


def worker_name(command: Sequence[str]) -> str:
    """Which worker a command starts."""
    return command[command.index("--worker") + 1] if "--worker" in command else Path(command[0]).name


class WorkerProcess:
    """A child process that answers one call at a time.

    It starts with the first call and again after it failed. Any thread may call; calls wait for one another.
    A cancelled call is first asked to stop and ended after `cancel_grace` seconds; 0 ends the process at once.
    """

    def __init__(self, command: Sequence[str], limits: WorkerLimits | None = None, *, cancel_grace: float = 0.0) -> None:
        self._command = tuple(command)
        self.limits = limits or WorkerLimits()
        self._cancel_grace = cancel_grace
        self._calls = threading.Lock()
        self._state = threading.Lock()
        self._child: _Child | None = None
        self._closed = False
        self._last_id = 0

    @property
    def running(self) -> bool:
        """Whether there is a child now, which keeps what it loaded."""
        return self._child is not None

    @property
    def resident_bytes(self) -> int:
        """Memory that the child holds now; none where there is no child."""
        child = self._child
        return child.resident_bytes() if child is not None else 0

    def call(
        self,
        method: str,
        args: dict[str, Any] | None = None,
        blob: bytes = b"",
        *,
        timeout: float | None = None,
        cancel: CancelToken | None = None,
        on_piece: Callable[[Piece], None] | None = None,
    ) -> Reply:
        """Have the child run `method`; pieces come as it makes them.

        Raises the CofferError that the child named, Cancelled, or WorkerDied (WorkerTimedOut, WorkerOutgrew,
        WorkerCrashed), after which the next call starts a new child. `timeout` counts from the start of the call's
        own run, not from its waiting for another.
        """
        with self._calls:
            if cancel is not None:
                cancel.raise_if_cancelled()
            child = self._started()
            self._last_id += 1
            call = _Call(self._last_id, timeout, cancel or CancelToken(), on_piece, self._cancel_grace)
            try:
                return call.run(child, method, args or {}, blob)
            except WorkerDied as error:
                self._end()
                if self._closed:
                    raise WorkerDied("The worker was closed.") from error
                if child.end_of_itself:
                    sys.audit(CRASHED_EVENT, child.name, child.end_of_itself, child.written)
                raise
            except CofferError:
                if not child.ready:
                    self._end()
                raise
            except BaseException:
                self._end()
                raise

    def rest(self) -> None:
        """End the child if it has nothing to do, for the memory that it holds; the next call starts another."""
        if self._calls.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._calls.release()

    def close(self) -> None:
        """End the child, also in the middle of a call; may be called again."""
        with self._state:
            self._closed = True
            if self._child is not None:
                self._child.kill()
        with self._calls:
            self._end()

    def _started(self) -> _Child:
        with self._state:
            if self._closed:
                raise WorkerDied("The worker was closed.")
            if self._child is None:
                self._child = _Child(self._command, self.limits)
            return self._child

    def _end(self) -> None:
        with self._state:
            child, self._child = self._child, None
        if child is not None:
            child.end()


class _Child:
    """The process itself with its three pipes, none of which ever blocks."""

    def __init__(self, command: tuple[str, ...], limits: WorkerLimits) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env=_environment(),
            )
        except OSError as error:
            raise WorkerCrashed(f"A worker process could not be started: {error.strerror}.", "Check the installation.") from error
        self.limits = limits
        self.name = worker_name(command)
        self.ready = True
        self.end_of_itself = ""
        self._buffer = FrameBuffer()
        self._stderr = b""
        self._watched = psutil.Process(self._process.pid)
        self._unsent = memoryview(b"")
        self._selector = selectors.DefaultSelector()
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None and stdout is not None and stderr is not None  # noqa: S101, PT018
        self._stdin, self._stdout, self._stderr_pipe = stdin.fileno(), stdout.fileno(), stderr.fileno()
        for descriptor in (self._stdin, self._stdout, self._stderr_pipe):
            os.set_blocking(descriptor, False)
        self._selector.register(self._stdout, selectors.EVENT_READ)
        self._selector.register(self._stderr_pipe, selectors.EVENT_READ)
        self.send(Frame({"kind": "setup", "limits": limits.as_dict()}))

    def send(self, frame: Frame) -> None:
        """Queue a frame; `exchange` writes it as fast as the child reads."""
        if not self._unsent:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        self._unsent = memoryview(bytes(self._unsent) + frame.encode())

    def exchange(self, seconds: float) -> list[Frame]:
        """Wait at most so long for the pipes to move; frames that arrived. WorkerCrashed when the child has ended."""
        ended = False
        for key, _ in self._selector.select(seconds):
            if key.fd == self._stdin:
                self._write()
            elif key.fd == self._stdout:
                ended = not self._read_stdout()
            else:
                self._read_stderr()
        frames = list(self._buffer.frames())
        if ended and not frames:
            raise self._crash()
        return frames

    def resident_bytes(self) -> int:
        """Memory that the child holds now."""
        try:
            return int(self._watched.memory_info().rss)
        except psutil.Error:
            return 0

    @property
    def written(self) -> str:
        """The end of what it wrote to standard error."""
        return self._stderr.decode("utf-8", "replace")

    def kill(self) -> None:
        """End the child and whatever it started."""
        with suppress(ProcessLookupError, PermissionError):  # macOS answers EPERM for a process that has just ended
            os.killpg(self._process.pid, signal.SIGKILL)

    def end(self) -> None:
        """Kill, reap, and close the pipes."""
        if self._process.returncode is None:
            self.kill()
        self._process.wait()
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    def _write(self) -> None:
        try:
            written = os.write(self._stdin, self._unsent[:READ_BYTES])
        except BrokenPipeError:
            written = len(self._unsent)  # it has ended; the other pipe will say so
        except BlockingIOError:
            return
        self._unsent = self._unsent[written:]
        if not self._unsent:
            self._selector.unregister(self._stdin)

    def _read_stdout(self) -> bool:
        try:
            data = os.read(self._stdout, READ_BYTES)
        except BlockingIOError:
            return True
        self._buffer.feed(data)
        return bool(data)

    def _read_stderr(self) -> None:
        with suppress(BlockingIOError):
            data = os.read(self._stderr_pipe, READ_BYTES)
            if not data and self._stderr_pipe in self._selector.get_map():
                self._selector.unregister(self._stderr_pipe)
            self._stderr = (self._stderr + data)[-STDERR_TAIL_BYTES:]

    def _crash(self) -> WorkerDied:
        self._read_stderr()
        try:
            status = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            status = None
        if status == MEMORY_STATUS:
            return _outgrew(self.limits)
        self.end_of_itself = describe_end(status)
        last = self.written.partition("Fatal Python error")[0].strip().rpartition("\n")[2]  # what follows is `faulthandler`'s trace
        said = f" It last said: {last[:300]}" if last else ""
        return WorkerCrashed(f"The worker process ended {self.end_of_itself}.{said}", RETRY_HINT)


class _Call:
    """One call from its sending to its answer."""

    def __init__(
        self, number: int, timeout: float | None, cancel: CancelToken, on_piece: Callable[[Piece], None] | None, grace: float
    ) -> None:
        self._number = number
        self._timeout = timeout
        self._cancel = cancel
        self._on_piece = on_piece
        self._grace = grace
        self._give_up: float | None = None

    def run(self, child: _Child, method: str, args: dict[str, Any], blob: bytes) -> Reply:
        header = {"kind": "call", "id": self._number, "method": method, "args": args, "timeout": self._timeout}
        child.send(Frame(header, blob))
        child.ready = False
        started = time.monotonic()
        while True:
            try:
                frames = child.exchange(TICK_SECONDS)
            except BadFrame as error:
                raise WorkerCrashed(f"The worker sent something unreadable: {error}", RETRY_HINT) from error
            for frame in frames:
                for what in frame.header.get("refused", ()):
                    sys.audit(REFUSED_EVENT, child.name, str(what))
                if frame.header["id"] == self._number and (reply := self._take(child, frame)) is not None:
                    return reply
            self._watch(child, time.monotonic() - started)

    def _take(self, child: _Child, frame: Frame) -> Reply | None:
        kind = frame.header["kind"]
        if kind == "piece":
            if self._on_piece is not None and not self._cancel.cancelled:
                self._on_piece(frame.header["piece"])
            return None
        if kind == "memory":
            raise _outgrew(child.limits)
        if kind == "crash":
            raise WorkerCrashed(f"The worker failed: {frame.header['message']}", RETRY_HINT)
        child.ready = True
        if self._cancel.cancelled:
            raise Cancelled
        if kind == "error":
            raise named_error(frame.header["code"], frame.header["message"], frame.header["hint"])
        return Reply(frame.header["result"], frame.blob)

    def _watch(self, child: _Child, elapsed: float) -> None:
        limit = child.limits.memory_bytes
        if limit is not None and child.resident_bytes() > limit:
            raise _outgrew(child.limits)
        if self._timeout is not None and elapsed > self._timeout:
            raise WorkerTimedOut(f"The worker did not answer within {self._timeout:g} seconds.", RETRY_HINT)
        if not self._cancel.cancelled:
            return
        if self._give_up is None and self._grace > 0:
            child.send(Frame({"kind": "cancel", "id": self._number}))
        self._give_up = self._give_up or elapsed + self._grace
        if elapsed >= self._give_up:
            raise Cancelled


def _outgrew(limits: WorkerLimits) -> WorkerOutgrew:
    allowed = limits.memory_bytes or limits.address_space_bytes
    size = f"more than the {allowed // 1_000_000:,} MB it may have" if allowed else "more memory than there is"
    return WorkerOutgrew(f"The worker needed {size}.", "Raise the memory limit in the settings, or close other programs.")


def _environment() -> dict[str, str]:
    """The parent's, with where our own code is.

    A built program's worker is the same program: its loader finds settings of its own and takes them for done, so that without
    LD_LIBRARY_PATH a worker would look for the libraries among the system's, which has them on some machines only.
    """
    environment = dict(os.environ)
    if getattr(sys, "frozen", False):
        return environment
    code = str(Path(desktop.__file__).resolve().parents[1])
    path = environment.get("PYTHONPATH", "")
    return environment | {"PYTHONPATH": os.pathsep.join([code, path] if path else [code])}
