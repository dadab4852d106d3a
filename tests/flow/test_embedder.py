"""Another embedding model with the real engines: searched by meaning before, during and after the change."""

from __future__ import annotations

import shutil
from pathlib import Path

from desktop.application.job import JobContext
from desktop.application.services import Services
from desktop.bootstrap import Opener
from desktop.domain.passage import Mode, Query
from tests.flow.conftest import fill

QUERY = Query("mails that carried malware to governments", Mode.VECTOR)


def best(services: Services) -> tuple[str, str | None]:
    """The best hit by meaning, and what the search fell back to."""
    result = services.searcher.search(JobContext(), QUERY)
    return result.hits[0].document_id.rpartition("-")[0], result.fallback


def test_a_vault_is_searched_by_meaning_while_its_model_changes(opener: Opener, reports: Path, tmp_path: Path) -> None:
    services, _ = fill(opener, tmp_path / "vault", reports)
    bundled = opener.models().bundled.parents[1] / "all-MiniLM-L6-v2"
    own = services.paths.packs / "own"
    shutil.copytree(bundled, own)
    (own / "embedder.toml").write_text('query_prefix = "search_query: "\ndocument_prefix = "search_document: "\n')
    before = services.backlog.state()
    assert best(services) == ("velvet-heron-returns", None)
    services.change_setting("index", "embedder", "own")
    services.close()

    services = opener.open(tmp_path / "vault", write=True)
    try:
        changing = services.backlog.state()
        assert (changing.changing, changing.serving) == (True, before.wanted)
        assert changing.wanted.startswith("own@")
        assert best(services) == ("velvet-heron-returns", None)
        assert services.backlog.embed_pending(JobContext()).remaining == 0
        after = services.backlog.state()
        assert (after.changing, after.serving, after.waiting) == (False, changing.wanted, 0)
        assert best(services) == ("velvet-heron-returns", None)
        assert services.maintenance.verify(JobContext()) == ()
        services.change_setting("index", "embedder", "gone")
    finally:
        services.close()

    services = opener.open(tmp_path / "vault", write=True)
    try:
        assert "Search by meaning is off until it is there" in services.warnings[0]
        assert best(services)[1] == "keyword"
    finally:
        services.close()
