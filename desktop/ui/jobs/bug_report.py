"""A bug: an exception nobody expected, with all that whoever mends it needs to know."""

from __future__ import annotations

import platform
import sys
import traceback
from dataclasses import dataclass

import PySide6
from PySide6.QtCore import qVersion

from desktop import __version__


@dataclass(frozen=True, slots=True)
class BugReport:
    """What went wrong inside Coffer: one line for a person, and the text to hand on."""

    summary: str
    details: str


def describe_bug(error: BaseException, doing: str = "") -> BugReport:
    """Make a report of an exception: what was being done, versions, traceback."""
    summary = f"{type(error).__name__}: {error}".strip().removesuffix(":")
    lines = [
        *(f"{name} {version}" for name, version in version_facts()),
        *([f"While: {doing}"] if doing else []),
        "",
        "".join(traceback.format_exception(error)).rstrip(),
    ]
    return BugReport(summary.splitlines()[0], "\n".join(lines))


def version_facts() -> list[tuple[str, str]]:
    """Names and versions of what runs."""
    built = " (built program)" if getattr(sys, "frozen", False) else ""
    return [
        ("Coffer", f"{__version__}{built}"),
        ("Python", platform.python_version()),
        ("Qt", f"{qVersion()}, PySide6 {PySide6.__version__}"),
        ("System", platform.platform()),
    ]
