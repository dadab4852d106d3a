"""The command `bundle`: a case in one file, out of this vault and into it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from desktop.application.cases.case_bundles import OpenBundle
from desktop.application.cases.case_contents import BundleChoice
from desktop.application.cases.case_merging import Choices
from desktop.application.ports import Opening, Sealing
from desktop.cli.import_commands import catch_up
from desktop.cli.session import Command, Output, Session
from desktop.cli.shapes import Json
from desktop.domain.bundle_words import counted, taken_counts
from desktop.domain.case_bundle import BundleReport, Choice, Comparison, OpenedManifest, PublicKeys, SignatureState, Standing
from desktop.domain.errors import UsageError

_SHOWN = 20
_SIGNED = {
    SignatureState.NOT_SIGNED: "It is not signed.",
    SignatureState.UNKNOWN: "It is signed with a key that this vault does not trust: {key}",
    SignatureState.TRUSTED: "It is signed by {signer}.",
}


def bundle(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Make, open or verify a bundle, or deal with keys."""
    actions = {"make": make, "open": open_bundle, "verify": verify, "key": key, "trust": trust}
    yield from actions[arguments.action](session, arguments)


def make(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Write a bundle, or say what one would hold."""
    choice = BundleChoice(" ".join(arguments.case.split()), arguments.tlp_max, arguments.unmarked)
    if arguments.dry_run:
        with session.reading() as services:
            report = services.bundles.preview(session.context, choice)
        yield Output(_report_shape(report) | {"path": None}, _report_text(report, "would be written"))
        return
    sealing = Sealing(
        _first_line(arguments.passphrase_file), tuple(arguments.recipient), arguments.sign, _first_line(arguments.key_passphrase_file)
    )
    if sealing.passphrase and sealing.recipients:
        raise UsageError("A bundle is encrypted to a passphrase or to recipients, not to both.", "Leave one of them out.")
    target = arguments.file.expanduser().absolute()
    with session.writing() as services:
        report = services.bundles.make(session.context, target, choice, sealing)
    yield Output(_report_shape(report) | {"path": str(target)}, _report_text(report, f"written to {target}"))


def open_bundle(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Compare a bundle with the vault, and take it in once every conflict is decided."""
    source = arguments.file.expanduser().absolute()
    with session.writing() as services, services.bundles.open(session.context, source, _opening(arguments)) as opened:
        choices = _choices(opened.comparison, arguments.take, arguments.choose)
        undecided = [(item, part) for item, part in opened.comparison.questions if (item.item.key, part.part) not in choices]
        shape = _opened_shape(opened) | {"merged": False, "problems": list(opened.comparison.problems)}
        if arguments.dry_run or undecided:
            said = [_opened_text(opened)]
            if not arguments.dry_run:
                said.append("Nothing was taken in: say whose word counts, by --choose ITEM#PART=mine or theirs, or --take for all.")
            yield Output(shape, "\n".join(said), failed=not arguments.dry_run)
            return
        changes = services.bundles.merge(session.context, opened, choices)
        caught = catch_up(session.context, services)
    taken = taken_counts(changes)
    notices = [each.notice for each in caught.values() if each.notice]
    shape |= {"merged": True, "problems": list(changes.problems), "taken": taken} | {name: each.shape for name, each in caught.items()}
    failed = bool(changes.problems) or not all(each.stored for each in caught.values())
    yield Output(shape, "\n".join([_opened_text(opened), *changes.problems, f"Taken in or changed: {counted(taken)}.", *notices]), failed)


def verify(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """See whether a bundle is whole and unaltered, and who signed it."""
    source = arguments.file.expanduser().absolute()
    with session.reading() as services:
        opened = services.bundles.verify(session.context, source, _opening(arguments))
    yield Output(_manifest_shape(opened), f"{source.name} is whole and unaltered.\n{_manifest_text(opened)}")


def key(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Print the public halves of the person's keys, or make them."""
    with session.reading() as services:
        own = services.bundles.keys
        found = own.make(_first_line(arguments.key_passphrase_file)) if arguments.make else own.public()
    if found is None:
        raise UsageError("You have no keys.", "`coffer bundle key --make` makes them.")
    yield Output(_keys_shape(found), _keys_text(found))


def trust(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Trust a signer."""
    with session.writing() as services:
        services.bundles.keys.trust(arguments.whose, arguments.key)
        trusted = dict(services.bundles.keys.trusted())
    yield Output({"trusted": trusted}, f"Bundles that {arguments.whose} signed are known as theirs from now on.")


def _opening(arguments: argparse.Namespace) -> Opening:
    return Opening(_first_line(arguments.passphrase_file), _first_line(arguments.key_passphrase_file))


def _first_line(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        lines = path.expanduser().read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} could not be read: {error}.", "Name a text file whose first line is the passphrase.") from error
    if not lines or not lines[0]:
        raise UsageError(f"{path} holds no passphrase.", "Its first line must be the passphrase.")
    return lines[0]


def _choices(comparison: Comparison, every: Choice | None, single: list[str]) -> Choices:
    """Whose word counts in each conflict that was decided."""
    choices = {(item.item.key, part.part): every for item, part in comparison.questions} if every else {}
    open_to_choice = {(item.item.key, part.part) for item, part in (*comparison.questions, *comparison.offers)}
    for each in single:
        place, _, whose = each.rpartition("=")
        item, _, part = place.rpartition("#")
        if (item, part) not in open_to_choice or whose not in list(Choice):
            raise UsageError(
                f"{each!r} decides nothing about this bundle.", "`--dry-run` names what differs; write ITEM#PART=mine or =theirs."
            )
        choices[item, part] = Choice(whose)
    return choices


def _report_shape(report: BundleReport) -> Json:
    held = [{"kind": kind, "name": each.name, "tlp": str(each.marking), "because": list(each.because)} for kind, each in report.withheld]
    return {"counts": dict(report.counts), "withheld": held, "tlp": str(report.marking), "limit": str(report.limit)}


def _report_text(report: BundleReport, done: str) -> str:
    held = [f"held back: TLP:{each.marking}  {kind}  {each.name}" for kind, each in report.withheld]
    total = f"{len(held):,} held back by the limit TLP:{report.limit}."
    return "\n".join([*held, f"{counted(report.counts)} {done}, marked TLP:{report.marking} at most. {total}"])


def _manifest_shape(opened: OpenedManifest) -> Json:
    manifest = opened.manifest
    said = {name: getattr(manifest, name) for name in ("made_at", "made_by", "case")}
    return said | {
        "bundle": opened.sha256,
        "limit": str(manifest.limit),
        "tlp": str(manifest.marking),
        "files": len(manifest.files),
        "withheld": dict(manifest.withheld),
        "signature": str(opened.signature),
        "signer": opened.signer,
        "key": opened.key,
    }


def _manifest_text(opened: OpenedManifest) -> str:
    manifest = opened.manifest
    what = f"the case {manifest.case}" if manifest.case else "all of a vault"
    held = sum(manifest.withheld.values())
    return (
        f"{what}, made by {manifest.made_by or 'nobody named'} at {manifest.made_at}, marked TLP:{manifest.marking} at most; "
        f"{held:,} {'thing was' if held == 1 else 'things were'} held back by the limit TLP:{manifest.limit}.\n"
        f"{_SIGNED[opened.signature].format(signer=opened.signer, key=opened.key)}"
    )


def _opened_shape(opened: OpenBundle) -> Json:
    comparison = opened.comparison
    conflicts = [
        {"item": item.item.key, "title": item.item.title, "part": part.part, "mine": part.mine, "theirs": part.theirs}
        for item, part in comparison.questions
    ]
    standings = {str(each): [item.item.key for item in comparison.of(each)] for each in Standing}
    return _manifest_shape(opened.opened) | standings | {"conflicts": conflicts}


def _opened_text(opened: OpenBundle) -> str:
    comparison = opened.comparison
    lines = [_manifest_text(opened.opened)]
    for standing in (Standing.NEW, Standing.CHANGED_THERE, Standing.CHANGED_HERE, Standing.GONE_HERE):
        found = comparison.of(standing)
        lines += [f"{standing.replace('_', ' ')}: {each.item.kind} {each.item.title}" for each in found[:_SHOWN]]
        if len(found) > _SHOWN:
            lines.append(f"{standing.replace('_', ' ')}: and {len(found) - _SHOWN:,} more, which --json lists")
    for item, part in comparison.questions:
        lines += [f"conflict: {item.item.key}#{part.part}", f"  mine:   {_short(part.mine)}", f"  theirs: {_short(part.theirs)}"]
    lines.append(f"{len(comparison.of(Standing.SAME)):,} are the same here.")
    return "\n".join(lines)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 100 else f"{line[:99]}…"


def _keys_shape(keys: PublicKeys) -> Json:
    return {"signing": keys.signing, "recipient": keys.recipient, "in_keychain": keys.in_keychain}


def _keys_text(keys: PublicKeys) -> str:
    where = "in the system's keychain" if keys.in_keychain else "in a file that your passphrase encrypts"
    return f"verify my bundles with: {keys.signing}\nencrypt to me with:     {keys.recipient}\nThe secret halves lie {where}."


BUNDLE_COMMANDS: dict[str, Command] = {"bundle": bundle}
"""By the name that is typed."""
