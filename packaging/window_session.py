"""A person's session in the window of the built program, by keyboard alone; what they did must stand in the files of the vault.

Files are given through the dialog, searched in every mode, asked about and opened; a relation is accepted and a fact written. xdotool
presses the keys, so that all goes the way it goes for a person.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from console import SetUpFailed

SECONDS = 300
PAUSE_SECONDS = 1.0
FACT = "Heron was seen here first"
RELATION = "APT28 uses X-Agent."
REPORT = f"# Notes on APT28\n\n{RELATION} In May 2024, APT28 used X-Agent malware against a ministry. Mimikatz was used by APT28 too.\n"
QUERY = "malware"
QUESTION = "Which malware does APT28 use?"
# How each mode is called in the list begins so.
MODE_KEYS = {"grep": "g", "keyword": "k", "vector": "m", "hybrid": "h", "blended": "b"}


class SessionFailed(SetUpFailed):
    """Something that the person did did not come to its end; the message says what."""


@dataclass(frozen=True)
class Window:
    """The window with this in its title, on the screen that the environment names."""

    title: str
    environment: Mapping[str, str]

    def press(self, *keys: str) -> None:
        """Press keys in the window, one after the other."""
        self._do("search", "--sync", "--onlyvisible", "--name", self.title, "windowfocus", "--sync")
        for key in keys:
            self._do("key", "--clearmodifiers", key)
            time.sleep(PAUSE_SECONDS / 4)

    def write(self, text: str) -> None:
        """Type a text wherever the keyboard is, be it a dialog."""
        time.sleep(PAUSE_SECONDS)
        self._do("type", "--delay", "15", text)
        time.sleep(PAUSE_SECONDS)

    def confirm(self) -> None:
        """Press Enter wherever the keyboard is."""
        self._do("key", "Return")
        time.sleep(PAUSE_SECONDS)

    def _do(self, *command: str) -> None:
        subprocess.run(["xdotool", *command], env=self.environment, timeout=SECONDS, stdout=subprocess.DEVNULL, check=True)


def work(window: Window, vault: Path, files: Sequence[Path]) -> None:
    """Do what a person does on their first day."""
    given = hand_over(files, vault.parent / "given")
    window.press("ctrl+o")
    window.write(" ".join(f'"{each}"' for each in given))
    window.confirm()
    until("the files are documents", lambda: len(list((vault / "docs").glob("*.md"))) >= len(given))
    for mode, key in MODE_KEYS.items():
        search(window, vault, mode, key)
    window.press("ctrl+k", "ctrl+a")
    window.write(QUESTION)
    window.press("ctrl+Return")
    time.sleep(5 * PAUSE_SECONDS)
    window.press("ctrl+k", "Down", "Return")
    until("what the answer cites was opened", lambda: any(each["query"] == QUESTION for each in history(vault)))
    window.press("F6", "ctrl+w")
    until("a relation is accepted", lambda: accept(window, vault))
    window.press("ctrl+shift+m")
    window.write(FACT)
    window.press("ctrl+s")
    until("the fact is a file", lambda: remembers(vault, FACT))


def look_again(window: Window) -> None:
    """Go through every place once."""
    window.press(*(f"ctrl+{number}" for number in range(1, 9)))
    time.sleep(PAUSE_SECONDS)


def hand_over(files: Sequence[Path], folder: Path) -> list[Path]:
    """The files in a folder of their own, with one more that states a relation."""
    folder.mkdir()
    notes = folder / "notes.md"
    notes.write_text(REPORT, encoding="utf-8")
    return [*(Path(shutil.copy(each, folder / each.name)) for each in files), notes]


def search(window: Window, vault: Path, mode: str, key: str) -> None:
    """Search in a mode until it finds something, which by meaning takes vectors."""

    def found() -> bool:
        window.press("ctrl+k", "Tab", key, "ctrl+k", "ctrl+a")
        window.write(QUERY)
        window.press("Return")
        time.sleep(PAUSE_SECONDS)
        return any((each["mode"], each["query"]) == (mode, QUERY) and each["hits"] for each in history(vault))

    until(f"a search by {mode} finds something", found)


def history(vault: Path) -> list[dict[str, object]]:
    """What was searched for."""
    file = vault / "searches" / "history.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def accept(window: Window, vault: Path) -> bool:
    """Accept what stands first in the review; whether a fact came of it."""
    window.press("ctrl+1", "ctrl+8")
    time.sleep(2 * PAUSE_SECONDS)
    window.press("a")
    time.sleep(2 * PAUSE_SECONDS)
    return remembers(vault, "type: relation")


def remembers(vault: Path, text: str) -> bool:
    """Whether a fact of the vault has this in its file."""
    facts = (each for each in (vault / "memory").glob("*.md") if each.name != "MEMORY.md")
    return any(text in each.read_text(encoding="utf-8") for each in facts)


def until(what: str, holds: Callable[[], bool]) -> None:
    """Wait until something holds; SessionFailed says that it never did."""
    end = time.monotonic() + SECONDS
    while not holds():
        if time.monotonic() > end:
            raise SessionFailed(f"in the window, after {SECONDS} s it was still not so that {what}")
        time.sleep(PAUSE_SECONDS)
