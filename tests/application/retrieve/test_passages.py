"""The page of a search: no document and no text on it too often."""

from __future__ import annotations

from desktop.application.job import JobContext
from desktop.domain.passage import Mode, Query, SearchResult, Twin
from tests.fakes.documents import names
from tests.fakes.search_desk import DeskVault

SHARED = "the beacon was delivered by a phishing mail with an attached archive that held a loader and a decoy document for staff"


def search(vault: DeskVault, **asked: object) -> SearchResult:
    return vault.searcher.search(JobContext(), Query("beacon.", Mode.KEYWORD, **asked))  # type: ignore[arg-type]


def test_one_document_does_not_fill_the_page_and_says_how_many_more_it_has() -> None:
    vault = DeskVault()
    vault.put("much", "\n\n".join(["beacon beacon"] * 150))
    vault.put("little", "beacon")
    assert [(hit.document_id, hit.more) for hit in search(vault, limit=5, per_document=1).hits] == [("much", 149), ("little", 0)]
    assert names(search(vault, limit=4, per_document=3).hits) == [("much", 0), ("much", 1), ("much", 2), ("little", 0)]
    assert {hit.document_id for hit in search(vault, limit=5).hits} == {"much"}


def test_the_lists_are_deepened_until_others_have_their_place() -> None:
    vault = DeskVault()
    vault.put("much", "\n\n".join(["beacon beacon"] * 450))
    vault.put("little", "beacon")
    vault.index.depths.clear()
    assert names(search(vault, limit=2, per_document=1).hits) == [("much", 0), ("little", 0)]
    assert vault.index.depths == [100, 400, 1600]


def test_a_text_that_several_documents_share_is_one_hit_that_names_them() -> None:
    vault = DeskVault()
    vault.put("a", f"{SHARED}\n\nbeacon")
    vault.put("b", f"intro\n\n{SHARED}", "Title B")
    hits = search(vault, fold_twins=True).hits
    assert names(hits) == [("a", 0), ("a", 1)]
    assert hits[0].twins == (Twin("b", "Title B", 7, 7 + len(SHARED)),)
    assert len(search(vault).hits) == 3


def test_the_same_text_twice_in_a_document_is_no_twin() -> None:
    vault = DeskVault()
    vault.put("a", f"{SHARED}\n\n{SHARED}")
    assert [(hit.position, hit.twins) for hit in search(vault, fold_twins=True).hits] == [(0, ()), (1, ())]
