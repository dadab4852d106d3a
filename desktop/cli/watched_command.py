"""The command about watched folders: which they are, and what is new in them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import sleep

from desktop.application.ingest.watching import AT_REST, is_there
from desktop.application.job import JobContext
from desktop.application.services import Services
from desktop.cli.import_commands import followed_up
from desktop.cli.session import Output, Session
from desktop.domain.errors import UsageError
from desktop.domain.ledger import Ledger

_A_LITTLE = 0.1


def watched(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List the watched folders, change which they are, or import once what is new or changed in them."""
    if bool(arguments.folders) != (arguments.action in ("add", "remove")):
        raise UsageError("Name the folders to add or to remove; `list` and `run` take none.")
    yield from {"list": _list, "add": _add, "remove": _remove, "run": _run}[arguments.action](session, arguments)


def _list(session: Session, _arguments: argparse.Namespace) -> Iterator[Output]:
    with session.reading() as services:
        folders = services.watched.folders
    yield _output(folders)


def _add(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    with session.writing() as services:
        added = [folder.expanduser().absolute() for folder in arguments.folders]
        absent = next((folder for folder in added if not folder.is_dir()), None)
        if absent is not None:
            raise UsageError(f"{absent} is not a folder.", "Name a folder that is there.")
        yield _keep(services, list(dict.fromkeys([*services.watched.folders, *added])))


def _remove(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    with session.writing() as services:
        removed = [folder.expanduser().absolute() for folder in arguments.folders]
        unknown = next((folder for folder in removed if folder not in services.watched.folders), None)
        if unknown is not None:
            raise UsageError(f"{unknown} is not watched.", "`coffer watched list` shows the folders that are.")
        yield _keep(services, [folder for folder in services.watched.folders if folder not in removed])


def _run(session: Session, _arguments: argparse.Namespace) -> Iterator[Output]:
    with session.writing() as services:
        if not services.watched.folders:
            raise UsageError("No folder is watched.", "`coffer watched add FOLDER` makes one.")
        services.maintenance.synchronise(session.context)
        ledger = _scan_twice(session.context, services)
        yield followed_up(session.context, services, ledger)


def _scan_twice(context: JobContext, services: Services) -> Ledger:
    """What is at rest between two looks; what somebody still writes by then is left for the next time."""
    first = services.watched.scan(context)
    if not services.watched.settling:
        return first
    sleep(AT_REST + _A_LITTLE)
    second = services.watched.scan(context)
    return Ledger((*first.rows, *second.rows), round(first.seconds + second.seconds, 3), second.job or first.job)


def _keep(services: Services, folders: Sequence[Path]) -> Output:
    services.change_setting("imports", "watched_folders", [str(folder) for folder in folders])
    return _output(folders)


def _output(folders: Sequence[Path]) -> Output:
    there = {folder: is_there(folder) for folder in folders}
    lines = [f"{folder}{'' if found else ' (not there)'}" for folder, found in there.items()]
    shape = {"watched": [{"folder": str(folder), "missing": not found} for folder, found in there.items()]}
    return Output(shape, "\n".join(lines) or "No folder is watched.")
