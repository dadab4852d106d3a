"""The commands about documents that are in a vault, and about its trash."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict

from desktop.application.ports import DocumentQuery
from desktop.cli import text
from desktop.cli.session import Command, Output, Session
from desktop.cli.shapes import document_shape, summary_shape
from desktop.domain.errors import UsageError
from desktop.domain.source import SourceCondition


def documents(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List the documents."""
    with session.reading() as services:
        rows = services.library.rows(DocumentQuery(parent=arguments.parent, tags=tuple(arguments.tag)))
    yield Output({"documents": [summary_shape(row) for row in rows]}, text.documents_text(rows))


def show(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Print documents."""
    with session.reading() as services:
        for document_id in arguments.document_ids:
            stored = services.library.read(document_id)
            yield Output(document_shape(stored), stored.body)


def delete(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Move a document to the trash."""
    with session.writing() as services:
        services.library.delete(arguments.document_id)
    yield Output({"deleted": arguments.document_id}, f"Moved {arguments.document_id} to the vault's trash.")


def rename(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Give a document another title."""
    with session.writing() as services:
        services.library.rename(arguments.document_id, arguments.title)
    yield Output({"renamed": arguments.document_id}, f"{arguments.document_id} has its new title; its id stays.")


def update(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Mark, grade and tag documents."""
    if arguments.tlp is None and arguments.grade is None and not arguments.tag and not arguments.untag:
        raise UsageError("There is nothing to change.", "Name at least one of --tlp, --grade, --tag and --untag.")
    with session.writing() as services:
        changes = services.library.update(
            arguments.document_ids, tlp=arguments.tlp, grade=arguments.grade, add_tags=arguments.tag, remove_tags=arguments.untag
        )
    updated = sorted(changes.documents)
    said = "\n".join([*changes.problems, f"{len(updated)} changed."])
    yield Output({"updated": updated, "problems": list(changes.problems)}, said, failed=bool(changes.problems))


def sources(session: Session, _arguments: argparse.Namespace) -> Iterator[Output]:
    """Look whether the files that documents were made from are still what they were."""
    with session.reading() as services:
        states = services.maintenance.check_sources(session.context)
    said = [f"{each.state:<10}  {each.path}  ({each.document_id})" for each in states if each.state is not SourceCondition.UNCHANGED]
    summary = f"{len(states)} files looked at, {len(states) - len(said)} unchanged."
    yield Output({"sources": [asdict(each) for each in states]}, "\n".join([*said, summary]))


def trash(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List the trash, bring documents back from it, or empty it."""
    yield from {"list": _list_trash, "restore": _restore, "empty": _empty_trash}[arguments.action](session, arguments)


def _list_trash(session: Session, _arguments: argparse.Namespace) -> Iterator[Output]:
    with session.reading() as services:
        found = services.library.trashed()
    lines = [f"{each.deleted_at}  {each.document_id}  {each.title}" for each in found]
    yield Output({"trash": [asdict(each) for each in found]}, "\n".join(lines) or "The trash is empty.")


def _restore(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    if not arguments.document_ids:
        raise UsageError("Say which documents to bring back.", "`coffer trash list` shows their ids.")
    asked = dict.fromkeys(arguments.document_ids)
    with session.writing() as services:
        changes = services.library.restore(*asked)
    restored = [each for each in asked if each in changes.documents]
    said = "\n".join([*changes.problems, f"{len(restored)} brought back."])
    yield Output({"restored": restored, "problems": list(changes.problems)}, said, failed=bool(changes.problems))


def _empty_trash(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    with session.writing() as services:
        removed = services.library.empty_trash(arguments.document_ids or None)
    yield Output({"removed": removed}, f"{removed} documents removed for good.")


DOCUMENT_COMMANDS: dict[str, Command] = {
    "documents": documents,
    "show": show,
    "delete": delete,
    "rename": rename,
    "update": update,
    "sources": sources,
    "trash": trash,
}
