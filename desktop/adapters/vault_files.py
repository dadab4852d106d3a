"""The files of a vault: documents as Markdown, their originals, the trash."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from desktop.adapters.document_versions import DocumentVersions
from desktop.adapters.durable_files import LEFTOVERS, Staging, flush_folder, replace_file, storing, write_fully
from desktop.adapters.front_matter import (
    BODY_HASH,
    EDITED,
    FrontMatter,
    read_document,
    read_front_matter,
    rewrite_body,
    rewrite_front_matter,
    write_front_matter,
)
from desktop.adapters.markdown_folder import encoded, is_plain_name, stamp_of, stamps_in
from desktop.adapters.trash import Discarded, Trash
from desktop.application.ports import FileStamp, NewDocument, StoredDocument, TrashedDocument
from desktop.domain.chunk import content_hash
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound, SourceChanged, UsageError, VaultNotFound
from desktop.domain.marking import Marking
from desktop.domain.vault import VaultPaths

FOLDERS = ("docs", "raw", "memory", "lexicon", "packs", "trash")

_READ_ONLY = 0o400
_PIECE = 1 << 20
_LONGEST_HEAD = 1 << 20
_STAGING = ".staging"
_SUFFIX = re.compile(r"\.([a-z0-9]{1,10})\Z", re.IGNORECASE)


def create_vault(root: Path, settings_text: str) -> VaultPaths:
    """Make a new vault in a folder that does not exist or is empty; `settings_text` becomes its `coffer.toml`."""
    paths = VaultPaths(root)
    with storing(f"{root} could not be made a vault"):
        if is_vault(root):
            raise UsageError(f"{root} is a vault already.", "Open it, or choose another folder.")
        if root.exists() and (not root.is_dir() or any(root.iterdir())):
            raise UsageError(f"{root} is not an empty folder.", "Choose an empty folder or a new name: a vault keeps a folder to itself.")
        for name in FOLDERS:
            (root / name).mkdir(parents=True, exist_ok=True)
        replace_file(paths.settings, settings_text.encode())
        flush_folder(root.absolute().parent)
    return paths


def is_vault(root: Path) -> bool:
    """Whether this folder is a vault."""
    return (root / "coffer.toml").is_file() or ((root / "docs").is_dir() and (root / "coffer.db").is_file())


class VaultFiles:
    """The DocumentStore of one vault."""

    def __init__(self, paths: VaultPaths) -> None:
        if not is_vault(paths.root):
            raise VaultNotFound(f"There is no vault in {paths.root}.", f"Make one with `coffer init {paths.root}`, or name another folder.")
        self._paths = paths
        self._trash = Trash(paths)
        self._versions = DocumentVersions(paths)
        self._raw_names: tuple[int, dict[str, str]] = (-1, {})

    def prepare(self) -> int:
        """Make ready for writing: remove what a crash left half-written or half-deleted, and remake folders that are missing.

        Only for the process that holds the vault's lock; returns how many leftovers were removed.
        """
        with storing(f"The vault {self._paths.root} could not be made ready"):
            for name in FOLDERS:
                (self._paths.root / name).mkdir(exist_ok=True)
            leftovers = [path for folder in self._folders() for path in folder.glob(LEFTOVERS) if path.is_file()]
            for path in leftovers:
                path.unlink()
            if (self._paths.root / _STAGING).is_dir():
                shutil.rmtree(self._paths.root / _STAGING)
            self._trash.finish(lambda name: is_plain_name(name) and self._paths.document(name).exists())
        return len(leftovers)

    def write(self, document: Document, body: str, original: Path) -> FileStamp:
        """Store original and Markdown, each atomically, the original first; returns the Markdown's stamp."""
        return self.write_all([NewDocument(document, body, original)])[0]

    def write_all(self, documents: Sequence[NewDocument]) -> list[FileStamp]:
        """Store several documents, all made durable together; none is stored if one fails."""
        targets = [self._document_path(each.document.id) for each in documents]
        with storing("The documents could not be stored in the vault"), Staging() as staging:
            for each in documents:
                if each.original is not None:
                    self._stage_original(staging, each.document, each.original)
            for each, target in zip(documents, targets, strict=True):
                made = write_front_matter(each.document, content_hash(each.body)) + each.body
                staging.write(target, each.based_on or encoded(made))
            staging.commit()
            return [stamp_of(target.stat()) for target in targets]

    def update(self, document: Document) -> FileStamp | None:
        """Change what the front matter says; None, with nothing written, where it cannot be understood."""
        return self.update_all([document])[0]

    def update_all(self, documents: Sequence[Document]) -> list[FileStamp | None]:
        """Update several documents, made durable together; None for each whose front matter cannot be understood."""
        paths = [self._document_path(each.id) for each in documents]
        rewritten = [self._described_anew(each) for each in documents]
        with storing("What the documents' front matter says could not be written"), Staging() as staging:
            for path, text in zip(paths, rewritten, strict=True):
                if text is not None:
                    staging.write(path, encoded(text))
            staging.commit()
            return [None if text is None else stamp_of(path.stat()) for path, text in zip(paths, rewritten, strict=True)]

    def rewrite(self, document_id: str, body: str, *, edited: bool) -> FileStamp:
        """Replace a document's body; the rest of the file stays byte for byte but for what says whether a person changed the body."""
        text = self._text(document_id)
        return self._put(document_id, text, rewrite_body(text, _printable(body), edited=edited), keep=edited or _is_edited(text))

    def replace(self, document: Document, body: str) -> FileStamp:
        """Replace a document's body and what its front matter says together; the body counts as converted."""
        text = self._text(document.id)
        rewritten = rewrite_body(text, _printable(body), edited=False)
        return self._put(document.id, text, rewritten and rewrite_front_matter(rewritten, document), keep=_is_edited(text))

    def read(self, document_id: str) -> StoredDocument:
        """Read a document; DocumentNotFound if there is no such file."""
        content = self._content(document_id)
        text = content.decode("utf-8", "replace")
        front_matter = read_front_matter(text)
        body = text[front_matter.body_offset :]
        document, warnings = _described(front_matter, document_id)
        converted = front_matter.values.get(BODY_HASH)
        if converted and converted != content_hash(body):
            document = replace(document, source_mode=EDITED)
        if "\ufffd" in text and "\ufffd".encode() not in content:
            warnings.append("It is not valid UTF-8; what could not be read is shown as \ufffd.")
        return StoredDocument(
            document=document,
            body=body,
            body_offset=front_matter.body_offset,
            front_matter=front_matter.values,
            raw_path=self._original(document),
            warnings=tuple(f"{document_id}.md: {each}" for each in warnings),
        )

    def stamps(self) -> dict[str, FileStamp]:
        """Every document id in docs/, with its file's stamp."""
        return stamps_in(self._paths.docs, is_plain_name)

    def stamp(self, document_id: str) -> FileStamp:
        """The stamp of one document's file; DocumentNotFound if there is none."""
        path = self._document_path(document_id)
        with storing(f"{path.name} could not be read"):
            try:
                return stamp_of(path.lstat())
            except FileNotFoundError:
                if self._paths.docs.is_dir():
                    raise _not_found(document_id) from None
                raise

    def trash(self, document_id: str) -> None:
        """Move a document and its original to the trash; if one of them is missing, the other is moved all the same."""
        markdown = self._document_path(document_id)
        sources = [path for path in (markdown, self._find_original(document_id)) if path is not None and path.exists()]
        if not sources:
            raise _not_found(document_id)
        with storing(f"{document_id} could not be moved to the trash"):
            self._trash.discard(document_id, sources)

    def restore(self, document_id: str) -> None:
        """Bring the document back that was last moved to the trash under this id."""
        target = self._document_path(document_id)
        with storing(f"{document_id} could not be brought back from the trash"):
            discarded = self._trash.discarded(document_id)
            if not discarded:
                raise DocumentNotFound(f"The trash holds no document {document_id}.", "It may have been emptied, or restored already.")
            if target.exists():
                raise UsageError(
                    f"{document_id} is in the vault again already.", "Delete that one first if you want the one from the trash."
                )
            self._trash.put_back(discarded[0])

    def trashed(self) -> tuple[TrashedDocument, ...]:
        """What is in the trash, newest first."""
        with storing(f"The folder {self._paths.trash} could not be read"):
            return tuple(map(_trashed, self._trash.discarded()))

    def empty_trash(self, document_ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or what was deleted under these ids; returns how many documents that were."""
        with storing(f"The folder {self._paths.trash} could not be emptied"):
            chosen = [each for each in self._trash.discarded() if document_ids is None or each.document_id in document_ids]
            self._trash.empty(chosen)
            self._versions.empty(document_ids, self.stamps().keys())
        return len(chosen)

    def version(self, document_id: str, body_sha256: str) -> str | None:
        """An earlier text of a document by its hash; None where it is not kept (any more)."""
        with storing(f"Earlier versions of {document_id} could not be read"):
            return self._versions.body(document_id, body_sha256)

    @contextmanager
    def staging(self) -> Iterator[Path]:
        """An empty folder within the vault, which nothing else can see into; it is removed at the end of the block."""
        everything = self._paths.root / _STAGING
        with storing(f"No folder for what is being taken out could be made in {self._paths.root}"):
            everything.mkdir(exist_ok=True)
            folder = Path(tempfile.mkdtemp(dir=everything))
        try:
            yield folder
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)  # what went wrong before is what must be told
            raise
        else:
            with storing(f"{folder} could not be removed"):
                shutil.rmtree(folder)
        finally:
            with suppress(OSError):  # another import has its own folder there
                everything.rmdir()

    def problems(self) -> list[str]:
        """What in docs/ and raw/ is not as it should be, as sentences."""
        ids = set(self.stamps())
        with storing(f"The vault {self._paths.root} could not be read"):
            markdown = sorted(path for path in self._paths.docs.iterdir() if not path.name.startswith("."))
            originals = sorted(path for path in self._paths.raw.iterdir() if not path.name.startswith("."))
        return [
            *(
                f"docs/{_printable(path.name)} is no document (`name.md`), so it is not searched."
                for path in markdown
                if path.name.removesuffix(".md") not in ids
            ),
            *(
                f"raw/{_printable(path.name)} has no document in docs/; import it again or remove it."
                for path in originals
                if path.stem not in ids
            ),
        ]

    def _folders(self) -> Iterator[Path]:
        yield self._paths.root
        for name in FOLDERS:
            yield self._paths.root / name

    def _described_anew(self, document: Document) -> str | None:
        try:
            return rewrite_front_matter(self._content(document.id).decode(), document)
        except UnicodeDecodeError:
            return None

    def _document_path(self, document_id: str) -> Path:
        if not is_plain_name(document_id):
            raise UsageError(f"{_printable(document_id)!r} cannot be a document's id.", "Ids are the names in docs/ without `.md`.")
        return self._paths.document(document_id)

    def _content(self, document_id: str) -> bytes:
        path = self._document_path(document_id)
        with storing(f"{path.name} could not be read"):
            try:
                return path.read_bytes()
            except FileNotFoundError:
                if self._paths.docs.is_dir():
                    raise _not_found(document_id) from None
                raise

    def _text(self, document_id: str) -> str:
        """A file as text that can be written again: its head may hold what is no UTF-8, and keeps it."""
        return self._content(document_id).decode("utf-8", "surrogateescape")

    def _put(self, document_id: str, before: str, text: str | None, *, keep: bool) -> FileStamp:
        """Write a document's file, and keep what it was; UsageError where its front matter could not be rewritten: there is no text."""
        path = self._document_path(document_id)
        if text is None:
            raise UsageError(
                f"{path.name} could not be changed. {read_front_matter(before).problem}".strip(),
                "Mend the lines between the two `---` at its beginning with any editor, then try again.",
            )
        with storing(f"{path.name} could not be written"), Staging() as staging:
            if keep:
                self._versions.stage(staging, document_id, before)
            staging.write(path, text.encode("utf-8", "surrogateescape"))
            staging.commit()
            return stamp_of(path.stat())

    def _stage_original(self, staging: Staging, document: Document, original: Path) -> None:
        """Copy the original's bytes, which must still be those that were converted."""
        descriptor = staging.create(self._paths.raw / _original_name(document), _READ_ONLY)
        digest = hashlib.sha256()
        for piece in _pieces(original):
            digest.update(piece)
            write_fully(descriptor, piece)
        if digest.hexdigest() != document.source_sha256:
            raise SourceChanged(f"{_printable(original.name)} changed while it was being imported.", "Import it again once it is finished.")

    def _original(self, document: Document) -> Path | None:
        expected = self._paths.raw / _original_name(document)
        return expected if expected.is_file() else self._find_original(document.id)

    def _find_original(self, document_id: str) -> Path | None:
        """The original of this name, whatever its suffix; raw/ is only listed again after it changed."""
        if not self._paths.raw.is_dir():
            return None
        with storing(f"The folder {self._paths.raw} could not be read"):
            changed = self._paths.raw.stat().st_mtime_ns
            if self._raw_names[0] != changed:
                names = sorted((path.name for path in self._paths.raw.iterdir()), reverse=True)
                self._raw_names = (changed, {Path(name).stem: name for name in names})
        name = self._raw_names[1].get(document_id)
        return self._paths.raw / name if name else None


def _described(front_matter: FrontMatter, document_id: str) -> tuple[Document, list[str]]:
    """The document of a file; one whose front matter is broken counts as RED, for nobody can know its marking."""
    document, warnings = read_document(front_matter.values, document_id)
    if not front_matter.problem:
        return document, warnings
    warnings.append(f"{front_matter.problem} It counts as text, and the document as RED, until that is mended.")
    return replace(document, tlp=Marking.RED), warnings


def _is_edited(text: str) -> bool:
    """Whether a person changed the body since it was converted, so that nothing can make it again."""
    front_matter = read_front_matter(text)
    converted = front_matter.values.get(BODY_HASH)
    return bool(converted) and converted != content_hash(text[front_matter.body_offset :])


def _original_name(document: Document) -> str:
    suffix = _SUFFIX.search(document.source_filename) or _SUFFIX.search(f".{document.source_format}")
    return f"{document.id}.{suffix[1].lower() if suffix else 'bin'}"


def _trashed(discarded: Discarded) -> TrashedDocument:
    title = discarded.document_id
    for path in discarded.files:
        if path.suffix == ".md" and path.parent.name == "docs":
            with path.open("rb") as file:
                head = file.read(_LONGEST_HEAD).decode("utf-8", "replace")
            title = read_document(read_front_matter(head).values, discarded.document_id)[0].title
    size = sum(path.stat().st_size for path in discarded.files)
    return TrashedDocument(discarded.document_id, title, f"{discarded.deleted:%Y-%m-%dT%H:%M:%SZ}", size)


def _not_found(document_id: str) -> DocumentNotFound:
    return DocumentNotFound(f"There is no document {document_id} in this vault.", "`coffer documents` lists those there are.")


def _pieces(original: Path) -> Iterator[bytes]:
    """The bytes of a file outside the vault, so that its trouble is not taken for the vault's."""
    try:
        with original.open("rb") as source:
            while piece := source.read(_PIECE):
                yield piece
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise SourceChanged(
            f"{_printable(original.name)} could not be read again: {reason}.", "Import it again when it can be read."
        ) from error


def _printable(name: str) -> str:
    return name.encode("utf-8", "replace").decode()
