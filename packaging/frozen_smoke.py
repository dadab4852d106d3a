"""Try the built program as a stranger's machine would run it, and fail on any surprise.

    frozen_smoke.py FOLDER

The program gets an empty home, a search path without a Python, and no display but one of its own. It examines itself, imports files of ten
formats and more, searches in every mode, answers, rebuilds and verifies; then a person's session goes through its window by keyboard, and
at the next start everything is still there. Failures are: a step that does not do what it must, an unexpected line of output, a library
that is missing, a file written outside its folders, an internet socket (both seen by strace, where there is one).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import window_session
from bundle import NAME
from console import SetUpFailed, say
from window_session import Window

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "tests" / "data" / "converters"
FILES = (
    *("report.pdf", "report.docx", "report.pptx", "report.xlsx", "report.odt", "report.rtf", "report.html", "report.eml", "report.epub"),
    *("greek_heading_styles.doc", "odf_table_with_title_01.ods"),
)
QUESTION = "Who is aware of the risks involved with databases of voter registration?"
MODES = ("grep", "keyword", "vector", "hybrid", "blended")
STEP_SECONDS = 300
WINDOW_SECONDS = 60
# A line of progress: a verb of the line and what it is at work on.
PROGRESS = re.compile(r"^[a-z]+ …|^$|^\s*[a-z]+ +\d+")
SOCKET = re.compile(r"\bsocket\(AF_INET6?\b|\bconnect\(.*sa_family=AF_INET6?\b")
REFUSED = "= -1 EACCES"
WRITTEN = re.compile(r'\b(?:openat|open|creat|mkdir|mkdirat|rename|renameat2?|unlink)\((?:AT_FDCWD, )?"([^"]+)"[^)]*')
UNFINISHED, RESUMED = " <unfinished ...>", re.compile(r"\s*<\.\.\. \w+ resumed>")
WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|^\S*\s*(?:mkdir|rename|unlink|creat)")


class SmokeFailed(SetUpFailed):
    """The built program surprised us; the message says how."""


@dataclass(frozen=True)
class Program:
    """The built program on a machine that has nothing else."""

    folder: Path
    home: Path
    name: str = "Vault"

    @property
    def vault(self) -> Path:
        """The vault that the steps share."""
        return self.home / self.name

    @property
    def environment(self) -> dict[str, str]:
        """What a bare session sets, and no more."""
        return {
            "HOME": str(self.home),
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "TMPDIR": str(self.home / "tmp"),
            "XDG_RUNTIME_DIR": str(self.home / "run"),
            "QT_QPA_PLATFORM": "offscreen",
        }

    def command(self, *arguments: str | Path) -> list[str]:
        """How to start it for its vault."""
        return [str(self.folder / NAME), "--vault", str(self.vault), *map(str, arguments)]

    def ask(self, *arguments: str | Path) -> Any:
        """Run a command with --json and return what it says; fails on a status but 0 and on output that is not progress."""
        done = self.run(self.command(*arguments, "--json"))
        surprises = [line for line in done.stderr.splitlines() if not PROGRESS.match(line)]
        demand(not surprises, f"`{arguments[0]}` said on standard error: {surprises[:5]}")
        return [json.loads(line) for line in done.stdout.splitlines()] if "--batch" in arguments else json.loads(done.stdout)

    def run(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, traced where that can be done."""
        traced, report = self._traced(command)
        done = subprocess.run(
            traced, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=STEP_SECONDS, check=False
        )
        shown = " ".join(command[3:5])
        demand(done.returncode == 0, f"`{shown}` ended with {done.returncode}: {(done.stderr or done.stdout)[-600:]}")
        self._see_trace(report, shown)
        return done

    def _traced(self, command: Sequence[str]) -> tuple[list[str], Path | None]:
        strace = shutil.which("strace")
        if strace is None:
            return list(command), None
        report = self.home / "trace.txt"
        calls = "trace=socket,connect,openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink"
        return [strace, "--follow-forks", "--quiet=all", "--string-limit=300", "-e", calls, "-o", str(report), *command], report

    def _see_trace(self, report: Path | None, shown: str) -> None:
        if report is None:
            return
        lines = whole_calls(report.read_text(encoding="utf-8", errors="replace").splitlines())
        sockets = reaching(lines, trial=shown.startswith("doctor"))
        demand(not sockets, f"`{shown}` reached for a network: {sockets[:3]}")
        outside = sorted({path for line in lines if (path := written_path(line)) and not self._may_write(path)})
        demand(not outside, f"`{shown}` wrote outside its folders: {outside[:5]}")

    def _may_write(self, path: str) -> bool:
        return path.startswith((str(self.home), "/dev/", "/proc/")) or not path.startswith("/")


