"""What the command `bundle` takes."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from desktop.domain.case_bundle import Choice
from desktop.domain.marking import Marking


def add_bundle_commands(add: Callable[[str, str], argparse.ArgumentParser], marking: Callable[[str], Marking]) -> None:
    """Case bundles: one file that carries a case to another vault and back."""
    actions = add("bundle", "carry a case, or all of a vault, to another one in a single file").add_subparsers(
        dest="action", required=True, metavar="ACTION"
    )
    make = actions.add_parser("make", help="write a bundle; `coffer --case TAG bundle make FILE` of one case")
    make.add_argument("file", type=Path, metavar="FILE")
    make.add_argument("--tlp-max", type=marking, metavar="MARK", help="nothing marked more restricted than this")
    make.add_argument(
        "--unmarked", type=marking, default=Marking.RED, metavar="MARK",
        help="how what carries no marking is marked: decisions of the lexicon, saved searches, golden queries, graphs, notes of pins (RED)",
    )  # fmt: skip
    make.add_argument("--dry-run", action="store_true", help="write nothing; list what would be held back")
    make.add_argument("--sign", action="store_true", help="sign it with your key")
    make.add_argument("--recipient", action="append", default=[], metavar="AGE", help="encrypt to this key (age1…); repeatable")
    opened = actions.add_parser("open", help="verify a bundle, compare it with the vault, and take in what is new and what changed")
    opened.add_argument("--dry-run", action="store_true", help="take nothing in; say what is new, changed and conflicting")
    opened.add_argument("--take", type=Choice, choices=list(Choice), metavar="WHOSE", help="whose word counts in every other conflict")
    opened.add_argument(
        "--choose",
        action="append",
        default=[],
        metavar="ITEM#PART=WHOSE",
        help="whose word counts in one, as --dry-run names it; repeatable",
    )
    verified = actions.add_parser("verify", help="see whether a bundle is whole, unaltered, and by whom it is signed")
    for command in (opened, verified):
        command.add_argument("file", type=Path, metavar="FILE")
    for command in (make, opened, verified):
        command.add_argument("--passphrase-file", type=Path, metavar="FILE", help="its first line is the passphrase of the bundle")
    keys = actions.add_parser("key", help="print the public halves of your keys: by which others verify, and to which they encrypt")
    keys.add_argument(
        "--make", action="store_true", help="make them, once; with --key-passphrase-file they go to a file, not to the keychain"
    )
    for command in (make, opened, verified, keys):
        command.add_argument("--key-passphrase-file", type=Path, metavar="FILE", help="its first line is the passphrase of your own keys")
    trust = actions.add_parser("trust", help="trust whoever signs with this key")
    trust.add_argument("whose", metavar="WHOSE")
    trust.add_argument("key", metavar="KEY")
    for command in actions.choices.values():
        command.add_argument("--json", action="store_true", help="one JSON document on standard output, nothing else there")
