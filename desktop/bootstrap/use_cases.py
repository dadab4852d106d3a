"""The use cases of an open vault, on top of its engines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.bootstrap.case_bundles import build_case_bundles, kept_bundles
from desktop.bootstrap.reports import build_reports
from desktop.bootstrap.surroundings import account
from desktop.domain.vault import VaultPaths

if TYPE_CHECKING:
    from desktop.application.answer.remote import RemoteModel
    from desktop.application.answer.threads import Threads
    from desktop.application.gate import MarkingGate
    from desktop.application.graph.pack_updates import PackUpdates
    from desktop.application.ingest.backlog import EmbeddingBacklog
    from desktop.application.ingest.indexing import DocumentIndexer
    from desktop.application.memory.facts import Memory
    from desktop.application.memory.upkeep import FactUpkeep
    from desktop.application.ports import KnownNames
    from desktop.application.retrieve.intent import IntentClassifier
    from desktop.application.retrieve.searcher import Searcher
    from desktop.application.services import ChangesSettings, GraphDesk, SearchDesk, Services
    from desktop.application.settings import Settings
    from desktop.application.stick import StickDesk
    from desktop.application.texts import Texts
    from desktop.bootstrap.engines import Engines


def build_use_cases(
    paths: VaultPaths, settings: Settings, engines: Engines, change_setting: ChangesSettings, resources: Path, close: Callable[[], None]
) -> Services:
    """What the window and the command line can ask for, on top of the engines; `resources` is what comes with Coffer."""
    from desktop.adapters.board_files import BoardFiles
    from desktop.application.answer.answerer import Answerer
    from desktop.application.answer.listing import Lister
    from desktop.application.audit_trail import AuditTrail
    from desktop.application.document_history import DocumentHistory
    from desktop.application.gate import MarkingGate
    from desktop.application.ingest.extracting import ExtractionBacklog
    from desktop.application.ingest.importer import Importer
    from desktop.application.ingest.indexing import DocumentIndexer
    from desktop.application.ingest.maintenance import Maintenance
    from desktop.application.ingest.plain_tokenizer import PlainTokenizer
    from desktop.application.ingest.recognition import Recognition
    from desktop.application.ingest.reconversion import Reconversion
    from desktop.application.ingest.watching import WatchedFolders
    from desktop.application.library import Library
    from desktop.application.memory.board_exports import BoardExports
    from desktop.application.memory.boards import Boards
    from desktop.application.memory.history import FactHistory
    from desktop.application.memory.notes import NoteImport
    from desktop.application.originals import Originals
    from desktop.application.rewriting import Rewriting
    from desktop.application.sample_case import SampleCase
    from desktop.application.services import Services
    from desktop.application.trash_bin import TrashBin

    store, writer, reader, audit, embedder = engines.store, engines.writer, engines.reader, engines.audit, engines.embedder
    vectors, reads_scans = engines.vectors, settings.recognition.enabled
    tokenizer = (vectors.chosen.embedder if vectors else embedder) or PlainTokenizer()
    importer = Importer(store, writer, reader, engines.converter, tokenizer, audit, settings, recognises=reads_scans)
    indexer = DocumentIndexer(writer, tokenizer, settings.chunks)
    gate = MarkingGate(engines.fact_index, settings.markings)
    texts, remembered, upkeep = _memory(engines, indexer, settings)
    maintenance = Maintenance(store, writer, reader, tokenizer, audit, settings, upkeep, kept_bundles(paths, audit))
    searcher, desk = _search(paths, settings, engines, texts, gate)
    graph = _graph_desk(paths, engines, settings, indexer, remembered, texts, gate)
    lister = Lister(engines.graph, reader, texts)
    board_files = BoardFiles(paths)
    boards = Boards(board_files, remembered, gate, audit)
    library = Library(store, writer, reader, maintenance, audit, texts, gate)
    return Services(
        paths=paths,
        settings=settings,
        library=library,
        document_history=DocumentHistory(library, store, Rewriting(store, writer, reader, maintenance, audit), audit),
        importer=importer,
        watched=WatchedFolders(importer, store, reader, settings.imports.watched_folders),
        recognition=Recognition(store, writer, reader, indexer, engines.recogniser, audit, enabled=reads_scans),
        reconversion=Reconversion(store, engines.converter, indexer, audit, settings.imports, recognises=reads_scans),
        extraction=ExtractionBacklog(texts, writer, reader, engines.entity_extractor, engines.entity_extractor),
        backlog=_backlog(engines),
        maintenance=maintenance,
        searcher=searcher,
        desk=desk,
        graph=graph,
        answerer=Answerer(searcher, texts, embedder, engines.generator, settings.answer, lister, _remote(engines, gate), engines.graph),
        models=engines.models,
        originals=Originals(store, engines.renderer),
        memory=remembered,
        fact_history=FactHistory(remembered, audit),
        sample=SampleCase(resources / "sample", importer, texts, remembered, desk.golden, desk.saved),
        gate=gate,
        audit=AuditTrail(audit, gate),
        stick=_stick(paths, engines, graph.packs),
        trash=TrashBin(library, remembered, desk.threads, graph.named, boards),
        backups=engines.backups,
        bundles=build_case_bundles(paths, settings, engines, gate, remembered, maintenance),
        notes=NoteImport(remembered, engines.facts, settings.memory.actor or account()),
        boards=boards,
        board_exports=BoardExports(board_files, remembered, gate, audit),
        reports=build_reports(paths, settings, engines, resources / "reports", gate, remembered, desk.threads, texts, graph),
        change_setting=change_setting,
        close=close,
        reaches=engines.reached,
    )


def _backlog(engines: Engines) -> EmbeddingBacklog:
    """What makes vectors, and makes them anew by another model."""
    from desktop.application.ingest.backlog import EmbeddingBacklog, ModelChange

    made = engines.vectors
    if made is None:
        return EmbeddingBacklog(engines.writer, engines.reader, None)
    return EmbeddingBacklog(engines.writer, engines.reader, made.chosen.embedder, ModelChange(made.following, made.chosen, made.serving))


def _stick(paths: VaultPaths, engines: Engines, packs: PackUpdates) -> StickDesk:
    """What can be taken from a stick."""
    from desktop.adapters.recognisers.model_pack import find_models
    from desktop.adapters.stick_files import StickFiles
    from desktop.application.stick import StickDesk

    def describe_recogniser(folder: Path) -> str:
        return find_models(folder).name

    models = engines.models
    return StickDesk(StickFiles(), packs, models.describe, models.describe_embedder, describe_recogniser, paths.packs, engines.audit)


def _remote(engines: Engines, gate: MarkingGate) -> RemoteModel | None:
    """The provider behind the gate and before the log."""
    from desktop.application.answer.remote import RemoteModel

    given = engines.provided
    return RemoteModel(given.generator, given.provider, gate, engines.audit, given.blocked) if given else None


def _graph_desk(
    paths: VaultPaths, engines: Engines, settings: Settings, indexer: DocumentIndexer, memory: Memory, texts: Texts, gate: MarkingGate
) -> GraphDesk:
    """What can be asked of the graph, decided about it, and exchanged with other programs."""
    from desktop.adapters.graph_files import GraphFiles
    from desktop.adapters.layouts.numpy_layout import NumpyLayout
    from desktop.adapters.lexicon_files import LexiconFiles
    from desktop.adapters.packs.shelf import VaultPacks
    from desktop.application.exchange.graph_exports import GraphExports
    from desktop.application.exchange.graph_parts import GraphParts
    from desktop.application.exchange.stix_exchange import StixExchange
    from desktop.application.graph.decisions import Decisions
    from desktop.application.graph.descriptions import Descriptions
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
    from desktop.application.memory.history import FactHistory
    from desktop.application.services import GraphDesk
    from desktop.domain.marking import Marking

    marking, largest = Marking(settings.imports.default_tlp), settings.imports.max_file_mb * 1_000_000
    extractor = engines.entity_extractor
    exchange = StixExchange(
        engines.store, engines.writer, engines.reader, engines.graph, extractor, indexer.index, engines.audit, marking, largest
    )
    decisions = Decisions(LexiconFiles(paths.lexicon), engines.graph, memory, engines.audit)
    packs = PackUpdates(VaultPacks(paths.packs, extractor.unpack), engines.packs, extractor, engines.audit)
    review = Review(engines.candidates, decisions, FactHistory(memory, engines.audit), texts)
    picturing = Picturing(engines.graph, engines.reader)
    return GraphDesk(
        explorer=GraphExplorer(engines.graph),
        exchange=exchange,
        exports=GraphExports(GraphParts(engines.graph, engines.reader, gate), engines.graph, exchange, gate, engines.audit),
        decisions=decisions,
        review=review,
        packs=packs,
        picturing=picturing,
        timelines=Timelines(engines.graph),
        ordered=OrderedPaths(engines.graph, picturing),
        telling=Telling(engines.graph, texts, picturing, Descriptions(engines.packs)),
        placing=Placing(NumpyLayout()),
        picture_sources=PictureSources(engines.graph, gate),
        named=NamedGraphs(GraphFiles(paths, writable=engines.writes), picturing, engines.audit),
    )


def _memory(engines: Engines, indexer: DocumentIndexer, settings: Settings) -> tuple[Texts, Memory, FactUpkeep]:
    """What reads documents and facts alike, what is done with facts, and what keeps the index true to them."""
    from desktop.application.memory.anchoring import Anchoring
    from desktop.application.memory.facts import Memory
    from desktop.application.memory.indexing import FactIndexer
    from desktop.application.memory.upkeep import FactUpkeep
    from desktop.application.settings import case_markings
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
        cases=case_markings(settings.imports.case_tlp),
        actor=settings.memory.actor or account(),
        writes=engines.writes,
    )
    return texts, memory, FactUpkeep(facts, index, fact_indexer, Anchoring(index, texts), audit)


def _search(paths: VaultPaths, settings: Settings, engines: Engines, texts: Texts, gate: MarkingGate) -> tuple[Searcher, SearchDesk]:
    """What searches, and what can be asked and kept around it, both with the same names and intents."""
    from desktop.adapters.lexicon_files import read_lexicon
    from desktop.application.answer.threads import Threads
    from desktop.application.extraction.known_names import PackNames
    from desktop.application.retrieve.intent import IntentClassifier
    from desktop.application.retrieve.model_intent import ModelIntents
    from desktop.application.retrieve.searcher import Searcher

    known = PackNames(engines.packs, lambda: read_lexicon(paths.lexicon).aliases)
    decides = settings.search.intent_by_model and bool(settings.answer.model_file)
    intents = IntentClassifier(engines.embedder, ModelIntents(engines.generator) if decides and engines.generator else None)
    searcher = Searcher(
        engines.reader, texts, engines.grep, engines.serving, paths.docs, settings.search, known,
        memory=paths.memory, intents=intents, graph=engines.graph,
    )  # fmt: skip
    return searcher, _search_desk(
        paths, settings, engines, texts, searcher, known, intents, Threads(engines.threads, texts, gate, engines.audit)
    )


def _search_desk(
    paths: VaultPaths,
    settings: Settings,
    engines: Engines,
    texts: Texts,
    searcher: Searcher,
    known: KnownNames,
    intents: IntentClassifier,
    threads: Threads,
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
        similar=MoreLikeThis(reader, texts, engines.serving),
        why=WhyNotFound(reader, texts, engines.serving, settings.search, known, intents=intents, graph=engines.graph),
        saved=SavedSearches(searches, reader, store, engines.grep, paths.docs, audit, known),
        history=SearchHistory(searches),
        pins=Pins(searches, texts, reader, audit),
        golden=GoldenQueries(searches, searcher, reader, audit),
        threads=threads,
    )
