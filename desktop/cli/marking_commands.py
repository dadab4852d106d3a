"""The commands about what was done and what may leave."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict

from desktop.application.exit_trial import ExitTrial
from desktop.cli.session import Command, Output, Session
from desktop.domain.audit import AuditQuery


def audit(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Show what was done, or write it to a file."""
    query = AuditQuery(
        subject=arguments.subject or "",
        actions=tuple(arguments.action),
        actor=arguments.actor or "",
        since=arguments.since or "",
        until=arguments.until or "",
        text=arguments.text or "",
        limit=arguments.limit,
    )
    with session.reading() as services:
        if arguments.export is not None:
            written, held = services.audit.export(query, arguments.export.expanduser().absolute())
            said = f"{written} lines written." + (f" {held} held back by their markings." if held else "")
            yield Output({"written": written, "withheld": held, "path": str(arguments.export)}, said)
            return
        records = services.audit.records(query)
    lines = [f"{each.number}  {each.at}  {each.actor or '-'}  {each.action}  {each.subject}" for each in records]
    yield Output({"records": [asdict(each) for each in records]}, "\n".join(lines) or "The log has no such lines.")


def withheld(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Try what may leave, without letting anything out."""
    with session.reading() as services:
        trial = ExitTrial(services.library, services.memory, services.gate)
        ids, release = trial.examine(arguments.exit, arguments.ids, arguments.tlp_max)
    allowed = [ids[place] for place in release.allowed]
    shape = {
        "exit": release.exit.value,
        "limit": release.limit.value,
        "effective": release.marking.value,
        "allowed": allowed,
        "withheld": [{"id": each.name, "tlp": each.marking.value, "because": list(each.because)} for each in release.withheld],
    }
    said = [f"TLP:{each.marking}  {each.name}" for each in release.withheld]
    total = f"{len(allowed)} may leave by {release.exit} (limit TLP:{release.limit}), {len(said)} are held back."
    yield Output(shape, "\n".join([*said, total]))


MARKING_COMMANDS: dict[str, Command] = {"audit": audit, "withheld": withheld}
