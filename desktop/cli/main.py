"""The command line: arguments to a use case, its result to text or JSON, errors to an exit status."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from desktop import __version__
from desktop.application.services import VaultOpener
from desktop.cli import commands
from desktop.cli.console_job import console_job
from desktop.cli.shapes import error_shape
from desktop.domain.errors import Cancelled, CofferError, UsageError
from desktop.domain.marking import Marking
from desktop.domain.passage import Mode

DONE, KNOWN_ERROR, USAGE, CANCELLED = 0, 1, 2, 130


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line; a usage error prints itself and exits with 2. `command` is None for the window."""
    return _parser().parse_args(arguments)


def run(arguments: argparse.Namespace, opener: VaultOpener, default_vault: Path) -> int:
    """Carry out a parsed command; returns the exit status."""
    vault = (arguments.vault or default_vault).expanduser().absolute()
    try:
        with console_job() as context:
            return _carry_out(commands.Session(context, opener, vault, arguments.json), arguments)
    except Cancelled as stopped:
        return _complain(stopped, arguments.json, CANCELLED)
    except UsageError as error:
        return _complain(error, arguments.json, USAGE)
    except CofferError as error:
        return _complain(error, arguments.json, KNOWN_ERROR)
    except BrokenPipeError:
        sys.stderr.close()
        return DONE


def _carry_out(session: commands.Session, arguments: argparse.Namespace) -> int:
    failed = False
    for output in arguments.carry_out(session, arguments):
        text = json.dumps(output.shape, ensure_ascii=False) if session.json else output.text
        print(text.encode("utf-8", "replace").decode("utf-8"), flush=True)
        failed = failed or output.failed
    if session.context.cancel.cancelled:
        return CANCELLED
    return KNOWN_ERROR if failed else DONE


def _complain(error: CofferError, as_json: bool, status: int) -> int:
    if as_json:
        print(json.dumps(error_shape(error), ensure_ascii=False), flush=True)
    else:
        print(f"coffer: {error.message}" + (f"\n{error.hint}" if error.hint else ""), file=sys.stderr)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="coffer",
        description="Coffer: a workstation for analysts who work cut off from every network. With no command, its window opens.",
    )
    parser.add_argument("--vault", type=Path, metavar="DIR", help="the vault to use (default: $COFFER_VAULT, else the last one opened)")
    parser.add_argument("--version", action="version", version=f"Coffer {__version__}")
    parser.set_defaults(command=None, json=False)
    adding = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_vault_commands(adding)
    _add_document_commands(adding)
    _add_search_commands(adding)
    return parser


if TYPE_CHECKING:
    Adding = argparse._SubParsersAction[argparse.ArgumentParser]


def _add(adding: Adding, name: str, carry_out: commands.Command, meaning: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = adding.add_parser(name, help=meaning, description=meaning)
    command.add_argument("--json", action="store_true", help="one JSON document on standard output, nothing else there")
    command.set_defaults(carry_out=carry_out)
    return command


def _add_vault_commands(adding: Adding) -> None:
    _add(adding, "init", commands.init, "make an empty vault").add_argument("folder", type=Path, metavar="DIR")
    reindex = _add(adding, "reindex", commands.reindex, "bring the index in line with the files")
    reindex.add_argument("--full", action="store_true", help="throw the index away and rebuild all of it")
    _add(adding, "verify", commands.verify, "check files against index, hashes, audit chain and database")
    _add(adding, "doctor", commands.doctor, "run the whole line in a temporary vault with the real engines")


def _add_document_commands(adding: Adding) -> None:
    given = _add(adding, "import", commands.import_files, "import files, or all files below folders")
    given.add_argument("paths", type=Path, nargs="+", metavar="PATH")
    given.add_argument("--tlp", type=_marking, metavar="MARK", help="marking of what is imported")
    given.add_argument("--tag", action="append", default=[], metavar="T", help="tag of what is imported; repeatable")
    _add(adding, "documents", commands.documents, "list the documents")
    show = _add(adding, "show", commands.show, "print documents")
    show.add_argument("document_ids", nargs="+", metavar="DOCUMENT_ID")
    delete = _add(adding, "delete", commands.delete, "move a document to the trash")
    delete.add_argument("document_id", metavar="DOCUMENT_ID")


def _add_search_commands(adding: Adding) -> None:
    search = _add(adding, "search", commands.search, "find passages")
    search.add_argument("query", nargs="?", metavar="QUERY")
    search.add_argument("--mode", type=Mode, choices=list(Mode), metavar="M", help=", ".join(Mode))
    search.add_argument("--limit", type=_positive, default=20, metavar="N", help="most hits (20)")
    search.add_argument("--batch", type=Path, metavar="FILE", help='lines {"id", "query"}: a result a line')
    ask = _add(adding, "ask", commands.ask, "answer a question from the documents")
    ask.add_argument("question", nargs="?", metavar="QUESTION")
    ask.add_argument("--no-model", action="store_true", help="answer with sentences of the documents only")
    ask.add_argument("--batch", type=Path, metavar="FILE", help='lines {"id", "question"}: an answer a line')
    for command in (search, ask):
        _add_filters(command)


def _add_filters(command: argparse.ArgumentParser) -> None:
    command.add_argument("--since", type=_date, metavar="DATE", help="published (else imported) on this day or later")
    command.add_argument("--until", type=_date, metavar="DATE", help="published (else imported) on this day or earlier")
    command.add_argument("--tlp-max", type=_marking, metavar="MARK", help="nothing marked more restricted than this")
    command.add_argument("--tag", action="append", default=[], metavar="T", help="with this tag; repeatable: with all of them")
    command.add_argument("--format", action="append", default=[], metavar="F", help="of this format, such as pdf; repeatable")
    command.add_argument("--document", action="append", default=[], metavar="ID", help="in this document; repeatable")


def _marking(text: str) -> Marking:
    try:
        return Marking.parse(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no marking; it may be {', '.join(Marking)}") from None


def _date(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date; write it as 2026-11-30") from None


def _positive(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number above zero")
