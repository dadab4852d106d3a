"""The use cases around searching, over an index in memory that a test can fill."""

from __future__ import annotations

from pathlib import Path

from desktop.application.answer.threads import Threads
from desktop.application.extraction.extraction import Extractor
from desktop.application.extraction.indicators import IndicatorFinder
from desktop.application.gate import MarkingGate
from desktop.application.job import CancelToken
from desktop.application.ports import Embedder, Extracted, WarningLists
from desktop.application.retrieve.lookup import Lookup
from desktop.application.retrieve.searcher import Searcher
from desktop.application.retrieve.similar import MoreLikeThis
from desktop.application.retrieve.why import WhyNotFound
from desktop.application.searches.golden_queries import GoldenQueries
from desktop.application.searches.history import SearchHistory
from desktop.application.searches.pins import Pins
from desktop.application.searches.saved_searches import SavedSearches
from desktop.application.services import SearchDesk
from desktop.application.settings import MarkingSettings, SearchSettings
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import STAMP, a_document, paragraphs
from tests.fakes.extractions import FakeExtractor
from tests.fakes.indicators import FewSuffixes, ListedValues
from tests.fakes.known_names import BookOfNames
from tests.fakes.memory_facts import MemoryFactIndex
from tests.fakes.memory_searches import MemorySearches
from tests.fakes.memory_store import MemoryStore
from tests.fakes.memory_threads import MemoryThreads
from tests.fakes.pattern_grep import PatternGrep
from tests.fakes.searchable_index import SearchableIndex


class IndicatorExtractor(FakeExtractor):
    """Knows no names, and indicators by their form."""

    def __init__(self, warnings: WarningLists) -> None:
        super().__init__()
        self._finder = Extractor([IndicatorFinder(FewSuffixes(), warnings)])

    def extract(self, text: str, cancel: CancelToken) -> Extracted:
        cancel.raise_if_cancelled()
        return Extracted(tuple(self._finder.extract(text).mentions))


class DeskVault:
    """A vault of a few documents with its search desk; `listed` are values on a warning list, `names` groups of names for one thing."""

    def __init__(self, *names: tuple[str, ...], listed: dict[str, str] | None = None, embedder: Embedder | None = None) -> None:
        self.index, self.store, self.searches, self.audit = SearchableIndex(), MemoryStore(), MemorySearches(), MemoryAuditLog()
        self._known, self._warnings, self._embedder = BookOfNames(*names), ListedValues(listed), embedder
        self.grep = PatternGrep()
        self.threads, self.marked = MemoryThreads(), MemoryFactIndex()

    def put(self, name: str, body: str, title: str = "", **fields: object) -> None:
        """Add a document, a chunk a paragraph; with vectors where there is an embedder."""
        document = a_document(name, title, **fields)
        self.store.place(document, body)
        self.index.put_document(document, body, paragraphs(body), STAMP)
        if self._embedder:
            waiting = self.index.pending_texts(1000)
            self.index.put_vectors(
                list(zip((each.chunk for each in waiting), self._embedder.embed_passages([each.text for each in waiting]), strict=True))
            )

    @property
    def searcher(self) -> Searcher:
        return Searcher(self.index, self.store, self.grep, self._embedder, Path(), SearchSettings(), self._known)

    @property
    def desk(self) -> SearchDesk:
        index, store, searches, audit = self.index, self.store, self.searches, self.audit
        return SearchDesk(
            lookup=Lookup(index, IndicatorExtractor(self._warnings), self._known, self._warnings),
            similar=MoreLikeThis(index, store, self._embedder),
            why=WhyNotFound(index, store, self._embedder, SearchSettings(), self._known),
            saved=SavedSearches(searches, index, store, self.grep, Path(), audit, self._known),
            history=SearchHistory(searches),
            pins=Pins(searches, store, index, audit),
            golden=GoldenQueries(searches, self.searcher, index, audit),
            threads=Threads(self.threads, store, MarkingGate(self.marked, MarkingSettings()), audit),
        )
