"""What an archive's reader tells of the archive, beside the members it takes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from desktop.domain.conversion import Member

CUT_OFF = "The archive is damaged or ends too early: what stood behind the last file listed is missing."


@dataclass(frozen=True, slots=True)
class Listed:
    """A file in an archive; `size` and `modified` are what the archive says of it, as far as it does."""

    member: Member
    size: int | None = None
    modified: str = ""


@dataclass(slots=True)
class Contents:
    """Everything found in an archive, filled while it is read, so that what was found before a fault is known."""

    files: list[Listed] = field(default_factory=list)
    comment: str = ""
    warnings: list[str] = field(default_factory=list)
    cut: bool = False

    def add(self, member: Member, size: int | None = None, modified: str = "") -> None:
        """Note one file; where the archive does not say its size, that of what came out."""
        if size is None and member.path is not None:
            size = member.path.stat().st_size
        self.files.append(Listed(member, size, modified))

    def end_early(self, warning: str = CUT_OFF) -> None:
        """Note that the archive goes on, or went on once, where nothing more can be read."""
        self.warnings.append(warning)
        self.cut = True


def minute_of(seconds: float) -> str:
    """A time since 1970 to the minute; empty where it is none."""
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return ""
    return moment.strftime("%Y-%m-%d %H:%M UTC") if moment.year >= 1980 else ""