def main(arguments: Sequence[str]) -> int:
    """Try a built program; say what surprised if something did."""
    folder = Path(arguments[0]).resolve()
    try:
        see_libraries(folder)
        with tempfile.TemporaryDirectory(prefix="coffer-smoke-") as name:
            home = Path(name).resolve()
            for each in ("tmp", "run"):
                (home / each).mkdir(mode=0o700)
            program = Program(folder, home)
            try_commands(program)
            try_window(program)
            see_left_over(home / "tmp")
    except (SetUpFailed, OSError, subprocess.SubprocessError, json.JSONDecodeError) as failure:
        say(f"the built program failed its trial: {failure}")
        return 1
    say("the built program passed its trial")
    return 0


def try_commands(program: Program) -> None:
    """Walk the whole line from the command line."""
    checks = program.ask("doctor")
    demand(checks["ok"], f"the doctor found: {[check for check in checks['checks'] if not check['ok']]}")
    say(f"doctor: {len(checks['checks'])} checks passed")
    program.ask("init", program.vault)
    totals = program.ask("import", *(SAMPLES / name for name in FILES))["totals"]
    demand(totals["failed"] == 0 and totals["imported"] >= len(FILES), f"of {len(FILES)} files became {totals}")
    say(f"import: {totals['imported']} documents")
    for mode in MODES:
        found = program.ask("search", "malware", "--mode", mode)
        demand(
            bool(found["hits"]) and found["fallback"] is None,
            f"search by {mode} gave {len(found['hits'])} hits, fallback {found['fallback']}",
        )
    for options in ((), ("--no-model",)):
        answer = program.ask("ask", QUESTION, *options)
        cited = [citation for sentence in answer["sentences"] for citation in sentence["citations"]]
        demand(bool(cited), f"the answer {options} cites nothing: {answer['kind']}")
    rebuilt = program.ask("reindex", "--full")
    demand(rebuilt["documents"] == totals["imported"], f"{totals['imported']} documents, rebuilt {rebuilt['documents']}")
    demand(program.ask("verify")["ok"], "the vault does not verify")
    say("search, answers, rebuilding, verifying: as they must be")


def try_window(program: Program) -> None:
    """Have a person work in the window, quit it by its key, and find everything there when it is opened again."""
    needed = ("Xvfb", "xdotool")
    if sys.platform != "linux" or any(shutil.which(tool) is None for tool in needed):
        say(f"the window is not tried: that takes {' and '.join(needed)}")
        return
    desk = replace(program, name="Desk")
    desk.ask("init", desk.vault)
    with display() as screen:
        with opened(desk, screen) as window:
            window_session.work(window, desk.vault, [SAMPLES / name for name in FILES])
        before = standing(desk)
        with opened(desk, screen) as window:
            window_session.look_again(window)
    demand(standing(desk) == before, "what stood in the vault was not there after the next start")
    demand(len(before[0]) > len(FILES) and len(before[1]) >= 2, f"the session left {len(before[0])} documents and {len(before[1])} facts")
    demand(desk.ask("verify")["ok"], "the vault does not verify after the session")
    faults = list(program.home.rglob("faults/*"))
    demand(not faults, f"there are reports of faults: {[path.name for path in faults]}")


def standing(program: Program) -> tuple[list[str], list[str]]:
    """The documents and facts of a vault, by id."""
    documents, facts = program.ask("documents")["documents"], program.ask("memory", "list")
    return sorted(each["document_id"] for each in documents), sorted(each["id"] for each in facts["facts"])


