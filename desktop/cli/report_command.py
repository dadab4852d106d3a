"""The command `report`."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from desktop.application.services import Services
from desktop.cli.session import Command, Output, Session
from desktop.domain.errors import UsageError
from desktop.domain.fact import FOLDER as FACTS
from desktop.domain.fact import indexed_id
from desktop.domain.report import Report, ReportRequest, answer_of
from desktop.domain.thread import FOLDER as THREADS


def report(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Write a report, or tell what would be in it."""
    target = None if arguments.dry_run else arguments.file.expanduser().absolute()
    with session.reading() if target is None else session.writing() as services:
        items = _items(services, arguments)
        request = ReportRequest(items, arguments.title, arguments.template, arguments.summary, arguments.tlp_max)
        made = services.reports.compose(session.context, request)
        if target is not None:
            services.reports.write(made, target, arguments.format)
    yield Output(_shape(made, request, target), _text(made, target))


def _items(services: Services, arguments: argparse.Namespace) -> tuple[str, ...]:
    """What was named; where nothing was, every fact that holds, of the case that is worked on."""
    answers = [each if each.startswith(THREADS) else THREADS + each for each in arguments.answer]
    wrong = next((each for each in answers if answer_of(each) is None), None)
    if wrong is not None:
        raise UsageError(f"{wrong.removeprefix(THREADS)!r} names no answer.", "Write the thread's id, # and the answer's number.")
    facts = [each if each.startswith(FACTS) else indexed_id(each) for each in arguments.fact]
    graphs = [services.reports.graph_item(each) for each in arguments.graph]
    if not facts and not answers and not graphs:
        facts = [each.name for each in services.reports.choices(arguments.case) if each.name.startswith(FACTS)]
    return (*facts, *answers, *graphs)


def _shape(made: Report, request: ReportRequest, target: Path | None) -> dict[str, object]:
    return {
        "path": str(target) if target else None,
        "title": made.title,
        "template": request.template,
        "tlp": made.marking.value,
        "limit": made.limit.value,
        "items": made.items,
        "sources": made.sources,
        "withheld": [{"name": each.name, "tlp": each.marking.value, "because": list(each.because)} for each in made.withheld],
        "markdown": made.marked_text if made.items else "",
    }


def _text(made: Report, target: Path | None) -> str:
    held = [f"held back, TLP:{each.marking}: {each.name}" for each in made.withheld]
    where = f"written to {target}" if target else "not written"
    said = f"{made.contents}, TLP:{made.marking} (limit TLP:{made.limit}), {where}."
    return "\n".join([*held, said])


REPORT_COMMANDS: dict[str, Command] = {"report": report}
