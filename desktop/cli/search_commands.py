"""The commands around searching: lookup, similar, why, saved searches, pins, history, golden queries and quality."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from desktop.application.retrieve.lookup import lookup_csv
from desktop.application.searches.golden_queries import MODES
from desktop.application.services import Services
from desktop.cli import search_text as text
from desktop.cli.search_shapes import (
    golden_list_shape,
    golden_shape,
    lookup_shape,
    past_shape,
    pin_shape,
    quality_shape,
    saved_shape,
    watch_shape,
    why_shape,
)
from desktop.cli.session import Command, Output, Session
from desktop.cli.shapes import Json, result_shape
from desktop.cli.text import elsewhere_text, result_text
from desktop.domain.errors import UsageError
from desktop.domain.leaving import Exit
from desktop.domain.passage import Filters, Mode, Query

_PLACE = re.compile(r"(?P<document>.+):(?P<start>\d+)-(?P<end>\d+)")


def query_of(services: Services, arguments: argparse.Namespace) -> Query:
    """The query that the options of `search` ask for."""
    return Query(
        arguments.query or "",
        arguments.mode or Mode(services.settings.search.default_mode),
        arguments.limit,
        filters_of(arguments),
        transliterate=arguments.transliterate,
        any_spelling=arguments.refang,
        routes_off=frozenset(arguments.without),
        intent=arguments.intent,
        fusion=arguments.fusion,
        unwidened=frozenset(arguments.unwidened),
        per_document=arguments.per_document,
        fold_twins=arguments.fold_twins,
    )


def filters_of(arguments: argparse.Namespace) -> Filters:
    """The filters that the options ask for."""
    return Filters(
        arguments.since,
        arguments.until,
        arguments.tlp_max,
        tuple(arguments.tag),
        tuple(arguments.format),
        tuple(arguments.document),
        kinds=(arguments.only,) if arguments.only else (),
        superseded=arguments.superseded,
    )


def lookup(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Look up everything on a list."""
    pasted = _pasted(arguments.file)
    with session.reading() as services:
        result = services.desk.lookup.look_up(session.context, pasted, services.gate.narrowed(Exit.CSV, filters_of(arguments)))
    yield Output(lookup_shape(result), lookup_csv(result).rstrip("\r\n") if arguments.csv else text.lookup_text(result))


