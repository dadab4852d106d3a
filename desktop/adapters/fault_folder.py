"""Reports of faults, kept as files that the person alone can read; nothing sends them anywhere.

While the program runs, a file of its own is open and locked: the log goes there, and what `faulthandler` has to say of a crash. A file
that is there and not locked was left by a program that did not come to its end.
"""

from __future__ import annotations

import faulthandler
import fcntl
import json
import logging
import os
import platform
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import IO, Any

from desktop import __version__
from desktop.adapters.durable_files import replace_file, storing
from desktop.adapters.worker_process.client import CRASHED_EVENT
from desktop.application.fault_text import compose, exception_summary, exception_trace, native_summary, native_trace
from desktop.domain.errors import StorageProblem
from desktop.domain.fault import FaultKind, FaultReport

LOG_LINES = 60
MOST_KEPT = 20
MOST_LEFT_BYTES = 2_000_000
ENGINES = ("PySide6-Essentials", "apsw", "sqlite-vec", "onnxruntime", "llama_cpp_python", "markitdown", "pypdfium2", "numpy")


class FaultFolder:
    """The folder of the reports; `begin` before anything can fail, `end` when nothing can any more."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = _LogTail(self._keep_logged)
        self._trace: IO[str] | None = None
        self._leftover: Path | None = None

    def begin(self) -> None:
        """Catch crashes of this process and its workers from now on; make reports of what earlier ones left. Raises StorageProblem."""
        with storing(f"Reports of faults cannot be kept in {self._folder}"):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._folder.chmod(0o700)
            self._take_leftovers()
            self._leftover = self._folder / f"running-{os.getpid()}.txt"
            descriptor = os.open(self._leftover, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self._trace = os.fdopen(descriptor, "w", encoding="utf-8", buffering=1)
        faulthandler.enable(self._trace)
        self._log.also = self._trace
        logging.getLogger().addHandler(self._log)
        sys.addaudithook(self._hear)

    def end(self) -> None:
        """Leave nothing that would look like a crash; may be called again."""
        if self._trace is None or self._leftover is None:
            return
        logging.getLogger().removeHandler(self._log)
        self._log.also = None
        faulthandler.disable()
        self._leftover.unlink(missing_ok=True)
        with suppress(OSError):  # what could not be written before cannot be now
            self._trace.close()
        self._trace = None

    def keep_exception(self, error: BaseException) -> FaultReport:
        """Keep a report of an exception that nobody expected. Raises StorageProblem."""
        with storing(f"Reports of faults cannot be kept in {self._folder}"):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return self._keep(FaultKind.EXCEPTION, exception_summary(error), exception_trace(error), self._log.lines(), told=True)

    def _keep_logged(self, error: BaseException) -> None:
        try:
            self.keep_exception(error)
        except StorageProblem as problem:  # the person is told of the exception itself, in any case
            print(f"coffer: {problem.message}", file=sys.stderr)  # noqa: T201

    def reports(self) -> tuple[FaultReport, ...]:
        """Every report, the newest first; what cannot be read as one is passed over."""
        found = [_read(path) for path in sorted(self._folder.glob("fault-*.json"), reverse=True)]
        return tuple(report for report in found if report is not None)

    def tell(self, names: Sequence[str]) -> None:
        """Note that a person was told of these. Raises StorageProblem."""
        for report in self.reports():
            if report.name in names and not report.told:
                self._write(FaultReport(report.name, report.at, report.kind, report.summary, report.text, told=True))

    def forget(self, names: Sequence[str]) -> None:
        """Remove reports. Raises StorageProblem."""
        for report in self.reports():
            if report.name in names:
                with storing(f"{report.name} could not be removed"):
                    (self._folder / report.name).unlink(missing_ok=True)

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == CRASHED_EVENT and self._trace is not None:
            worker, how, written = arguments
            summary = f"{worker} ended {how}" + (f" ({fatal})" if (fatal := native_summary(written)) else "")
            with suppress(StorageProblem):  # what it was called for says that it crashed, in any case
                self._keep(FaultKind.WORKER, summary, native_trace(written), self._log.lines(), told=True)

    def _take_leftovers(self) -> None:
        for path in sorted(self._folder.glob("running-*.txt")):
            written = _left_by_the_dead(path)
            if written is None:
                continue
            fatal = native_summary(written)
            path.unlink(missing_ok=True)
            if not fatal:  # it was killed, as at the end of a session, or the machine lost its power: no fault of Coffer's
                continue
            log = [line.removeprefix(_LogTail.SIGN) for line in written.splitlines() if line.startswith(_LogTail.SIGN)]
            self._keep(FaultKind.CRASH, fatal, native_trace(written), log[-LOG_LINES:], told=False)

    def _keep(self, kind: FaultKind, summary: str, trace: Sequence[str], log: Sequence[str], *, told: bool) -> FaultReport:
        now = datetime.now().astimezone()
        at = now.isoformat(timespec="seconds")
        report = FaultReport(
            f"fault-{now:%Y%m%d-%H%M%S-%f}.json", at, kind, summary, compose(kind, at, summary, _facts(), trace, log), told
        )
        self._write(report)
        for old in sorted(self._folder.glob("fault-*.json"))[:-MOST_KEPT]:
            old.unlink(missing_ok=True)
        return report

    def _write(self, report: FaultReport) -> None:
        shape = {"at": report.at, "kind": report.kind, "summary": report.summary, "text": report.text, "told": report.told}
        with storing(f"{report.name} could not be written"):
            replace_file(self._folder / report.name, json.dumps(shape, ensure_ascii=False, indent=1).encode())


class _LogTail(logging.Handler):
    """The last lines of the log as templates, without what was put into them; they go to the end of `also`, too, where there is one.

    An exception that is logged is given to `keep`.
    """

    SIGN = "log: "

    def __init__(self, keep: Callable[[BaseException], None]) -> None:
        super().__init__(logging.WARNING)
        self._keep = keep
        self.also: IO[str] | None = None
        self._lines: deque[str] = deque(maxlen=LOG_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Take a line, and let it be said where it would be said without this handler."""
        at = datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="seconds")
        line = " ".join(f"{at} {record.levelname} {record.name}: {str(record.msg) if record.args else _constant(record)}".splitlines())
        self._lines.append(line)
        try:
            if self.also is not None and self.also.tell() < MOST_LEFT_BYTES:
                self.also.write(f"{self.SIGN}{line}\n")
        except OSError:  # the disk is full: whoever logged goes on, and reports have their lines from memory
            self.also = None
        if record.exc_info and record.exc_info[1] is not None:
            self._keep(record.exc_info[1])
        if logging.lastResort is not None:
            logging.lastResort.handle(record)

    def lines(self) -> list[str]:
        """The lines so far."""
        return list(self._lines)


def _constant(record: logging.LogRecord) -> str:
    """A message without arguments, which only Coffer's own loggers are trusted not to have put together."""
    return str(record.msg) if record.name.startswith("coffer") else "(a message of its own)"


def _left_by_the_dead(path: Path) -> str | None:
    """What a process wrote that ended without taking its file away; None while it runs."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return None
        return file.read(MOST_LEFT_BYTES).decode("utf-8", "replace")


def _read(path: Path) -> FaultReport | None:
    try:
        shape = json.loads(path.read_bytes())
        return FaultReport(
            path.name, str(shape["at"]), FaultKind(shape["kind"]), str(shape["summary"]), str(shape["text"]), bool(shape["told"])
        )
    except (OSError, ValueError, KeyError, TypeError):  # cut or changed by hand: there is nothing in it worth a complaint
        return None


def _facts() -> list[tuple[str, str]]:
    built = " (built program)" if getattr(sys, "frozen", False) else ""
    facts = [("Coffer", f"{__version__}{built}"), ("Python", platform.python_version()), ("System", platform.platform())]
    for name in ENGINES:
        with suppress(metadata.PackageNotFoundError):  # the built program keeps what few of them say of themselves
            facts.append((name, metadata.version(name)))
    return facts
