"""The commands about facts."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any

from desktop.application.ports import FactQuery
from desktop.application.services import Services
from desktop.cli.batch import batch_lines
from desktop.cli.import_commands import embed
from desktop.cli.memory_shapes import event_shape, fact_shape, sheet_shape
from desktop.cli.memory_text import event_text, fact_line, sheet_text
from desktop.cli.session import Command, Output, Session
from desktop.domain.changes import Changes
from desktop.domain.errors import FactNotFound, UsageError
from desktop.domain.fact import FactDraft, FactStatus
from desktop.domain.marking import Marking

_TEXTS = ("name", "description", "type", "grade", "confidence", "subject", "relationship", "object", "valid_from", "valid_until")


def remember(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Keep what a person concluded, or each line of a batch."""
    if (arguments.text is None) == (arguments.batch is None):
        raise UsageError("Give either a text or --batch FILE.")
    with session.writing() as services:
        if arguments.batch is None:
            stored = services.memory.remember(_draft(vars(arguments) | {"text": arguments.text}))
            against = [each.id for each in services.memory.sheet(stored.fact.id).against]
            notice = embed(session.context, services).notice
            path = str(services.paths.fact(stored.fact.id))
            said = f"Remembered {stored.fact.id}." + (f" It seems to contradict {', '.join(against)}." if against else "")
            yield Output({"fact_id": stored.fact.id, "path": path, "contradicts": against}, f"{said} {notice}".strip())
            return
        lines = list(batch_lines(arguments.batch, "text"))
        kept = services.memory.remember_all([_draft(vars(arguments) | line) for _, line in lines])
        embed(session.context, services)
        for (number, line), stored in zip(lines, kept, strict=True):
            shape = {"id": line.get("id", number), "fact_id": stored.fact.id, "path": str(services.paths.fact(stored.fact.id))}
            yield Output(shape, f"Remembered {stored.fact.id}.")


