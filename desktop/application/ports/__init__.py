"""Every engine, as the application sees it. Adapters meet these; fakes in the tests do too."""

from desktop.application.ports.case_bundle import (
    BundleFiles,
    BundleKeys,
    Content,
    KeptBundles,
    Opening,
    PortableFiles,
    Sealing,
    UnpackedBundle,
)
from desktop.application.ports.convert import MarkdownConverter
from desktop.application.ports.embed import Embedder, RemoteEmbedder, Tokenizer
from desktop.application.ports.exchange import BundleReader, BundleReading, BundleSource, MergedBundle
from desktop.application.ports.extract import EntityExtractor, Extracted, ExtractorIdentity
from desktop.application.ports.facts import (
    FactIndex,
    FactQuery,
    FactRow,
    FactState,
    FactStore,
    NewFact,
    StaleSource,
    StoredFact,
    TrashedFact,
)
from desktop.application.ports.files import (
    AuditEntry,
    AuditLog,
    DocumentStore,
    FileStamp,
    NewDocument,
    StoredDocument,
    TextReader,
    TrashedDocument,
)
from desktop.application.ports.generate import Generator, Prompt
from desktop.application.ports.graph import GraphReader
from desktop.application.ports.grep import Grep, GrepMatch
from desktop.application.ports.index import (
    DocumentExtraction,
    DocumentQuery,
    IndexCounts,
    IndexedChunk,
    IndexReader,
    IndexState,
    IndexWriter,
    KeywordQuery,
    LedgerQuery,
    PendingText,
    RankedChunk,
)
from desktop.application.ports.indicators import SuffixList, WarningLists
from desktop.application.ports.layout import GraphLayout, Placed
from desktop.application.ports.ledger import ImportBegun, ImportEnded, KeepsLedger, LedgerLine, RowsKept
from desktop.application.ports.lexicon import LexiconStore, LexiconTable
from desktop.application.ports.named_graphs import GraphStore
from desktop.application.ports.names import KnownNames
from desktop.application.ports.packs import PackReader, PackShelf, PackStore, PhraseMatcher, PhraseMatcherMaker, Signed, StagedPack
from desktop.application.ports.pages import PageRenderer
from desktop.application.ports.recognise import Recognised, Recogniser
from desktop.application.ports.review import CandidateReader
from desktop.application.ports.searches import SearchStore
from desktop.domain.conversion import Conversion, ConversionLimits, Member
from desktop.domain.reading import Box, PageImage

__all__ = [
    "AuditEntry",
    "AuditLog",
    "Box",
    "BundleFiles",
    "BundleKeys",
    "BundleReader",
    "BundleReading",
    "BundleSource",
    "CandidateReader",
    "Content",
    "Conversion",
    "ConversionLimits",
    "DocumentExtraction",
    "DocumentQuery",
    "DocumentStore",
    "Embedder",
    "EntityExtractor",
    "Extracted",
    "ExtractorIdentity",
    "FactIndex",
    "FactQuery",
    "FactRow",
    "FactState",
    "FactStore",
    "FileStamp",
    "Generator",
    "GraphLayout",
    "GraphReader",
    "GraphStore",
    "Grep",
    "GrepMatch",
    "ImportBegun",
    "ImportEnded",
    "IndexCounts",
    "IndexReader",
    "IndexState",
    "IndexWriter",
    "IndexedChunk",
    "KeepsLedger",
    "KeptBundles",
    "KeywordQuery",
    "KnownNames",
    "LedgerLine",
    "LedgerQuery",
    "LexiconStore",
    "LexiconTable",
    "MarkdownConverter",
    "Member",
    "MergedBundle",
    "NewDocument",
    "NewFact",
    "Opening",
    "PackReader",
    "PackShelf",
    "PackStore",
    "PageImage",
    "PageRenderer",
    "PendingText",
    "PhraseMatcher",
    "PhraseMatcherMaker",
    "Placed",
    "PortableFiles",
    "Prompt",
    "RankedChunk",
    "Recognised",
    "Recogniser",
    "RemoteEmbedder",
    "RowsKept",
    "Sealing",
    "SearchStore",
    "Signed",
    "StagedPack",
    "StaleSource",
    "StoredDocument",
    "StoredFact",
    "SuffixList",
    "TextReader",
    "Tokenizer",
    "TrashedDocument",
    "TrashedFact",
    "UnpackedBundle",
    "WarningLists",
]
