"""The command `embedder`: the model by which a vault is searched by meaning, and another one instead."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from desktop.application.services import Services
from desktop.cli.provider_command import allow_provider, ask_key, try_provider
from desktop.cli.session import Output, Session
from desktop.domain.embedding_model import VectorState
from desktop.domain.errors import UsageError
from desktop.domain.provider import Provider, Purpose

_MAKES = "`coffer reindex` makes them; those of the model before serve until then."


def embedder(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Say which model makes the vectors; use another folder with one, a provider's, or the one that comes with Coffer again."""
    match arguments.action:
        case "show":
            with session.reading() as services:
                state = services.backlog.state()
            yield Output(asdict(state), _said(state))
        case "test":
            yield try_provider(session, _named(arguments), Purpose.VECTORS, asks_key=arguments.key)
        case "use":
            yield _used(session, arguments)
        case _:
            with session.writing() as services:
                services.change_setting("index", "embedder", "")
            yield Output({"embedder": "", "identity": None}, f"Vectors will be made by the one that comes with Coffer. {_MAKES}")


def _used(session: Session, arguments: argparse.Namespace) -> Output:
    if not arguments.source:
        raise UsageError(
            "Which model? Give the folder that it is in, or a provider's address and its model's name.",
            "A folder holds a .onnx file, tokenizer.json and config.json.",
        )
    provider = _provider(arguments)
    key = ask_key(wanted=provider is not None and arguments.key)
    with session.writing() as services:
        return _use_provider(services, provider, key) if provider else _use_folder(services, _source(arguments.source))


def _use_folder(services: Services, folder: str) -> Output:
    described = services.models.describe_embedder(services.paths.packs / folder)
    services.change_setting("index", "embedder", folder)
    name = f"{described.name} ({described.dimensions} numbers, {described.manner})"
    return Output({"embedder": folder, "identity": described.identity}, f"Vectors will be made by {name}. {_MAKES}")


def _use_provider(services: Services, provider: Provider, key: str | None) -> Output:
    allow_provider(services, provider, key, Purpose.VECTORS)
    services.change_setting("index", "embedder", provider.source)
    limit = services.settings.markings.remote_max
    said = (
        f"Vectors will be made by {provider.name}. Passages of documents and facts are sent there, and the words of every search by "
        f"meaning; nothing marked above TLP:{limit}, which is then found by its words only. {_MAKES}"
    )
    return Output({"embedder": provider.source, "identity": None, "limit": limit}, said)


def _named(arguments: argparse.Namespace) -> Provider:
    if provider := _provider(arguments):
        return provider
    raise UsageError("Which provider? Give its base address.", "Such as http://localhost:11434/v1.")


def _provider(arguments: argparse.Namespace) -> Provider | None:
    source = str(arguments.source)
    return Provider.of_source(f"{source}#{arguments.model}" if arguments.model else source)


def _source(given: str) -> str:
    """A folder that is there as its whole path; any other name is one in the vault's packs."""
    folder = Path(given).expanduser()
    return str(folder.absolute()) if folder.is_dir() else given


def _said(state: VectorState) -> str:
    if not state.wanted:
        return "There is no embedding model; keyword search and grep work."
    held = f" {state.withheld:,} chunks are marked above TLP:{state.limit}, which it is not given." if state.withheld else ""
    if state.changing:
        waiting = f"{state.waiting:,} chunks still wait for vectors of {state.wanted}."
        return f"Searched by {state.serving} until those of the other model are made. {waiting}{held}"
    return f"{state.wanted}; {state.waiting:,} chunks wait for vectors.{held}"
