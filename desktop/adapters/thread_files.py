"""The files of threads: threads/<id>.md, and their trash."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from desktop.adapters.durable_files import replace_file, storing
from desktop.adapters.front_matter import entry_lines, plain_value, read_front_matter, read_marking, read_text, read_texts, with_values
from desktop.adapters.markdown_folder import encoded, is_plain_name, stamps_in
from desktop.adapters.thread_markdown import last_number, read_turns, write_turn
from desktop.adapters.trash import Discarded, Trash
from desktop.application.ports.threads import TrashedThread
from desktop.domain.errors import ThreadNotFound, UsageError, VaultLocked
from desktop.domain.marking import Marking
from desktop.domain.thread import Thread, ThreadHead, Turn
from desktop.domain.vault import VaultPaths

_LONGEST_HEAD = 1 << 16


def _now() -> datetime:
    return datetime.now(UTC)


class ThreadFiles:
    """The ThreadStore of one vault."""

    def __init__(self, paths: VaultPaths, *, writable: bool = True, clock: Callable[[], datetime] = _now) -> None:
        self._paths = paths
        self._writable = writable
        self._trash = Trash(paths, clock, ("threads",))

    def heads(self) -> tuple[ThreadHead, ...]:
        """Every thread, the one that was last gone on with first; of each file only its head is read."""
        ids = stamps_in(self._paths.threads, is_plain_name) if self._paths.threads.is_dir() else {}
        heads = [self._head(each) for each in ids]
        return tuple(sorted(heads, key=lambda each: (each.updated_at, each.id), reverse=True))

    def read(self, thread_id: str) -> Thread:
        """A thread with everything in it."""
        content = self._content(thread_id).decode("utf-8", "replace").replace("\r\n", "\n")
        front_matter = read_front_matter(content)
        turns, warnings = read_turns(content[front_matter.body_offset :])
        said = [f"threads/{thread_id}.md: {each}" for each in (*filter(None, (front_matter.problem,)), *warnings)]
        head = _head_of(thread_id, front_matter.values, broken=bool(front_matter.problem))
        return Thread(replace(head, questions=len(turns)), tuple(turns), tuple(said))

    def add(self, thread_id: str, turn: Turn, case: Sequence[str], tlp: Marking) -> ThreadHead:
        """Add to a thread, or begin one of this case."""
        self._check_writable()
        path = self._path(thread_id)
        content = self._text(thread_id) if path.exists() else _begun(thread_id, turn, case)
        values = read_front_matter(content).values
        before = _head_of(thread_id, values, broken=False)
        marking = Marking.highest((before.tlp, tlp))
        changes = {"tlp": str(marking), "questions": before.questions + 1, "updated_at": turn.asked_at}
        section = write_turn(turn, last_number(content))
        grown = f"{(with_values(content, changes) or content).rstrip()}\n\n{section}"  # a head that a person broke is left as it is
        with storing(f"threads/{thread_id}.md could not be written"):
            self._paths.threads.mkdir(exist_ok=True)
            replace_file(path, encoded(grown))
        return replace(before, tlp=marking, questions=before.questions + 1, updated_at=turn.asked_at)

    def trash(self, thread_id: str) -> None:
        """Move a thread to the trash."""
        self._check_writable()
        path = self._path(thread_id)
        if not path.exists():
            raise _not_found(thread_id)
        with storing(f"threads/{thread_id}.md could not be moved to the trash"):
            self._trash.discard(thread_id, [path])

    def restore(self, thread_id: str) -> None:
        """Bring the thread back that was last moved to the trash under this id."""
        self._check_writable()
        with storing(f"threads/{thread_id}.md could not be brought back from the trash"):
            discarded = self._trash.discarded(thread_id)
            if not discarded:
                raise ThreadNotFound(f"The trash holds no thread {thread_id}.", "It may have been emptied, or restored already.")
            if self._path(thread_id).exists():
                raise UsageError(f"{thread_id} is in the vault again already.", "Remove that one first if you want the one from the trash.")
            self._paths.threads.mkdir(exist_ok=True)
            self._trash.put_back(discarded[0])

    def trashed(self) -> tuple[TrashedThread, ...]:
        """What is in the trash, newest first."""
        with storing(f"The folder {self._paths.trash} could not be read"):
            return tuple(map(_trashed, self._trash.discarded()))

    def empty_trash(self, thread_ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these."""
        self._check_writable()
        with storing(f"The folder {self._paths.trash} could not be emptied"):
            chosen = [each for each in self._trash.discarded() if thread_ids is None or each.document_id in thread_ids]
            self._trash.empty(chosen)
        return len(chosen)

    def _head(self, thread_id: str) -> ThreadHead:
        with storing(f"threads/{thread_id}.md could not be read"), self._path(thread_id).open("rb") as file:
            front_matter = read_front_matter(file.read(_LONGEST_HEAD).decode("utf-8", "replace"))
        return _head_of(thread_id, front_matter.values, broken=bool(front_matter.problem))

    def _text(self, thread_id: str) -> str:
        """The file to write it again: where that would lose what stands there, it is not touched."""
        try:
            return self._content(thread_id).decode()
        except UnicodeDecodeError as error:
            raise UsageError(f"threads/{thread_id}.md is no UTF-8 any more.", "Mend it with the program it was edited with.") from error

    def _content(self, thread_id: str) -> bytes:
        with storing(f"threads/{thread_id}.md could not be read"):
            try:
                return self._path(thread_id).read_bytes()
            except FileNotFoundError:
                raise _not_found(thread_id) from None

    def _path(self, thread_id: str) -> Path:
        if not is_plain_name(thread_id):
            raise UsageError(f"{thread_id!r} cannot be a thread's id.", "Ids are the names in threads/ without `.md`.")
        return self._paths.thread(thread_id)

    def _check_writable(self) -> None:
        if not self._writable:
            raise VaultLocked(
                "This vault is being written by another Coffer, so nothing can be kept in it from here.", "Close the other one."
            )


def _begun(thread_id: str, turn: Turn, case: Sequence[str]) -> str:
    values = {
        "id": thread_id,
        "title": " ".join(turn.answer.question.split()),
        "case": list(case),
        "tlp": str(Marking.CLEAR),
        "questions": 0,
        "created_at": turn.asked_at,
        "updated_at": turn.asked_at,
    }
    return "".join(["---\n", *(entry_lines(name, plain_value(value), "\n") for name, value in values.items()), "---\n"])


def _head_of(thread_id: str, values: dict[str, Any], *, broken: bool) -> ThreadHead:
    """A marking that cannot be understood counts as RED."""
    marking = None if broken else read_marking(values.get("tlp"))
    questions = values.get("questions")
    return ThreadHead(
        thread_id,
        read_text(values, "title") or thread_id,
        read_texts(values.get("case")),
        marking or Marking.RED,
        read_text(values, "updated_at") or "",
        questions if isinstance(questions, int) else 0,
    )


def _trashed(discarded: Discarded) -> TrashedThread:
    (path,) = discarded.files
    with path.open("rb") as file:
        values = read_front_matter(file.read(_LONGEST_HEAD).decode("utf-8", "replace")).values
    title = read_text(values, "title") or discarded.document_id
    return TrashedThread(discarded.document_id, title, f"{discarded.deleted:%Y-%m-%dT%H:%M:%SZ}", path.stat().st_size)


def _not_found(thread_id: str) -> ThreadNotFound:
    return ThreadNotFound(f"There is no thread {thread_id} in this vault.", "`coffer threads list` lists those there are.")
