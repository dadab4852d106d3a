"""A file on its way to Markdown: what a conversion may use, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from desktop.domain.quality import Flag, Quality


@dataclass(frozen=True, slots=True)
class ConversionLimits:
    """What one conversion may use; over it the file fails with a reason, and the worker is killed."""

    seconds: float
    memory_bytes: int
    output_characters: int
    pages: int
    members: int = 10_000
    unpacked_bytes: int = 1_000_000_000
    expansion: int = 200


@dataclass(frozen=True, slots=True)
class Member:
    """What lies directly inside a mail or an archive.

    `name` is its path there, with `/` between folders, as it stands (it is never used as a path). `path` is where its bytes were
    put, below the folder that the conversion was given; None if they were not taken out, and then `reason` is a sentence that says
    why and what to do, `failed` whether that counts as a failure, and `problem` the error's code if there is one.
    """

    name: str
    path: Path | None = None
    reason: str = ""
    failed: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Conversion:
    """A file as Markdown: `\\n` line ends, NFC, no NUL, page marks where the format has pages.

    `title` is None where the file names none; `published` is an ISO date the file itself gives; `origins` says where each of these
    was found, as (field, words). `empty_pages` (from 1) have no text of their own; `undecodable` is a share of characters, 0 to 1.
    `warnings` are sentences for the ledger row and the document. `members` are what lies inside a mail or an archive, in order.
    """

    markdown: str
    format: str
    converter: str
    title: str | None = None
    pages: int | None = None
    empty_pages: tuple[int, ...] = ()
    published: str | None = None
    language: str | None = None
    author: str | None = None
    origins: tuple[tuple[str, str], ...] = ()
    undecodable: float = 0.0
    truncated: bool = False
    tables: int = 0
    flags: tuple[Flag, ...] = ()
    warnings: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()

    @property
    def pages_with_text(self) -> int | None:
        """How many pages have text of their own; None where the format has no pages."""
        return None if self.pages is None else self.pages - len(self.empty_pages)

    @property
    def quality(self) -> Quality:
        """What the document keeps of how well the file could be read."""
        return Quality(
            empty_pages=self.empty_pages,
            undecodable=self.undecodable,
            truncated=self.truncated,
            tables=self.tables,
            flags=self.flags,
            warnings=self.warnings,
        )
