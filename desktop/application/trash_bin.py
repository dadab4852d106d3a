"""The trash of a vault as a person sees it: documents, facts, threads, graphs and boards in one list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from desktop.application.answer.threads import Threads
from desktop.application.graph.named_graphs import NamedGraphs
from desktop.application.library import Library
from desktop.application.memory.boards import Boards
from desktop.application.memory.facts import Memory
from desktop.domain.ach import board_id_of, named_board
from desktop.domain.changes import Changes
from desktop.domain.errors import CofferError
from desktop.domain.fact import fact_id_of, indexed_id
from desktop.domain.named_graph import graph_of, trashed_graph
from desktop.domain.thread import thread_id_of, trashed_name


@dataclass(frozen=True, slots=True)
class Trashed:
    """What is in the trash: a document, a fact (`memory/<id>`), a thread (`threads/<id>`), a named graph (`graphs/<file>`) or a
    board (`boards/<id>`).

    `deleted_at` is an ISO 8601 time, `size` the bytes on disk.
    """

    id: str
    title: str
    deleted_at: str
    size: int


class TrashBin:
    """Lists, brings back and removes for good."""

    def __init__(self, library: Library, memory: Memory, threads: Threads, graphs: NamedGraphs, boards: Boards) -> None:
        self._library = library
        self._memory = memory
        self._threads = threads
        self._graphs = graphs
        self._boards = boards

    def entries(self) -> tuple[Trashed, ...]:
        """What is in the trash, newest first."""
        documents = [Trashed(each.document_id, each.title, each.deleted_at, each.size) for each in self._library.trashed()]
        facts = [Trashed(indexed_id(each.fact_id), each.name, each.deleted_at, each.size) for each in self._memory.trashed()]
        threads = [Trashed(trashed_name(each.thread_id), each.title, each.deleted_at, each.size) for each in self._threads.trashed()]
        graphs = [Trashed(trashed_graph(each.file), each.name, each.deleted_at, each.size) for each in self._graphs.trashed()]
        boards = [Trashed(named_board(each.board_id), each.title, each.deleted_at, each.size) for each in self._boards.trashed()]
        return tuple(sorted([*documents, *facts, *threads, *graphs, *boards], key=lambda each: each.deleted_at, reverse=True))

    def restore(self, *ids: str) -> Changes:
        """Bring these back; raises the first failure if nothing could be brought back, else the problems say what could not."""
        changes, failures = Changes(), []
        places = (self._library, self._memory, self._threads, self._graphs, self._boards)
        for restore, names in zip([each.restore for each in places], _parted(ids), strict=True):
            try:
                changes |= restore(*names) if names else Changes()
            except CofferError as failure:
                failures.append(failure)
        if failures and not changes:
            raise failures[0]
        return changes | Changes(problems=tuple(f"{each.message} {each.hint}".strip() for each in failures))

    def empty(self, ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these; returns how many there were."""
        places = (self._library, self._memory, self._threads, self._graphs, self._boards)
        emptying = [each.empty_trash for each in places]
        if ids is None:
            return sum(empty() for empty in emptying)
        return sum(empty(names) for empty, names in zip(emptying, _parted(ids), strict=True) if names)


def _parted(ids: Sequence[str]) -> tuple[list[str], ...]:
    """Ids of documents, and of facts, of threads, of graphs and of boards as they are called among themselves."""
    facts = [fact_id for each in ids if (fact_id := fact_id_of(each)) is not None]
    threads = [thread_id for each in ids if (thread_id := thread_id_of(each)) is not None]
    graphs = [file for each in ids if (file := graph_of(each)) is not None]
    boards = [board_id for each in ids if (board_id := board_id_of(each)) is not None]
    others = {*map(indexed_id, facts), *map(trashed_name, threads), *map(trashed_graph, graphs), *map(named_board, boards)}
    return [each for each in ids if each not in others], facts, threads, graphs, boards
