"""Commands that carry out one thing, or a file of them, one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from desktop.cli.session import Output, Session
from desktop.cli.shapes import Json, error_shape
from desktop.domain.errors import Cancelled, CofferError, UsageError


def each(
    session: Session, single: str | None, batch: Path | None, key: str, carry_out: Callable[[str], tuple[Json, str]]
) -> Iterator[Output]:
    """What carrying out `single` says, or each line of the file `batch`, which holds objects with `key` in them."""
    if (single is None) == (batch is None):
        raise UsageError(f"Give either a {key} or --batch FILE.")
    if batch is None:
        yield Output(*carry_out(single or ""))
        return
    for number, line in batch_lines(batch, key):
        session.context.cancel.raise_if_cancelled()
        try:
            shape, said = carry_out(str(line[key]))
        except Cancelled:
            raise
        except CofferError as error:
            yield Output({"id": line.get("id", number), **error_shape(error)}, error.message, failed=True)
        else:
            yield Output({"id": line.get("id", number), **shape}, said)


def batch_lines(path: Path, key: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file, one a line, with their line numbers; UsageError where a line is none or has no such key."""
    try:
        content = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}.", "It must be UTF-8 text, one JSON object a line.") from error
    for number, line in enumerate(content.split("\n"), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except ValueError as error:
            raise UsageError(f"{path}, line {number}: not JSON ({error}).") from error
        if not isinstance(record, dict) or key not in record:
            raise UsageError(f"{path}, line {number}: an object with the key {key!r} is needed.")
        yield number, record
