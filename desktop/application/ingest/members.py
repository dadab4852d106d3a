"""What lies inside mails and archives: taken out into folders of the vault, accounted for one by one, removed when settled."""

from __future__ import annotations

import os
import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path, PurePosixPath

from desktop.application.ingest.allowances import Allowance
from desktop.application.ingest.candidates import Candidate, Place, printable
from desktop.application.ingest.gathering import inside, member_refusal
from desktop.application.ingest.reasons import NOT_OPENED_BY_ANY, refused_row
from desktop.application.ports import Conversion, Member
from desktop.application.settings import ImportSettings
from desktop.domain.errors import PasswordNeeded, StorageProblem
from desktop.domain.ledger import LedgerRow, Outcome

CONTAINER_FORMATS = frozenset(
    "7z bz2 cab cpio eml emlx gz iso jar mbox mht mhtml msg pst rar tar tbz2 tgz txz xz zip zst archive".split()  # noqa: SIM905
)
"""Formats of files that others may lie in."""


class Unpacking:
    """The folders that members are taken out into, each removed once all its members are settled."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._numbers = count(1)
        self._folders: dict[Place, Path] = {}
        self._left: defaultdict[Place, int] = defaultdict(int)

    def new_folder(self) -> Path:
        """An empty folder for one conversion; StorageProblem where there can be none. Any thread may call."""
        folder = self._root / str(next(self._numbers))
        try:
            folder.mkdir()
        except OSError as error:
            raise StorageProblem(
                f"No folder for what lies inside mails and archives could be made in the vault: {os.strerror(error.errno or 0)}.",
                "Check the disk that holds the vault, and whether there is room on it.",
            ) from error
        return folder

    def discard(self, folder: Path | None) -> None:
        """Remove a folder that nothing is wanted from."""
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def hold(self, container: Candidate, folder: Path | None, members: int) -> None:
        """Keep a container's folder until so many members of it are settled."""
        if folder is not None and members:
            self._folders[container.place] = folder
            self._left[container.place] = members
        else:
            self.discard(folder)

    def settle(self, member: Candidate) -> None:
        """Remove the bytes of a member that nobody needs any more."""
        container = member.place[:-1]
        if container in self._folders:
            with suppress(OSError):  # what cannot be removed now goes with the whole folder
                member.path.unlink(missing_ok=True)
            self._left[container] -= 1
            if not self._left[container]:
                self.discard(self._folders.pop(container))


def members_inside(
    container: Candidate, document_id: str, conversion: Conversion, folder: Path | None, allowance: Allowance, settings: ImportSettings
) -> Iterator[tuple[Candidate, LedgerRow | None]]:
    """Every member of a container as a candidate, with its row if it is not to be read."""
    taken: set[str] = set()
    for number, member in enumerate(conversion.members):
        name = _free_name(printable(member.name) or f"member {number + 1}", taken)
        candidate = Candidate(
            place=(*container.place, number),
            path=member.path or Path(),
            shown=inside(container.shown, name),
            name=PurePosixPath(printable(member.name)).name or name,
            parent=document_id,
        )
        yield candidate, _member_row(candidate, member, folder, allowance, settings)


def tell_wrong_passwords(members: Iterable[Member]) -> tuple[Member, ...]:
    """Members of a file that passwords were tried on; those that are locked all the same say so."""
    return tuple(
        replace(each, reason=f"{NOT_OPENED_BY_ANY} {each.reason}") if each.problem == PasswordNeeded.code else each for each in members
    )


def _member_row(
    candidate: Candidate, member: Member, folder: Path | None, allowance: Allowance, settings: ImportSettings
) -> LedgerRow | None:
    if reason := member_refusal(member.name):
        return refused_row(candidate, Outcome.SKIPPED, reason)
    if member.path is None:
        reason = member.reason or f"It lies deeper than {settings.max_depth} levels, the limit in the settings (imports.max_depth)."
        return refused_row(candidate, Outcome.FAILED if member.failed else Outcome.SKIPPED, reason, member.problem)
    if folder is None or not _lies_in(member.path, folder):
        return refused_row(
            candidate, Outcome.FAILED, "What was taken out of the archive for it is no file that may be read.", "unsafe_member"
        )
    if not allowance.take(member.path.stat().st_size):
        return refused_row(candidate, Outcome.SKIPPED, over_the_limits(settings))
    return None


def over_the_limits(settings: ImportSettings) -> str:
    """The reason for what is left inside because a file holds too much."""
    limits = f"{settings.max_members:,} members, {settings.max_unpacked_mb:,} MB or {settings.max_expansion} times its size"
    return (
        f"More came out of the file than {limits}, the limits in the settings (imports.max_members, max_unpacked_mb, max_expansion); "
        "unpack it and import what you need."
    )


def _lies_in(path: Path, folder: Path) -> bool:
    """Whether a path is a plain file below a folder: the worker that named it has read hostile bytes."""
    return path.is_file() and not path.is_symlink() and path.resolve().is_relative_to(folder.resolve())


def _free_name(name: str, taken: set[str]) -> str:
    """The name, numbered where another member has it."""
    path = PurePosixPath(name)
    free = name
    for number in count(2):
        if free not in taken:
            break
        free = f"{name.removesuffix(path.suffix)} ({number}){path.suffix}"
    taken.add(free)
    return free
