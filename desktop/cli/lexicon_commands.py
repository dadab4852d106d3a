"""The command `lexicon`: what the analyst decides about names."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from desktop.application.graph.decisions import Decision, Decisions
from desktop.cli.import_commands import extract_entities
from desktop.cli.session import Command, Output, Session
from desktop.cli.shapes import Json


def lexicon(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List decisions, make one, or take one back; then read again what it touches."""
    if arguments.decision == "list":
        with session.reading() as services:
            decided = services.graph.decisions.decided()
        yield Output({"decisions": [_shape(each) for each in decided]}, "\n".join(map(_line, decided)) or "Nothing was decided yet.")
        return
    with session.writing() as services:
        decision = _made(services.graph.decisions, arguments)
        entities = extract_entities(session.context, services)
    said = f"{'Taken back: ' if arguments.decision == 'undo' else ''}{decision.said}. {entities.notice}".strip()
    yield Output({"decision": _shape(decision), "extraction": entities.shape, "notice": entities.notice}, said, not entities.stored)


def _made(decisions: Decisions, arguments: argparse.Namespace) -> Decision:
    if arguments.decision == "allow":
        return decisions.allow(arguments.name, arguments.type)
    if arguments.decision == "deny":
        return decisions.deny(*arguments.values)
    if arguments.decision == "undo":
        return decisions.undo(arguments.number)
    deciding = {"same": decisions.merge, "distinct": decisions.split, "disputed": decisions.dispute}[arguments.decision]
    return deciding(arguments.name, arguments.other, arguments.note)


def _shape(decision: Decision) -> Json:
    return {
        "number": decision.number,
        "table": str(decision.table),
        "said": decision.said,
        "added": list(decision.added),
        "removed": list(decision.removed),
    }


def _line(decision: Decision) -> str:
    return f"{decision.number:>6}  {decision.said}"


LEXICON_COMMANDS: dict[str, Command] = {"lexicon": lexicon}
"""By the name that is typed."""
