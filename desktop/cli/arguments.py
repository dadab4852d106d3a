"""What may stand on the command line. Light to import: the window's start reads it too."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from desktop import __version__
from desktop.cli.bundle_arguments import add_bundle_commands
from desktop.cli.graph_arguments import add_exchange_commands, add_graph_commands, add_lexicon_commands, add_pack_commands
from desktop.cli.memory_arguments import add_backup_commands, add_marking_commands, add_memory_commands
from desktop.cli.report_arguments import add_report_command
from desktop.domain.intent import Intent
from desktop.domain.ledger import Outcome
from desktop.domain.marking import Marking
from desktop.domain.passage import Fusion, Mode, Route, TextKind


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line; a usage error prints itself and exits with 2. `command` is None for the window."""
    parser = _parser()
    parsed = parser.parse_args(_with_option(arguments))
    if parsed.command is not None and parsed.open:
        parser.error("--open is for the window; the command for it is `bundle open FILE`")
    changes_tags = parsed.command == "update" or getattr(parsed, "memory_command", "") == "edit"
    if parsed.case.strip() and hasattr(parsed, "tag") and not changes_tags:
        parsed.tag = list(dict.fromkeys([*parsed.tag, " ".join(parsed.case.split())]))
    return parsed


def _with_option(arguments: Sequence[str]) -> Sequence[str]:
    """A case bundle by itself, as a file manager names what was double-clicked, is one to open."""
    alone = len(arguments) == 1 and arguments[0].endswith((".coffer", ".coffer.age"))
    return ["--open", *arguments] if alone else arguments


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="coffer",
        description="Coffer: a workstation for analysts who work cut off from every network. With no command, its window opens.",
    )
    parser.add_argument("--vault", type=Path, metavar="DIR", help="the vault to use (default: $COFFER_VAULT, else the last one opened)")
    parser.add_argument("--case", default="", metavar="TAG", help="only what carries this tag; what is imported or remembered gets it")
    parser.add_argument(
        "--open", nargs="?", type=Path, metavar="FILE", help="a case bundle to open in the window, whether it stands or not"
    )
    parser.add_argument("--version", action="version", version=f"Coffer {__version__}")
    parser.set_defaults(command=None, json=False)
    adding = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_vault_commands(adding)
    _add_import_commands(adding)
    _add_document_commands(adding)
    _add_search_commands(adding)
    _add_desk_commands(adding)
    add_graph_commands(partial(_add, adding), _marking)
    add_memory_commands(adding, _marking)
    add_marking_commands(adding, _marking, _date)
    add_backup_commands(adding)
    add_bundle_commands(partial(_add, adding), _marking)
    add_exchange_commands(partial(_add, adding), _marking)
    add_report_command(partial(_add, adding), _marking)
    add_lexicon_commands(partial(_add, adding))
    add_pack_commands(partial(_add, adding))
    return parser


if TYPE_CHECKING:
    Adding = argparse._SubParsersAction[argparse.ArgumentParser]


