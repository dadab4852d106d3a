"""The commands: each takes a session and its arguments, and yields what it has to say."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict, replace

from desktop.application import doctor as the_doctor
from desktop.cli import text
from desktop.cli.backup_commands import BACKUP_COMMANDS
from desktop.cli.batch import each
from desktop.cli.bundle_commands import BUNDLE_COMMANDS
from desktop.cli.document_commands import DOCUMENT_COMMANDS
from desktop.cli.embedder_command import embedder
from desktop.cli.exchange_commands import EXCHANGE_COMMANDS
from desktop.cli.extract_command import extract
from desktop.cli.graph_commands import GRAPH_COMMANDS
from desktop.cli.import_commands import IMPORT_COMMANDS, embed, extract_entities
from desktop.cli.lexicon_commands import LEXICON_COMMANDS
from desktop.cli.marking_commands import MARKING_COMMANDS
from desktop.cli.memory_commands import MEMORY_COMMANDS
from desktop.cli.model_command import model
from desktop.cli.pack_commands import PACK_COMMANDS
from desktop.cli.provider_command import provider, unlock
from desktop.cli.report_command import REPORT_COMMANDS
from desktop.cli.sample_command import SAMPLE_COMMANDS
from desktop.cli.search_commands import SEARCH_COMMANDS, filters_of, query_of
from desktop.cli.session import Command, Output, Session
from desktop.cli.shapes import Json, answer_shape, result_shape
from desktop.cli.thread_commands import ask_in_thread, threads
from desktop.cli.watched_command import watched
from desktop.domain.passage import Mode


def init(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Make an empty vault."""
    folder = arguments.folder.expanduser().absolute()
    session.opener.create(folder)
    yield Output({"vault": str(folder)}, f"Made an empty vault in {folder}.")


def search(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Find passages for one query, or for each line of a batch."""
    with session.reading() as services:
        asked = query_of(services, arguments)
        if arguments.batch is not None and asked.mode not in (Mode.GREP, Mode.KEYWORD):
            services.searcher.prepare(session.context)

        def find(query: str) -> tuple[Json, str]:
            result = services.searcher.search(session.context, replace(asked, text=query))
            return result_shape(result), text.result_text(result)

        yield from each(session, arguments.query, arguments.batch, "query", find)


def ask(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Answer one question, or each line of a batch."""
    if arguments.keep or arguments.thread:
        yield ask_in_thread(session, arguments)
        return
    with session.writing() if arguments.provider else session.reading() as services:
        if arguments.provider:
            unlock(services.models.providers())
        filters, use_model = filters_of(arguments), not arguments.no_model
        if arguments.batch is not None:
            services.searcher.prepare(session.context)

        def answer(question: str) -> tuple[Json, str]:
            given = services.answerer.ask(session.context, question, use_model=use_model, filters=filters, about=arguments.about)
            return answer_shape(given), text.answer_text(given)

        yield from each(session, arguments.question, arguments.batch, "question", answer)


def reindex(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Bring the index in line with the files, then find entities, and give every chunk its vector."""
    with session.writing() as services:
        report = services.maintenance.reindex(session.context, full=arguments.full)
        entities = extract_entities(session.context, services)
        vectors = embed(session.context, services)
    notice = " ".join(filter(None, (entities.notice, vectors.notice)))
    counted = f"{report.documents} documents, {report.facts} facts, {report.chunks} chunks"
    said = f"{counted}; {report.removed} removed; {report.seconds:.1f} s."
    shape = asdict(report) | {"extraction": entities.shape, "vectors": vectors.shape, "notice": notice}
    yield Output(shape, f"{said} {notice}".strip(), failed=not (entities.stored and vectors.stored))


def verify(session: Session, _arguments: argparse.Namespace) -> Iterator[Output]:
    """Check files against index, hashes, audit chain and database."""
    with session.reading() as services:
        problems = services.maintenance.verify(session.context)
    said = "\n".join(problems) or "Files, index, hashes and audit chain agree."
    yield Output({"ok": not problems, "problems": list(problems)}, said, failed=bool(problems))


def doctor(session: Session, _arguments: argparse.Namespace) -> Iterator[Output]:
    """Run the whole line in a temporary vault."""
    checks = the_doctor.examine(session.context, session.opener)
    sound = all(check.ok for check in checks)
    said = "\n".join(f"{'ok  ' if check.ok else 'FAIL'} {check.name}: {check.detail}" for check in checks)
    yield Output({"ok": sound, "checks": [asdict(check) for check in checks]}, said, failed=not sound)


def offline(session: Session, _arguments: argparse.Namespace) -> Iterator[Output]:
    """Have every part reach for a network, and see it refused."""
    trials = session.opener.offline.try_out(session.context)
    attempts = session.opener.offline.attempts()
    kept_off = all(trial.refused for trial in trials)
    said = "\n".join(f"{'ok  ' if trial.refused else 'FAIL'} {trial.component}: {trial.detail}" for trial in trials)
    shape = {"ok": kept_off, "attempts": [asdict(each) for each in attempts], "trials": [asdict(each) for each in trials]}
    yield Output(shape, said, failed=not kept_off)


COMMANDS: dict[str, Command] = {
    "init": init,
    **IMPORT_COMMANDS,
    "watched": watched,
    **DOCUMENT_COMMANDS,
    **GRAPH_COMMANDS,
    **EXCHANGE_COMMANDS,
    **LEXICON_COMMANDS,
    **PACK_COMMANDS,
    **SAMPLE_COMMANDS,
    "search": search,
    "ask": ask,
    "threads": threads,
    **SEARCH_COMMANDS,
    **MEMORY_COMMANDS,
    **MARKING_COMMANDS,
    **BACKUP_COMMANDS,
    **REPORT_COMMANDS,
    **BUNDLE_COMMANDS,
    "extract": extract,
    "model": model,
    "provider": provider,
    "embedder": embedder,
    "reindex": reindex,
    "verify": verify,
    "doctor": doctor,
    "offline": offline,
}
