"""The files of boards: boards/<id>.yaml."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from desktop.adapters.durable_files import replace_file, storing
from desktop.adapters.markdown_folder import is_plain_name
from desktop.adapters.trash import Discarded, Trash
from desktop.domain.ach import Board, Evidence, Rating, TrashedBoard, Weight
from desktop.domain.errors import UsageError
from desktop.domain.vault import VaultPaths

LARGEST = 4_000_000
"""Bytes of a board's file."""
KEYS = ("title", "case", "updated_at", "hypotheses", "evidence")


class BoardFiles:
    """The BoardStore of one vault."""

    def __init__(self, paths: VaultPaths) -> None:
        self._folder = paths.boards
        self._trash = Trash(paths, folders=(paths.boards.name,))

    def all(self) -> tuple[Board, ...]:
        """Every board that can be read, the one changed last first."""
        boards = []
        with storing(f"The folder {self._folder} could not be read"):
            names = sorted(path.stem for path in self._folder.glob("*.yaml")) if self._folder.is_dir() else []
        for name in names:
            try:
                boards.append(self.read(name))
            except UsageError as error:
                boards.append(Board(name, f"{name}: {error.message}"))
        return tuple(sorted(boards, key=lambda each: each.updated_at, reverse=True))

    def read(self, board_id: str) -> Board:
        """A board; UsageError if there is none, or its file makes no sense."""
        path = self._path(board_id)
        with storing(f"{path.name} could not be read"):
            if not path.is_file():
                raise UsageError(f"There is no board {board_id}.", "Choose another, or begin one.")
            content = path.read_bytes()
        return read_board(board_id, content)

    def write(self, board: Board) -> str:
        """Keep a board, with what a person added to its file; returns the hash of the file."""
        path = self._path(board.id)
        with storing(f"The board {board.id} could not be written"):
            values = {**_values(board), **(_added(path.read_bytes()) if path.is_file() else {})}
            content = yaml.safe_dump(values, allow_unicode=True, sort_keys=False, width=1000).encode("utf-8", "replace")
            self._folder.mkdir(parents=True, exist_ok=True)
            replace_file(path, content)
        return hashlib.sha256(content).hexdigest()

    def trash(self, board_id: str) -> None:
        """Move a board to the trash, whatever its file says."""
        path = self._path(board_id)
        with storing(f"{path.name} could not be moved to the trash"):
            if not path.is_file():
                raise UsageError(f"There is no board {board_id}.", "Choose another.")
            self._trash.discard(board_id, [path])

    def restore(self, board_id: str) -> None:
        """Bring back the board of this id that was deleted last."""
        path = self._path(board_id)
        with storing(f"{path.name} could not be brought back from the trash"):
            discarded = self._trash.discarded(board_id)
            if not discarded:
                raise UsageError(f"The trash holds no board {board_id}.", "It may have been emptied, or restored already.")
            if path.exists():
                raise UsageError(f"There is a board {board_id} again.", "Delete that one first.")
            self._folder.mkdir(parents=True, exist_ok=True)
            self._trash.put_back(discarded[0])

    def trashed(self) -> tuple[TrashedBoard, ...]:
        """What is in the trash, newest first."""
        with storing("The trash could not be read"):
            return tuple(map(_trashed, self._trash.discarded()))

    def empty_trash(self, board_ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these."""
        with storing("The trash could not be emptied"):
            chosen = [each for each in self._trash.discarded() if board_ids is None or each.document_id in board_ids]
            self._trash.empty(chosen)
        return len(chosen)

    def _path(self, board_id: str) -> Path:
        if not is_plain_name(board_id):
            raise UsageError(f"{board_id!r} cannot be a board's id.", "Ids are the names in boards/ without `.yaml`.")
        return self._folder / f"{board_id}.yaml"


def read_board(board_id: str, content: bytes) -> Board:
    """A board as the content of its file says it; UsageError if that makes no sense."""
    try:
        if len(content) > LARGEST:
            raise ValueError("too long")
        return _board(board_id, yaml.safe_load(content))
    except (yaml.YAMLError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise UsageError(
            f"boards/{board_id}.yaml cannot be understood.", "Mend it with any editor, or restore it from a backup."
        ) from error


def _trashed(discarded: Discarded) -> TrashedBoard:
    """What cannot be understood is called as its file is."""
    (path,) = discarded.files
    content = path.read_bytes()
    try:
        title = read_board(discarded.document_id, content).title
    except UsageError:
        title = discarded.document_id
    return TrashedBoard(discarded.document_id, title, f"{discarded.deleted:%Y-%m-%dT%H:%M:%SZ}", len(content))


def _added(content: bytes) -> dict[str, Any]:
    """What a person added to the file of a board, in keys that are none of ours."""
    try:
        there = yaml.safe_load(content)
    except (yaml.YAMLError, ValueError, RecursionError):  # it is replaced, and was named where it was read
        return {}
    return {key: value for key, value in there.items() if key not in KEYS} if isinstance(there, dict) else {}


def _values(board: Board) -> dict[str, Any]:
    evidence = [
        {"fact": each.fact_id, "weight": str(each.weight), "ratings": [str(rating) for rating in each.ratings]} for each in board.evidence
    ]
    case = {"case": board.case} if board.case else {}
    return {"title": board.title, **case, "updated_at": board.updated_at, "hypotheses": list(board.hypotheses), "evidence": evidence}


def _board(board_id: str, values: Any) -> Board:
    """A board as its file says it; ratings that are missing count as not given. Raises KeyError, TypeError, ValueError."""
    hypotheses = tuple(map(str, values["hypotheses"] or ()))
    evidence = tuple(
        Evidence(str(each["fact"]), _ratings(each.get("ratings") or (), len(hypotheses)), Weight(each.get("weight", "medium")))
        for each in values["evidence"] or ()
    )
    return Board(board_id, str(values["title"]), hypotheses, evidence, str(values.get("updated_at", "")), str(values.get("case") or ""))


def _ratings(values: Any, count: int) -> tuple[Rating, ...]:
    return tuple(Rating(str(values[place])) if place < len(values) else Rating.UNRATED for place in range(count))
