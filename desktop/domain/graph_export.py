"""What is given out of the graph: in which format, which part of it, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from desktop.domain.graph import Edge, EntitySummary
from desktop.domain.leaving import Exit
from desktop.domain.marking import Marking


class ExportFormat(StrEnum):
    """In which form the graph is given out."""

    GRAPHML = "graphml"
    CSV = "csv"
    NAVIGATOR = "navigator"
    STIX = "stix"

    @property
    def exit(self) -> Exit:
        """By which exit it leaves."""
        return Exit(self.value)

    @property
    def suffix(self) -> str:
        """How its files end."""
        return {ExportFormat.GRAPHML: ".graphml", ExportFormat.CSV: ".csv"}.get(self, ".json")

    def files(self, target: Path) -> tuple[Path, ...]:
        """The files that are written where a person names one: of tables, there are two."""
        if self is ExportFormat.CSV:
            return target.with_name(f"{target.stem}-nodes.csv"), target.with_name(f"{target.stem}-edges.csv")
        return (target,)


@dataclass(frozen=True, slots=True)
class ExportScope:
    """Which part of the graph: some entities, what documents with tags (a case) or some documents state, or everything."""

    entities: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GraphPart:
    """What may leave: entities and edges with nothing counted but what documents say that may leave.

    `dates` are the first and the last day of each entity's documents. `marking` is the highest of these documents, `withheld` how many
    documents were held back, and `considered` how many there were.
    """

    nodes: tuple[EntitySummary, ...]
    edges: tuple[Edge, ...]
    dates: dict[str, tuple[str, str]]
    marking: Marking
    considered: int = 0
    withheld: int = 0


@dataclass(frozen=True, slots=True)
class ExportReport:
    """The files that were written, what is in them, how that is marked, and what was left out, as sentences."""

    files: tuple[str, ...]
    nodes: int
    edges: int
    marking: Marking
    withheld: int = 0
    dropped: tuple[str, ...] = ()
