"""The one place that builds things: surroundings and vault to adapters to services. Nothing else reads the environment."""

from __future__ import annotations

import getpass
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop.domain.errors import CofferError, StorageProblem, VaultLocked, VaultNotFound, VectorsUnavailable
from desktop.domain.vault import VaultPaths

if TYPE_CHECKING:
    from desktop.adapters.extractors.worker_extractor import WorkerExtractor
    from desktop.adapters.sqlite.database import Database
    from desktop.adapters.sqlite.moved_vectors import MovedVectors
    from desktop.adapters.vault_lock import VaultLock
    from desktop.application.exchange.backup import Backups, Rebuilt
    from desktop.application.graph.extraction import Extractor
    from desktop.application.graph.knowledge import Knowledge
    from desktop.application.ingest.indexing import DocumentIndexer
    from desktop.application.job import JobContext
    from desktop.application.memory.facts import Memory
    from desktop.application.memory.upkeep import FactUpkeep
    from desktop.application.offline import Offline
    from desktop.application.ports import (
        AuditLog,
        DocumentStore,
        Embedder,
        FactIndex,
        FactStore,
        Generator,
        GraphReader,
        Grep,
        IndexReader,
        IndexWriter,
        KnownNames,
        MarkdownConverter,
        PackStore,
        PageRenderer,
        Recogniser,
        SearchStore,
        WarningLists,
    )
    from desktop.application.retrieve.intent import IntentClassifier
    from desktop.application.retrieve.searcher import Searcher
    from desktop.application.services import ChangesSettings, GraphDesk, ModelDesk, SearchDesk, Services
    from desktop.application.settings import AnswerSettings, IndexSettings, RecognitionSettings, Settings
    from desktop.application.texts import Texts

WORKER_OPTION = "--worker"


def start(arguments: Sequence[str]) -> int:
    """Be a worker process, the command line, or the window, as the arguments say; returns the exit status."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's products are too short here to wait for a second thread
    if arguments and arguments[0] == WORKER_OPTION:
        return run_worker(arguments[1:])
    from desktop.cli.arguments import parse

    parsed = parse(arguments)
    opener = Opener(read_environment())
    _ = opener.offline  # before anything else is done
    if parsed.command is None:
        return _show_window(opener, parsed.vault)
    from desktop.cli.main import run

    return run(parsed, opener, opener.environment.default_vault)


def run_worker(arguments: Sequence[str]) -> int:
    """Serve as the worker process that is named first until the caller closes the pipe; returns the exit status."""
    name, *rest = arguments or [""]
    serve = _worker(name)
    if serve is None:
        print(f"coffer: there is no worker process {name!r}; Coffer starts its own.", file=sys.stderr)
        return 2
    serve(*rest)
    return 0


def _worker(name: str) -> Callable[..., None] | None:
    if name == "convert":
        from desktop.adapters.converters.child import serve_conversions

        return serve_conversions
    if name == "render":
        from desktop.adapters.converters.child import serve_pages

        return serve_pages
    if name == "embed":
        from desktop.adapters.embedders.child import serve_embeddings

        return serve_embeddings
    if name == "extract":
        return _serve_extraction
    if name == "generate":
        from desktop.adapters.generators.child import serve_generation

        return serve_generation
    if name == "recognise":
        from desktop.adapters.recognisers.child import serve_recognition

        return serve_recognition
    return None


def _serve_extraction(lexicon: str, *packs: str) -> None:
    from desktop.adapters.extractors.child import serve_extraction
    from desktop.adapters.packs.archive import unpack_archive
    from desktop.adapters.packs.folders import PackFolders

    serve_extraction(
        lambda: _knowledge([Path(each) for each in packs], Path(lexicon)),
        lambda folder: PackFolders([folder.parent]).read(folder.name),
        unpack_archive,
    )


def _knowledge(packs: Sequence[Path], lexicon: Path | None) -> Knowledge:
    """What the packs in some folders and a lexicon name, with what finds it."""
    from desktop.adapters.lexicon_files import read_lexicon
    from desktop.adapters.packs.folders import PackFolders
    from desktop.adapters.phrase_matcher import AutomatonMatcher
    from desktop.adapters.public_suffixes import PublicSuffixes
    from desktop.adapters.warning_lists import MispWarningLists
    from desktop.application.graph.aliases import compile_aliases
    from desktop.application.graph.indicators import IndicatorFinder
    from desktop.application.graph.knowledge import Knowledge
    from desktop.domain.lexicon import NOTHING_DECIDED
    from desktop.domain.pack import PartKind

    store = PackFolders(packs)
    decided = read_lexicon(lexicon) if lexicon else NOTHING_DECIDED
    warnings = MispWarningLists(lambda: store.contents(PartKind.WARNING_LISTS))
    read = [store.read(each.name) for each in store.manifests()]
    book, words = compile_aliases(read, decided.aliases), [word for pack in read for word in pack.words]
    return Knowledge(book, words, decided, IndicatorFinder(PublicSuffixes(), warnings), AutomatonMatcher)


@dataclass(frozen=True, slots=True)
class Environment:
    """What the surroundings say."""

    resources: Path
    state_file: Path
    default_vault: Path
    default_vault_is_ours: bool


def read_environment() -> Environment:
    """Read where things lie. The vault is `$COFFER_VAULT`, else the last one opened, else `Coffer` among the person's documents."""
    import platformdirs

    from desktop.adapters.state_file import StateFile

    bundle = getattr(sys, "_MEIPASS", None)
    resources = Path(bundle or Path(__file__).parent.parent) / "resources"
    state_file = platformdirs.user_config_path("coffer", appauthor=False) / "state.json"
    named = os.environ.get("COFFER_VAULT") or StateFile(state_file).read().get("vault")
    own = platformdirs.user_documents_path() / "Coffer"
    return Environment(resources, state_file, Path(named).expanduser() if named else own, not named)


