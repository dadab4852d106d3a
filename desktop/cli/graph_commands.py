"""The commands of the graph: entities, neighbours, paths, and what is decided about relations."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from desktop.cli.graph_shapes import connections_shape, connections_text, entities_text, entity_shape, graph_shape, graph_text
from desktop.cli.import_commands import extract_entities
from desktop.cli.session import Command, Output, Session
from desktop.domain.graph import Direction, EdgeQuery, EntityQuery


def entities(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List what the documents mention, what most of them mention first."""
    query = EntityQuery(tuple(arguments.type), arguments.text, arguments.document, arguments.offset, arguments.limit)
    with session.reading() as services:
        found, total = services.graph.explorer.entities(query), services.graph.explorer.count_entities(query)
    yield Output({"entities": [entity_shape(each) for each in found], "total": total}, entities_text(found, total))


def graph(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Show an entity's neighbours or the ways between two, or decide about a relation."""
    yield from {"neighbours": neighbours, "path": path, "accept": judge, "reject": judge}[arguments.question](session, arguments)


def neighbours(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """What an entity is connected with, one or two edges away."""
    query = EdgeQuery(
        arguments.direction, tuple(arguments.relationship), tuple(arguments.type), arguments.as_of, arguments.negated,
        arguments.co_occurring, limit=arguments.limit,
    )  # fmt: skip
    with session.reading() as services:
        explorer = services.graph.explorer
        entity = explorer.find(arguments.entity)
        found = explorer.neighbours([entity.id], query, arguments.evidence)
        if arguments.hops > 1:
            found = explorer.around([entity.id], arguments.hops, query, session.context.cancel, arguments.evidence)
    yield Output(graph_shape(found) | {"entity": entity_shape(entity)}, graph_text(found))


def path(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """The shortest ways between two entities."""
    query = EdgeQuery(Direction.BOTH, tuple(arguments.relationship), (), arguments.as_of, arguments.negated, arguments.co_occurring)
    with session.reading() as services:
        explorer = services.graph.explorer
        one, other = explorer.find(arguments.one), explorer.find(arguments.other)
        found = explorer.connections(one.id, other.id, query, session.context.cancel, arguments.count)
    yield Output(connections_shape(found), connections_text(found))


def judge(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Make a relation the analyst's own, or have it count no more."""
    with session.writing() as services:
        explorer, decisions = services.graph.explorer, services.graph.decisions
        one, other = explorer.find(arguments.one), explorer.find(arguments.other)
        deciding = decisions.accept if arguments.question == "accept" else decisions.reject
        facts = sorted(deciding(one.id, arguments.said, other.id, arguments.note, negated=arguments.negated).facts)
        entities = extract_entities(session.context, services)
    claim = f"{one.value} {'does not: ' if arguments.negated else ''}{arguments.said} {other.value}"
    said = f"{claim}: {arguments.question}ed, as {', '.join(facts)}. {entities.notice}".strip()
    yield Output({"fact_id": facts[0], "facts": facts, "extraction": entities.shape, "notice": entities.notice}, said, not entities.stored)


GRAPH_COMMANDS: dict[str, Command] = {"entities": entities, "graph": graph}
