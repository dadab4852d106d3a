"""Saved searches, and what is new in those that watch."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from desktop.application.job import JobContext
from desktop.application.searches.saved_searches import SavedSearches
from desktop.domain.errors import UsageError
from desktop.domain.passage import Filters, Mode, Query
from tests.fakes.known_names import BookOfNames
from tests.fakes.search_desk import DeskVault

NOON = datetime(2024, 5, 15, 12, 0, tzinfo=UTC)
QUERY = Query("Sofacy beacon", Mode.BLENDED)


class Desk:
    """Saved searches of a vault with a clock that a test moves."""

    def __init__(self, folder: Path) -> None:
        self.vault, self.now, self.folder = DeskVault(), NOON, folder
        vault = self.vault
        self.saved = SavedSearches(
            vault.searches, vault.index, vault.store, vault.grep, folder, vault.audit, BookOfNames(("APT28", "Sofacy")), lambda: self.now
        )

    def put(self, name: str, body: str, imported: datetime, **fields: object) -> None:
        self.vault.put(name, body, imported_at=imported.strftime("%Y-%m-%dT%H:%M:%SZ"), **fields)
        (self.folder / f"{name}.md").write_text(body)

    def new(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(watch.search.name, watch.documents) for watch in self.saved.watches(JobContext())]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_search_is_kept_whole_by_name_and_replaced_by_one_of_the_same_name(desk: Desk) -> None:
    query = Query("beacon", Mode.KEYWORD, 50, Filters(tags=("case",)))
    desk.saved.save(JobContext(), "  Bear   watch ", query)
    desk.saved.save(JobContext(), "Ants", QUERY)
    kept = desk.saved.save(JobContext(), "bear watch", query, note="why")
    assert [each.name for each in desk.saved.all()] == ["Ants", "bear watch"]
    assert (kept.query, kept.note, kept.created_at) == (query, "why", "2024-05-15T12:00:00Z")
    assert desk.saved.named("BEAR WATCH") == kept
    assert desk.vault.audit.done() == [("search-saved", "Bear watch"), ("search-saved", "Ants"), ("search-saved", "bear watch")]


def test_it_is_renamed_and_removed(desk: Desk) -> None:
    desk.saved.save(JobContext(), "one", QUERY)
    desk.saved.save(JobContext(), "two", QUERY)
    with pytest.raises(UsageError):
        desk.saved.rename("one", "Two")
    assert desk.saved.rename("one", "ONE").name == "ONE"
    desk.saved.remove("One")
    assert [each.name for each in desk.saved.all()] == ["two"]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda saved: saved.save(JobContext(), " ", QUERY),
        lambda saved: saved.save(JobContext(), "name", Query(" ", Mode.KEYWORD)),
        lambda saved: saved.named("nothing"),
        lambda saved: saved.remove("nothing"),
        lambda saved: saved.watch(JobContext(), "nothing", watched=True),
    ],
)
def test_what_makes_no_sense_is_refused(desk: Desk, wrong: Callable[[SavedSearches], object]) -> None:
    with pytest.raises(UsageError):
        wrong(desk.saved)


def test_what_came_since_it_was_looked_at_and_matches_is_new(desk: Desk) -> None:
    desk.put("before", "a sofacy beacon", NOON - timedelta(minutes=5))
    desk.put("old", "a sofacy beacon", NOON - timedelta(days=5))
    desk.saved.save(JobContext(), "bear", QUERY, watched=True)
    desk.saved.save(JobContext(), "quiet", QUERY)
    assert desk.new() == [("bear", ())]
    desk.put("half", "only a beacon", NOON + timedelta(minutes=1))
    desk.put("first", "an apt28 beacon", NOON + timedelta(minutes=2))
    desk.put("second", "a sofacy beacon", NOON + timedelta(minutes=3))
    assert desk.new() == [("bear", ("second", "first"))]
    assert desk.saved.watches(JobContext())[0].count == 2
    desk.now = NOON + timedelta(hours=2)
    desk.saved.looked(JobContext(), "bear")
    assert desk.new() == [("bear", ())]


def test_a_document_that_can_be_searched_only_a_while_after_its_import_is_new_all_the_same(desk: Desk) -> None:
    desk.saved.save(JobContext(), "bear", QUERY, watched=True)
    desk.put("slow", "a sofacy beacon", NOON - timedelta(minutes=1))
    assert desk.new() == [("bear", ("slow",))]


def test_filters_hold_and_what_is_forbidden_does_not_match(desk: Desk) -> None:
    desk.saved.save(JobContext(), "tagged", Query("beacon -linux tag:case", Mode.KEYWORD), watched=True)
    desk.put("plain", "a beacon", NOON)
    desk.put("wanted", "a beacon", NOON, tags=("case",))
    assert desk.new() == [("tagged", ("wanted",))]
    desk.saved.save(JobContext(), "tagged", Query("beacon", Mode.KEYWORD, filters=Filters(documents=("nowhere",))), watched=True)
    desk.put("other", "a beacon", NOON + timedelta(seconds=1))
    assert desk.new() == [("tagged", ())]


def test_grep_watches_by_its_expression(desk: Desk) -> None:
    desk.saved.save(JobContext(), "numbers", Query(r"beacon \d+", Mode.GREP), watched=True)
    desk.put("words", "beacon two", NOON)
    desk.put("digits", "beacon 22", NOON)
    assert desk.new() == [("numbers", ("digits",))]


def test_watching_can_begin_and_end(desk: Desk) -> None:
    desk.saved.save(JobContext(), "bear", QUERY)
    desk.put("a", "a sofacy beacon", NOON)
    assert desk.saved.watch(JobContext(), "bear", watched=True).seen == ("a",)
    assert desk.new() == [("bear", ())]
    desk.saved.watch(JobContext(), "bear", watched=False)
    assert desk.new() == []
