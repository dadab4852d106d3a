"""A change of the embedding model: searched by meaning all the while."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import pytest

from desktop.application.ingest.backlog import EmbeddingBacklog, ModelChange
from desktop.application.ingest.embedders import Chosen, ServingEmbedder
from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import Embedder
from desktop.domain.errors import Cancelled, ModelUnavailable
from desktop.domain.marking import Marking
from desktop.domain.vector import Vector
from tests.fakes.documents import put
from tests.fakes.embedder import LetterEmbedder
from tests.fakes.memory_next_vectors import MemoryNextVectors
from tests.fakes.searchable_index import SearchableIndex


class WideEmbedder(LetterEmbedder):
    """As many letters, and a zero."""

    def __init__(self) -> None:
        super().__init__("wide-1")
        self.dimensions = 28

    def embed_passages(self, texts: Sequence[str], *, made_of: Sequence[str] = (), urgent: bool = False) -> list[Vector]:
        return [each + struct.pack("<f", 0.0) for each in super().embed_passages(texts)]

    def embed_query(self, text: str) -> Vector:
        return super().embed_query(text) + struct.pack("<f", 0.0)


class Vault:
    """Forty chunks that were embedded by letters; `choose` opens it with another model."""

    def __init__(self) -> None:
        self.index = SearchableIndex()
        self.following = MemoryNextVectors(self.index)
        put(self.index, "one", "\n\n".join(f"chunk {number}" for number in range(40)))
        self.letters, self.there = LetterEmbedder(), True
        self.choose("", self.letters)[0].embed_pending(JobContext())

    def choose(self, source: str, embedder: Embedder) -> tuple[EmbeddingBacklog, ServingEmbedder]:
        chosen = Chosen(source, embedder)
        serving = ServingEmbedder(chosen, self.following, self.make)
        return EmbeddingBacklog(self.index, self.index, embedder, ModelChange(self.following, chosen, serving)), serving

    def make(self, source: str) -> Embedder:
        assert source == ""
        return self.letters if self.there else LetterEmbedder("letters-2")


@pytest.fixture
def vault() -> Vault:
    return Vault()


def test_queries_are_embedded_by_the_model_that_made_the_vectors(vault: Vault) -> None:
    backlog, serving = vault.choose("wide", WideEmbedder())
    assert (serving.identity, serving.dimensions, len(serving.embed_query("a")), backlog.pending()) == ("letters-1", 27, 4 * 27, 1)
    report = backlog.embed_pending(JobContext())
    assert (report.embedded, report.remaining) == (40, 0)
    assert (serving.identity, serving.dimensions, len(serving.embed_query("a"))) == ("wide-1", 28, 4 * 28)
    assert vault.index.embedder == ("wide-1", 28)
    assert {len(each) for each in vault.index.vectors.values()} == {4 * 28}


def test_a_change_that_is_stopped_leaves_what_was_and_is_gone_on_with(vault: Vault) -> None:
    wide, cancel = WideEmbedder(), CancelToken()
    backlog, serving = vault.choose("wide", wide)
    with pytest.raises(Cancelled):
        backlog.embed_pending(JobContext(cancel, report=lambda progress: cancel.cancel() if progress.done else None))
    assert (serving.identity, len(vault.index.vectors), backlog.pending()) == ("letters-1", 40, 24)
    wide.calls.clear()
    assert backlog.embed_pending(JobContext()).embedded == 24
    assert (wide.calls, serving.identity) == ([16, 8], "wide-1")


def test_what_comes_in_during_a_change_can_be_searched_by_the_model_before(vault: Vault) -> None:
    put(vault.index, "two", "new")
    seen: list[int] = []

    def look(_: object) -> None:
        if vault.following.count_pending():
            seen.append(len(vault.index.vectors))

    backlog, _ = vault.choose("wide", WideEmbedder())
    backlog.embed_pending(JobContext(report=look))
    assert set(seen) == {41}
    assert (len(vault.index.vectors), backlog.pending()) == (41, 0)


def test_a_model_before_that_is_gone_is_said_until_the_new_vectors_are_there(vault: Vault) -> None:
    vault.there = False
    backlog, serving = vault.choose("wide", WideEmbedder())
    with pytest.raises(ModelUnavailable) as missing:
        serving.embed_query("a")
    assert "made by a model that is not there any more" in missing.value.message
    assert serving.languages == ()
    backlog.embed_pending(JobContext())
    assert serving.identity == "wide-1"


def test_a_change_that_is_taken_back_drops_what_waits(vault: Vault) -> None:
    cancel = CancelToken()
    backlog, _ = vault.choose("wide", WideEmbedder())
    with pytest.raises(Cancelled):
        backlog.embed_pending(JobContext(cancel, report=lambda progress: cancel.cancel() if progress.done else None))
    back, serving = vault.choose("", vault.letters)
    assert back.pending() == 24
    assert back.embed_pending(JobContext()).embedded == 0
    assert (back.pending(), serving.identity) == (0, "letters-1")


class FarEmbedder(WideEmbedder):
    """As wide, and given nothing above TLP:CLEAR."""

    def __init__(self) -> None:
        super().__init__()
        self.limit = Marking.CLEAR
        self.given: set[str] = set()

    def embed_passages(self, texts: Sequence[str], *, made_of: Sequence[str] = (), urgent: bool = False) -> list[Vector]:
        self.given |= set(made_of)
        return super().embed_passages(texts)


def test_a_model_that_may_not_be_given_all_serves_once_it_has_made_what_it_may(vault: Vault) -> None:
    put(vault.index, "closed", "secret", tlp=Marking.AMBER)
    far = FarEmbedder()
    backlog, serving = vault.choose("far", far)
    assert (backlog.state().withheld, backlog.state().limit) == (1, Marking.CLEAR)
    report = backlog.embed_pending(JobContext())
    assert (report.remaining, backlog.pending(), serving.identity) == (0, 0, "wide-1")
    assert (far.given, len(vault.index.vectors), vault.index.count_pending()) == ({"one"}, 40, 1)
    assert (backlog.state().waiting, backlog.state().withheld) == (0, 1)


def test_what_is_marked_lower_later_is_given_then(vault: Vault) -> None:
    put(vault.index, "closed", "secret", tlp=Marking.AMBER)
    far = FarEmbedder()
    backlog, _ = vault.choose("far", far)
    backlog.embed_pending(JobContext())
    put(vault.index, "closed", "secret", tlp=Marking.CLEAR)
    assert backlog.pending() == 1
    assert backlog.embed_pending(JobContext()).embedded == 1
    assert far.given == {"one", "closed"}


def test_whoever_leaves_a_model_elsewhere_gives_it_nothing_more(vault: Vault) -> None:
    far = FarEmbedder()
    vault.choose("far", far)[0].embed_pending(JobContext())
    vault.letters = far  # what `make` finds for the model before, by whatever source
    vault.following.state_source("")
    put(vault.index, "two", "new")
    backlog, serving = vault.choose("", LetterEmbedder("letters-3"))
    backlog.embed_pending(JobContext())
    assert (far.given, serving.identity, len(vault.index.vectors)) == ({"one"}, "letters-3", 41)
