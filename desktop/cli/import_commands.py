"""The commands that bring files into a vault, and those that tell what became of them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from desktop.application.job import JobContext
from desktop.application.ports import LedgerQuery
from desktop.application.services import Services
from desktop.cli import text
from desktop.cli.session import Command, Output, Session
from desktop.cli.shapes import Json, error_shape, job_shape, ledger_shape, reconversion_shape, row_shape
from desktop.domain.errors import Cancelled, CofferError, StorageProblem, UsageError
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import Ledger, LedgerRow, Outcome

_ALL = 2**31 - 1
_SOON = 500
"""Chunks that are embedded before a person wonders what goes on."""
_MAY_STOP = "Ctrl-C stops it and keeps what is done; the next import or reindex goes on."


@dataclass(frozen=True, slots=True)
class Caught:
    """What became of a backlog that was worked off after something else: as JSON, as a notice, and whether the vault could take it."""

    shape: Json
    notice: str = ""
    stored: bool = True


def import_files(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Import files, or go on with imports that were stopped; then read scans, find entities, and give every chunk its vector."""
    if bool(arguments.paths) == arguments.resume:
        raise UsageError("Say which files to import, or --resume to go on with what was stopped.")
    with session.writing() as services:
        services.maintenance.synchronise(session.context)
        ledger = _resume(session.context, services, arguments) if arguments.resume else _import(session.context, services, arguments)
        yield followed_up(session.context, services, ledger, arguments.paths)


def followed_up(context: JobContext, services: Services, ledger: Ledger, given: Sequence[Path] = ()) -> Output:
    """What came of an import once its backlogs are worked off; `given` are the paths as the person gave them."""
    caught = catch_up(context, services)
    ledger = _as_kept(services, ledger, given)
    shape = ledger_shape(ledger) | {"job": ledger.job, **_caught_shape(caught)}
    failed = not all(each.stored for each in caught.values()) or ledger.totals()[Outcome.FAILED] > 0
    return Output(shape, text.ledger_text(ledger, _notice(caught)), failed)


def catch_up(context: JobContext, services: Services) -> dict[str, Caught]:
    """Read scans, find mentions, and give every chunk its vector; by the names that the JSON has for them."""
    return {
        "recognition": recognise(context, services),
        "extraction": extract_entities(context, services),
        "vectors": embed(context, services),
    }


def _notice(caught: Mapping[str, Caught]) -> str:
    return " ".join(filter(None, (each.notice for each in caught.values())))


def _caught_shape(caught: Mapping[str, Caught]) -> Json:
    return {name: each.shape for name, each in caught.items()} | {"notice": _notice(caught)}


