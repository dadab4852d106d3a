"""An import as the vault remembers it: what was given, and whether it came to its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop.domain.ledger import Outcome
from desktop.domain.marking import Marking


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the person says about all files of an import.

    `tlp` None means the vault's default; `update` whether a file whose path is known and whose bytes are new becomes the successor
    of the document made from it before (None means the vault's setting). `passwords` are tried on files that ask for one, and are
    never stored.
    """

    tlp: Marking | None = None
    tags: tuple[str, ...] = ()
    update: bool | None = None
    passwords: tuple[str, ...] = ()


NOTHING_SAID = ImportOptions()
"""The options of an import about which the person said nothing."""


@dataclass(frozen=True, slots=True)
class ImportJob:
    """One import: `given` are the paths as the person gave them; `ended` is None while files of it wait."""

    id: str
    started: str
    given: tuple[str, ...]
    options: ImportOptions = ImportOptions()
    ended: str | None = None
    files: int = 0
    waiting: int = 0
    totals: Mapping[Outcome, int] = field(default_factory=dict)