def similar(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Find passages like one."""
    document_id, start, end = _place(arguments.place)
    with session.reading() as services:
        result = services.desk.similar.similar(
            session.context,
            document_id,
            start,
            end,
            limit=arguments.limit,
            filters=filters_of(arguments),
            per_document=arguments.per_document,
        )
    yield Output(result_shape(result), result_text(result))


def why(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Say where a document stands in a search."""
    with session.reading() as services:
        told = services.desk.why.explain(session.context, query_of(services, arguments), arguments.document_id)
    yield Output(why_shape(told), "\n".join(told.sentences))


def saved(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List, keep, run, watch and forget saved searches."""
    match arguments.action:
        case "list":
            with session.reading() as services:
                every = services.desk.saved.all()
            found = [each for each in every if _case(arguments) in ("", *each.query.filters.tags)]
            said = "\n".join(map(text.saved_text, found)) or "No search is saved."
            yield _listed("saved", [saved_shape(each) for each in found], said, len(every) - len(found))
        case "new":
            with session.reading() as services:
                watches = services.desk.saved.watches(session.context)
            said = "\n".join(map(text.watch_text, watches)) or "No saved search watches."
            yield Output({"watches": [watch_shape(each) for each in watches]}, said)
        case "run":
            with session.reading() as services:
                result = services.searcher.search(session.context, services.desk.saved.named(_named(arguments)).query)
            yield Output(result_shape(result), result_text(result))
        case _:
            yield _changed(session, arguments)


def _changed(session: Session, arguments: argparse.Namespace) -> Output:
    name = _named(arguments)
    with session.writing() as services:
        desk = services.desk.saved
        match arguments.action:
            case "add":
                kept = desk.save(session.context, name, query_of(services, arguments), watched=arguments.watch)
            case "watch" | "unwatch":
                kept = desk.watch(session.context, name, watched=arguments.action == "watch")
            case "looked":
                kept = desk.looked(session.context, name)
            case _:
                desk.remove(name)
                return Output({"removed": name}, f"Forgot the saved search {name}.")
    return Output(saved_shape(kept), text.saved_text(kept))


def pins(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List, add and remove pins."""
    if arguments.action == "list":
        with session.reading() as services:
            every = services.desk.pins.all()
        found = [each for each in every if each.in_case(_case(arguments))]
        said = "\n".join(map(text.pin_text, found)) or "Nothing is pinned."
        yield _listed("pins", [pin_shape(each) for each in found], said, len(every) - len(found))
        return
    given = arguments.place or ""
    with session.writing() as services:
        if arguments.action == "add":
            document_id, start, end = _place(given)
            made = services.desk.pins.pin(document_id, start, end, note=arguments.note)
            yield Output(asdict(made), f"Pinned as {made.id}.")
        else:
            services.desk.pins.unpin(given)
            yield Output({"removed": given}, f"Took away the pin {given}.")


def history(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List the searches that were made in the window, or forget them."""
    if arguments.clear:
        with session.writing() as services:
            services.desk.history.clear()
        yield Output({"history": []}, "Forgot all searches that were made.")
        return
    with session.reading() as services:
        every = services.desk.history.all()
    past = [each for each in every if _case(arguments) in ("", *each.query.filters.tags)]
    said = "\n".join(map(text.past_text, past)) or "No search was made."
    yield _listed("history", [past_shape(each) for each in past], said, len(every) - len(past))


def golden(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """List, mark and take away golden queries."""
    if arguments.action == "list":
        with session.reading() as services:
            found = services.desk.golden.of_case(_case(arguments))
        yield Output(golden_list_shape(found), text.golden_list_text(found))
        return
    with session.writing() as services:
        query, documents = arguments.query or "", arguments.expected
        if arguments.action == "add":
            for document_id in documents:
                services.library.read(document_id)
            kept = services.desk.golden.expect(query, documents)
            yield Output(golden_shape(kept), text.golden_text(kept))
        else:
            yield _forgotten(services, query, documents, _case(arguments))


def _forgotten(services: Services, query: str, documents: Sequence[str], case: str) -> Output:
    """In a case, what other cases expect of the query stays."""
    named = " ".join(query.split())
    within = next((each.expected for each in services.desk.golden.of_case(case).queries if each.query == named), ()) if case else ()
    if case and not documents and not within:
        raise UsageError(f"The case {case} has no golden query {named!r}.", "`coffer golden list` without a case names all of them.")
    services.desk.golden.forget(query, documents or within)
    return Output({"removed": query}, f"Took away {query!r}.")


def quality(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Measure every mode by the golden queries."""
    with session.reading() as services:
        golden, case = services.desk.golden, _case(arguments)
        elsewhere = golden.of_case(case).queries_elsewhere
        report = golden.measure(session.context, tuple(arguments.mode or MODES), arguments.k, case)
    said = "\n".join(filter(None, (text.quality_text(report), elsewhere_text(elsewhere))))
    yield Output(quality_shape(report) | {"of_other_cases": elsewhere}, said)


SEARCH_COMMANDS: dict[str, Command] = {
    "lookup": lookup,
    "similar": similar,
    "why": why,
    "saved": saved,
    "pins": pins,
    "history": history,
    "golden": golden,
    "quality": quality,
}


def _listed(name: str, shapes: Sequence[Json], said: str, elsewhere: int) -> Output:
    """A list, and how much of other cases it leaves out."""
    return Output({name: shapes, "of_other_cases": elsewhere}, "\n".join(filter(None, (said, elsewhere_text(elsewhere)))))


def _case(arguments: argparse.Namespace) -> str:
    return " ".join(arguments.case.split())


def _named(arguments: argparse.Namespace) -> str:
    if not arguments.name:
        raise UsageError("Which saved search? Give its name.", "`coffer saved list` names them all.")
    return str(arguments.name)


def _place(given: str) -> tuple[str, int, int]:
    match = _PLACE.fullmatch(given)
    if match is None:
        raise UsageError(f"{given!r} is no place in a document.", "Write it as DOCUMENT_ID:START-END, as `search` prints it.")
    return match["document"], int(match["start"]), int(match["end"])


def _pasted(file: str) -> str:
    """A list from a file, or from standard input."""
    if file == "-":
        return sys.stdin.read()
    try:
        return Path(file).read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} cannot be read: {error}.", "It must be text in UTF-8, one thing a line.") from error
