"""The vault: one folder, its files the truth, its index rebuildable from them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class VaultPaths:
    """Where things lie in a vault."""

    root: Path

    @property
    def settings(self) -> Path:
        """This vault's settings."""
        return self.root / "coffer.toml"

    @property
    def docs(self) -> Path:
        """The documents, `<document-id>.md`."""
        return self.root / "docs"

    @property
    def raw(self) -> Path:
        """The original bytes, `<document-id>.<ext>`."""
        return self.root / "raw"

    @property
    def memory(self) -> Path:
        """The facts, `<slug>.md`, and their list, `MEMORY.md`."""
        return self.root / "memory"

    @property
    def lexicon(self) -> Path:
        """What the analyst decided about names."""
        return self.root / "lexicon"

    @property
    def packs(self) -> Path:
        """Knowledge packs added to this vault."""
        return self.root / "packs"

    @property
    def searches(self) -> Path:
        """Saved searches, pins, golden queries and the history."""
        return self.root / "searches"

    @property
    def threads(self) -> Path:
        """Questions that were asked, with the answers they had, `<thread-id>.md`."""
        return self.root / "threads"

    @property
    def graphs(self) -> Path:
        """Saved views of the graph."""
        return self.root / "graphs"

    @property
    def bundles(self) -> Path:
        """What is kept of the case bundles that were exchanged: states that were seen, audit lines of other vaults, trusted keys."""
        return self.root / "bundles"

    @property
    def reports(self) -> Path:
        """Templates of reports that take the place of those that come with Coffer, or stand beside them, `<name>.md`."""
        return self.root / "reports"

    @property
    def boards(self) -> Path:
        """Boards of competing hypotheses, `<id>.yaml`."""
        return self.root / "boards"

    @property
    def trash(self) -> Path:
        """What was deleted, until the analyst empties it."""
        return self.root / "trash"

    @property
    def audit(self) -> Path:
        """Every change, append-only, each line carrying the hash of the one before."""
        return self.root / "audit.jsonl"

    @property
    def ledger(self) -> Path:
        """What was imported and what became of each file, append-only: what the index knows of it is made of this again."""
        return self.root / "imports.jsonl"

    @property
    def index(self) -> Path:
        """The SQLite index."""
        return self.root / "coffer.db"

    @property
    def vectors(self) -> Path:
        """Vectors that the SQLite index does not keep itself; can be made again like it."""
        return self.root / "vectors"

    @property
    def lock(self) -> Path:
        """Held by the process that writes the vault; its content names the holder."""
        return self.root / "coffer.lock"

    def document(self, document_id: str) -> Path:
        """The Markdown of a document."""
        return self.docs / f"{document_id}.md"

    def fact(self, fact_id: str) -> Path:
        """The file of a fact."""
        return self.memory / f"{fact_id}.md"

    def thread(self, thread_id: str) -> Path:
        """The file of a thread."""
        return self.threads / f"{thread_id}.md"
