"""The commands about backups."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from desktop.application.exchange.backup import DrillReport
from desktop.cli.session import Command, Output, Session


def backup(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Write the whole vault into one file, and try whether it can be restored."""
    target = arguments.file.expanduser().absolute()
    backups = session.opener.backups()
    if arguments.drill:
        report = backups.drill(session.context, target)
        yield _told(report, target, "Restored for trial")
        return
    with session.writing() as services:
        manifest = backups.write(services.paths.root, target)
    shape = {"path": str(target), "files": len(manifest.files), "documents": manifest.count("docs")}
    yield Output(shape, f"{len(manifest.files)} files written to {target}. `coffer backup --drill {target}` tries to restore it.")


def restore(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Make a vault of a backup."""
    folder = arguments.folder.expanduser().absolute()
    report = session.opener.backups().restore(session.context, arguments.file.expanduser().absolute(), folder)
    yield _told(report, folder, "Restored")


def _told(report: DrillReport, place: Path, done: str) -> Output:
    said = f"{done}: {report.files} files, {report.documents} documents, {report.facts} facts."
    shape = asdict(report) | {"problems": list(report.problems), "path": str(place), "ok": not report.problems}
    return Output(shape, "\n".join([*report.problems, said]), failed=bool(report.problems))


BACKUP_COMMANDS: dict[str, Command] = {"backup": backup, "restore": restore}
