"""The command `embedder`: the model by which a vault is searched by meaning, and another one instead."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from desktop.cli.session import Output, Session
from desktop.domain.embedding_model import VectorState
from desktop.domain.errors import UsageError


def embedder(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Say which model makes the vectors; use another folder with one, or the one that comes with Coffer again."""
    if arguments.action == "show":
        with session.reading() as services:
            state = services.backlog.state()
        yield Output(asdict(state), _said(state))
        return
    if arguments.action == "use" and not arguments.folder:
        raise UsageError("Which model? Give the folder that it is in.", "It holds a .onnx file, tokenizer.json and config.json.")
    with session.writing() as services:
        folder = _source(arguments.folder) if arguments.action == "use" else ""
        described = services.models.describe_embedder(services.paths.packs / folder) if folder else None
        services.change_setting("index", "embedder", folder)
    name = f"{described.name} ({described.dimensions} numbers, {described.manner})" if described else "the one that comes with Coffer"
    shape = {"embedder": folder, "identity": described.identity if described else None}
    yield Output(shape, f"Vectors will be made by {name}. `coffer reindex` makes them; those of the model before serve until then.")


def _source(given: str) -> str:
    """A folder that is there as its whole path; any other name is one in the vault's packs."""
    folder = Path(given).expanduser()
    return str(folder.absolute()) if folder.is_dir() else given


def _said(state: VectorState) -> str:
    if not state.wanted:
        return "There is no embedding model; keyword search and grep work."
    if state.changing:
        waiting = f"{state.waiting:,} chunks still wait for vectors of {state.wanted}."
        return f"Searched by {state.serving} until those of the other model are made. {waiting}"
    return f"{state.wanted}; {state.waiting:,} chunks wait for vectors."
