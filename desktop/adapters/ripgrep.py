"""Regular expressions over the documents' files, by ripgrep."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple

from desktop.application.job import CancelToken
from desktop.application.ports import GrepMatch
from desktop.domain.errors import EnvironmentProblem, WorkerDied

MOST_SPANS_OF_LINE = 1000
_INVALID = 2
_FILES_AT_ONCE = 500
_SYNTAX = frozenset("\\.+*?()|[]{}^$\r\n")
# --encoding none: offsets count the bytes of the file as they are, a byte-order mark included.
_ALWAYS = (
    "--no-config", "--no-ignore", "--no-follow", "--max-depth=1", "--glob=*.md", "--glob=!.*", "--encoding=none", "--text", "--smart-case",
    "--no-messages", "--color=never", "--null",
)  # fmt: skip

_OFFSETS = ("--only-matching", "--byte-offset", "--with-filename", "--no-line-number", "--no-heading", "--threads=1")


class _Hit(NamedTuple):
    """A match in bytes from the beginning of its file."""

    file: str
    start: int
    end: int


class Ripgrep:
    """Runs ripgrep; each search may take `seconds`.

    First the names of the matching files are asked for, by all cores, then the matches of the first of them, one file
    after the other: so the order never depends on which thread was faster. The matches come as offsets, without
    their lines: a minified file of one line would else be sent whole for each of them.
    """

    def __init__(self, binary: Path | None = None, seconds: float = 30.0) -> None:
        self._binary = binary or find_ripgrep()
        self._seconds = seconds

    def search(self, pattern: str, folder: Path, limit: int, cancel: CancelToken) -> list[GrepMatch]:
        """Matching lines by document id, then in order; a pattern that is no valid expression is sought as it stands."""
        pattern = _sayable(pattern)
        if not pattern.strip() or limit < 1:
            return []
        options = ["-e", pattern] if self.is_expression(pattern) else ["--fixed-strings", *_each_line(pattern)]
        matches: list[GrepMatch] = []
        files = self._matching_files(options, folder, cancel)
        for first in range(0, len(files), _FILES_AT_ONCE):
            asked = [*_OFFSETS, *options, "--", *files[first : first + _FILES_AT_ONCE]]
            with self._running(asked, folder, cancel) as output:
                for match in _lines(_hits(output), folder):
                    matches.append(match)
                    if len(matches) == limit:
                        return matches
        return matches

    def is_expression(self, pattern: str) -> bool:
        """Whether a pattern is a valid regular expression."""
        if not _SYNTAX & set(pattern):
            return True
        tried = subprocess.run(
            [str(self._binary), "--no-config", "--quiet", "-e", _sayable(pattern), "-"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=self._seconds, check=False,
        )  # fmt: skip
        return tried.returncode != _INVALID

    def _matching_files(self, options: Sequence[str], folder: Path, cancel: CancelToken) -> list[str]:
        with self._running(["--files-with-matches", *options, "--", "."], folder, cancel) as output:
            names = output.read().decode("utf-8", "surrogateescape").split("\0")
        return sorted((name.removeprefix("./") for name in names if name), key=_document_id)

    @contextmanager
    def _running(self, arguments: Sequence[str], folder: Path, cancel: CancelToken) -> Iterator[IO[bytes]]:
        """The output of a run, which ends with the block, when someone cancels, or when its time is over."""
        cancel.raise_if_cancelled()
        process = subprocess.Popen(
            [str(self._binary), *_ALWAYS, *arguments],
            cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        overdue = threading.Event()
        clock = threading.Timer(self._seconds, _end, (process, overdue))
        clock.start()
        try:
            with process, cancel.on_cancel(process.kill):
                assert process.stdout  # noqa: S101 - asked for above
                try:
                    yield process.stdout
                finally:
                    process.kill()
        finally:
            clock.cancel()
            clock.join()
        cancel.raise_if_cancelled()
        if overdue.is_set():
            raise WorkerDied(f"The search in the files took longer than {self._seconds:g} seconds.", "Try a simpler expression.")


def find_ripgrep() -> Path:
    """The ripgrep that came with Coffer: never whatever the machine has, whose options may differ."""
    name = "rg.exe" if sys.platform == "win32" else "rg"
    bundled = getattr(sys, "_MEIPASS", None)
    folders = [Path(bundled) / "bin"] if bundled else [Path(sysconfig.get_path("scripts")), Path(sys.executable).parent]
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    raise EnvironmentProblem("ripgrep, which searches the files, is missing.", "Set Coffer up again: its package `ripgrep` brings it.")


def _sayable(pattern: str) -> str:
    """A pattern without what no argument of a program, and no file in UTF-8, can hold: NUL and halves of surrogate pairs."""
    return pattern.replace("\0", "").encode("utf-8", "ignore").decode()


def _each_line(pattern: str) -> list[str]:
    return [word for line in pattern.splitlines() if line.strip() for word in ("-e", line)]


def _end(process: subprocess.Popen[bytes], overdue: threading.Event) -> None:
    overdue.set()
    process.kill()


def _hits(output: IO[bytes]) -> Iterator[_Hit]:
    """Lines of the form `name NUL offset:match`; an expression may match nothing at all in a place, which is no hit."""
    for line in output:
        name, _, rest = line.partition(b"\0")
        offset, _, match = rest.partition(b":")
        text = match.removesuffix(b"\n")
        if text:
            yield _Hit(name.decode("utf-8", "surrogateescape"), int(offset), int(offset) + len(text))


def _lines(hits: Iterator[_Hit], folder: Path) -> Iterator[GrepMatch]:
    """Hits on one line of one file together, in code points; a file that has vanished meanwhile is passed over."""
    file: _File | None = None
    line: _Line | None = None
    for hit in hits:
        if line and file and hit.file == file.name and hit.start < line.end:
            line.add(hit)
            continue
        if line and file:
            yield file.match(line)
        if file is None or hit.file != file.name:
            file = _File.read(hit.file, folder)
        line = file.line_of(hit) if file else None
    if line and file:
        yield file.match(line)


class _Line:
    """The bytes of a line, and where they matched."""

    def __init__(self, start: int, end: int, hit: _Hit) -> None:
        self.start = start
        self.end = end
        self.hits = [hit]

    def add(self, hit: _Hit) -> None:
        """Another match, if it is among the first thousand."""
        if len(self.hits) < MOST_SPANS_OF_LINE:
            self.hits.append(hit)


class _File:
    """A file whose byte offsets are turned into code points, from its beginning to its end."""

    def __init__(self, name: str, content: bytes) -> None:
        self.name = name
        self._bytes = content
        self._at = 0
        self._characters = 0

    @classmethod
    def read(cls, name: str, folder: Path) -> _File | None:
        """The file as it is now; None if it is gone or may not be read."""
        try:
            return cls(name, (folder / name).read_bytes())
        except OSError:
            return None

    def line_of(self, hit: _Hit) -> _Line:
        """The line that a match is on, without its end."""
        end = self._bytes.find(b"\n", hit.end)
        end = len(self._bytes) if end < 0 else end
        if end > hit.end and self._bytes[end - 1 : end] == b"\r":
            end -= 1
        return _Line(self._bytes.rfind(b"\n", 0, hit.start) + 1, end, hit)

    def match(self, line: _Line) -> GrepMatch:
        """The line in code points."""
        start = self._code_points(line.start)
        spans = tuple([(self._code_points(hit.start), self._code_points(hit.end)) for hit in line.hits])
        return GrepMatch(_document_id(self.name), start, self._code_points(line.end), spans)

    def _code_points(self, offset: int) -> int:
        self._characters += len(self._bytes[self._at : offset].decode("utf-8", "replace"))
        self._at = offset
        return self._characters


def _document_id(name: str) -> str:
    return name.removesuffix(".md")