def reconvert(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Convert the originals of documents again; then read scans, and give every chunk its vector."""
    with session.writing() as services:
        services.maintenance.synchronise(session.context)
        report = services.reconversion.convert_again(
            session.context,
            arguments.document_ids,
            discard_edits=arguments.discard_edits,
            passwords=_passwords(arguments.password_file),
        )
        caught = catch_up(session.context, services)
    failed = bool(report.refused) or not all(each.stored for each in caught.values())
    yield Output(reconversion_shape(report) | _caught_shape(caught), text.reconversion_text(report, _notice(caught)), failed)


def imports(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List the imports, or give up one that was stopped."""
    if arguments.give_up:
        yield from _give_up(session, arguments.give_up)
        return
    with session.reading() as services:
        case = " ".join(arguments.case.split())
        jobs = services.library.jobs(case)
    yield Output({"imports": [job_shape(job) for job in jobs]}, text.jobs_text(jobs, case))


def _give_up(session: Session, job: str) -> Iterator[Output]:
    with session.writing() as services:
        given_up = services.importer.abandon(job)
    yield Output(ledger_shape(given_up) | {"job": job}, text.ledger_text(given_up, ""))


def link(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Say that one document succeeds another."""
    with session.writing() as services:
        services.importer.link_versions(arguments.old, arguments.new)
    yield Output({"linked": [arguments.old, arguments.new]}, f"{arguments.new} succeeds {arguments.old}.")


def unlink(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Say that one document does not succeed another."""
    with session.writing() as services:
        services.importer.unlink_versions(arguments.old, arguments.new)
    yield Output({"unlinked": [arguments.old, arguments.new]}, f"{arguments.new} no longer succeeds {arguments.old}.")


def ledger(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Show what became of files, those of the newest import first."""
    case = " ".join(arguments.case.split())
    query = LedgerQuery(arguments.job or "", tuple(arguments.outcome), text=arguments.text or "", limit=_ALL, case=case)
    with session.reading() as services:
        rows = services.library.ledger(query)
        elsewhere = services.library.count_ledger(replace(query, case="")) - len(rows) if case else 0
    shape = {"files": [row_shape(row) for row in rows], "of_other_cases": elsewhere}
    yield Output(shape, "\n".join(filter(None, (text.rows_text(rows), text.elsewhere_text(elsewhere)))))


def embed(context: JobContext, services: Services) -> Caught:
    """Give every chunk its vector; where that takes a while, say what can be done meanwhile."""
    waiting = services.backlog.pending()
    if waiting > _SOON:
        _tell(f"{waiting:,} passages can be found by their words now, and by meaning when this is done. {_MAY_STOP}")

    def work() -> Json:
        report = services.backlog.embed_pending(context)
        return {"embedded": report.embedded, "remaining": report.remaining}

    stopped = "Stopped before all vectors were made; the next import or reindex goes on."
    return _worked_off(work, services.backlog.pending, stopped, "Searchable by keyword only")


def extract_entities(context: JobContext, services: Services) -> Caught:
    """Find entities and relations in the documents that wait for it."""

    def work() -> Json:
        report = services.extraction.extract_pending(context)
        return {"extracted": report.extracted, "failed": list(report.failed), "remaining": report.remaining}

    stopped = "Stopped before all entities were found; the next import or reindex goes on."
    return _worked_off(work, services.extraction.pending, stopped, "Entities were not looked for")


def recognise(context: JobContext, services: Services) -> Caught:
    """Read the pages that have no text of their own; that takes seconds a page, so it is said what can be done meanwhile."""
    waiting = services.recognition.pending()
    if waiting:
        pages = f"{waiting:,} scanned pages are" if waiting > 1 else "A scanned page is"
        _tell(f"{pages} read now; everything else can be found by its words already. {_MAY_STOP}")

    def work() -> Json:
        report = services.recognition.read_pending(context)
        return {"pages": report.pages, "with_text": report.with_text, "failed": report.failed, "remaining": report.remaining}

    stopped = "Stopped before all scanned pages were read; the next import goes on."
    return _worked_off(work, services.recognition.pending, stopped, "Scanned pages were not read")


def _tell(sentence: str) -> None:
    print(f"coffer: {sentence}", file=sys.stderr)


def _worked_off(work: Callable[[], Json], pending: Callable[[], int], stopped: str, failing: str) -> Caught:
    try:
        return Caught(work())
    except Cancelled:
        return Caught({"remaining": pending()}, stopped)
    except CofferError as error:
        notice = f"{failing}: {error.message} {error.hint}".strip()
        return Caught({"remaining": pending(), **error_shape(error)}, notice, not isinstance(error, StorageProblem))


def _import(context: JobContext, services: Services, arguments: argparse.Namespace) -> Ledger:
    update = True if arguments.update else False if arguments.keep_both else None
    options = ImportOptions(arguments.tlp, tuple(arguments.tag), update, _passwords(arguments.password_file))
    return services.importer.import_paths(context, arguments.paths, options)


def _resume(context: JobContext, services: Services, arguments: argparse.Namespace) -> Ledger:
    """Go on with every import that was stopped, the oldest first; their rows together."""
    rows: list[LedgerRow] = []
    seconds, job = 0.0, ""
    for each in reversed(services.importer.unfinished()):
        resumed = services.importer.resume(context, each.id, _passwords(arguments.password_file))
        rows += resumed.rows
        seconds, job = seconds + resumed.seconds, resumed.job
        if context.cancel.cancelled:
            break
    return Ledger(tuple(rows), round(seconds, 3), job)


def _passwords(path: Path | None) -> tuple[str, ...]:
    """A password a line; they stand in a file because a command line is seen by every process of the machine."""
    if path is None:
        return ()
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}.", "It must be UTF-8 text, one password a line.") from error
    return tuple(dict.fromkeys(line for line in lines if line))


def _as_kept(services: Services, ledger: Ledger, given: Sequence[Path]) -> Ledger:
    """The rows as the vault keeps them by now, with the paths as they were given."""
    kept: dict[tuple[str, str], LedgerRow] = {}
    for job in {row.job for row in ledger.rows if row.job}:
        kept |= {(job, row.path): row for row in services.library.ledger(LedgerQuery(job=job, limit=_ALL))}
    rows = (kept.get((row.job, row.path), row) for row in ledger.rows)
    prefixes = sorted(((os.path.abspath(path), str(path)) for path in given), key=lambda each: len(each[0]), reverse=True)  # noqa: PTH100
    return replace(ledger, rows=tuple(replace(row, path=_as_given(row.path, prefixes)) for row in rows))


def _as_given(path: str, prefixes: Sequence[tuple[str, str]]) -> str:
    for absolute, given in prefixes:
        if path == absolute or path.startswith((f"{absolute.rstrip('/')}/", f"{absolute}!/")):
            rest = path[len(absolute.rstrip("/")) :]
            return f"{given.rstrip('/')}{rest}" if given != "." else rest.lstrip("/") or given
    return path


IMPORT_COMMANDS: dict[str, Command] = {
    "import": import_files,
    "imports": imports,
    "ledger": ledger,
    "link": link,
    "unlink": unlink,
    "reconvert": reconvert,
}