def memory(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Everything else that is done with facts."""
    yield from _MEMORY_COMMANDS[arguments.memory_command](session, arguments)


def _list(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    query = FactQuery(
        text=arguments.text,
        view=arguments.view,
        tags=tuple(arguments.tag),
        types=tuple(arguments.type),
        grades=tuple(arguments.grade),
        entity=arguments.entity,
        known_on=arguments.known_on,
    )
    with session.reading() as services:
        rows = services.memory.rows(query)
        shapes = [fact_shape(services.memory.read(each.fact.id), services.paths, each) for each in rows] if session.json else []
    yield Output({"facts": shapes}, "\n".join(map(fact_line, rows)) or "There are no such facts.")


def _show(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    with session.reading() as services:
        sheet = services.memory.sheet(arguments.fact_id)
        yield Output(sheet_shape(services.memory.read(arguments.fact_id), sheet, services.paths), sheet_text(sheet))


def _disputes(session: Session, _arguments: argparse.Namespace) -> Iterator[Output]:
    with session.reading() as services:
        groups = services.memory.disputes()
    said = "\n\n".join("\n".join(f"{each.id}  {each.statement}  {each.grade or ''}".rstrip() for each in group) for group in groups)
    shape = {"disputes": [[{"fact_id": each.id, "name": each.name, "statement": each.statement} for each in group] for group in groups]}
    yield Output(shape, said or "No facts contradict each other.")


def _trash(session: Session, _arguments: argparse.Namespace) -> Iterator[Output]:
    with session.reading() as services:
        found = services.memory.trashed()
    lines = [f"{each.deleted_at}  {each.fact_id}  {each.name}" for each in found]
    yield Output({"trash": [asdict(each) for each in found]}, "\n".join(lines) or "No facts were forgotten.")


def _edit(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    with session.writing() as services:
        stored = services.memory.read(arguments.fact_id)
        said = {name: getattr(arguments, name) for name in _TEXTS if getattr(arguments, name) is not None}
        fact = replace(stored.fact, **said, tlp=arguments.tlp or stored.fact.tlp)
        tags = [tag for tag in dict.fromkeys((*fact.tags, *arguments.tag)) if tag not in arguments.untag]
        fact = replace(fact, tags=tuple(tags), negated=arguments.negated or fact.negated)
        text = stored.text if arguments.text is None else arguments.text
        changes = services.memory.edit(fact, text)
        if arguments.source:
            changes |= services.memory.source(fact.id, arguments.source)
        embed(session.context, services)
        yield _facts_output(services, changes, arguments.fact_id)


def _supersede(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    with session.writing() as services:
        changes = services.memory.supersede(arguments.old, arguments.new)
        shapes = [fact_shape(services.memory.read(each), services.paths) for each in (arguments.old, arguments.new)]
    said = "\n".join([f"{arguments.new} takes the place of {arguments.old}.", *changes.problems])
    yield Output({"facts": shapes, "problems": list(changes.problems)}, said, failed=bool(changes.problems))


def _forget(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    with session.writing() as services:
        shapes = [fact_shape(services.memory.read(each), services.paths) for each in dict.fromkeys(arguments.fact_ids)]
        changes = services.memory.forget(*arguments.fact_ids)
    said = "\n".join([*(f"Moved {each} to the vault's trash." for each in sorted(changes.facts)), *changes.problems])
    shape = shapes[0] if len(shapes) == 1 else {"facts": shapes}
    yield Output({**shape, "forgotten": sorted(changes.facts), "problems": list(changes.problems)}, said, failed=bool(changes.problems))


def _restore(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    with session.writing() as services:
        changes = services.memory.restore(*arguments.fact_ids)
        embed(session.context, services)
        yield _facts_output(services, changes, *arguments.fact_ids)


def _decide(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    status = FactStatus.ACCEPTED if arguments.memory_command == "accept" else FactStatus.REJECTED
    with session.writing() as services:
        yield _facts_output(services, services.memory.decide(arguments.fact_ids, status), *arguments.fact_ids)


def _keep(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    if len(set(arguments.fact_ids)) < 2:
        raise UsageError("Name at least two facts that hold beside each other.")
    with session.writing() as services:
        yield _facts_output(services, services.memory.keep_both(arguments.fact_ids), *arguments.fact_ids)


def _history(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    with session.reading() as services:
        events = services.fact_history.of(arguments.fact_id)
    said = "\n".join(map(event_text, events)) or "The log says nothing of it: it was written by hand and nobody touched it since."
    yield Output({"fact_id": arguments.fact_id, "history": list(map(event_shape, events))}, said)


def _undo(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    with session.writing() as services:
        changes = services.fact_history.undo(arguments.fact_id)
        embed(session.context, services)
        yield Output(
            {"changed": sorted(changes.facts), "problems": list(changes.problems)}, f"Taken back: {', '.join(sorted(changes.facts))}."
        )


def _revert(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    with session.writing() as services:
        changes = services.memory.put_back(arguments.fact_id, arguments.sha256)
        embed(session.context, services)
        yield _facts_output(services, changes, arguments.fact_id)


def _import(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    status = FactStatus.PROPOSED if arguments.propose else None
    with session.writing() as services:
        folder = arguments.folder.expanduser().absolute()
        rows = services.notes.import_folder(session.context, folder, tlp=arguments.tlp, tags=arguments.tag, status=status)
        notice = embed(session.context, services).notice
    totals = Counter(each.outcome for each in rows)
    remarks = [f"{each.outcome}: {each.path} ({each.reason})" for each in rows if each.reason]
    said = ", ".join(f"{count} {outcome}" for outcome, count in totals.items()) or "no notes"
    shape = {"files": [asdict(each) for each in rows], "totals": {each: totals[each] for each in ("imported", "duplicate", "failed")}}
    yield Output(shape, "\n".join(filter(None, [*remarks, said, notice])), failed=bool(totals["failed"]))


def _facts_output(services: Services, changes: Changes, *fact_ids: str) -> Output:
    """The facts as they are now; those that are still in the trash are told by the problems alone."""
    shapes = []
    for each in dict.fromkeys(fact_ids):
        try:
            shapes.append(fact_shape(services.memory.read(each), services.paths))
        except FactNotFound:
            continue
    shape: dict[str, Any] = shapes[0] if len(shapes) == 1 else {"facts": shapes}
    said = "\n".join([*(f"Changed {each}." for each in sorted(changes.facts)), *changes.problems]) or "Nothing had to be changed."
    return Output({**shape, "changed": sorted(changes.facts), "problems": list(changes.problems)}, said, failed=bool(changes.problems))


def _draft(values: dict[str, Any]) -> FactDraft:
    """A draft of options, or of a line of a batch, which may override them."""
    sources = values.get("source") or values.get("sources") or []
    tlp = values.get("tlp")
    return FactDraft(
        text=str(values["text"]),
        tlp=Marking.parse(tlp) if isinstance(tlp, str) else tlp,
        sources=tuple((each["document"], each["start"], each["end"]) if isinstance(each, dict) else tuple(each) for each in sources),
        tags=tuple(values.get("tag") or values.get("tags") or ()),
        negated=bool(values.get("negated")),
        status=FactStatus.PROPOSED if values.get("propose") else FactStatus.ACCEPTED,
        **{name: str(values[name]) for name in _TEXTS if values.get(name)},
    )


_MEMORY_COMMANDS: dict[str, Command] = {
    "list": _list,
    "show": _show,
    "disputes": _disputes,
    "trash": _trash,
    "edit": _edit,
    "supersede": _supersede,
    "forget": _forget,
    "restore": _restore,
    "accept": _decide,
    "reject": _decide,
    "keep": _keep,
    "history": _history,
    "undo": _undo,
    "revert": _revert,
    "import": _import,
}

MEMORY_COMMANDS: dict[str, Command] = {"remember": remember, "memory": memory}