class Opener:
    """Makes vaults and builds the services of one, with the real engines."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self._models = environment.resources / "models"
        self._packs = environment.resources / "packs"
        self._catalogue = environment.resources / "models.toml"

    @cached_property
    def offline(self) -> Offline:
        """Keeps this process off every network from the first asking to its end, and tries out every kind of worker."""
        from desktop.adapters.network_guard import ProcessNetworkGuard, WorkerTrial
        from desktop.adapters.worker_process.client import worker_command
        from desktop.application.offline import Offline

        folder = str(self._models)  # no worker opens what it is given before its first call
        workers = (
            *(("convert",), ("render",), ("embed", folder, "1"), ("extract", folder)),
            *(("generate", folder, "1", "1"), ("recognise", "{}")),
        )
        return Offline(ProcessNetworkGuard(), [(worker[0], WorkerTrial(worker_command(*worker))) for worker in workers])

    def create(self, root: Path) -> None:
        """Make an empty vault in a new or empty folder."""
        from desktop.adapters.settings_file import default_settings_text
        from desktop.adapters.vault_files import create_vault

        create_vault(root, default_settings_text())

    def open(self, root: Path, *, write: bool) -> Services:
        """Open a vault, to write if `write` and nobody else does; to read, it is first brought up to its files."""
        paths = VaultPaths(root)
        if write:
            return self._opened(paths, write=True)
        if self._is_current(paths):
            return self._opened(paths, write=False)
        behind = self._catch_up(paths)
        services = self._opened(paths, write=False)
        return replace(services, warnings=tuple(dict.fromkeys((*services.warnings, *behind))))

    def backups(self) -> Backups:
        """What writes backups of vaults, restores them, and tries whether they can be restored."""
        from desktop.adapters.backup_archive import ZipBackup
        from desktop.application.exchange.backup import Backups

        return Backups(ZipBackup(), self._rebuilt)

    def _rebuilt(self, context: JobContext, root: Path) -> Rebuilt:
        from desktop.application.exchange.backup import Rebuilt

        services = self.open(root, write=True)
        try:
            report = services.maintenance.reindex(context, full=True)
            return Rebuilt(report.documents, report.facts, services.maintenance.verify(context))
        finally:
            services.close()

    def models(self) -> ModelDesk:
        """What can be done with files of language models; it needs no vault."""
        from desktop.adapters.generators.gguf_header import describe_model, machine_memory
        from desktop.adapters.generators.llama_generator import LlamaGenerator
        from desktop.application.services import ModelDesk

        return ModelDesk(self._model_file("language"), machine_memory(), describe_model, LlamaGenerator)

    def extractor(self, vault: Path | None = None) -> Extractor:
        """What finds mentions in any text with the packs that come with Coffer, and with a vault's own packs and lexicon."""
        return _knowledge(*self._known_in(vault)).extractor

    def _known_in(self, vault: Path | None) -> tuple[list[Path], Path | None]:
        """The folders of packs, and that of the lexicon."""
        paths = VaultPaths(vault) if vault else None
        return ([self._packs, paths.packs], paths.lexicon) if paths else ([self._packs], None)

    def _is_current(self, paths: VaultPaths) -> bool:
        """Whether the index is there, whole, of this Coffer's schema, and up to the files."""
        from desktop.adapters.sqlite.problems import DamagedIndex

        if not paths.index.exists():
            return False
        try:
            services = self._opened(paths, write=False)
        except (DamagedIndex, VaultLocked):  # made by an older Coffer: whoever may write brings it up to date
            return False
        try:
            return not services.maintenance.is_behind()
        finally:
            services.close()

    def _opened(self, paths: VaultPaths, *, write: bool) -> Services:
        from desktop.adapters.vault_files import is_vault
        from desktop.adapters.vault_lock import VaultLock

        if not is_vault(paths.root):
            raise VaultNotFound(f"There is no vault in {paths.root}.", f"Make one with `coffer init {paths.root}`, or name another folder.")
        lock = VaultLock(paths.lock)
        with ExitStack() as opened:
            if write:
                lock.try_acquire()
                opened.callback(lock.release)
            services = self._build(paths, lock, opened)
            return replace(services, close=opened.pop_all().close, writer=lock.holder)

    def _catch_up(self, paths: VaultPaths) -> tuple[str, ...]:
        """Take in what happened to the files; what a person must know of it, as warnings.

        Where another process holds the vault, that one does it. Vectors are left to whoever writes next: they may take long.
        """
        from desktop.application.job import JobContext

        services = self._opened(paths, write=True)
        try:
            if services.writer:
                return ()
            services.maintenance.synchronise(JobContext())
            return services.warnings
        except StorageProblem as problem:
            return (f"The index could not be brought up to the files: {problem.message} {problem.hint}".strip(),)
        finally:
            services.close()

    def _build(self, paths: VaultPaths, lock: VaultLock, opened: ExitStack) -> Services:
        """Every engine of a vault, and the use cases on top of them."""
        from desktop.adapters.audit_log import JsonLinesAuditLog
        from desktop.adapters.converters.pool import PooledConverter
        from desktop.adapters.converters.rendering import OriginalPageRenderer
        from desktop.adapters.fact_files import FactFiles
        from desktop.adapters.packs.folders import PackFolders
        from desktop.adapters.ripgrep import Ripgrep
        from desktop.adapters.search_files import SearchFiles
        from desktop.adapters.settings_file import SettingsFile
        from desktop.adapters.sqlite.database import Database
        from desktop.adapters.sqlite.fact_index import SqliteFactIndex
        from desktop.adapters.sqlite.graph_reader import SqliteGraphReader
        from desktop.adapters.sqlite.index_reader import SqliteIndexReader
        from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
        from desktop.adapters.vault_files import VaultFiles
        from desktop.adapters.warning_lists import MispWarningLists
        from desktop.domain.marking import Marking
        from desktop.domain.pack import PartKind

        settings_file = SettingsFile(paths.settings)
        settings = settings_file.read()
        store = VaultFiles(paths)
        if lock.held:
            store.prepare()
        warnings: list[str] = []
        embedder = self._embedder(warnings)
        generator = self._generator(settings.answer, warnings)
        recogniser = self._recogniser(paths, settings.recognition, warnings) if settings.recognition.enabled else None
        database = Database(paths.index, read_only=not lock.held)
        if database.set_aside:
            warnings.append(f"The index was damaged. It was set aside as {database.set_aside.name}, and a new one is made from the files.")
        moved = self._moved_vectors(paths, settings.index, database, warnings)
        packs = PackFolders([self._packs, paths.packs])
        converter, renderer = PooledConverter(settings.imports.workers), OriginalPageRenderer()
        entity_extractor, list_extractor = self._entity_extractor(paths), self._entity_extractor(paths)
        for engine in (database, renderer, converter, recogniser, generator, embedder, entity_extractor, list_extractor):
            if engine:
                opened.callback(engine.close)
        engines = _Engines(
            store=store,
            writer=SqliteIndexWriter(database, moved),
            reader=SqliteIndexReader(database, settings.index.vector_memory_mb * 1024 * 1024, moved),
            graph=SqliteGraphReader(database),
            audit=JsonLinesAuditLog(paths.audit, paths.trash, actor=settings.memory.actor or _account()),
            converter=converter,
            renderer=renderer,
            recogniser=recogniser,
            embedder=embedder,
            entity_extractor=entity_extractor,
            generator=generator,
            grep=Ripgrep(),
            packs=packs,
            searches=SearchFiles(paths.searches, writable=lock.held),
            warnings=MispWarningLists(lambda: packs.contents(PartKind.WARNING_LISTS)),
            list_extractor=list_extractor,
            facts=FactFiles(paths, Marking(settings.memory.default_tlp)),
            fact_index=SqliteFactIndex(database),
            writes=lock.held,
            backups=self.backups(),
        )
        services = _use_cases(paths, settings, engines, settings_file.change, opened.close)
        return replace(services, warnings=tuple(warnings))

    def _moved_vectors(self, paths: VaultPaths, settings: IndexSettings, database: Database, warnings: list[str]) -> MovedVectors:
        """The vectors that do not lie in coffer.db: those that shall not, or no longer."""
        from desktop.adapters.lance_vectors import HOW_TO_GET_IT, LanceVectors, is_installed
        from desktop.adapters.sqlite.moved_vectors import MovedVectors

        wanted = settings.vectors == "lancedb"
        if is_installed():
            memory = settings.vector_memory_mb * 1024 * 1024
            store = LanceVectors(paths.vectors, memory) if wanted or paths.vectors.exists() else None
            return MovedVectors(database, store, wanted=wanted)
        missing = VectorsUnavailable("Vectors of this vault are kept in LanceDB, which is not installed here.", HOW_TO_GET_IT)
        if wanted:
            warnings.append(f"{missing.message} New ones are kept in coffer.db for the time being. {missing.hint}")
        return MovedVectors(database, None, wanted=wanted, missing=missing)

    def _embedder(self, warnings: list[str]) -> Embedder | None:
        from desktop.adapters.embedders.fastembed_embedder import FastembedEmbedder

        embedder = FastembedEmbedder(self._model_file("embedder").parent, languages=self._model("embedder").get("languages", ()))
        try:
            _ = embedder.identity
        except CofferError as error:
            warnings.append(f"{error.message} Search by meaning is off; keyword search works. {error.hint}".strip())
            return None
        return embedder

    def _entity_extractor(self, paths: VaultPaths) -> WorkerExtractor:
        from desktop.adapters.extractors.worker_extractor import WorkerExtractor
        from desktop.adapters.lexicon_files import lexicon_bytes
        from desktop.adapters.packs.folders import PackFolders, manifest_of
        from desktop.adapters.public_suffixes import version
        from desktop.adapters.worker_process.client import worker_command
        from desktop.application.graph.knowledge import identity_of

        folders = [self._packs, paths.packs]
        command = worker_command("extract", str(paths.lexicon), *map(str, folders))
        return WorkerExtractor(
            command, lambda: identity_of(PackFolders(folders).manifests(), lexicon_bytes(paths.lexicon), version()), manifest_of
        )

    def _recogniser(self, paths: VaultPaths, settings: RecognitionSettings, warnings: list[str]) -> Recogniser | None:
        from desktop.adapters.recognisers.model_pack import find_models
        from desktop.adapters.recognisers.rapidocr_recogniser import RapidOcrRecogniser

        folder = paths.root / "packs" / Path(settings.models).expanduser() if settings.models else None
        try:
            find_models(folder)
        except CofferError as error:
            warnings.append(f"{error.message} Scanned pages are not read; whatever has text of its own is. {error.hint}".strip())
            return None
        return RapidOcrRecogniser(folder, seconds_a_page=settings.seconds_per_page, least_confidence=settings.min_confidence / 100)

    def _generator(self, settings: AnswerSettings, warnings: list[str]) -> Generator | None:
        from desktop.adapters.generators.llama_generator import LlamaGenerator

        model = Path(settings.model_file).expanduser() if settings.model_file else self._model_file("language")
        if not model.is_file():
            warnings.append(f"The language model {model.name} is not there. Answers are sentences of your documents, not composed ones.")
            return None
        return LlamaGenerator(model, threads=settings.threads)

    def _model_file(self, kind: str) -> Path:
        model = self._model(kind)
        return self._models.joinpath(model["name"], model["file"])

    def _model(self, kind: str) -> dict[str, Any]:
        """What the catalogue says of the model of a kind that Coffer comes with."""
        import tomllib

        catalogue = tomllib.loads(self._catalogue.read_text(encoding="utf-8"))
        return next(each for each in catalogue["model"] if each["kind"] == kind)


