"""The engines of a vault: which one stands behind each port."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop.bootstrap.indexes import open_index
from desktop.bootstrap.surroundings import account
from desktop.domain.errors import CofferError, VectorsUnavailable
from desktop.domain.vault import VaultPaths

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop.adapters.extractors.worker_extractor import WorkerExtractor
    from desktop.adapters.sqlite.database import Database
    from desktop.adapters.sqlite.moved_vectors import MovedVectors
    from desktop.adapters.vault_lock import VaultLock
    from desktop.application.exchange.backup import Backups
    from desktop.application.ingest.embedders import Chosen, ServingEmbedder
    from desktop.application.ports import (
        AuditLog,
        CandidateReader,
        DocumentStore,
        Embedder,
        FactIndex,
        FactStore,
        Generator,
        GraphReader,
        Grep,
        IndexReader,
        IndexWriter,
        MarkdownConverter,
        PackStore,
        PageRenderer,
        Recogniser,
        RemoteEmbedder,
        SearchStore,
        WarningLists,
    )
    from desktop.application.ports.secrets import SecretStore
    from desktop.application.ports.threads import ThreadStore
    from desktop.application.ports.vectors import NextVectors
    from desktop.application.providers import Providers
    from desktop.application.services import ModelDesk
    from desktop.application.settings import AnswerSettings, IndexSettings, RecognitionSettings, Settings
    from desktop.bootstrap.providers import Provided, RemoteVectors
    from desktop.domain.provider import Provider, Reach


@dataclass(frozen=True, slots=True)
class Engines:
    """What stands behind every port of one vault."""

    store: DocumentStore
    writer: IndexWriter
    reader: IndexReader
    graph: GraphReader
    candidates: CandidateReader
    audit: AuditLog
    converter: MarkdownConverter
    renderer: PageRenderer
    recogniser: Recogniser | None
    embedder: Embedder | None  # the one that comes with Coffer: intents and answers are calibrated with it
    vectors: Vectors | None
    entity_extractor: WorkerExtractor
    generator: Generator | None
    provided: Provided | None
    grep: Grep
    packs: PackStore
    searches: SearchStore
    threads: ThreadStore
    warnings: WarningLists
    list_extractor: WorkerExtractor  # another: whoever looks up a list does not wait for what documents mention
    facts: FactStore
    fact_index: FactIndex
    writes: bool
    backups: Backups
    models: ModelDesk
    own_folder: Path  # the person's own, outside any vault

    @property
    def reached(self) -> tuple[Reach, ...]:
        """What may be reached while the vault is open."""
        return (*(self.provided.reached if self.provided else ()), *(self.vectors.reached if self.vectors else ()))

    @property
    def serving(self) -> Embedder | None:
        """What vectors are searched by."""
        return self.vectors.serving if self.vectors else None


@dataclass(frozen=True, slots=True)
class Vectors:
    """The model that is chosen for vectors, what the index keeps of a change to it, the model that serves, and what may be reached."""

    chosen: Chosen
    following: NextVectors
    serving: ServingEmbedder
    reached: tuple[Reach, ...] = ()

    def close(self) -> None:
        """End the workers."""
        self.serving.close()
        self.chosen.embedder.close()


class EngineRoom:
    """Builds the engines of a vault from what comes with Coffer (`resources`) and what lies in the vault."""

    def __init__(self, resources: Path, backups: Backups, own_folder: Path) -> None:
        self._own_folder = own_folder
        self.models = resources / "models"
        self.packs = resources / "packs"
        self._catalogue = resources / "models.toml"
        self._backups = backups

    def build(self, paths: VaultPaths, settings: Settings, lock: VaultLock, opened: ExitStack, warnings: list[str]) -> Engines:
        """Every engine of a vault, each closed with `opened`; what does not work goes to `warnings`, as sentences."""
        from desktop.adapters.audit_log import JsonLinesAuditLog
        from desktop.adapters.converters.pool import PooledConverter
        from desktop.adapters.converters.rendering import OriginalPageRenderer
        from desktop.adapters.fact_files import FactFiles
        from desktop.adapters.index_register import IndexRegister
        from desktop.adapters.ledger_file import LedgerFile
        from desktop.adapters.packs.folders import PackFolders
        from desktop.adapters.ripgrep import Ripgrep
        from desktop.adapters.search_files import SearchFiles
        from desktop.adapters.sqlite.candidate_reader import SqliteCandidateReader
        from desktop.adapters.sqlite.fact_index import SqliteFactIndex
        from desktop.adapters.sqlite.graph_reader import SqliteGraphReader
        from desktop.adapters.sqlite.index_reader import SqliteIndexReader
        from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
        from desktop.adapters.thread_files import ThreadFiles
        from desktop.adapters.vault_files import VaultFiles
        from desktop.adapters.warning_lists import MispWarningLists
        from desktop.application.gate import MarkingGate
        from desktop.application.ingest.plain_tokenizer import PlainTokenizer
        from desktop.bootstrap.providers import Permits, RemoteVectors, provide_answers
        from desktop.domain.marking import Marking
        from desktop.domain.pack import PartKind

        store = VaultFiles(paths)
        if lock.held:
            store.prepare()
        embedder = self.embedder(warnings)
        generator = self._generator(settings.answer, warnings)
        permits = Permits(self._providers, paths.root, warnings, writes=lock.held)
        provided = provide_answers(self._providers, settings.answer, permits, warnings)
        recogniser = self._recogniser(paths, settings.recognition, warnings) if settings.recognition.enabled else None
        database = open_index(paths, IndexRegister(self._own_folder / "indexes"), opened, warnings, write=lock.held)
        moved = self._moved_vectors(paths, settings.index, database, warnings)
        audit, fact_index = JsonLinesAuditLog(paths.audit, paths.trash, actor=settings.memory.actor or account()), SqliteFactIndex(database)
        remote = RemoteVectors(self._providers, permits, embedder or PlainTokenizer(), MarkingGate(fact_index, settings.markings), audit)
        vectors = self._vectors(paths, settings.index, database, embedder, remote, warnings)
        packs = PackFolders([self.packs, paths.packs])
        converter, renderer = PooledConverter(settings.imports.workers), OriginalPageRenderer()
        entity_extractor, list_extractor = self._entity_extractor(paths), self._entity_extractor(paths)
        for engine in (database, renderer, converter, recogniser, generator, embedder, entity_extractor, list_extractor, provided, vectors):
            if engine:
                opened.callback(engine.close)
        return Engines(
            store=store,
            writer=SqliteIndexWriter(database, moved, LedgerFile(paths.ledger)),
            reader=SqliteIndexReader(database, settings.index.vector_memory_mb * 1024 * 1024, moved),
            graph=SqliteGraphReader(database),
            candidates=SqliteCandidateReader(database),
            audit=audit,
            converter=converter,
            renderer=renderer,
            recogniser=recogniser,
            embedder=embedder,
            vectors=vectors,
            entity_extractor=entity_extractor,
            generator=generator,
            provided=provided,
            grep=Ripgrep(),
            packs=packs,
            searches=SearchFiles(paths.searches, writable=lock.held),
            threads=ThreadFiles(paths, writable=lock.held),
            warnings=MispWarningLists(lambda: packs.contents(PartKind.WARNING_LISTS)),
            list_extractor=list_extractor,
            facts=FactFiles(paths, Marking(settings.memory.default_tlp)),
            fact_index=fact_index,
            writes=lock.held,
            backups=self._backups,
            models=self.model_desk(),
            own_folder=self._own_folder,
        )

    def model_desk(self) -> ModelDesk:
        """What can be done with files of language models."""
        from desktop.adapters.embedders.fastembed_embedder import describe_embedder
        from desktop.adapters.generators.gguf_header import describe_model, machine_memory
        from desktop.adapters.generators.llama_generator import LlamaGenerator
        from desktop.application.services import ModelDesk

        return ModelDesk(self.model_file("language"), machine_memory(), describe_model, LlamaGenerator, self._providers, describe_embedder)

    def _providers(self) -> Providers:
        """What can be done about providers; it looks for a keychain, which takes a moment."""
        return self._provider_desk

    @cached_property
    def _provider_desk(self) -> Providers:
        from desktop.adapters.providers.client import ProviderGenerator
        from desktop.adapters.secret_file import SecretFile
        from desktop.adapters.state_file import StateFile
        from desktop.adapters.system_keychain import SystemKeychain
        from desktop.application.providers import Providers

        keychain, permissions = SystemKeychain(), StateFile(self._own_folder / "providers.json")
        if keychain.works():
            return Providers(keychain, permissions, partial(ProviderGenerator, secrets=keychain), _embedder_with(keychain))
        path = self._own_folder / "keys.json"
        file = SecretFile(path)
        return Providers(file, permissions, partial(ProviderGenerator, secrets=file), _embedder_with(file), (str(path), file))

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

    def _vectors(
        self,
        paths: VaultPaths,
        settings: IndexSettings,
        database: Database,
        bundled: Embedder | None,
        remote: RemoteVectors,
        warnings: list[str],
    ) -> Vectors | None:
        """What makes and searches vectors: the model that the settings name, and the one before until it is replaced."""
        from desktop.adapters.embedders.fastembed_embedder import FastembedEmbedder
        from desktop.adapters.sqlite.next_vectors import SqliteNextVectors
        from desktop.application.ingest.embedders import Chosen, ServingEmbedder
        from desktop.application.settings import stated_path
        from desktop.domain.provider import Provider

        following, source = SqliteNextVectors(database), settings.embedder

        def made(named: str) -> Embedder:
            if not named and bundled:
                return bundled
            if provider := Provider.of_source(named):
                return remote.embedder(provider, following.serving(), chosen=named == source)
            return FastembedEmbedder(paths.packs / stated_path(named))

        if not source and bundled is None:
            return None
        try:
            chosen = Chosen(source, made(source))
            _ = chosen.embedder.identity
        except CofferError as error:
            warnings.append(f"{error.message} Search by meaning is off until it is there, or another is chosen. {error.hint}".strip())
            return None
        return Vectors(chosen, following, ServingEmbedder(chosen, following, made), remote.reached)

    def embedder(self, warnings: list[str]) -> Embedder | None:
        """The embedder that Coffer comes with; None, and why in `warnings`, if its model cannot be used."""
        from desktop.adapters.embedders.fastembed_embedder import FastembedEmbedder

        embedder = FastembedEmbedder(self.model_file("embedder").parent, languages=self._model("embedder").get("languages", ()))
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
        from desktop.application.extraction.knowledge import identity_of

        folders = [self.packs, paths.packs]
        command = worker_command("extract", str(paths.lexicon), *map(str, folders))
        return WorkerExtractor(
            command, lambda: identity_of(PackFolders(folders).manifests(), lexicon_bytes(paths.lexicon), version()), manifest_of
        )

    def _recogniser(self, paths: VaultPaths, settings: RecognitionSettings, warnings: list[str]) -> Recogniser | None:
        from desktop.adapters.recognisers.model_pack import find_models
        from desktop.adapters.recognisers.rapidocr_recogniser import RapidOcrRecogniser
        from desktop.application.settings import stated_path

        folder = paths.packs / stated_path(settings.models) if settings.models else None
        try:
            find_models(folder)
        except CofferError as error:
            warnings.append(f"{error.message} Scanned pages are not read; whatever has text of its own is. {error.hint}".strip())
            return None
        return RapidOcrRecogniser(folder, seconds_a_page=settings.seconds_per_page, least_confidence=settings.min_confidence / 100)

    def _generator(self, settings: AnswerSettings, warnings: list[str]) -> Generator | None:
        from desktop.adapters.generators.llama_generator import LlamaGenerator
        from desktop.application.settings import stated_path

        model, found = stated_path(settings.model_file) if settings.model_file else self.model_file("language"), False
        with suppress(OSError):  # a name that no file can have, or a folder that cannot be entered
            found = model.is_file()
        if not found:
            warnings.append(f"The language model {model.name} is not there. Answers are sentences of your documents, not composed ones.")
            return None
        return LlamaGenerator(model, threads=settings.threads)

    def model_file(self, kind: str) -> Path:
        """The file of the model of a kind that Coffer comes with."""
        model = self._model(kind)
        return self.models.joinpath(model["name"], model["file"])

    def _model(self, kind: str) -> dict[str, Any]:
        """What the catalogue says of the model of a kind that Coffer comes with."""
        import tomllib

        catalogue = tomllib.loads(self._catalogue.read_text(encoding="utf-8"))
        return next(each for each in catalogue["model"] if each["kind"] == kind)


def _embedder_with(secrets: SecretStore) -> Callable[[Provider, int], RemoteEmbedder]:
    """What makes embedders of providers whose keys are in this store."""
    from desktop.adapters.providers.embedding_client import ProviderEmbedder

    def made(provider: Provider, dimensions: int) -> RemoteEmbedder:
        return ProviderEmbedder(provider, secrets, dimensions)

    return made
