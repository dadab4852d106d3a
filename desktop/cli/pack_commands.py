"""The command `packs`: knowledge packs listed, compared, added and taken back."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import asdict

from desktop.application.graph.pack_updates import ListedPack, PackChanges
from desktop.application.ports import Signed
from desktop.cli.import_commands import extract_entities
from desktop.cli.session import Command, Output, Session
from desktop.cli.shapes import Json
from desktop.domain.pack import PackManifest

_SHOWN = 20


def packs(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List packs, see what one would change, add it, or take it back."""
    actions = {"list": list_packs, "diff": compare, "add": add, "rollback": roll_back}
    yield from actions[arguments.action](session, arguments)


def list_packs(session: Session, _arguments: argparse.Namespace) -> Iterator[Output]:
    """Every pack that counts, the weightiest first."""
    with session.reading() as services:
        listed = services.graph.packs.listed()
    yield Output({"packs": [_listed_shape(each) for each in listed]}, "\n".join(map(_listed_text, listed)))


def compare(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """What a pack would change; nothing of it stays."""
    with session.writing() as services:
        changes = services.graph.packs.compare(arguments.source)
    yield Output(_changes_shape(changes), _changes_text(changes, "would change"))


def add(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Add a pack, or put it into place of the one of its name; then read again what it touches."""
    with session.writing() as services:
        changes = services.graph.packs.add(arguments.source)
        entities = extract_entities(session.context, services)
    said = f"{_changes_text(changes, 'changed')}\n{entities.notice}".strip()
    yield Output(_changes_shape(changes) | {"extraction": entities.shape, "notice": entities.notice}, said, not entities.stored)


def roll_back(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Have the pack again that the last one of this name replaced; then read again what that touches."""
    with session.writing() as services:
        manifest = services.graph.packs.roll_back(arguments.name)
        entities = extract_entities(session.context, services)
    now = f"{manifest.version} again" if manifest else "what comes with Coffer, or nothing"
    shape = {"name": arguments.name, "now": _manifest_shape(manifest), "extraction": entities.shape, "notice": entities.notice}
    yield Output(shape, f"{arguments.name} is {now}. {entities.notice}".strip(), not entities.stored)


def _manifest_shape(manifest: PackManifest | None) -> Json | None:
    if manifest is None:
        return None
    return {name: getattr(manifest, name) for name in ("name", "title", "version", "date", "licence", "source", "authority")}


def _listed_shape(pack: ListedPack) -> Json:
    return (_manifest_shape(pack.manifest) or {}) | {"added": pack.added, "rollbacks": pack.rollbacks}


def _listed_text(pack: ListedPack) -> str:
    manifest = pack.manifest
    where = f"added, can be taken back {pack.rollbacks} times" if pack.added else "bundled"
    return f"{manifest.authority}  {manifest.name} {manifest.version} ({manifest.date})  {manifest.title}  [{where}]"


def _changes_shape(changes: PackChanges) -> Json:
    shape = asdict(changes) | {name: list(getattr(changes, name)) for name in ("added", "removed", "renamed")}
    return shape | {
        "manifest": _manifest_shape(changes.manifest),
        "before": _manifest_shape(changes.before),
        "signed": str(changes.signed),
    }


def _changes_text(changes: PackChanges, verb: str) -> str:
    manifest, before = changes.manifest, changes.before
    signed = {Signed.NOT: "not signed", Signed.TRUSTED: f"signed by {changes.signer}", Signed.UNKNOWN: "signed by an unknown key"}
    versions = f"{before.version if before else 'new'} → {manifest.version}, {manifest.date}, {manifest.licence}"
    counts = (
        f"{len(changes.added):,} entries added, {len(changes.removed):,} removed, {len(changes.renamed):,} called differently, "
        f"{changes.relations_added:,} relations added, {changes.relations_removed:,} removed"
    )
    lines = [f"{manifest.title} ({manifest.name}) {versions}; {signed[changes.signed]}; {verb}: {counts}."]
    for mark, names in (("+", changes.added), ("−", changes.removed), ("~", changes.renamed)):
        lines += [f"  {mark} {each}" for each in names[:_SHOWN]]
        lines += [f"  {mark} and {len(names) - _SHOWN:,} more, which --json lists"] if len(names) > _SHOWN else []
    return "\n".join(lines)


PACK_COMMANDS: dict[str, Command] = {"packs": packs}
"""By the name that is typed."""