@dataclass(frozen=True, slots=True)
class _Engines:
    """What stands behind every port of one vault."""

    store: DocumentStore
    writer: IndexWriter
    reader: IndexReader
    graph: GraphReader
    audit: AuditLog
    converter: MarkdownConverter
    renderer: PageRenderer
    recogniser: Recogniser | None
    embedder: Embedder | None
    entity_extractor: WorkerExtractor
    generator: Generator | None
    grep: Grep
    packs: PackStore
    searches: SearchStore
    warnings: WarningLists
    list_extractor: WorkerExtractor  # another: whoever looks up a list does not wait for what documents mention
    facts: FactStore
    fact_index: FactIndex
    writes: bool
    backups: Backups


def _account() -> str:
    """The name of the account that this process runs under, as far as the machine knows one."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def _use_cases(
    paths: VaultPaths, settings: Settings, engines: _Engines, change_setting: ChangesSettings, close: Callable[[], None]
) -> Services:
    """What the window and the command line can ask for, on top of the engines."""
    from desktop.adapters.lexicon_files import read_lexicon
    from desktop.application.answer.answerer import Answerer
    from desktop.application.answer.listing import Lister
    from desktop.application.audit_trail import AuditTrail
    from desktop.application.gate import MarkingGate
    from desktop.application.graph.known_names import PackNames
    from desktop.application.ingest.backlog import EmbeddingBacklog
    from desktop.application.ingest.extracting import ExtractionBacklog
    from desktop.application.ingest.importer import Importer
    from desktop.application.ingest.indexing import DocumentIndexer
    from desktop.application.ingest.maintenance import Maintenance
    from desktop.application.ingest.plain_tokenizer import PlainTokenizer
    from desktop.application.ingest.recognition import Recognition
    from desktop.application.ingest.reconversion import Reconversion
    from desktop.application.ingest.watching import WatchedFolders
    from desktop.application.library import Library
    from desktop.application.memory.history import FactHistory
    from desktop.application.memory.notes import NoteImport
    from desktop.application.originals import Originals
    from desktop.application.retrieve.intent import IntentClassifier
    from desktop.application.retrieve.model_intent import ModelIntents
    from desktop.application.retrieve.searcher import Searcher
    from desktop.application.services import Services
    from desktop.application.trash_bin import TrashBin

    store, writer, reader, audit, embedder = engines.store, engines.writer, engines.reader, engines.audit, engines.embedder
    tokenizer, reads_scans = embedder or PlainTokenizer(), settings.recognition.enabled
    importer = Importer(store, writer, reader, engines.converter, tokenizer, audit, settings, recognises=reads_scans)
    indexer = DocumentIndexer(writer, tokenizer, settings.chunks)
    gate = MarkingGate(engines.fact_index, settings.markings)
    texts, remembered, upkeep = _memory(engines, indexer, settings)
    maintenance = Maintenance(store, writer, reader, tokenizer, audit, settings, upkeep)
    known = PackNames(engines.packs, lambda: read_lexicon(paths.lexicon).aliases)
    decides = settings.search.intent_by_model and bool(settings.answer.model_file)
    intents = IntentClassifier(embedder, ModelIntents(engines.generator) if decides and engines.generator else None)
    searcher = Searcher(
        reader, texts, engines.grep, embedder, paths.docs, settings.search, known, memory=paths.memory, intents=intents, graph=engines.graph
    )
    library = Library(store, writer, reader, maintenance, audit, texts, gate)
    return Services(
        paths=paths,
        settings=settings,
        library=library,
        importer=importer,
        watched=WatchedFolders(importer, store, reader, settings.imports.watched_folders),
        recognition=Recognition(store, writer, reader, indexer, engines.recogniser, audit, enabled=reads_scans),
        reconversion=Reconversion(store, engines.converter, indexer, audit, settings.imports, recognises=reads_scans),
        extraction=ExtractionBacklog(texts, writer, reader, engines.entity_extractor, engines.entity_extractor),
        backlog=EmbeddingBacklog(writer, reader, embedder),
        maintenance=maintenance,
        searcher=searcher,
        desk=_search_desk(paths, settings, engines, texts, searcher, known, intents),
        graph=_graph_desk(paths, engines, settings, indexer, remembered),
        answerer=Answerer(searcher, texts, embedder, engines.generator, settings.answer, Lister(engines.graph, reader, texts)),
        originals=Originals(store, engines.renderer),
        memory=remembered,
        fact_history=FactHistory(remembered, audit),
        gate=gate,
        audit=AuditTrail(audit, gate),
        trash=TrashBin(library, remembered),
        backups=engines.backups,
        notes=NoteImport(remembered, engines.facts, settings.memory.actor or _account()),
        change_setting=change_setting,
        close=close,
    )


def _graph_desk(paths: VaultPaths, engines: _Engines, settings: Settings, indexer: DocumentIndexer, memory: Memory) -> GraphDesk:
    """What can be asked of the graph, decided about it, and exchanged with other programs."""
    from desktop.adapters.lexicon_files import LexiconFiles
    from desktop.adapters.packs.shelf import VaultPacks
    from desktop.application.exchange.stix_exchange import StixExchange
    from desktop.application.graph.decisions import Decisions
    from desktop.application.graph.exploring import GraphExplorer
    from desktop.application.graph.pack_updates import PackUpdates
    from desktop.application.services import GraphDesk
    from desktop.domain.marking import Marking

    marking, largest = Marking(settings.imports.default_tlp), settings.imports.max_file_mb * 1_000_000
    extractor = engines.entity_extractor
    exchange = StixExchange(
        engines.store, engines.writer, engines.reader, engines.graph, extractor, indexer.index, engines.audit, marking, largest
    )
    decisions = Decisions(LexiconFiles(paths.lexicon), engines.graph, memory.remember, engines.audit)
    packs = PackUpdates(VaultPacks(paths.packs, extractor.unpack), engines.packs, extractor, engines.audit)
    return GraphDesk(explorer=GraphExplorer(engines.graph), exchange=exchange, decisions=decisions, packs=packs)


def _memory(engines: _Engines, indexer: DocumentIndexer, settings: Settings) -> tuple[Texts, Memory, FactUpkeep]:
    """What reads documents and facts alike, what is done with facts, and what keeps the index true to them."""
    from desktop.application.memory.anchoring import Anchoring
    from desktop.application.memory.facts import Memory
    from desktop.application.memory.indexing import FactIndexer
    from desktop.application.memory.upkeep import FactUpkeep
    from desktop.application.texts import Texts
    from desktop.domain.marking import Marking

    facts, index, audit = engines.facts, engines.fact_index, engines.audit
    texts, fact_indexer = Texts(engines.store, facts), FactIndexer(facts, index, indexer)
    memory = Memory(
        facts,
        index,
        fact_indexer,
        texts,
        audit,
        default=Marking(settings.memory.default_tlp),
        actor=settings.memory.actor or _account(),
        writes=engines.writes,
    )
    return texts, memory, FactUpkeep(facts, index, fact_indexer, Anchoring(index, texts), audit)


def _search_desk(
    paths: VaultPaths,
    settings: Settings,
    engines: _Engines,
    texts: Texts,
    searcher: Searcher,
    known: KnownNames,
    intents: IntentClassifier,
) -> SearchDesk:
    """What can be asked and kept around searching."""
    from desktop.application.retrieve.lookup import Lookup
    from desktop.application.retrieve.similar import MoreLikeThis
    from desktop.application.retrieve.why import WhyNotFound
    from desktop.application.searches.golden_queries import GoldenQueries
    from desktop.application.searches.history import SearchHistory
    from desktop.application.searches.pins import Pins
    from desktop.application.searches.saved_searches import SavedSearches
    from desktop.application.services import SearchDesk

    store, reader, audit, searches = engines.store, engines.reader, engines.audit, engines.searches
    return SearchDesk(
        lookup=Lookup(reader, engines.list_extractor, known, engines.warnings),
        similar=MoreLikeThis(reader, texts, engines.embedder),
        why=WhyNotFound(reader, texts, engines.embedder, settings.search, known, intents=intents, graph=engines.graph),
        saved=SavedSearches(searches, reader, store, engines.grep, paths.docs, audit, known),
        history=SearchHistory(searches),
        pins=Pins(searches, texts, reader, audit),
        golden=GoldenQueries(searches, searcher, reader, audit),
    )


def _show_window(opener: Opener, vault: Path | None) -> int:
    from desktop.adapters.state_file import StateFile
    from desktop.ui.app import Start, run

    environment = opener.environment

    def opens(folder: Path, *, create: bool) -> Services:
        from desktop.adapters.vault_files import is_vault

        if create and not is_vault(folder):
            opener.create(folder)
        return opener.open(folder, write=True)

    folder = (vault or environment.default_vault).expanduser().absolute()
    create = vault is None and environment.default_vault_is_ours
    return run(opens, Start(folder, create), StateFile(environment.state_file), opener.offline)
