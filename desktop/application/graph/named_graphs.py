"""Pictures of the graph by name: kept in files of the vault, and opened on whatever the index holds by then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from desktop.application.graph.picturing import Picturing
from desktop.application.job import JobContext
from desktop.application.ports import AuditLog, GraphStore
from desktop.domain.errors import UsageError
from desktop.domain.graph_view import GraphView
from desktop.domain.layout import LayoutKind
from desktop.domain.named_graph import named, view_of


@dataclass(frozen=True, slots=True)
class OpenedGraph:
    """A view as it was kept; `missing` nodes of it are not in the vault any more."""

    name: str
    view: GraphView
    layout: LayoutKind
    missing: int


class NamedGraphs:
    """Keeps and opens views."""

    def __init__(
        self, store: GraphStore, picturing: Picturing, audit: AuditLog, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._store = store
        self._picturing = picturing
        self._audit = audit
        self._clock = clock

    def names(self) -> tuple[str, ...]:
        """The names there are, sorted."""
        return self._store.names()

    def save(self, name: str, view: GraphView, layout: LayoutKind) -> str:
        """Keep a view by a name, in place of an earlier one; returns the name as it is kept."""
        name = " ".join(name.split())
        if not name or not view.nodes:
            raise UsageError("A graph needs a name and something in it.", "Give it a name.")
        self._store.keep(named(name, view, layout, f"{self._clock():%Y-%m-%dT%H:%M:%SZ}"))
        self._audit.append("graph-saved", name, nodes=len(view.nodes))
        return name

    def open(self, context: JobContext, name: str) -> OpenedGraph:
        """The view of this name, with the nodes that are still there and all ties that there are by now."""
        kept = self._store.read(name)
        found = self._picturing.again(kept.nodes, kept.as_of)
        view = view_of(kept, found)
        view = replace(view, later=self._picturing.later(context, list(view.nodes), kept.as_of))
        return OpenedGraph(kept.name, view, kept.layout, len(kept.nodes) - len(found.nodes))
