"""What may stand on the command line after the commands of the graph. As light to import as arguments.py."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import date
from pathlib import Path

from desktop.domain.candidate import CandidateKind, CandidateOrder
from desktop.domain.entity import EntityType
from desktop.domain.graph import Direction
from desktop.domain.graph_export import ExportFormat
from desktop.domain.marking import Marking
from desktop.domain.relation import Relationship

Add = Callable[[str, str], argparse.ArgumentParser]


def add_graph_commands(add: Add, marking: Callable[[str], Marking]) -> None:
    """The commands `entities` and `graph`."""
    entities = add("entities", "list what the documents mention")
    _add_types(entities, "only of this type")
    entities.add_argument("--text", metavar="TEXT", default="", help="with this in one of its names")
    entities.add_argument("--document", metavar="ID", default="", help="mentioned in this document")
    entities.add_argument("--limit", type=int, metavar="N", default=1_000_000, help="at most so many")
    entities.add_argument("--offset", type=int, metavar="N", default=0, help="leave out the first so many")
    graph = add("graph", "show how things are connected, with the sentences that say so")
    asked = graph.add_subparsers(dest="question", metavar="QUESTION", required=True)
    neighbours = asked.add_parser("neighbours", help="what an entity is connected with")
    neighbours.add_argument("entity", metavar="ENTITY", help="an id, or any of its names")
    neighbours.add_argument("--hops", type=int, choices=(1, 2), default=1, help="edges away (1)")
    neighbours.add_argument("--direction", type=Direction, choices=list(Direction), default=Direction.BOTH, help=", ".join(Direction))
    neighbours.add_argument("--limit", type=int, metavar="N", default=100, help="at most so many edges (100)")
    _add_types(neighbours, "only things of this type")
    path = asked.add_parser("path", help="the shortest ways between two entities")
    path.add_argument("one", metavar="A")
    path.add_argument("other", metavar="B")
    path.add_argument("--count", type=int, metavar="N", default=3, help="at most so many (3)")
    path.add_argument("--in-time", action="store_true", help="only ways on which time does not go backward, in either direction")
    _add_review(asked)
    _add_export(asked, marking)
    for command in (neighbours, path):
        command.add_argument("--json", action="store_true", help="one JSON document on standard output, nothing else there")
        command.add_argument(
            "--relationship", type=Relationship, choices=list(Relationship), action="append", default=[], metavar="R",
            help=f"only this one; repeatable: {', '.join(Relationship)}",
        )  # fmt: skip
        command.add_argument("--co-occurring", action="store_true", help="also what merely stands in one sentence")
        command.add_argument("--negated", action="store_true", help="also what is denied")
        command.add_argument("--as-of", type=_day, metavar="DATE", help="only what documents until this day state")
        command.add_argument("--evidence", type=int, metavar="N", default=3, help="sentences for each edge (3)")


def _add_review(asked: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    candidates = asked.add_parser("candidates", help="what was found and nobody has judged yet, with why it was found")
    candidates.add_argument(
        "--kind",
        type=CandidateKind,
        choices=list(CandidateKind),
        default=CandidateKind.RELATION,
        metavar="K",
        help=", ".join(CandidateKind),
    )
    _add_types(candidates, "only of this type, or with an end of it")
    candidates.add_argument("--text", metavar="TEXT", default="", help="with this in a name")
    candidates.add_argument("--document", metavar="ID", default="", help="found in this document")
    candidates.add_argument("--least", type=float, default=0.0, metavar="P", help="at least so sure, 0 to 1 (0)")
    candidates.add_argument("--most", type=float, default=1.0, metavar="P", help="at most so sure, 0 to 1 (1)")
    candidates.add_argument(
        "--order", type=CandidateOrder, choices=list(CandidateOrder), default=CandidateOrder.SUREST, metavar="O",
        help=f"what comes first: {', '.join(CandidateOrder)}",
    )  # fmt: skip
    candidates.add_argument("--limit", type=int, metavar="N", default=100, help="at most so many (100)")
    candidates.add_argument("--offset", type=int, metavar="N", default=0, help="leave out the first so many")
    candidates.add_argument("--json", action="store_true", help="one JSON document on standard output, nothing else there")
    for name, meaning in (
        ("accept", "make a relation, or that there is such a thing, your own, as a fact"),
        ("reject", "have a relation count no more, or a thing go by none of the names it was found by"),
    ):
        judged = asked.add_parser(name, help=meaning)
        judged.add_argument("one", metavar="SOURCE", help="an id, or any of its names")
        judged.add_argument(
            "said", type=Relationship, choices=list(Relationship), nargs="?", metavar="RELATIONSHIP",
            help=f"{', '.join(Relationship)}; without it, SOURCE itself is judged",
        )  # fmt: skip
        judged.add_argument("other", metavar="TARGET", nargs="?", help="an id, or any of its names")
        judged.add_argument("--negated", action="store_true", help="the relation that sentences deny")
        judged.add_argument("--note", metavar="TEXT", default="", help="what the fact of a relation says")
        judged.add_argument("--json", action="store_true", help="one JSON document on standard output, nothing else there")


def _add_export(asked: argparse._SubParsersAction[argparse.ArgumentParser], marking: Callable[[str], Marking]) -> None:
    written = asked.add_parser("export", help="write a part of the graph, or all of it, for other programs")
    written.add_argument("file", type=Path, metavar="FILE")
    written.add_argument(
        "--format", type=ExportFormat, choices=list(ExportFormat), metavar="F",
        help=f"{', '.join(ExportFormat)}; without it, by how FILE ends; csv writes FILE-nodes.csv and FILE-edges.csv",
    )  # fmt: skip
    written.add_argument("--entity", action="append", default=[], metavar="ENTITY", help="only this, by id or name; repeatable")
    written.add_argument("--tag", action="append", default=[], metavar="T", help="of documents with this tag; repeatable: with all of them")
    written.add_argument("--document", action="append", default=[], metavar="ID", help="of this document; repeatable")
    written.add_argument("--tlp-max", type=marking, metavar="MARK", help="nothing marked more restricted than this")
    written.add_argument("--json", action="store_true", help="one JSON document on standard output, nothing else there")


def add_exchange_commands(add: Add, marking: Callable[[str], Marking]) -> None:
    """The command `stix`."""
    stix = add("stix", "take in STIX bundles and MISP events, or write a STIX bundle")
    directions = stix.add_subparsers(dest="direction", metavar="DIRECTION", required=True)
    given = directions.add_parser("import", help="take in STIX 2.0 and 2.1 bundles and MISP events")
    given.add_argument("files", type=Path, nargs="+", metavar="FILE")
    given.add_argument("--tlp", type=marking, metavar="MARK", help="marking of what has none of its own")
    written = directions.add_parser("export", help="write what the vault holds as one STIX 2.1 bundle")
    written.add_argument("file", type=Path, metavar="FILE")
    written.add_argument("--tlp-max", type=marking, metavar="MARK", help="nothing marked more restricted than this")
    written.add_argument("--tag", action="append", default=[], metavar="T", help="of documents with this tag; repeatable: with all of them")
    written.add_argument("--document", action="append", default=[], metavar="ID", help="of this document; repeatable")
    for command in (given, written):
        command.add_argument("--json", action="store_true", help="one JSON document on standard output, nothing else there")


def add_lexicon_commands(add: Add) -> None:
    """The command `lexicon`."""
    lexicon = add("lexicon", "decide about names, and take decisions back")
    decided = lexicon.add_subparsers(dest="decision", metavar="DECISION", required=True)
    allow = decided.add_parser("allow", help="a name always stands for something of a type")
    allow.add_argument("name", metavar="NAME")
    allow.add_argument("type", type=EntityType, choices=list(EntityType), metavar="TYPE", help=", ".join(EntityType))
    deny = decided.add_parser("deny", help="names or indicators never count")
    deny.add_argument("values", nargs="+", metavar="VALUE")
    for name, meaning in (
        ("same", "a name is another's, or two entities are one"),
        ("distinct", "a name is none of an entity's"),
        ("disputed", "whether a name is an entity's is open"),
    ):
        alias = decided.add_parser(name, help=meaning)
        alias.add_argument("name", metavar="NAME")
        alias.add_argument("other", metavar="OTHER", help="a name or an id")
        alias.add_argument("--note", metavar="TEXT", default="", help="why")
    decided.add_parser("list", help="what was decided, newest first")
    undo = decided.add_parser("undo", help="take a decision back")
    undo.add_argument("number", type=int, nargs="?", metavar="NUMBER", help="as `lexicon list` numbers it (the last one)")
    for command in decided.choices.values():
        command.add_argument("--json", action="store_true", help="one JSON document on standard output, nothing else there")


def add_pack_commands(add: Add) -> None:
    """The command `packs`."""
    packs = add("packs", "list knowledge packs, see what one would change, add it, or take it back")
    actions = packs.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="every pack that counts")
    for name, meaning in (("diff", "what a pack would change"), ("add", "add a pack, or put it into place of an older one")):
        actions.add_parser(name, help=meaning).add_argument("source", type=Path, metavar="SOURCE", help="its folder, or its ZIP")
    actions.add_parser("rollback", help="have the pack again that the last one replaced").add_argument("name", metavar="NAME")
    for command in actions.choices.values():
        command.add_argument("--json", action="store_true", help="one JSON document on standard output, nothing else there")


def _add_types(command: argparse.ArgumentParser, meaning: str) -> None:
    command.add_argument(
        "--type", type=EntityType, choices=list(EntityType), action="append", default=[], metavar="T",
        help=f"{meaning}; repeatable: {', '.join(EntityType)}",
    )  # fmt: skip


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date; write it as 2026-11-30") from None
