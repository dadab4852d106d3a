"""Everything the window and the command line can ask for, built once by bootstrap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from desktop.application.answer.answerer import Answerer
from desktop.application.answer.threads import Threads
from desktop.application.audit_trail import AuditTrail
from desktop.application.cases.case_bundles import CaseBundles
from desktop.application.document_history import DocumentHistory
from desktop.application.exchange.backup import Backups
from desktop.application.exchange.graph_exports import GraphExports
from desktop.application.exchange.stix_exchange import StixExchange
from desktop.application.extraction.extraction import Extractor
from desktop.application.gate import MarkingGate
from desktop.application.graph.decisions import Decisions
from desktop.application.graph.exploring import GraphExplorer
from desktop.application.graph.named_graphs import NamedGraphs
from desktop.application.graph.ordered_ways import OrderedPaths
from desktop.application.graph.pack_updates import PackUpdates
from desktop.application.graph.picture_sources import PictureSources
from desktop.application.graph.picturing import Picturing
from desktop.application.graph.placing import Placing
from desktop.application.graph.review import Review
from desktop.application.graph.telling import Telling
from desktop.application.graph.timelines import Timelines
from desktop.application.ingest.backlog import EmbeddingBacklog
from desktop.application.ingest.extracting import ExtractionBacklog
from desktop.application.ingest.importer import Importer
from desktop.application.ingest.maintenance import Maintenance
from desktop.application.ingest.recognition import Recognition
from desktop.application.ingest.reconversion import Reconversion
from desktop.application.ingest.watching import WatchedFolders
from desktop.application.job import JobContext
from desktop.application.library import Library
from desktop.application.memory.board_exports import BoardExports
from desktop.application.memory.boards import Boards
from desktop.application.memory.facts import Memory
from desktop.application.memory.history import FactHistory
from desktop.application.memory.notes import NoteImport
from desktop.application.offline import Offline
from desktop.application.originals import Originals
from desktop.application.ports import Generator
from desktop.application.providers import Providers
from desktop.application.reporting.reports import Reports
from desktop.application.retrieve.lookup import Lookup
from desktop.application.retrieve.searcher import Searcher
from desktop.application.retrieve.similar import MoreLikeThis
from desktop.application.retrieve.why import WhyNotFound
from desktop.application.sample_case import SampleCase
from desktop.application.searches.golden_queries import GoldenQueries
from desktop.application.searches.history import SearchHistory
from desktop.application.searches.pins import Pins
from desktop.application.searches.saved_searches import SavedSearches
from desktop.application.settings import Settings
from desktop.application.stick import StickDesk
from desktop.application.trash_bin import TrashBin
from desktop.domain.embedding_model import EmbeddingModel
from desktop.domain.language_model import ModelFile
from desktop.domain.provider import Reach
from desktop.domain.vault import VaultPaths


class ChangesSettings(Protocol):
    """Changes one setting of a vault in its file."""

    def __call__(self, section: str, name: str, value: bool | int | str | Sequence[str]) -> Settings:
        """Set it; UsageError if the value is not allowed, StorageProblem if it cannot be written. It counts from the next opening on."""
        ...


@dataclass(frozen=True, slots=True)
class SearchDesk:
    """The use cases around searching: what else can be asked of the index, and what is kept of searches and answers in the vault."""

    lookup: Lookup
    similar: MoreLikeThis
    why: WhyNotFound
    saved: SavedSearches
    history: SearchHistory
    pins: Pins
    golden: GoldenQueries
    threads: Threads


@dataclass(frozen=True, slots=True)
class GraphDesk:
    """The use cases of the graph."""

    explorer: GraphExplorer
    exchange: StixExchange
    exports: GraphExports
    decisions: Decisions
    review: Review
    packs: PackUpdates
    picturing: Picturing
    timelines: Timelines
    ordered: OrderedPaths
    telling: Telling
    placing: Placing
    picture_sources: PictureSources
    named: NamedGraphs


@dataclass(frozen=True, slots=True)
class Services:
    """The use cases of one open vault.

    `writer` names the process that holds the vault where this one may only read; empty where this one holds it.
    `reaches` are the addresses of providers that are used while it is open, and for what.
    `warnings` are degraded states that were found on opening, as sentences.
    """

    paths: VaultPaths
    settings: Settings
    library: Library
    document_history: DocumentHistory
    importer: Importer
    watched: WatchedFolders
    recognition: Recognition
    reconversion: Reconversion
    extraction: ExtractionBacklog
    backlog: EmbeddingBacklog
    maintenance: Maintenance
    searcher: Searcher
    desk: SearchDesk
    graph: GraphDesk
    answerer: Answerer
    models: ModelDesk
    originals: Originals
    memory: Memory
    fact_history: FactHistory
    notes: NoteImport
    trash: TrashBin
    stick: StickDesk
    sample: SampleCase
    backups: Backups
    bundles: CaseBundles
    reports: Reports
    boards: Boards
    board_exports: BoardExports
    gate: MarkingGate
    audit: AuditTrail
    change_setting: ChangesSettings
    close: Callable[[], None]
    writer: str = ""
    reaches: tuple[Reach, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelDesk:
    """What can be done with models: with files of language models (`bundled` is the one that comes with Coffer), with providers, and with
    folders of embedding models (`describe_embedder` raises ModelUnavailable for what is none).

    `describe` emits what a file's header says and then hashes it, without loading it; `generator` is the model in a process of its own.
    """

    bundled: Path
    machine_bytes: int
    describe: Callable[[JobContext, Path], ModelFile]
    generator: Callable[[Path], Generator]
    providers: Callable[[], Providers]
    describe_embedder: Callable[[Path], EmbeddingModel]


class VaultOpener(Protocol):
    """Makes and opens vaults; bootstrap is the one that does it with real engines."""

    @property
    def offline(self) -> Offline:
        """What keeps this process off every network, and tells of it."""
        ...

    def create(self, root: Path) -> None:
        """Make an empty vault in `root`, a folder that is new or empty.

        Raises UsageError if something else is in it, StorageProblem if it cannot be written.
        """
        ...

    def open(self, root: Path, *, write: bool) -> Services:
        """Open the vault in `root`.

        With `write`, takes the vault's lock; where another process holds it, the services can only read and
        `writer` names the holder. Raises VaultNotFound, VaultTooNew, StorageProblem.
        """
        ...

    def backups(self) -> Backups:
        """What writes backups of vaults, restores them, and tries whether they can be restored."""
        ...

    def models(self) -> ModelDesk:
        """What can be done with files of language models; it needs no vault."""
        ...

    def extractor(self, vault: Path | None = None) -> Extractor:
        """What finds mentions in any text with what comes with Coffer; it needs no vault, but with one goes by its packs and lexicon."""
        ...
