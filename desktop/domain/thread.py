"""Threads: questions that were asked one after the other, each with the answer it had, kept in the vault."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass

from desktop.domain.answer import Answer
from desktop.domain.marking import Marking

FOLDER = "threads/"
SLUG_LENGTH = 60


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and the answer that it had, at what time (ISO 8601 in UTC)."""

    asked_at: str
    answer: Answer


@dataclass(frozen=True, slots=True)
class ThreadHead:
    """What a list says of a thread: `title` is its first question, `case` the tags that limited it, `tlp` the highest marking in it."""

    id: str
    title: str
    case: tuple[str, ...]
    tlp: Marking
    updated_at: str
    questions: int


@dataclass(frozen=True, slots=True)
class Thread:
    """A thread with everything in it; `warnings` are sentences on what in its file could not be understood."""

    head: ThreadHead
    turns: tuple[Turn, ...]
    warnings: tuple[str, ...] = ()

    @property
    def about(self) -> tuple[str, ...]:
        """What a question that goes on with this thread is about: the subjects of the last one that named any."""
        return next((each.answer.subjects for each in reversed(self.turns) if each.answer.subjects), ())


def new_thread_id(question: str, asked_at: str) -> str:
    """A readable slug of the first question, then eight hex digits that tell it from others that begin like it."""
    folded = unicodedata.normalize("NFKD", question).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", folded).strip("-")[:SLUG_LENGTH].strip("-")
    digest = hashlib.sha256(f"{asked_at}\n{question}".encode("utf-8", "surrogatepass")).hexdigest()
    return f"{slug or 'thread'}-{digest[:8]}"


def trashed_name(thread_id: str) -> str:
    """How a thread is called among documents and facts, in the trash and in the log."""
    return FOLDER + thread_id


def thread_id_of(name: str) -> str | None:
    """The thread that this names; None if it names something else."""
    return name.removeprefix(FOLDER) if name.startswith(FOLDER) else None
