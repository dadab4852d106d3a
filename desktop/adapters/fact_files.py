"""The files of facts: memory/<id>.md, their list, their trash and their earlier versions."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from desktop.adapters.durable_files import Staging, flush_folder, storing
from desktop.adapters.fact_front_matter import adopt_note, read_fact, rewrite_fact, write_fact
from desktop.adapters.front_matter import read_front_matter
from desktop.adapters.markdown_folder import encoded, is_plain_name, stamp_of, stamps_in
from desktop.adapters.trash import Discarded, Trash
from desktop.application.ports import FileStamp
from desktop.application.ports.facts import NewFact, StoredFact, TrashedFact
from desktop.domain.errors import FactNotFound, UsageError
from desktop.domain.fact import Fact
from desktop.domain.marking import Marking
from desktop.domain.vault import VaultPaths

LIST = "MEMORY.md"
VERSIONS = "versions"

_LONGEST_HEAD = 1 << 20
_NAMED_DIGITS = 16


def _now() -> datetime:
    return datetime.now(UTC)


class FactFiles:
    """The FactStore of one vault; `default` is the marking of a fact that names none."""

    def __init__(self, paths: VaultPaths, default: Marking = Marking.CLEAR, clock: Callable[[], datetime] = _now) -> None:
        self._paths = paths
        self._default = default
        self._clock = clock
        self._trash = Trash(paths, clock, ("memory",))

    def write_all(self, facts: Sequence[NewFact]) -> list[StoredFact]:
        """Store facts that are not there yet, all made durable together."""
        contents = [(each.fact.id, encoded(_new_file(each))) for each in facts]
        with storing("The facts could not be stored in the vault"), Staging() as staging:
            self._paths.memory.mkdir(exist_ok=True)
            for fact_id, content in contents:
                path = self._path(fact_id)
                if path.exists():
                    raise UsageError(f"There is a fact {fact_id} already.", "Edit that one, or give the new one another name.")
                staging.write(path, content)
            staging.commit()
        return [self._understood(fact_id, content) for fact_id, content in contents]

    def update_all(self, facts: Sequence[tuple[Fact, str]]) -> list[StoredFact | None]:
        """Make facts say this; None for each whose front matter cannot be understood."""
        before = [self._content(fact.id) for fact, _ in facts]
        after = [_rewritten(content, fact, text) for content, (fact, text) in zip(before, facts, strict=True)]
        rewritten = zip(facts, before, after, strict=True)
        self._replace([(fact.id, old, new) for (fact, _), old, new in rewritten if new is not None and new != old])
        return [None if new is None else self._understood(fact.id, new) for (fact, _), new in zip(facts, after, strict=True)]

    def read(self, fact_id: str) -> StoredFact:
        """Read a fact; FactNotFound if there is no such file."""
        return self._understood(fact_id, self._content(fact_id))

    def read_note(self, content: bytes, fact_id: str) -> StoredFact:
        """A note of another program as the fact that it would be."""
        return self._understood(fact_id, content)

    def stamps(self) -> dict[str, FileStamp]:
        """Every fact id in memory/, with its file's stamp."""
        return stamps_in(self._paths.memory, _is_fact_id) if self._paths.memory.is_dir() else {}

    def stamp(self, fact_id: str) -> FileStamp:
        """The stamp of one fact's file; FactNotFound if there is none."""
        path = self._path(fact_id)
        with storing(f"{path.name} could not be read"):
            try:
                return stamp_of(path.lstat())
            except FileNotFoundError:
                raise _not_found(fact_id) from None

    def trash(self, fact_id: str) -> None:
        """Move a fact to the trash."""
        path = self._path(fact_id)
        if not path.exists():
            raise _not_found(fact_id)
        with storing(f"{fact_id} could not be moved to the trash"):
            self._trash.discard(fact_id, [path])

    def restore(self, fact_id: str) -> None:
        """Bring the fact back that was last moved to the trash under this id."""
        with storing(f"{fact_id} could not be brought back from the trash"):
            discarded = self._trash.discarded(fact_id)
            if not discarded:
                raise FactNotFound(f"The trash holds no fact {fact_id}.", "It may have been emptied, or restored already.")
            if self._path(fact_id).exists():
                raise UsageError(f"{fact_id} is in the vault again already.", "Forget that one first if you want the one from the trash.")
            self._trash.put_back(discarded[0])

    def trashed(self) -> tuple[TrashedFact, ...]:
        """What is in the trash, newest first."""
        with storing(f"The folder {self._paths.trash} could not be read"):
            return tuple(map(_trashed, self._trash.discarded()))

    def empty_trash(self, fact_ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these, earlier versions included."""
        with storing(f"The folder {self._paths.trash} could not be emptied"):
            chosen = [each for each in self._trash.discarded() if fact_ids is None or each.document_id in fact_ids]
            self._trash.empty(chosen)
            kept = self.stamps().keys()
            for path, fact_id, _ in list(self._versions()):
                if fact_ids is None or (fact_id in fact_ids and fact_id not in kept):
                    path.unlink()
            if (self._paths.trash / VERSIONS).is_dir():
                flush_folder(self._paths.trash / VERSIONS)
        return len(chosen)

    def version(self, fact_id: str, sha256: str) -> StoredFact | None:
        """An earlier version of a fact by the hash of its file; None where it is not kept (any more)."""
        content = self._version_content(fact_id, sha256)
        return None if content is None else self._understood(fact_id, content)

    def put_back(self, fact_id: str, sha256: str) -> StoredFact | None:
        """Make an earlier version the fact's file again, byte for byte."""
        content, now = self._version_content(fact_id, sha256), self._content(fact_id)
        if content is None:
            return None
        if content != now:
            self._replace([(fact_id, now, content)])
        return self._understood(fact_id, content)

    def write_list(self, text: str, *, create: bool = True) -> bool:
        """Write MEMORY.md unless it says this already; without `create` only where there is one."""
        path, content = self._paths.memory / LIST, encoded(text)
        with storing(f"{LIST} could not be written"):
            if path.read_bytes() == content if path.is_file() else not create:
                return False
            self._paths.memory.mkdir(exist_ok=True)
            temporary = path.with_name(f"{LIST}.{secrets.token_hex(4)}.tmp")
            temporary.write_bytes(content)  # not flushed: what a crash leaves of it is made anew when the vault is opened
            temporary.replace(path)
        return True

    def problems(self) -> list[str]:
        """What in memory/ is not as it should be, as sentences."""
        ids = self.stamps().keys()
        with storing(f"The folder {self._paths.memory} could not be read"):
            names = sorted(path.name for path in self._paths.memory.iterdir()) if self._paths.memory.is_dir() else []
        strangers = [name for name in names if name != LIST and not name.startswith(".") and name.removesuffix(".md") not in ids]
        return [f"memory/{_printable(name)} is no fact (`name.md`), so it is not searched." for name in strangers]

    def _replace(self, changed: Sequence[tuple[str, bytes, bytes]]) -> None:
        """Give files another content; the one before is staged first, so that no crash can lose it."""
        if not changed:
            return
        versions = self._paths.trash / VERSIONS
        with storing("The facts could not be changed"), Staging() as staging:
            versions.mkdir(parents=True, exist_ok=True)
            at = f"{self._clock().astimezone(UTC):%Y%m%dT%H%M%S%fZ}"
            for fact_id, old, _ in changed:
                staging.write(versions / f"{at}~{_sha256(old)[:_NAMED_DIGITS]}~{fact_id}.md", old)
            for fact_id, _, new in changed:
                staging.write(self._path(fact_id), new)
            staging.commit()

    def _version_content(self, fact_id: str, sha256: str) -> bytes | None:
        path = next((path for path, name, digest in self._versions() if (name, digest) == (fact_id, sha256[:_NAMED_DIGITS])), None)
        if path is None:
            return None
        with storing(f"{path.name} could not be read"):
            content = path.read_bytes()
        return content if _sha256(content) == sha256 else None

    def _versions(self) -> Iterator[tuple[Path, str, str]]:
        """Earlier versions: file, fact id, the first digits of the hash."""
        folder = self._paths.trash / VERSIONS
        for path in sorted(folder.glob("*.md")) if folder.is_dir() else ():
            _, digest, name = (*path.stem.split("~", 2), "", "")[:3]
            yield path, name, digest

    def _understood(self, fact_id: str, content: bytes) -> StoredFact:
        text = content.decode("utf-8", "replace")
        front_matter = read_front_matter(text)
        body = text[front_matter.body_offset :]
        fact, warnings = read_fact(front_matter.values, fact_id, body, self._default)
        if front_matter.problem:
            warnings.append(f"{front_matter.problem} It counts as text, and the fact as RED, until that is mended.")
            fact = replace(fact, tlp=Marking.RED)
        if "\ufffd" in text and "\ufffd".encode() not in content:
            warnings.append("It is not valid UTF-8; what could not be read is shown as \ufffd.")
        said = tuple(f"memory/{fact_id}.md: {each}" for each in warnings)
        return StoredFact(fact, body, front_matter.body_offset, _sha256(content), front_matter.values, said)

    def _path(self, fact_id: str) -> Path:
        if not _is_fact_id(fact_id):
            raise UsageError(f"{_printable(fact_id)!r} cannot be a fact's id.", "Ids are the names in memory/ without `.md`.")
        return self._paths.fact(fact_id)

    def _content(self, fact_id: str) -> bytes:
        path = self._path(fact_id)
        with storing(f"{path.name} could not be read"):
            try:
                return path.read_bytes()
            except FileNotFoundError:
                raise _not_found(fact_id) from None


def _new_file(new: NewFact) -> str:
    return adopt_note(new.based_on, new.fact, new.text) if new.based_on else write_fact(new.fact, new.text)


def _rewritten(content: bytes, fact: Fact, text: str) -> bytes | None:
    try:
        rewritten = rewrite_fact(content.decode(), fact, text)
    except UnicodeDecodeError:
        return None
    return None if rewritten is None else encoded(rewritten)


def _is_fact_id(text: str) -> bool:
    """Whether a text can name a fact's file; the list of facts is none."""
    return is_plain_name(text) and text.casefold() != LIST.removesuffix(".md").casefold()


def _trashed(discarded: Discarded) -> TrashedFact:
    path = discarded.files[0]
    with path.open("rb") as file:
        head = file.read(_LONGEST_HEAD).decode("utf-8", "replace")
    front_matter = read_front_matter(head)
    fact, _ = read_fact(front_matter.values, discarded.document_id, head[front_matter.body_offset :])
    return TrashedFact(discarded.document_id, fact.name, f"{discarded.deleted:%Y-%m-%dT%H:%M:%SZ}", path.stat().st_size)


def _not_found(fact_id: str) -> FactNotFound:
    return FactNotFound(f"There is no fact {fact_id} in this vault.", "`coffer memory list` lists those there are.")


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _printable(name: str) -> str:
    return name.encode("utf-8", "replace").decode()
