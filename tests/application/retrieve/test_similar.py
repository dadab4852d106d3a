"""More like this, by vectors and without them."""

from __future__ import annotations

import pytest

from desktop.application.job import JobContext
from desktop.application.retrieve.similar import telling_terms
from desktop.domain.errors import DocumentNotFound, UsageError
from desktop.domain.passage import Filters, Mode, Route, SearchResult
from tests.fakes.embedder import LetterEmbedder
from tests.fakes.search_desk import DeskVault

LOADER = "The loader decrypts its payload with a stored key"


def filled(embedder: LetterEmbedder | None) -> DeskVault:
    vault = DeskVault(embedder=embedder)
    vault.put("a", f"{LOADER}\n\nzzz zzz")
    vault.put("b", f"{LOADER} again")
    vault.put("c", f"{LOADER} again")
    vault.put("d", "xyxy xyxy")
    return vault


def like(vault: DeskVault, **asked: object) -> SearchResult:
    return vault.desk.similar.similar(JobContext(), "a", 0, len(LOADER), **asked)  # type: ignore[arg-type]


def test_the_nearest_come_first_without_the_passage_itself_and_twins_as_one() -> None:
    result = like(filled(LetterEmbedder()))
    assert [hit.document_id for hit in result.hits] == ["c", "d", "a"]
    assert [twin.document_id for twin in result.hits[0].twins] == ["b"]
    assert (result.mode, result.fallback, set(result.hits[0].routes)) == (Mode.VECTOR, None, {Route.VECTOR})
    assert [hit.document_id for hit in like(filled(LetterEmbedder()), limit=1).hits] == ["c"]


def test_without_vectors_telling_words_are_shared_and_it_is_said() -> None:
    result = like(filled(None))
    assert [hit.document_id for hit in result.hits] == ["b"]
    assert (result.fallback, result.notice) == (Mode.KEYWORD, "There is no embedding model. These passages share words with it.")
    vault = filled(LetterEmbedder())
    vault.index.vectors.clear()
    assert like(vault).notice.startswith("No vectors have been made yet.")


def test_filters_hold() -> None:
    assert [hit.document_id for hit in like(filled(LetterEmbedder()), filters=Filters(documents=("c", "d"))).hits] == ["c", "d"]


@pytest.mark.parametrize(("start", "end"), [(5, 5), (7, 3), (0, 10_000), (-3, 4)])
def test_a_place_without_text_is_refused(start: int, end: int) -> None:
    with pytest.raises(UsageError):
        filled(None).desk.similar.similar(JobContext(), "a", start, end)


def test_a_document_that_is_not_there_is_refused() -> None:
    with pytest.raises(DocumentNotFound):
        filled(None).desk.similar.similar(JobContext(), "nowhere", 0, 4)


def test_indicators_are_the_most_telling_then_what_is_repeated_then_long_words() -> None:
    terms = telling_terms("The beacon beacon calls evil[.]com with encrypted data in 2024").terms
    assert terms[:3] == ("evil.com", "beacon", "encrypted")
    assert "The" not in terms
    assert "2024" not in terms
