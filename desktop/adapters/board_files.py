"""The files of boards: boards/<id>.yaml."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import yaml

from desktop.adapters.durable_files import replace_file, storing
from desktop.adapters.markdown_folder import is_plain_name
from desktop.domain.ach import Board, Evidence, Rating, Weight
from desktop.domain.errors import UsageError
from desktop.domain.vault import VaultPaths

LARGEST = 4_000_000
"""Bytes of a board's file."""


class BoardFiles:
    """The BoardStore of one vault."""

    def __init__(self, paths: VaultPaths) -> None:
        self._folder = paths.boards

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
        try:
            if len(content) > LARGEST:
                raise ValueError("too long")
            return _board(board_id, yaml.safe_load(content))
        except (yaml.YAMLError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise UsageError(
                f"boards/{path.name} cannot be understood.", "Mend it with any editor, or restore it from a backup."
            ) from error

    def write(self, board: Board) -> str:
        """Keep a board; returns the hash of its file."""
        content = yaml.safe_dump(_values(board), allow_unicode=True, sort_keys=False, width=1000).encode("utf-8", "replace")
        with storing(f"The board {board.id} could not be written"):
            self._folder.mkdir(parents=True, exist_ok=True)
            replace_file(self._path(board.id), content)
        return hashlib.sha256(content).hexdigest()

    def _path(self, board_id: str) -> Path:
        if not is_plain_name(board_id):
            raise UsageError(f"{board_id!r} cannot be a board's id.", "Ids are the names in boards/ without `.yaml`.")
        return self._folder / f"{board_id}.yaml"


def _values(board: Board) -> dict[str, Any]:
    evidence = [
        {"fact": each.fact_id, "weight": str(each.weight), "ratings": [str(rating) for rating in each.ratings]} for each in board.evidence
    ]
    return {"title": board.title, "updated_at": board.updated_at, "hypotheses": list(board.hypotheses), "evidence": evidence}


def _board(board_id: str, values: Any) -> Board:
    """A board as its file says it; ratings that are missing count as not given. Raises KeyError, TypeError, ValueError."""
    hypotheses = tuple(map(str, values["hypotheses"] or ()))
    evidence = tuple(
        Evidence(str(each["fact"]), _ratings(each.get("ratings") or (), len(hypotheses)), Weight(each.get("weight", "medium")))
        for each in values["evidence"] or ()
    )
    return Board(board_id, str(values["title"]), hypotheses, evidence, str(values.get("updated_at", "")))


def _ratings(values: Any, count: int) -> tuple[Rating, ...]:
    return tuple(Rating(str(values[place])) if place < len(values) else Rating.UNRATED for place in range(count))
