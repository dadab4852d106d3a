"""A converter that does what a file's text says."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from desktop.application.job import CancelToken
from desktop.application.ports import Conversion, ConversionLimits, Member
from desktop.domain.errors import ConversionFailed, PasswordNeeded, UnsupportedFormat

Inside = Sequence[tuple[str, "str | Inside"]]
_ARCHIVE, _LOCK = "archive ", "locked by "


def archive(*members: tuple[str, str | Inside], lock: str = "") -> str:
    """The text of a file in which others lie, by name and text (or what lies in them); `lock` is its password."""
    content = _ARCHIVE + json.dumps([[name, text if isinstance(text, str) else archive(*text)] for name, text in members])
    return f"{_LOCK}{lock}\n{content}" if lock else content


class TextConverter:
    """Gives a file's text as Markdown; `broken` and `unknown` in it make it fail, and `before` may interfere.

    A member is refused whose text says `refused`, and one whose text says `sealed` asks for a password.
    """

    def __init__(self, before: Callable[[Path], None] = lambda _: None) -> None:
        self.before = before
        self.limits: ConversionLimits | None = None
        self.paths: list[Path] = []
        self.rested = 0
        self.changes: dict[str, Conversion] = {}
        self._lock = threading.Lock()

    def convert(
        self, path: Path, limits: ConversionLimits, cancel: CancelToken, members: Path | None = None, passwords: Sequence[str] = ()
    ) -> Conversion:
        with self._lock:
            self.limits = limits
            self.paths.append(path)
        text = path.read_text(encoding="utf-8")
        self.before(path)
        cancel.raise_if_cancelled()
        if text.startswith(_LOCK):
            lock, _, text = text.removeprefix(_LOCK).partition("\n")
            if lock not in passwords:
                raise PasswordNeeded("It needs a password.", "Import it again with the password.")
        if text.startswith(_ARCHIVE):
            return self._unpack(json.loads(text.removeprefix(_ARCHIVE)), members)
        if "broken" in text:
            raise ConversionFailed("The file is damaged.", "Get it again.")
        if "unknown" in text or text == "refused":
            raise UnsupportedFormat("Files of this kind are not read.")
        if "bug" in text:
            raise ZeroDivisionError("by design")
        title = text.partition("\n")[0].lstrip("# ") if text.startswith("#") else None
        return self.changes.get(path.name) or Conversion(text, "md", "fake 1", title=title)

    def rest(self) -> None:
        self.rested += 1

    def close(self) -> None:
        pass

    def _unpack(self, inside: list[tuple[str, str]], folder: Path | None) -> Conversion:
        members = tuple(_take_out(number, name, text, folder) for number, (name, text) in enumerate(inside))
        listing = "\n".join(f"- {name}" for name, _ in inside)
        return Conversion(f"Archive of\n\n{listing}\n", "zip", "fake 1", members=members)


def _take_out(number: int, name: str, text: str, folder: Path | None) -> Member:
    if text == "refused":
        return Member(name, None, "It is a link, and links are not followed.")
    if text == "sealed":
        return Member(name, None, "It needs a password.", failed=True, problem=PasswordNeeded.code)
    if folder is None:
        return Member(name)
    path = folder / f"{number}"
    path.write_text(text, encoding="utf-8")
    return Member(name, path)
