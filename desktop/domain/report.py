"""A report: facts, answers and graphs put into words for somebody else, with numbered citations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from desktop.domain.graph_picture import Picture
from desktop.domain.graph_view import Spot
from desktop.domain.leaving import Withheld
from desktop.domain.marking import Marking
from desktop.domain.thread import thread_id_of, trashed_name


class ReportFormat(StrEnum):
    """How a report is written; the values are the endings of file names."""

    MARKDOWN = "md"
    DOCX = "docx"
    PDF = "pdf"


@dataclass(frozen=True, slots=True)
class ReportTemplate:
    """A template: its name, what it is called, and whether it lies in the vault."""

    name: str
    title: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class ReportChoice:
    """Something that a report may be made of: `memory/<fact id>`, `graphs/<file>`, or an answer as `answer_name` names it.

    `detail` tells it from others.
    """

    name: str
    title: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What shall be in a report, in which order and words, and up to which marking (None: as the settings say)."""

    items: tuple[str, ...]
    title: str = ""
    template: str = "flash"
    summary: str = ""
    tlp_max: Marking | None = None


@dataclass(frozen=True, slots=True)
class ReportPicture:
    """A graph as it is drawn in a report, with only what may leave; `name` is how the text points to it."""

    name: str
    title: str
    picture: Picture
    spots: Mapping[str, Spot]


@dataclass(frozen=True, slots=True)
class Report:
    """A report as Markdown without its marking, which stands in header and footer; and what was held back from it.

    `marking` is the highest of what it was made of, `items` how many facts, answers and graphs are in it, `sources` how many
    places it cites. `pictures` are the graphs that the text points to; once they are drawn, `images` are their PNG files by name.
    """

    title: str
    marking: Marking
    limit: Marking
    text: str
    items: int
    sources: int
    withheld: tuple[Withheld, ...] = ()
    pictures: tuple[ReportPicture, ...] = ()
    images: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The marking as it stands on every page."""
        return f"TLP:{self.marking}"

    @property
    def contents(self) -> str:
        """How much is in it, in words."""
        items, sources = "item" if self.items == 1 else "items", "source" if self.sources == 1 else "sources"
        return f"{self.items:,} {items}, {self.sources:,} {sources}"

    @property
    def marked_text(self) -> str:
        """The Markdown between its markings."""
        return f"**{self.label}**\n\n{self.text.strip()}\n\n**{self.label}**\n"


def answer_name(thread_id: str, number: int) -> str:
    """How a report names an answer: the thread it is kept in, and its number there, from 1."""
    return f"{trashed_name(thread_id)}#{number}"


def answer_of(name: str) -> tuple[str, int] | None:
    """The thread and the number of an answer; None if this names something else."""
    thread_id = thread_id_of(name.rpartition("#")[0])
    number = name.rpartition("#")[2]
    return (thread_id, int(number)) if thread_id and number.isdecimal() else None
