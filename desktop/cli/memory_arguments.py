"""What may stand on the command line about facts."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.domain.fact import FactView
from desktop.domain.grading import LIKELIHOODS, parse_grade, parse_likelihood
from desktop.domain.leaving import Exit
from desktop.domain.marking import Marking

if TYPE_CHECKING:
    Adding = argparse._SubParsersAction[argparse.ArgumentParser]

_PLACE = re.compile(r"(?P<document>.+):(?P<start>\d+)-(?P<end>\d+)")


def add_memory_commands(adding: Adding, marking: Callable[[str], Marking]) -> None:
    """The commands `remember` and `memory`."""
    remember = adding.add_parser("remember", help="keep what you concluded", description="Keep what you concluded, as a file of its own.")
    _json(remember)
    remember.add_argument("text", nargs="?", metavar="TEXT")
    remember.add_argument("--batch", type=Path, metavar="FILE", help='lines {"id", "text", …}: keep many at once')
    _add_contents(remember, marking)
    memory = adding.add_parser("memory", help="list, show, correct, supersede and forget facts")
    _json(memory)
    commands = memory.add_subparsers(dest="memory_command", metavar="WHAT", required=True)
    _add_reading(commands)
    _add_changing(commands, marking)
    _add_versions(commands)


def add_marking_commands(adding: Adding, marking: Callable[[str], Marking], day: Callable[[str], str]) -> None:
    """The commands `audit` and `withheld`."""
    audit = _add(adding, "audit", "show what was done, by whom, or write it to a file")
    audit.add_argument("subject", nargs="?", metavar="ID", help="to this document, or fact as memory/ID")
    audit.add_argument("--action", action="append", default=[], metavar="A", help="import, edit, delete, remember, …; repeatable")
    audit.add_argument("--actor", metavar="NAME", help="by this person")
    audit.add_argument("--since", type=day, metavar="DATE", help="on this day or later")
    audit.add_argument("--until", type=day, metavar="DATE", help="on this day or earlier")
    audit.add_argument("--text", metavar="TEXT", help="with this in it")
    audit.add_argument("--limit", type=int, default=1000, metavar="N", help="most lines, newest first (1000)")
    audit.add_argument("--export", type=Path, metavar="FILE", help="write them to this CSV file")
    withheld = _add(adding, "withheld", "try what may leave and what its marking holds back; nothing leaves")
    withheld.add_argument("ids", nargs="*", metavar="ID", help="documents, and facts as memory/ID; all if none is named")
    withheld.add_argument("--exit", type=Exit, choices=list(Exit), default=Exit.BUNDLE, metavar="E", help=", ".join(Exit))
    withheld.add_argument("--tlp-max", type=marking, metavar="MARK", help="at this limit, if it is lower than that of the settings")


def add_backup_commands(adding: Adding) -> None:
    """The commands `backup` and `restore`."""
    backup = _add(adding, "backup", "write the whole vault into one file, or try whether that can be restored")
    backup.add_argument("file", type=Path, metavar="FILE")
    backup.add_argument("--drill", action="store_true", help="restore FILE into a temporary folder, rebuild, compare, and remove it again")
    restore = _add(adding, "restore", "make a vault of a backup")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("folder", type=Path, metavar="DIR", help="a new or empty folder")


def _add(adding: Adding, name: str, meaning: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = adding.add_parser(name, help=meaning, description=meaning)
    _json(command)
    return command


def _json(command: argparse.ArgumentParser) -> None:
    """Suppressed where it is not given, so that it counts wherever it stands."""
    command.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="one JSON document on standard output")


def _add_reading(adding: Adding) -> None:
    listing = _add(adding, "list", "list facts")
    listing.add_argument("--view", type=FactView, choices=list(FactView), default=FactView.ALL, metavar="V", help=", ".join(FactView))
    listing.add_argument("--text", default="", metavar="TEXT", help="with these words")
    listing.add_argument("--entity", default="", metavar="NAME", help="with this subject or object")
    listing.add_argument("--type", action="append", default=[], metavar="T", help="of this type; repeatable")
    listing.add_argument("--grade", action="append", default=[], type=_grade, metavar="B2", help="of this grade; repeatable")
    listing.add_argument("--tag", action="append", default=[], metavar="T", help="with this tag; repeatable: with all of them")
    listing.add_argument("--known-on", default="", metavar="DATE", help="as they were known on this day")
    _add(adding, "show", "show a fact, and what is known about it today").add_argument("fact_id", metavar="ID")
    _add(adding, "disputes", "list facts that seem to contradict each other")
    _add(adding, "trash", "list what was forgotten")


def _add_changing(adding: Adding, marking: Callable[[str], Marking]) -> None:
    edit = _add(adding, "edit", "correct a fact; what is not named stays, an empty value takes it away")
    edit.add_argument("fact_id", metavar="ID")
    edit.add_argument("--text", metavar="TEXT", help="its text from now on")
    edit.add_argument("--untag", action="append", default=[], metavar="T", help="a tag to take away; repeatable")
    _add_contents(edit, marking)
    supersede = _add(adding, "supersede", "let one fact take the place of another")
    supersede.add_argument("old", metavar="OLD")
    supersede.add_argument("new", metavar="NEW")
    for name, meaning in (
        ("forget", "move facts to the trash"),
        ("restore", "bring facts back from the trash"),
        ("accept", "accept proposed facts"),
        ("reject", "reject proposed facts"),
        ("keep", "state that facts which seem to contradict each other both hold"),
    ):
        _add(adding, name, meaning).add_argument("fact_ids", nargs="+", metavar="ID")
    notes = _add(adding, "import", "make facts of a folder of Markdown notes")
    notes.add_argument("folder", type=Path, metavar="DIR")
    notes.add_argument("--tlp", type=marking, metavar="MARK", help="their marking, whatever they say")
    notes.add_argument("--tag", action="append", default=[], metavar="T", help="a tag for all of them; repeatable")
    notes.add_argument("--propose", action="store_true", help="they count for nothing until somebody accepts them")


def _add_versions(adding: Adding) -> None:
    _add(adding, "history", "show what happened to a fact").add_argument("fact_id", metavar="ID")
    _add(adding, "undo", "take back what was last done to a fact").add_argument("fact_id", metavar="ID")
    revert = _add(adding, "revert", "make an earlier version of a fact the present one")
    revert.add_argument("fact_id", metavar="ID")
    revert.add_argument("sha256", metavar="SHA256", help="the hash that `memory history` shows for it")


def _add_contents(command: argparse.ArgumentParser, marking: Callable[[str], Marking]) -> None:
    command.add_argument("--name", metavar="NAME", help="its name; links go by its id and stay")
    command.add_argument("--description", metavar="TEXT", help="a line about it")
    command.add_argument("--type", metavar="T", help="what it is: note, assessment, relation, …")
    command.add_argument("--tlp", type=marking, metavar="MARK", help="its marking")
    command.add_argument("--grade", type=_optional(_grade), metavar="B2", help="its Admiralty grade")
    command.add_argument("--confidence", type=_optional(_confidence), metavar="WORD", help=", ".join(each.word for each in LIKELIHOODS))
    command.add_argument("--subject", metavar="NAME", help="who or what it speaks of")
    command.add_argument("--relationship", metavar="R", help="uses, targets, attributed-to, …")
    command.add_argument("--object", metavar="NAME", help="whom or what that one uses, targets, …")
    command.add_argument("--not", dest="negated", action="store_true", default=None, help="it denies the relation")
    command.add_argument(
        "--source", type=_place, action="append", default=[], metavar="DOCUMENT_ID:START-END", help="where it comes from; repeatable"
    )
    command.add_argument("--tag", action="append", default=[], metavar="T", help="a tag, such as a case; repeatable")
    command.add_argument("--valid-from", metavar="DATE", help="since when it holds")
    command.add_argument("--valid-until", metavar="DATE", help="until when it holds; then it is due for review")
    command.add_argument("--propose", action="store_true", help="it counts for nothing until somebody accepts it")


def _optional(read: Callable[[str], str]) -> Callable[[str], str]:
    """As `read`, but an empty text stands for nothing."""

    def read_or_empty(text: str) -> str:
        return read(text) if text.strip() else ""

    return read_or_empty


def _grade(text: str) -> str:
    try:
        return parse_grade(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no grade; it is a letter from A to F and a digit from 1 to 6, as in B2") from None


def _confidence(text: str) -> str:
    try:
        return parse_likelihood(text).word
    except ValueError:
        known = ", ".join(each.word for each in LIKELIHOODS)
        raise argparse.ArgumentTypeError(f"{text!r} is no word of the standard; it may be {known}") from None


def _place(text: str) -> tuple[str, int, int]:
    found = _PLACE.fullmatch(text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no place; write it as DOCUMENT_ID:START-END")
    return found["document"], int(found["start"]), int(found["end"])
