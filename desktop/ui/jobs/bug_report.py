"""A bug: an exception nobody expected, with all that whoever mends it needs to know."""

from __future__ import annotations

import platform
import sys
import traceback
from dataclasses import dataclass
from importlib import metadata

import PySide6
from PySide6.QtCore import qVersion


@dataclass(frozen=True, slots=True)
class BugReport:
    """What went wrong inside Coffer: one line for a person, and the text to hand on."""

    summary: str
    details: str


def describe_bug(error: BaseException, doing: str = "") -> BugReport:
    """Make a report of an exception: what was being done, versions, traceback."""
    summary = f"{type(error).__name__}: {error}".strip().removesuffix(":")
    lines = [
        f"Coffer {coffer_version()}, Python {platform.python_version()}, Qt {qVersion()}, PySide6 {PySide6.__version__}",
        f"{platform.platform()}{', built program' if getattr(sys, 'frozen', False) else ''}",
        *([f"While: {doing}"] if doing else []),
        "",
        "".join(traceback.format_exception(error)).rstrip(),
    ]
    return BugReport(summary.splitlines()[0], "\n".join(lines))


def coffer_version() -> str:
    """The version of this program."""
    try:
        return metadata.version("coffer")
    except metadata.PackageNotFoundError:
        return "of this source tree"
