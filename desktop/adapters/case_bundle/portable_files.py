"""The files of a vault as they travel in a bundle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from desktop.adapters.durable_files import replace_file, storing
from desktop.adapters.front_matter import read_front_matter, with_values
from desktop.adapters.markdown_folder import is_plain_name
from desktop.domain.vault import VaultPaths

_LARGEST_KEPT = 16 * 2**20


class VaultPortableFiles:
    """The PortableFiles of one vault."""

    def __init__(self, paths: VaultPaths) -> None:
        self._paths = paths

    def document(self, document_id: str, without: Sequence[str]) -> bytes | None:
        """The file of a document without these lines; one whose head is broken stays as it is, for it counts as RED."""
        return _with(self._paths.document(document_id), dict.fromkeys(without))

    def fact(self, fact_id: str, changes: Mapping[str, Any]) -> bytes | None:
        """The file of a fact with these lines changed, or gone where they are None."""
        return _with(self._paths.fact(fact_id), changes)

    def put_aside(self, folder: Path, name: str, content: bytes) -> Path:
        """Put a file into a folder where it waits."""
        path = folder / name
        with storing(f"{name} could not be put into the bundle"):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        return path

    def audit_lines(self) -> Iterator[bytes]:
        """The lines of the audit log as they stand there."""
        with storing("audit.jsonl could not be read"):
            if self._paths.audit.exists():
                with self._paths.audit.open("rb") as file:
                    yield from file

    def kept(self, folder: str) -> Mapping[str, bytes]:
        """The saved views of the graph, the threads or the boards."""
        return kept_in(self._paths.root / folder)

    def put_kept(self, folder: str, name: str, content: bytes) -> None:
        """Keep one of these."""
        with storing(f"{folder}/{name} could not be written"):
            (self._paths.root / folder).mkdir(exist_ok=True)
            replace_file(self._paths.root / folder / name, content)


def kept_in(folder: Path) -> dict[str, bytes]:
    """The files in a folder of what travels as it is, by name."""
    with storing(f"The folder {folder} could not be read"):
        files = sorted(folder.iterdir()) if folder.is_dir() else []
        kept = [each for each in files if is_plain_name(each.name) and each.is_file() and not each.is_symlink()]
        return {each.name: each.read_bytes() for each in kept if each.stat().st_size <= _LARGEST_KEPT}


def _with(path: Path, changes: Mapping[str, Any]) -> bytes | None:
    with storing(f"{path.name} could not be read"):
        content = path.read_bytes()
    text = content.decode("utf-8", "surrogateescape")
    front_matter = read_front_matter(text)
    due = {key: value for key, value in changes.items() if key in front_matter.values}
    if not due:
        return content
    rewritten = with_values(text, due)
    return None if rewritten is None else rewritten.encode("utf-8", "surrogateescape")