def _add(adding: Adding, name: str, meaning: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = adding.add_parser(name, help=meaning, description=meaning)
    command.add_argument("--json", action="store_true", help="one JSON document on standard output, nothing else there")
    return command


def _add_vault_commands(adding: Adding) -> None:
    _add(adding, "init", "make an empty vault").add_argument("folder", type=Path, metavar="DIR")
    _add(adding, "sample", "make a vault of three reports, with facts, to look around in").add_argument("folder", type=Path, metavar="DIR")
    reindex = _add(adding, "reindex", "bring the index in line with the files")
    reindex.add_argument("--full", action="store_true", help="throw the index away and rebuild all of it")
    _add(adding, "verify", "check files against index, hashes, audit chain and database")
    _add(adding, "doctor", "run the whole line in a temporary vault with the real engines")
    _add(adding, "offline", "have every part reach for a network, and see it refused")


def _add_import_commands(adding: Adding) -> None:
    given = _add(adding, "import", "import files, or all files below folders")
    given.add_argument("paths", type=Path, nargs="*", metavar="PATH")
    given.add_argument("--resume", action="store_true", help="go on with the imports that were stopped")
    given.add_argument("--tlp", type=_marking, metavar="MARK", help="marking of what is imported")
    given.add_argument("--tag", action="append", default=[], metavar="T", help="tag of what is imported; repeatable")
    changed = given.add_mutually_exclusive_group()
    changed.add_argument("--update", action="store_true", help="a file that changed becomes the successor of its document")
    changed.add_argument("--keep-both", action="store_true", help="a file that changed becomes a document beside its first")
    given.add_argument("--password-file", type=Path, metavar="FILE", help="passwords to try, one a line")
    imports = _add(adding, "imports", "list the imports")
    imports.add_argument("--give-up", metavar="JOB", help="close this one, which was stopped: what waits in it counts as skipped")
    ledger = _add(adding, "ledger", "show what became of files")
    ledger.add_argument("--job", metavar="JOB", help="of this import")
    ledger.add_argument(
        "--outcome", type=Outcome, choices=list(Outcome), action="append", default=[], metavar="O", help=f"{', '.join(Outcome)}; repeatable"
    )
    ledger.add_argument("--text", metavar="TEXT", help="with this in path or reason")
    watched = _add(adding, "watched", "list the watched folders, change which they are, or import once what is new in them")
    watched.add_argument("action", choices=["list", "add", "remove", "run"])
    watched.add_argument("folders", type=Path, nargs="*", metavar="FOLDER", help="which to add or remove")
    for name, meaning in (("link", "say that one document succeeds another"), ("unlink", "say that it does not")):
        versions = _add(adding, name, meaning)
        versions.add_argument("old", metavar="OLD")
        versions.add_argument("new", metavar="NEW")


def _add_document_commands(adding: Adding) -> None:
    documents = _add(adding, "documents", "list the documents")
    documents.add_argument("--tag", action="append", default=[], metavar="T", help="with this tag; repeatable: with all of them")
    documents.add_argument("--parent", default="", metavar="DOCUMENT_ID", help="only what came out of this mail or archive")
    show = _add(adding, "show", "print documents")
    show.add_argument("document_ids", nargs="+", metavar="DOCUMENT_ID")
    delete = _add(adding, "delete", "move a document to the trash")
    delete.add_argument("document_id", metavar="DOCUMENT_ID")
    rename = _add(adding, "rename", "give a document another title")
    rename.add_argument("document_id", metavar="DOCUMENT_ID")
    rename.add_argument("title", metavar="TITLE")
    update = _add(adding, "update", "mark, grade and tag documents")
    update.add_argument("document_ids", nargs="+", metavar="DOCUMENT_ID")
    update.add_argument("--tlp", type=_marking, metavar="MARK", help="their marking from now on")
    update.add_argument("--grade", metavar="B2", help="their Admiralty grade from now on; empty takes it away")
    update.add_argument("--tag", action="append", default=[], metavar="T", help="a tag to add; repeatable")
    update.add_argument("--untag", action="append", default=[], metavar="T", help="a tag to take away; repeatable")
    again = _add(adding, "reconvert", "convert the originals of documents again")
    again.add_argument("document_ids", nargs="+", metavar="DOCUMENT_ID")
    again.add_argument("--discard-edits", action="store_true", help="also of those whose text was edited by hand, which is lost")
    again.add_argument("--password-file", type=Path, metavar="FILE", help="passwords to try, one a line")
    _add(adding, "sources", "look whether the files that documents were made from are still what they were")
    trash = _add(adding, "trash", "list the trash, bring documents back from it, or empty it")
    trash.add_argument("action", choices=["list", "restore", "empty"])
    trash.add_argument("document_ids", nargs="*", metavar="DOCUMENT_ID", help="which ones; `empty` without any means all")


def _add_search_commands(adding: Adding) -> None:
    search = _add(adding, "search", "find passages")
    search.add_argument("query", nargs="?", metavar="QUERY")
    search.add_argument("--batch", type=Path, metavar="FILE", help='lines {"id", "query"}: a result a line')
    _add_search_options(search)
    ask = _add(adding, "ask", "answer a question from the documents")
    ask.add_argument("question", nargs="?", metavar="QUESTION")
    ask.add_argument("--no-model", action="store_true", help="answer with sentences of the documents only")
    ask.add_argument("--batch", type=Path, metavar="FILE", help='lines {"id", "question"}: an answer a line')
    ask.add_argument("--about", action="append", default=[], metavar="NAME", help="what the question before was about (may be repeated)")
    kept = ask.add_mutually_exclusive_group()
    kept.add_argument("--keep", action="store_true", help="begin a thread with it, kept as Markdown in the vault")
    kept.add_argument("--thread", default="", metavar="ID", help="go on with this thread: with what it is about, and keep the answer in it")
    threads = _add(adding, "threads", "list, show, remove and bring back threads: questions that were asked, with their answers")
    threads.add_argument("action", choices=["list", "show", "remove", "restore"])
    threads.add_argument("ids", nargs="*", metavar="ID", help="which ones")
    ask.add_argument("--provider", action="store_true", help="let the vault's provider compose it; what is sent stands in the log")
    provider = _add(adding, "provider", "try a server that composes answers, use it for this vault or none, or forget it with its key")
    provider.add_argument("action", choices=["show", "test", "use", "none", "forget"])
    provider.add_argument("address", nargs="?", metavar="ADDRESS", help="base address, such as http://localhost:11434/v1")
    provider.add_argument("model", nargs="?", metavar="MODEL", help="name of its model")
    provider.add_argument("--key", action="store_true", help="ask for its key, and keep that encrypted")
    embedder = _add(adding, "embedder", "say which model makes the vectors for search by meaning, or use another for this vault")
    embedder.add_argument("action", choices=["show", "test", "use", "bundled"])
    embedder.add_argument(
        "source",
        nargs="?",
        default="",
        metavar="SOURCE",
        help="folder with ONNX and tokenizer, or a provider's base address, for use or test",
    )
    embedder.add_argument("model", nargs="?", default="", metavar="MODEL", help="name of the provider's model")
    embedder.add_argument("--key", action="store_true", help="ask for the provider's key, and keep that encrypted")
    model = _add(adding, "model", "say what a GGUF file states of itself and would need; needs no vault")
    model.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a model in one GGUF file; without it, the one that comes along")
    model.add_argument("--test", action="store_true", help="ask it ten questions and say whether it follows the rules")
    extract = _add(adding, "extract", "find indicators, names and relations in a text; needs no vault")
    extract.add_argument("file", type=Path, nargs="?", metavar="FILE", help="a text in UTF-8")
    extract.add_argument("--batch", type=Path, metavar="FILE", help='lines {"id", "text"}: an extraction a line')
    _add_filters(ask)


def _add_search_options(search: argparse.ArgumentParser) -> None:
    """What says how a query is to be carried out."""
    search.add_argument("--mode", type=Mode, choices=list(Mode), metavar="M", help=", ".join(Mode))
    search.add_argument("--limit", type=_positive, default=20, metavar="N", help="most hits (20)")
    search.add_argument("--intent", type=_intent, metavar="I", help=f"blended: instead of what the words say; {', '.join(Intent)}")
    search.add_argument("--without", type=_route, action="append", default=[], metavar="R", help="a route to leave out; repeatable")
    search.add_argument("--fusion", type=Fusion, choices=list(Fusion), metavar="F", help=", ".join(Fusion))
    search.add_argument("--unwidened", action="append", default=[], metavar="NAME", help="blended: not by its other names")
    search.add_argument("--refang", action="store_true", help="grep: an indicator in any of its spellings, not the text as it stands")
    search.add_argument("--transliterate", action="store_true", help="also words of other alphabets that read the same")
    search.add_argument("--fold-twins", action="store_true", help="a text that several documents share is one hit")
    _add_per_document(search)
    _add_filters(search)


def _add_per_document(command: argparse.ArgumentParser) -> None:
    command.add_argument("--per-document", type=_positive, default=0, metavar="N", help="most hits of one document (default: any number)")


def _add_desk_commands(adding: Adding) -> None:
    """What else can be asked, and what is kept of searches."""
    lookup = _add(adding, "lookup", "look up a list: indicators, names, hashes, one a line, in any spelling")
    lookup.add_argument("file", metavar="FILE", help="a text in UTF-8; - is standard input")
    lookup.add_argument("--csv", action="store_true", help="print a table that spreadsheet programs open")
    similar = _add(adding, "similar", "find passages like one")
    similar.add_argument("place", metavar="DOCUMENT_ID:START-END", help="as `search` prints it")
    similar.add_argument("--limit", type=_positive, default=20, metavar="N", help="most hits (20)")
    _add_per_document(similar)
    for command in (lookup, similar):
        _add_filters(command)
    why = _add(adding, "why", "say where a document stands in a search, and what keeps it down or out")
    why.add_argument("query", metavar="QUERY")
    why.add_argument("document_id", metavar="DOCUMENT_ID")
    _add_search_options(why)
    saved = _add(adding, "saved", "list, keep, run, watch and forget saved searches; `new` counts what came since they were looked at")
    saved.add_argument("action", choices=["list", "add", "run", "remove", "watch", "unwatch", "looked", "new"])
    saved.add_argument("name", nargs="?", metavar="NAME")
    saved.add_argument("query", nargs="?", metavar="QUERY", help="for `add`, with the options of `search`")
    saved.add_argument("--watch", action="store_true", help="for `add`: tell of new documents that match")
    _add_search_options(saved)
    pins = _add(adding, "pins", "list, add and remove pinned passages")
    pins.add_argument("action", choices=["list", "add", "remove"])
    pins.add_argument("place", nargs="?", metavar="PLACE", help="DOCUMENT_ID:START-END to add, the pin's id to remove")
    pins.add_argument("--note", default="", metavar="TEXT", help="what to remember about it")
    past = _add(adding, "history", "list the searches that were made in the window")
    past.add_argument("--clear", action="store_true", help="forget all of them")
    golden = _add(adding, "golden", "list, mark and take away golden queries and the documents that they should find")
    golden.add_argument("action", choices=["list", "add", "remove"])
    golden.add_argument("query", nargs="?", metavar="QUERY")
    golden.add_argument("expected", nargs="*", metavar="DOCUMENT_ID", help="which documents; `remove` without any means the whole query")
    quality = _add(adding, "quality", "measure the search by the golden queries: recall and MRR of each mode")
    quality.add_argument("--mode", type=Mode, choices=list(Mode), action="append", metavar="M", help="only this mode; repeatable")
    quality.add_argument("--k", type=_positive, default=10, metavar="N", help="how many documents count (10)")


def _add_filters(command: argparse.ArgumentParser) -> None:
    command.add_argument("--since", type=_date, metavar="DATE", help="published (else imported) on this day or later")
    command.add_argument("--until", type=_date, metavar="DATE", help="published (else imported) on this day or earlier")
    command.add_argument("--tlp-max", type=_marking, metavar="MARK", help="nothing marked more restricted than this")
    command.add_argument("--tag", action="append", default=[], metavar="T", help="with this tag; repeatable: with all of them")
    command.add_argument("--format", action="append", default=[], metavar="F", help="of this format, such as pdf; repeatable")
    command.add_argument("--document", action="append", default=[], metavar="ID", help="in this document; repeatable")
    command.add_argument("--only", type=TextKind, choices=list(TextKind), metavar="KIND", help=f"only in these: {', '.join(TextKind)}")
    command.add_argument("--superseded", action="store_true", help="also facts that another took the place of")


def _intent(text: str) -> Intent:
    try:
        return Intent(text.upper())
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no intent; it may be {', '.join(Intent)}") from None


def _route(text: str) -> Route:
    try:
        return Route(text.lower())
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no route; it may be {', '.join(Route)}") from None


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