@contextmanager
def display() -> Iterator[str]:
    """A screen of its own, on a number that the server chooses."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"], pass_fds=(write,), stderr=subprocess.DEVNULL
    )
    os.close(write)
    try:
        with os.fdopen(read) as numbers:
            yield f":{numbers.readline().strip()}"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def opened(program: Program, screen: str) -> Iterator[Window]:
    """The window on a screen; it is quit by its key at the end, and must not have said anything."""
    environment = {**program.environment, "QT_QPA_PLATFORM": "xcb", "DISPLAY": screen}
    start = time.monotonic()
    process = subprocess.Popen(
        program.command(), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    find = ["xdotool", "search", "--sync", "--onlyvisible", "--name", program.vault.name]
    try:
        subprocess.run(find, env=environment, timeout=WINDOW_SECONDS, stdout=subprocess.DEVNULL, check=True)
        say(f"window: shown after {time.monotonic() - start:.1f} s")
        yield Window(program.vault.name, environment)
        # The window is gone before the key is let go, which xdotool takes for an error: what counts is that the program ends.
        press = [*find, "windowfocus", "--sync", "key", "ctrl+q"]
        subprocess.run(press, env=environment, timeout=WINDOW_SECONDS, capture_output=True, check=False)
        said, _ = process.communicate(timeout=WINDOW_SECONDS)
    finally:
        process.kill()
        process.wait()
    demand(process.returncode == 0 and not said.strip(), f"the window ended with {process.returncode} and said: {said[-600:]}")
    say("window: quit by its key")


def see_libraries(folder: Path) -> None:
    """See that every library finds those that it needs."""
    if sys.platform != "linux" or shutil.which("ldd") is None:
        return
    internal = folder / "_internal"
    environment = {**os.environ, "LD_LIBRARY_PATH": str(internal)}
    missing: dict[str, list[str]] = {}
    for library in sorted(internal.rglob("*.so*")):
        if library.is_symlink():
            continue
        listing = subprocess.run(["ldd", str(library)], capture_output=True, text=True, env=environment, check=False).stdout
        absent = [line.split()[0] for line in listing.splitlines() if "not found" in line]
        if absent:
            missing[str(library.relative_to(internal))] = absent
    demand(not missing, f"libraries are missing: {missing}")


def see_left_over(folder: Path) -> None:
    """See that no temporary file was left behind."""
    left = [path.name for path in folder.iterdir()]
    demand(not left, f"temporary files were left: {left[:5]}")


def whole_calls(lines: Sequence[str]) -> list[str]:
    """The lines of a trace with each call in one, also where another process came between its beginning and its end.

    What a call came to stands at its end: by its beginning alone, one that failed looks like one that did what it asks for.
    """
    begun: dict[str, str] = {}
    whole = []
    for line in lines:
        process, _, rest = line.partition(" ")
        if rest.endswith(UNFINISHED):
            begun[process] = line.removesuffix(UNFINISHED)
        elif (resumed := RESUMED.match(rest)) and process in begun:
            whole.append(f"{begun.pop(process)}{rest[resumed.end() :]}")
        else:
            whole.append(line)
    return [*whole, *begun.values()]


def reaching(lines: Sequence[str], *, trial: bool) -> list[str]:
    """The lines of a trace that reach for a network.

    The doctor's `trial` has every worker ask the kernel for a socket, which refuses all but the provider's worker: that one may have a
    socket for the address it is told, and is refused the connection to any other before the kernel hears of it.
    """
    sockets = [line for line in lines if SOCKET.search(line) and not (trial and REFUSED in line)]
    unconnected = [line for line in sockets if "connect(" not in line]
    return [line for line in sockets if line not in unconnected] if trial and len(unconnected) <= 1 else sockets


def written_path(line: str) -> str | None:
    """The path that a line of a trace creates, writes or removes with success; none if it only reads or failed."""
    match = WRITTEN.search(line)
    if match is None or " = -1 " in line:
        return None
    call = line.split(None, 1)[-1]
    return match[1] if WRITES.search(call) else None


def demand(holds: bool, surprise: str) -> None:
    """Fail with what surprised."""
    if not holds:
        raise SmokeFailed(surprise)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
