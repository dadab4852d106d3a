"""The command `model`: what a file of a language model states of itself, what it would need, and whether it follows the rules."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict

from desktop.application.answer.self_test import run_self_test
from desktop.cli.session import Output, Session
from desktop.domain.language_model import CONTEXT_TOKENS, ModelFile, Room, SelfTest, room_for

_MEGABYTE = 2**20
_ROOM = {Room.ENOUGH: "", Room.TIGHT: ": too much for this machine to stay quick", Room.TOO_LITTLE: ": more than there is"}


def model(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Describe a model file without loading it and, if that is wanted, test it."""
    desk = session.opener.models()
    path = arguments.file.expanduser() if arguments.file else desk.bundled
    described = desk.describe(session.context, path)
    shape = {**asdict(described), "path": str(path), "memory": described.memory(CONTEXT_TOKENS), "machine": desk.machine_bytes}
    lines = [_described(described), _needed(described, desk.machine_bytes)]
    if arguments.test:
        with closing(desk.generator(path)) as generator:
            tested = run_self_test(session.context, generator)
        shape["test"] = {"passed": tested.passed, "fit": tested.fit, "questions": [asdict(each) for each in tested.questions]}
        lines += ["", *_tested(tested)]
    yield Output(shape, "\n".join(lines))


def _described(file: ModelFile) -> str:
    said = [
        ("name", file.name),
        ("architecture", file.architecture),
        ("licence", file.licence),
        ("quantisation", file.quantisation),
        ("context", f"{file.context:,} tokens" if file.context else ""),
        ("chat template", "yes" if file.has_chat_template else "no: a common one is used"),
        ("size", f"{file.bytes / _MEGABYTE:,.0f} MB"),
        ("SHA-256", file.sha256),
    ]
    return "\n".join(f"{name}: {value or 'not stated'}" for name, value in said)


def _needed(file: ModelFile, machine: int) -> str:
    needed = file.memory(CONTEXT_TOKENS)
    return f"memory: about {needed / _MEGABYTE:,.0f} MB of {machine / _MEGABYTE:,.0f} MB{_ROOM[room_for(needed, machine)]}"


def _tested(tested: SelfTest) -> list[str]:
    said = [f"{'FAIL' if each.problem else 'ok  '} {each.question} {each.written} {each.problem}".rstrip() for each in tested.questions]
    verdict = "fit to compose answers" if tested.fit else "not fit to compose answers: they will mostly be sentences of the documents"
    return [*said, f"{tested.passed} of {len(tested.questions)}: {verdict}."]
