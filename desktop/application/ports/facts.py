"""The ports of facts: their files, which are the truth, and their place in the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from desktop.application.ports.files import FileStamp
from desktop.domain.chunk import Chunk
from desktop.domain.fact import Anchor, Fact, FactSource, FactView
from desktop.domain.fact_sheet import FactRow as FactRow  # asked for as a part of this port
from desktop.domain.marking import Marking


@dataclass(frozen=True, slots=True)
class StoredFact:
    """A fact as its file holds it; `front_matter` has every key, those a person added included.

    `sha256` is that of the whole file. `warnings` are sentences about a front matter that cannot be understood; Coffer
    never rewrites such a file.
    """

    fact: Fact
    text: str
    body_offset: int
    sha256: str
    front_matter: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NewFact:
    """A fact to be stored; `based_on` is the note that it was made from, whose own front matter stays byte for byte."""

    fact: Fact
    text: str
    based_on: str = ""


@dataclass(frozen=True, slots=True)
class TrashedFact:
    """A fact in the trash: under which id it can be restored, its name, when it was forgotten (ISO 8601), bytes on disk."""

    fact_id: str
    name: str
    deleted_at: str
    size: int


class FactStore(Protocol):
    """The files of facts, `memory/<id>.md`."""

    def write_all(self, facts: Sequence[NewFact]) -> list[StoredFact]:
        """Store facts that are not there yet, all made durable together; UsageError if an id is taken."""
        ...

    def update_all(self, facts: Sequence[tuple[Fact, str]]) -> list[StoredFact | None]:
        """Make facts say this, with this text, all made durable together; whatever a person added stays byte for byte.

        What stood there before is kept in the trash as an earlier version. None, and nothing is written, where the front
        matter cannot be understood.
        """
        ...

    def read(self, fact_id: str) -> StoredFact:
        """Read a fact; FactNotFound if there is no such file."""
        ...

    def read_note(self, content: bytes, fact_id: str) -> StoredFact:
        """A note of another program as the fact that it would be; `text` is all of it where its front matter is not understood."""
        ...

    def stamps(self) -> dict[str, FileStamp]:
        """Every fact id in memory/, with its file's stamp."""
        ...

    def stamp(self, fact_id: str) -> FileStamp:
        """The stamp of one fact's file; FactNotFound if there is none."""
        ...

    def trash(self, fact_id: str) -> None:
        """Move a fact to the trash."""
        ...

    def restore(self, fact_id: str) -> None:
        """Bring the fact back that was last moved to the trash under this id."""
        ...

    def trashed(self) -> tuple[TrashedFact, ...]:
        """What is in the trash, newest first."""
        ...

    def empty_trash(self, fact_ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these, earlier versions included; returns how many facts that were."""
        ...

    def version(self, fact_id: str, sha256: str) -> StoredFact | None:
        """An earlier version of a fact by the hash of its file; None where it is not kept (any more)."""
        ...

    def put_back(self, fact_id: str, sha256: str) -> StoredFact | None:
        """Make an earlier version the fact's file again, byte for byte; what stood there becomes an earlier version.

        None where that version is not kept (any more).
        """
        ...

    def write_list(self, text: str, *, create: bool = True) -> bool:
        """Write MEMORY.md unless it says this already; returns whether it was written. Without `create` only where there is one."""
        ...

    def problems(self) -> list[str]:
        """What in memory/ is not as it should be, as sentences; empty if all is well."""
        ...


@dataclass(frozen=True, slots=True)
class FactQuery:
    """Which rows of the list of facts: `text` in name, description, relation or text, sorted by `sort`, a stretch of them.

    Of several tags a fact must carry all. `today` (ISO 8601) decides what is due.
    `known_on` asks for the facts that were written down by that day and had not been superseded by then.
    """

    text: str = ""
    view: FactView = FactView.CURRENT
    tags: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    grades: tuple[str, ...] = ()
    entity: str = ""
    known_on: str = ""
    today: str = ""
    sort: str = "updated_at"
    descending: bool = True
    offset: int = 0
    limit: int = 1_000_000


@dataclass(frozen=True, slots=True)
class FactState:
    """What the index knows of a fact's file, to see whether it changed."""

    stamp: FileStamp
    sha256: str


@dataclass(frozen=True, slots=True)
class StaleSource:
    """A source whose document is not as it was when the quote was last sought there; `document_sha256` is what it is now.

    None where the document has left the index.
    """

    fact_id: str
    position: int
    source: FactSource
    document_sha256: str | None


class FactIndex(Protocol):
    """The facts in the index: found as documents are, and listed by what they say."""

    def put(self, facts: Sequence[tuple[StoredFact, FileStamp, Sequence[Chunk]]]) -> None:
        """Add or replace facts, their chunks and words, together."""
        ...

    def remove(self, fact_ids: Sequence[str]) -> None:
        """Take facts out of every table."""
        ...

    def states(self) -> dict[str, FactState]:
        """What was indexed, by fact id."""
        ...

    def count(self, query: FactQuery) -> int:
        """How many rows `rows` would give without its limit."""
        ...

    def rows(self, query: FactQuery) -> tuple[FactRow, ...]:
        """Rows of the list of facts."""
        ...

    def listed(self) -> list[tuple[str, str, str]]:
        """(id, name, description) of the facts that MEMORY.md names."""
        ...

    def beside(self, subject: str, relationship: str) -> tuple[Fact, ...]:
        """The facts that hold today and say something of this subject and relationship."""
        ...

    def tags(self) -> tuple[str, ...]:
        """Every tag that a fact carries, by name."""
        ...

    def disputes(self, limit: int) -> tuple[tuple[Fact, ...], ...]:
        """Groups of facts that seem to contradict each other and on which nobody has decided; denials first."""
        ...

    def stale_sources(self, limit: int) -> tuple[StaleSource, ...]:
        """Sources that must be looked at again since their documents changed, came or went."""
        ...

    def put_anchors(self, anchors: Sequence[tuple[StaleSource, Anchor]]) -> None:
        """Keep where quotes stand today."""
        ...

    def anchors(self, fact_id: str) -> tuple[Anchor, ...]:
        """Where the quotes of a fact stand, in the order of its sources."""
        ...

    def citing(self, document_ids: Sequence[str]) -> tuple[str, ...]:
        """Ids of the facts that name one of these documents as a source."""
        ...

    def effective_markings(self, ids: Sequence[str]) -> dict[str, Marking]:
        """The marking of documents, and of facts (`memory/<fact id>`) the highest of their own and of their sources', and so on.

        What is not in the index is missing.
        """
        ...
