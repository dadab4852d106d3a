"""The commands of threads: a question that begins one or goes on with it, and what is done with those that are kept."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict

from desktop.application.services import Services
from desktop.cli.provider_command import unlock
from desktop.cli.search_commands import filters_of
from desktop.cli.session import Output, Session
from desktop.cli.shapes import Json, answer_shape
from desktop.cli.text import answer_text
from desktop.domain.errors import UsageError
from desktop.domain.thread import Thread, ThreadHead


def ask_in_thread(session: Session, arguments: argparse.Namespace) -> Output:
    """Answer a question, and keep both in a thread: a new one, or the one that is named."""
    if arguments.batch is not None or not arguments.question:
        raise UsageError("A thread is gone on with by one question at a time.", "Give one question, and no batch.")
    with session.writing() as services:
        if arguments.provider:
            unlock(services.models.providers())
        begun = arguments.thread or services.desk.threads.begin(arguments.question)
        about = arguments.about or (services.desk.threads.read(begun).about if arguments.thread else ())
        filters, use_model = filters_of(arguments), not arguments.no_model
        answer = services.answerer.ask(session.context, arguments.question, use_model=use_model, filters=filters, about=about)
        head = services.desk.threads.keep(begun, answer, filters.tags)
    return Output({**answer_shape(answer), "thread": _head_shape(head)}, f"{answer_text(answer)}\n\nKept in the thread {head.id}.")


def threads(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List the threads (of a case, if one is named), show, remove and bring them back."""
    if arguments.action == "list":
        with session.reading() as services:
            heads = services.desk.threads.all(tuple(filter(None, (arguments.case.strip(),))))
        said = "\n".join(f"{each.updated_at}  {each.id}  TLP:{each.tlp}  {each.title}" for each in heads)
        yield Output({"threads": [_head_shape(each) for each in heads]}, said or "No question was kept.")
        return
    if not arguments.ids:
        raise UsageError("Which threads? Give their ids.", "`coffer threads list` lists those there are.")
    if arguments.action == "show":
        with session.reading() as services:
            for each in arguments.ids:
                yield _shown(services.desk.threads.read(each))
        return
    with session.writing() as services:
        yield _changed(services, arguments)


def _changed(services: Services, arguments: argparse.Namespace) -> Output:
    desk, removes = services.desk.threads, arguments.action == "remove"
    changes = (desk.forget if removes else desk.restore)(*dict.fromkeys(arguments.ids))
    done = sorted(changes.threads)
    said = f"{len(done)} {'moved to the trash' if removes else 'brought back'}."
    shape = {"removed" if removes else "restored": done, "problems": list(changes.problems)}
    return Output(shape, "\n".join([*changes.problems, said]), failed=bool(changes.problems))


def _shown(thread: Thread) -> Output:
    turns = [{"asked_at": each.asked_at, **answer_shape(each.answer)} for each in thread.turns]
    shape = {**_head_shape(thread.head), "turns": turns, "warnings": list(thread.warnings)}
    said = [f"{each.asked_at}  {each.answer.question}\n{answer_text(each.answer)}" for each in thread.turns]
    return Output(shape, "\n\n".join([f"{thread.head.title}  (TLP:{thread.head.tlp})", *thread.warnings, *said]))


def _head_shape(head: ThreadHead) -> Json:
    return asdict(head)
