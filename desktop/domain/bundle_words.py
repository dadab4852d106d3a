"""What a case bundle holds, counted in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from desktop.domain.case_bundle import ItemKind
from desktop.domain.changes import Changes

KINDS = {
    "document": ("document", "documents"),
    "fact": ("fact", "facts"),
    "lexicon": ("decision about a name", "decisions about names"),
    "search": ("saved search", "saved searches"),
    "golden": ("golden query", "golden queries"),
    "pin": ("pinned passage", "pinned passages"),
    "graph": ("view of the graph", "views of the graph"),
    "thread": ("thread", "threads"),
    "board": ("board", "boards"),
    "audit": ("line of the audit log", "lines of the audit log"),
}


def counted(counts: Mapping[str, int]) -> str:
    """`3 documents, 1 fact`; `nothing` where there is nothing."""
    return ", ".join(f"{count:,} {KINDS[kind][count != 1]}" for kind, count in counts.items() if count) or "nothing"


def taken_counts(changes: Changes) -> dict[str, int]:
    """How many of each kind were taken in or changed."""
    found = Counter(key.partition(":")[0] for key in changes.kept)
    found |= Counter(
        {
            ItemKind.DOCUMENT: len(changes.documents),
            ItemKind.FACT: len(changes.facts),
            ItemKind.GRAPH: len(changes.graphs),
            ItemKind.THREAD: len(changes.threads),
            ItemKind.BOARD: len(changes.boards),
        }
    )
    return {str(kind): found[kind] for kind in ItemKind}
