"""The commands of the graph: entities, neighbours, paths, and what is decided about relations."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from desktop.application.services import Services
from desktop.cli.graph_shapes import (
    candidate_shape,
    candidates_text,
    connections_shape,
    connections_text,
    entities_text,
    entity_shape,
    export_shape,
    export_text,
    graph_shape,
    graph_text,
)
from desktop.cli.import_commands import extract_entities
from desktop.cli.session import Command, Output, Session
from desktop.cli.shapes import Json
from desktop.cli.way_shapes import ordered_shape, ordered_text
from desktop.domain.candidate import CandidateKind, CandidateQuery, Verdict
from desktop.domain.errors import UsageError
from desktop.domain.graph import Direction, EdgeQuery, EntityQuery
from desktop.domain.graph_export import ExportFormat, ExportScope


def entities(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List what the documents mention, what most of them mention first."""
    query = EntityQuery(tuple(arguments.type), arguments.text, arguments.document, arguments.offset, arguments.limit)
    with session.reading() as services:
        found, total = services.graph.explorer.entities(query), services.graph.explorer.count_entities(query)
    yield Output({"entities": [entity_shape(each) for each in found], "total": total}, entities_text(found, total))


def graph(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Show an entity's neighbours or the ways between two, or decide about a relation."""
    asked = {"neighbours": neighbours, "path": path, "candidates": candidates, "export": export, "accept": judge, "reject": judge}
    yield from asked[arguments.question](session, arguments)


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
    """The shortest ways between two entities, or those in the order of time."""
    if arguments.in_time:
        yield _path_in_time(session, arguments)
        return
    query = EdgeQuery(Direction.BOTH, tuple(arguments.relationship), (), arguments.as_of, arguments.negated, arguments.co_occurring)
    with session.reading() as services:
        explorer = services.graph.explorer
        one, other = explorer.find(arguments.one), explorer.find(arguments.other)
        found = explorer.connections(one.id, other.id, query, session.context.cancel, arguments.count)
    yield Output(connections_shape(found), connections_text(found))


def _path_in_time(session: Session, arguments: argparse.Namespace) -> Output:
    if arguments.relationship or arguments.co_occurring or arguments.negated:
        raise UsageError("Ways in the order of time go by all claims.", "Of the other options, only --as-of goes with --in-time.")
    with session.reading() as services:
        explorer = services.graph.explorer
        one, other = explorer.find(arguments.one), explorer.find(arguments.other)
        found = services.graph.ordered.find(session.context, one.id, other.id, (), arguments.as_of or "")
        nodes = [explorer.find(each.key) for each in found.addition.nodes]
    return Output(ordered_shape(found, nodes), ordered_text(found, nodes))


def candidates(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """What was found and nobody has judged yet."""
    query = CandidateQuery(
        arguments.kind, tuple(arguments.type), arguments.least, arguments.most, arguments.text, "", arguments.document, arguments.order,
        arguments.offset, arguments.limit, " ".join(arguments.case.split()),
    )  # fmt: skip
    with session.reading() as services:
        review = services.graph.review
        found, left = review.candidates(query, session.context.cancel), review.counts(query, session.context.cancel)
    shape = {"candidates": [candidate_shape(each) for each in found], "left": {str(kind): count for kind, count in left.items()}}
    yield Output(shape, candidates_text(found, left))


def export(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Write a part of the graph, or all of it, for other programs."""
    form = arguments.format or next((each for each in ExportFormat if each.suffix == arguments.file.suffix.lower()), None)
    if form is None or (arguments.format is None and form.suffix == ".json"):
        raise UsageError(f"How {arguments.file.name} ends does not say in which format it is.", f"--format is {', '.join(ExportFormat)}.")
    with session.writing() as services:
        entities = tuple(services.graph.explorer.find(each).id for each in arguments.entity)
        scope = ExportScope(entities, tuple(arguments.tag), tuple(arguments.document))
        report = services.graph.exports.export(session.context, form, scope, arguments.file.absolute(), arguments.tlp_max)
    yield Output(export_shape(report), export_text(report))


def judge(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Make a relation or an entity the analyst's own, or have it count no more."""
    if (arguments.said is None) != (arguments.other is None):
        raise UsageError("A relation has a TARGET.", "Name it, or leave the RELATIONSHIP out to judge SOURCE itself.")
    with session.writing() as services:
        judged = _judge_entity if arguments.said is None else _judge_relation
        said, shape = judged(session, services, arguments)
        entities = extract_entities(session.context, services)
    text = f"{said}. {entities.notice}".strip()
    yield Output(shape | {"extraction": entities.shape, "notice": entities.notice}, text, not entities.stored)


def _judge_relation(_: Session, services: Services, arguments: argparse.Namespace) -> tuple[str, Json]:
    explorer, review = services.graph.explorer, services.graph.review
    one, other = explorer.find(arguments.one), explorer.find(arguments.other)
    verdict = Verdict.ACCEPTED if arguments.question == "accept" else Verdict.REJECTED
    judged = review.judge_relation(one, arguments.said, other, verdict, arguments.note, negated=arguments.negated)
    facts = sorted(judged.facts)
    claim = f"{one.value} {'does not: ' if arguments.negated else ''}{arguments.said} {other.value}"
    return f"{claim}: {arguments.question}ed, as {', '.join(facts)}", {"fact_id": facts[0], "facts": facts}


def _judge_entity(session: Session, services: Services, arguments: argparse.Namespace) -> tuple[str, Json]:
    entity = services.graph.explorer.find(arguments.one)
    kind = CandidateKind.INDICATOR if entity.type.is_indicator else CandidateKind.NAME
    found = services.graph.review.candidates(CandidateQuery(kind, entity_id=entity.id), session.context.cancel)
    if not found:
        raise UsageError(f"{entity.value} was judged already, or no document speaks of it.", "`coffer graph candidates` lists what waits.")
    verdict = Verdict.ACCEPTED if arguments.question == "accept" else Verdict.REJECTED
    judged = services.graph.review.judge(session.context, found, verdict)
    return judged.said, {"facts": list(judged.facts), "decisions": list(judged.decisions)}


GRAPH_COMMANDS: dict[str, Command] = {"entities": entities, "graph": graph}
