"""Earlier texts of documents, kept in the trash until it is emptied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from pathlib import Path

from desktop.adapters.durable_files import Staging, flush_folder
from desktop.adapters.front_matter import read_front_matter
from desktop.domain.chunk import content_hash
from desktop.domain.vault import VaultPaths

_NAMED_DIGITS = 16


class DocumentVersions:
    """Whole files, as they were before their text was changed, called `<time>~<first digits of the text's hash>~<id>.md`."""

    def __init__(self, paths: VaultPaths) -> None:
        self._folder = paths.trash / "versions" / "docs"

    def stage(self, staging: Staging, document_id: str, text: str) -> None:
        """Stage a file as it is, before it is changed."""
        self._folder.mkdir(parents=True, exist_ok=True)
        digest = content_hash(text[read_front_matter(text).body_offset :])[:_NAMED_DIGITS]
        name = f"{datetime.now(UTC):%Y%m%dT%H%M%S%fZ}~{digest}~{document_id}.md"
        staging.write(self._folder / name, text.encode("utf-8", "surrogateescape"))

    def body(self, document_id: str, body_sha256: str) -> str | None:
        """An earlier text by its hash; None where it is not kept (any more)."""
        for path, name, digest in self._files():
            if (name, digest) == (document_id, body_sha256[:_NAMED_DIGITS]):
                text = path.read_bytes().decode("utf-8", "replace")
                body = text[read_front_matter(text).body_offset :]
                if content_hash(body) == body_sha256:
                    return body
        return None

    def empty(self, document_ids: Sequence[str] | None, present: AbstractSet[str]) -> None:
        """Remove all of them for good, or those of these documents that are not in the vault any more."""
        gone = [path for path, name, _ in self._files() if document_ids is None or (name in document_ids and name not in present)]
        for path in gone:
            path.unlink(missing_ok=True)
        if gone:
            flush_folder(self._folder)

    def _files(self) -> Iterator[tuple[Path, str, str]]:
        """File, document id, the first digits of the text's hash."""
        for path in sorted(self._folder.glob("*.md")) if self._folder.is_dir() else ():
            _, digest, name = (*path.stem.split("~", 2), "", "")[:3]
            yield path, name, digest
