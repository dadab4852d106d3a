"""The command `extract`: what texts mention; without a vault, or by the packs and the lexicon of the one that is named."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from desktop.cli.batch import each
from desktop.cli.session import Output, Session
from desktop.cli.shapes import Json, extraction_shape
from desktop.cli.text import extraction_text
from desktop.domain.errors import UsageError


def extract(session: Session, arguments: argparse.Namespace) -> Iterator[Output]:
    """Find what one text mentions, or each text of a batch."""
    extractor = session.opener.extractor(arguments.vault)

    def find(text: str) -> tuple[Json, str]:
        extraction = extractor.extract(text)
        return extraction_shape(extraction), extraction_text(extraction)

    yield from each(session, _text(arguments.file), arguments.batch, "text", find)


def _text(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        return path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        hint = "It must be text in UTF-8; other files are imported into a vault first, and `show` prints their text."
        raise UsageError(f"{path} cannot be read: {error}.", hint) from error
