"""A vault whose vectors are kept in LanceDB: moved there, found there, brought back; and what a kill in between leaves behind."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop.adapters.lance_vectors import is_installed
from desktop.application.job import JobContext
from desktop.application.services import Services
from desktop.bootstrap import Opener
from desktop.domain.passage import Filters, Mode, Query
from tests.flow.conftest import fill

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not is_installed(), reason="LanceDB is not installed")]

ASKED = Query("malicious e-mails sent to ministries", Mode.VECTOR)
DIES = """
import os, sys
from pathlib import Path
from desktop.adapters.lance_vectors import LanceVectors
from desktop.application.job import JobContext
from desktop.bootstrap import Opener, read_environment
add = LanceVectors.add
def add_and_die(self, vectors):
    add(self, vectors)
    os._exit(9)
LanceVectors.add = add_and_die
services = Opener(read_environment()).open(Path(sys.argv[1]), write=True)
services.maintenance.synchronise(JobContext())
"""


@contextmanager
def opened(opener: Opener, root: Path) -> Iterator[Services]:
    services = opener.open(root, write=True)
    try:
        services.maintenance.synchronise(JobContext())
        yield services
    finally:
        services.close()


def found(services: Services) -> list[tuple[str, float]]:
    result = services.searcher.search(JobContext(), ASKED)
    assert result.fallback is None
    return [(hit.document_id, pytest.approx(hit.score, abs=1e-5)) for hit in result.hits]


def where(services: Services) -> str:
    return services.searcher.search(JobContext(), ASKED).details[-1]


@pytest.fixture
def vault(opener: Opener, reports: Path, tmp_path: Path) -> Path:
    services, _ = fill(opener, tmp_path / "vault", reports)
    services.change_setting("index", "vectors", "lancedb")
    services.close()
    return tmp_path / "vault"


def test_vectors_are_moved_found_and_brought_back(opener: Opener, vault: Path) -> None:
    with opened(opener, vault) as services:
        there = found(services)
        assert "in the vector store" in where(services)
        assert services.maintenance.verify(JobContext()) == ()
        case = services.searcher.search(JobContext(), Query(ASKED.text, Mode.VECTOR, filters=Filters(formats=("txt",))))
        assert {hit.document_id.partition("-")[0] for hit in case.hits} == {"grey", "notiz"}
        services.change_setting("index", "vectors", "sqlite")
    with opened(opener, vault) as services:
        assert where(services) == "vectors: in coffer.db"
        assert found(services) == there
        assert services.backlog.pending() == 0
    assert not (vault / "vectors").exists()


def test_a_kill_between_the_two_stores_loses_nothing_and_leaves_nothing_twice(opener: Opener, vault: Path) -> None:
    killed = subprocess.run([sys.executable, "-c", DIES, vault], env={**os.environ}, check=False)
    assert killed.returncode == 9
    with opened(opener, vault) as services:
        assert services.backlog.pending() == 0
        there = found(services)
        assert len({hit for hit, _ in there}) <= len(there) == services.searcher.vectors()
        assert services.maintenance.verify(JobContext()) == ()


def test_a_folder_that_was_taken_away_is_made_again(opener: Opener, vault: Path) -> None:
    with opened(opener, vault) as services:
        there = found(services)
    for file in sorted((vault / "vectors").rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    with opened(opener, vault) as services:
        assert services.backlog.pending() == len(there)
        services.backlog.embed_pending(JobContext())
        assert found(services) == there
