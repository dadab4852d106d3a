"""The command `sample`: a vault with three reports, and facts about them, to look around in."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace

from desktop.cli.import_commands import followed_up
from desktop.cli.session import Command, Output, Session


def sample(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Make a vault and fill it with the sample case."""
    folder = arguments.folder.expanduser().absolute()
    session.opener.create(folder)
    with replace(session, vault=folder).writing() as services:
        filled = services.sample.fill(session.context)
        imported = followed_up(session.context, services, filled.ledger)
    said = f"{imported.text}\n{len(filled.facts)} facts. Look at it with: coffer --vault '{folder}'"
    yield replace(imported, shape={"vault": str(folder), "facts": sorted(filled.facts)} | imported.shape, text=said)


SAMPLE_COMMANDS: dict[str, Command] = {"sample": sample}
"""By the name that is typed."""
