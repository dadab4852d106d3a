"""Pictures of the graph by name: kept in files of the vault, and opened on whatever the index holds by then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from desktop.application.graph.picturing import Picturing
from desktop.application.job import JobContext
from desktop.application.ports import AuditEntry, AuditLog, GraphStore
from desktop.domain.changes import Changes
from desktop.domain.errors import UsageError
from desktop.domain.graph_view import GraphView
from desktop.domain.layout import LayoutKind
from desktop.domain.named_graph import GraphHead, TrashedGraph, named, trashed_graph, view_of


@dataclass(frozen=True, slots=True)
class OpenedGraph:
    """A view as it was kept; `missing` are the keys of those nodes that are not in the vault any more."""

    name: str
    view: GraphView
    layout: LayoutKind
    missing: tuple[str, ...]


class NamedGraphs:
    """Keeps and opens views."""

    def __init__(
        self, store: GraphStore, picturing: Picturing, audit: AuditLog, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._store = store
        self._picturing = picturing
        self._audit = audit
        self._clock = clock

    def heads(self, case: str = "") -> tuple[GraphHead, ...]:
        """The graphs there are, by name; with a case, those that belong to it."""
        return tuple(each for each in self._store.heads() if not case or each.case == case)

    def save(self, name: str, view: GraphView, layout: LayoutKind, case: str = "") -> str:
        """Keep a view by a name, in place of an earlier one of the same case; returns the name as it is kept.

        A graph that is saved while no case is worked on stays in the case that it belongs to.
        """
        name = _plain(name)
        if not name or not view.nodes:
            raise UsageError("A graph needs a name and something in it.", "Give it a name.")
        earlier = next((each.case for each in self._store.heads() if _plain(each.name).casefold() == name.casefold()), "")
        if case and earlier and earlier != case:
            raise UsageError(f"A graph named “{name}” belongs to the case {earlier}.", "Give this one another name.")
        self._store.keep(named(name, view, layout, f"{self._clock():%Y-%m-%dT%H:%M:%SZ}", case or earlier))
        self._audit.append("graph-saved", name, nodes=len(view.nodes))
        return name

    def rename(self, name: str, new_name: str) -> str:
        """Give a graph another name; returns it as it is kept."""
        new_name = _plain(new_name)
        if not new_name:
            raise UsageError("A graph needs a name.", "Give it one.")
        self._store.rename(name, new_name)
        self._audit.append("graph-renamed", new_name, was=name)
        return new_name

    def forget(self, name: str) -> str:
        """Move a graph to the trash; returns the name of its file there, by which it comes back."""
        file = self._store.trash(name)
        self._audit.append("delete", trashed_graph(file), name=name)
        return file

    def restore(self, *files: str) -> Changes:
        """Bring graphs back from the trash; raises the first failure if none could be brought back."""
        restored, failures = set[str](), list[UsageError]()
        for each in files:
            try:
                restored.add(self._store.restore(each))
            except UsageError as failure:
                failures.append(failure)
                continue
            self._audit.append("restore", trashed_graph(each))
        if failures and not restored:
            raise failures[0]
        return Changes(problems=tuple(f"{each.message} {each.hint}".strip() for each in failures), graphs=frozenset(restored))

    def trashed(self) -> tuple[TrashedGraph, ...]:
        """What is in the trash, newest first."""
        return self._store.trashed()

    def empty_trash(self, files: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these; returns how many graphs that were."""
        chosen = [each for each in self._store.trashed() if files is None or each.file in files]
        removed = self._store.empty_trash(files)
        self._audit.append_all([AuditEntry("remove", trashed_graph(each.file), {"name": each.name, "bytes": each.size}) for each in chosen])
        return removed

    def open(self, context: JobContext, name: str) -> OpenedGraph:
        """The view of this name, with the nodes that are still there and all ties that there are by now."""
        kept = self._store.read(name)
        found = self._picturing.again(kept.nodes, kept.as_of)
        view = view_of(kept, found)
        view = replace(view, later=self._picturing.later(context, list(view.nodes), kept.as_of))
        there = {each.key for each in found.nodes}
        return OpenedGraph(kept.name, view, kept.layout, tuple(each for each in kept.nodes if each not in there))


def _plain(name: str) -> str:
    return " ".join(name.split())
