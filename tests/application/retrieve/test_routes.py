"""How the routes are asked: by vector and by words at the same time."""

from __future__ import annotations

from threading import Event

import pytest

from desktop.application.job import CancelToken
from desktop.application.ports import KeywordQuery, RankedChunk
from desktop.application.retrieve.routes import Request, Routes
from desktop.domain.errors import Cancelled
from desktop.domain.passage import Filters, Route
from tests.fakes.documents import names, put
from tests.fakes.embedder import LetterEmbedder
from tests.fakes.searchable_index import SearchableIndex

BOTH = {Route.VECTOR, Route.KEYWORD}
SECONDS = 10


class WaitingEmbedder(LetterEmbedder):
    """Makes no vector of a query before the words are asked for."""

    def __init__(self, asked: Event) -> None:
        super().__init__()
        self._asked = asked

    def embed_query(self, text: str) -> bytes:
        assert self._asked.wait(SECONDS), "the words were not asked for meanwhile"
        return super().embed_query(text)


class NotingIndex(SearchableIndex):
    """Says when it is asked by words, and when by vector."""

    def __init__(self) -> None:
        super().__init__()
        self.by_words, self.by_vector = Event(), Event()

    def search_keyword(self, query: KeywordQuery, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        self.by_words.set()
        return super().search_keyword(query, limit, filters, cancel)

    def search_vector(self, vector: bytes, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        self.by_vector.set()
        return super().search_vector(vector, limit, filters, cancel)


@pytest.fixture
def index() -> NotingIndex:
    filled = NotingIndex()
    put(filled, "a", "alpha beta")
    put(filled, "b", "alpha")
    embedder = LetterEmbedder()
    filled.put_vectors([(each.chunk, embedder.embed_query(each.text)) for each in filled.pending_texts(10)])
    return filled


def a_request(cancel: CancelToken) -> Request:
    return Request("alpha", KeywordQuery(("alpha",)), 5, Filters(), cancel)


def test_the_index_is_asked_by_words_while_the_query_gets_its_vector(index: NotingIndex) -> None:
    found = Routes(index, WaitingEmbedder(index.by_words)).find(a_request(CancelToken()), BOTH)
    assert list(found.lists) == [Route.VECTOR, Route.KEYWORD]
    assert [sorted(names(ranked)) for ranked in found.lists.values()] == [[("a", 0), ("b", 0)]] * 2


def test_what_is_cancelled_ends_only_once_both_have(index: NotingIndex) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        Routes(index, WaitingEmbedder(index.by_words)).find(a_request(cancel), BOTH)
    assert not index.by_vector.is_set()
