"""A vault with real engines whose vectors a provider on this machine makes: what it is given, what not, and what is found meanwhile."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.application.job import JobContext
from desktop.application.services import Services
from desktop.bootstrap import Opener, read_environment
from desktop.domain.audit import AuditQuery
from desktop.domain.errors import ModelUnavailable
from desktop.domain.import_job import ImportOptions
from desktop.domain.marking import Marking
from desktop.domain.passage import Mode, Query, SearchResult
from desktop.domain.provider import Address, Provider, Purpose, Reach
from tests.fakes.environment import an_environment
from tests.fakes.model_server import Answered, ModelServer, model_server

OPEN = "Velvet Heron sent mails with the BRASSKETTLE loader to three ministries in May 2024.\n"
CLOSED = "Grey Otter stole credentials from hospitals with the tool PEBBLESKIP in June 2024.\n"
KEY, WORDS = "sk-heron-0123456789", "correct horse battery"


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as told:
        told.tell(Answered(embeds=True))
        yield told


@pytest.fixture
def opener(tmp_path: Path) -> Opener:
    environment = an_environment(read_environment().resources, tmp_path)
    return Opener(replace(environment, default_vault=tmp_path / "vault"))


@pytest.fixture
def root(opener: Opener, tmp_path: Path, server: ModelServer) -> Path:
    """A vault with vectors of the bundled model, one report that may leave and one that may not; it names the provider."""
    root = opener.environment.default_vault
    opener.create(root)
    services = opener.open(root, write=True)
    for name, text, marking in (("open.txt", OPEN, Marking.CLEAR), ("closed.txt", CLOSED, Marking.AMBER)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        services.importer.import_paths(JobContext(), [tmp_path / name], ImportOptions(tlp=marking))
    services.backlog.embed_pending(JobContext())
    services.change_setting("index", "embedder", Provider(Address.parse(server.address), "tiny-1").source)
    services.close()
    return root


def allow(opener: Opener, root: Path, server: ModelServer) -> None:
    providers = opener.models().providers()
    if providers.key_place.file:
        providers.unlock(WORDS)
    providers.allow(Address.parse(server.address), root, KEY, Purpose.VECTORS)


def search(services: Services, text: str = "mails to ministries") -> SearchResult:
    return services.searcher.search(JobContext(), Query(text, Mode.VECTOR))


def sent(server: ModelServer) -> str:
    return json.dumps([body for _, body, _ in server.asked])


def test_vectors_are_made_elsewhere_of_what_may_leave_and_the_rest_is_found_by_words(
    opener: Opener, root: Path, server: ModelServer
) -> None:
    allow(opener, root, server)
    services = opener.open(root, write=True)
    try:
        assert services.reaches == (Reach(server.address, Purpose.VECTORS),)
        assert (services.backlog.state().changing, services.backlog.state().withheld, server.asked) == (True, 1, [])
        assert search(services).fallback is None  # by the vectors of before
        assert server.asked == []
        assert services.backlog.embed_pending(JobContext()).remaining == 0
        assert "BRASSKETTLE" in sent(server)
        assert {headers["Authorization"] for _, _, headers in server.asked} == {f"Bearer {KEY}"}
        found = search(services)
        assert [hit.title for hit in found.hits if hit.routes] == ["open"]
        assert "1 chunk is marked above TLP:CLEAR, not given to the provider of vectors, and found by words only." in found.notice
        words = services.searcher.search(JobContext(), Query("PEBBLESKIP", Mode.BLENDED))
        assert words.hits[0].title == "closed"
        assert "PEBBLESKIP in June" not in sent(server)
        word, passages, *_ = reversed(services.audit.records(AuditQuery(actions=("send",))))
        assert word.details["word"] == "ready"
        assert (passages.details["passages"], passages.details["tlp"]) == (1, "CLEAR")
        assert services.maintenance.verify(JobContext()) == ()
    finally:
        services.close()


def test_a_vault_cannot_allow_its_provider_by_itself(opener: Opener, root: Path, server: ModelServer) -> None:
    services = opener.open(root, write=True)
    try:
        assert services.reaches == ()
        assert any("for vectors, which is not allowed on this machine" in each for each in services.warnings)
        with pytest.raises(ModelUnavailable, match="It is not allowed on this machine for this vault"):
            services.backlog.embed_pending(JobContext())
        assert search(services).fallback is None  # what was made before serves
        assert server.asked == []
    finally:
        services.close()


def test_a_provider_that_fails_leaves_searching_to_words_and_says_so(opener: Opener, root: Path, server: ModelServer) -> None:
    allow(opener, root, server)
    services = opener.open(root, write=True)
    try:
        services.backlog.embed_pending(JobContext())
        server.tell(Answered(401, json.dumps({"error": {"message": f"Incorrect key {KEY}"}})))
        found = search(services)
        assert found.fallback == "keyword"
        assert "refused with status 401" in found.notice
        assert KEY not in found.notice
    finally:
        services.close()


def test_whoever_goes_back_sends_nothing_more(opener: Opener, root: Path, server: ModelServer) -> None:
    allow(opener, root, server)
    services = opener.open(root, write=True)
    services.backlog.embed_pending(JobContext())
    services.change_setting("index", "embedder", "")
    services.close()
    server.asked.clear()
    services = opener.open(root, write=True)
    try:
        assert services.reaches == ()
        assert search(services).fallback == "keyword"
        assert services.backlog.embed_pending(JobContext()).remaining == 0
        assert search(services).fallback is None
        assert (services.backlog.state().withheld, server.asked) == (0, [])
    finally:
        services.close()
