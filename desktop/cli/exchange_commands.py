"""The command `stix`: bundles in and out."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict

from desktop.application.exchange.stix_exchange import ExchangeReport, ExportChoice
from desktop.cli.session import Command, Output, Session
from desktop.cli.shapes import Json
from desktop.domain.leaving import Exit
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters

_REASONS = 20


def stix(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Take bundles in, or write one."""
    yield from {"import": import_bundles, "export": export_bundle}[arguments.direction](session, arguments)


def import_bundles(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Take in STIX bundles and MISP events."""
    with session.writing() as services:
        report = services.graph.exchange.import_files(session.context, arguments.files, arguments.tlp)
    yield Output(_shape(report), _text(report, "read"))


def export_bundle(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Write a STIX 2.1 bundle."""
    filters = Filters(tags=tuple(arguments.tag), documents=tuple(arguments.document))
    with session.writing() as services:
        limit = services.gate.limit(Exit.STIX, arguments.tlp_max)
        choice = ExportChoice(None if limit is Marking.RED and arguments.tlp_max is None else limit, filters)
        report = services.graph.exchange.export(session.context, arguments.file.absolute(), choice)
    yield Output(_shape(report), _text(report, "written"))


def _shape(report: ExchangeReport) -> Json:
    return asdict(report) | {name: list(getattr(report, name)) for name in ("changed", "dropped", "documents")}


def _text(report: ExchangeReport, done: str) -> str:
    lines = [f"{report.kept:,} of {report.objects:,} objects {done}."]
    for name, reasons in (("changed", report.changed), ("dropped", report.dropped)):
        lines += [f"{name}: {each}" for each in reasons[:_REASONS]]
        if len(reasons) > _REASONS:
            lines.append(f"{name}: and {len(reasons) - _REASONS:,} more, which --json lists")
    return "\n".join(lines)


EXCHANGE_COMMANDS: dict[str, Command] = {"stix": stix}
"""By the name that is typed."""
