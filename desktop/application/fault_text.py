"""What a report of a fault says. It is made of the program's own words alone: places in its code, types, and templates of its log.

Messages of exceptions and arguments of log lines are left out, for they may hold names of files and words of documents.
"""

from __future__ import annotations

import errno
import re
import traceback
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from desktop.domain.fault import FaultKind

_HEADINGS = {
    FaultKind.EXCEPTION: "An error that nobody expected",
    FaultKind.CRASH: "Coffer crashed",
    FaultKind.WORKER: "A worker process crashed",
}
_FATAL = re.compile(r"^(?:Fatal Python error|Windows fatal exception): (.+)$", re.MULTILINE)
# The lines that `faulthandler` writes: https://docs.python.org/3/library/faulthandler.html
_TRACE = re.compile(
    r"^(?:(?:Fatal Python error|Windows fatal exception): [\w :()-]+|(?:Current thread|Thread) 0x[0-9a-f]+.*\(most recent call first\):"
    r'|  File "[^"]+", line \d+ in \S+|  <no Python frame>|Timeout \([0-9:.]+\)!|  \.\.\.|Extension modules: .+)$'
)
_FRAME = re.compile(r'^  File "([^"]+)"(, line \d+ in \S+)$')
_ROOTS = ("desktop", "site-packages", "lib-dynload")
UNTOLD = "(Messages are left out: they may hold words of documents.)"


def compose(kind: FaultKind, at: str, summary: str, facts: Sequence[tuple[str, str]], trace: Sequence[str], log: Sequence[str]) -> str:
    """The text of a report, for a person to read before it is handed on."""
    lines = [f"{_HEADINGS[kind]}: {summary}", f"At {at}", *(f"{name}: {value}" for name, value in facts), "", "Where:"]
    lines += trace or ["(nothing is known)"]
    lines += ["", "The last lines of the log:", *(log or ["(none)"]), "", UNTOLD]
    return "\n".join([*lines, ""])


def exception_summary(error: BaseException) -> str:
    """Its type, and what the system calls it if it is the system's."""
    code = errno.errorcode.get(error.errno or 0, "") if isinstance(error, OSError) else ""
    return f"{type(error).__name__} {code}".strip()


def exception_trace(error: BaseException) -> list[str]:
    """Where an exception came from, and where those came from that it came of; the last is the one that was not caught."""
    lines: list[str] = []
    for each in _causes(error):
        frames = traceback.extract_tb(each.__traceback__)
        lines += [f"  {_within(frame.filename)}, line {frame.lineno} in {frame.name}" for frame in frames]
        lines.append(exception_summary(each))
    return lines


def native_trace(written: str) -> list[str]:
    """Of what a crashing process wrote, the lines that are `faulthandler`'s own, without where the program lies."""
    lines = [line for line in written.splitlines() if _TRACE.match(line)]
    return [f"  {_within(match[1])}{match[2]}" if (match := _FRAME.match(line)) else line for line in lines]


def native_summary(written: str) -> str:
    """What `faulthandler` calls the crash; empty where it wrote of none."""
    match = _FATAL.search(written)
    return match[1] if match else ""


def _causes(error: BaseException) -> Iterator[BaseException]:
    """What led to an exception, first cause first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _causes(before)
    yield error


def _within(file: str) -> str:
    """Where in the program or its packages a file of code lies; nothing of where they lie on this machine."""
    parts = PurePath(file).parts
    for root in _ROOTS:
        if root in parts:
            return "/".join(parts[len(parts) - 1 - parts[::-1].index(root) :])
    return parts[-1] if parts else file
