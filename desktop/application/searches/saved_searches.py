"""Saved searches, and watching: which documents came since a search was last looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import AuditLog, DocumentQuery, DocumentStore, Grep, IndexReader, KeywordQuery, KnownNames, SearchStore
from desktop.application.retrieve.grepping import Grepping
from desktop.application.retrieve.intent import IntentClassifier
from desktop.application.retrieve.planning import Planner
from desktop.application.settings import SearchSettings
from desktop.domain.errors import UsageError
from desktop.domain.passage import Filters, Mode, Query
from desktop.domain.saved_search import SavedSearch, Watch

_MOST_NEW = 10_000
_PAGE = 500
_MARGIN = timedelta(hours=1)
"""A document may be searchable only some time after the moment of its import that stands in it."""


def now() -> datetime:
    """The time it is."""
    return datetime.now(UTC)


class SavedSearches:
    """Keeps searches under names, in a file of the vault, and watches for documents that match them."""

    def __init__(
        self,
        searches: SearchStore,
        reader: IndexReader,
        store: DocumentStore,
        grep: Grep,
        docs: Path,
        audit: AuditLog,
        known: KnownNames | None = None,
        clock: Callable[[], datetime] = now,
    ) -> None:
        self._searches = searches
        self._reader = reader
        self._grepping = Grepping(grep, store, reader, docs)
        self._planner = Planner(reader, SearchSettings(), known, IntentClassifier())
        self._audit = audit
        self._clock = clock

    def all(self) -> tuple[SavedSearch, ...]:
        """The saved searches by name."""
        return tuple(sorted(self._searches.saved(), key=lambda each: each.name.casefold()))

    def save(self, context: JobContext, name: str, query: Query, *, watched: bool = False, note: str = "") -> SavedSearch:
        """Keep a query under a name, in place of an earlier one of that name; one that watches begins with all that is there as seen."""
        name = " ".join(name.split())
        if not name or not query.text.strip():
            raise UsageError("A saved search needs a name and a query.", "Give both.")
        made = SavedSearch(name, query, stamp(self._clock()), watched, note=note)
        made = self._looked(made, context.cancel) if watched else made
        self._keep(name, made)
        self._audit.append("search-saved", name, query=query.text, mode=query.mode.value, watched=watched)
        return made

    def rename(self, name: str, new_name: str) -> SavedSearch:
        """Give a saved search another name; UsageError if that is taken or empty."""
        renamed = replace(self.named(name), name=" ".join(new_name.split()))
        taken = renamed.name.casefold() != name.casefold() and any(_is(each, renamed.name) for each in self._searches.saved())
        if not renamed.name or taken:
            raise UsageError(f"There is already a saved search {new_name!r}." if taken else "A saved search needs a name.")
        self._keep(name, renamed)
        self._audit.append("search-renamed", name, to=renamed.name)
        return renamed

    def remove(self, name: str) -> None:
        """Forget a saved search; UsageError if there is none of this name."""
        removed = self.named(name)
        self._searches.keep_saved([each for each in self._searches.saved() if not _is(each, name)])
        self._audit.append("search-removed", removed.name)

    def named(self, name: str) -> SavedSearch:
        """The saved search of this name, whatever its case; UsageError if there is none."""
        found = next((each for each in self._searches.saved() if _is(each, name)), None)
        if found is None:
            raise UsageError(f"There is no saved search {name!r}.", "`coffer saved list` names them all.")
        return found

    def watch(self, context: JobContext, name: str, *, watched: bool) -> SavedSearch:
        """Let a saved search watch from now on, or no more."""
        changed = replace(self.named(name), watched=watched)
        changed = self._looked(changed, context.cancel) if watched else replace(changed, looked_at="", seen=())
        self._keep(name, changed)
        return changed

    def looked(self, context: JobContext, name: str) -> SavedSearch:
        """State that a person has now looked at a search: what matches it today is no longer new."""
        changed = self._looked(self.named(name), context.cancel)
        self._keep(name, changed)
        return changed

    def watches(self, context: JobContext) -> tuple[Watch, ...]:
        """For each watched search, by name, the documents that came since it was last looked at and match it.

        A document matches that has a passage with all the words of the query (what is named under any of its names), or, by
        grep, a matching line; and that passes the filters.
        """
        return tuple(Watch(each, self._new(each, context.cancel)) for each in self.all() if each.watched)

    def _new(self, search: SavedSearch, cancel: CancelToken) -> tuple[str, ...]:
        known = set(search.seen)
        return tuple(each for each in self._matching(search.query, search.looked_at, cancel) if each not in known)

    def _looked(self, search: SavedSearch, cancel: CancelToken) -> SavedSearch:
        since = stamp(self._clock() - _MARGIN)
        return replace(search, looked_at=since, seen=tuple(self._matching(search.query, since, cancel)))

    def _matching(self, query: Query, since: str, cancel: CancelToken) -> list[str]:
        """Documents imported since then that match, newest first."""
        came = list(self._imported(since))
        if not came:
            return []
        matching = self._grepped(query, came, cancel) if query.mode is Mode.GREP else self._worded(query, came, cancel)
        return [each for each in came if each in matching]

    def _worded(self, query: Query, came: list[str], cancel: CancelToken) -> set[str]:
        plan = self._planner.plan(replace(query, mode=Mode.BLENDED))
        words = KeywordQuery(required=tuple(plan.asked.values()), excluded=plan.words.excluded)
        filters = _among(plan.filters, came)
        if not words.required or filters is None:
            return set()
        return {each.document_id for each in self._reader.search_keyword(words, _MOST_NEW, filters, cancel)}

    def _grepped(self, query: Query, came: list[str], cancel: CancelToken) -> set[str]:
        filters = _among(query.filters, came)
        if filters is None:
            return set()
        found = self._grepping.find(replace(query, filters=filters, limit=_MOST_NEW), cancel)
        return {each.document_id for each in found.passages}

    def _imported(self, since: str) -> Iterator[str]:
        for begin in range(0, _MOST_NEW, _PAGE):
            rows = self._reader.documents(DocumentQuery(sort="imported_at", descending=True, offset=begin, limit=_PAGE))
            fresh = [row.document.id for row in rows if row.document.imported_at >= since]
            yield from fresh
            if len(fresh) < _PAGE:
                return

    def _keep(self, name: str, search: SavedSearch) -> None:
        """In place of the one of that name, or behind all others."""
        kept = list(self._searches.saved())
        places = [place for place, each in enumerate(kept) if _is(each, name)]
        if places:
            kept[places[0]] = search
        else:
            kept.append(search)
        self._searches.keep_saved(kept)


def _among(filters: Filters, came: list[str]) -> Filters | None:
    """The filters, and nothing but these documents; None if that leaves none."""
    wanted = tuple(each for each in came if each in filters.documents) if filters.documents else tuple(came)
    return replace(filters, documents=wanted) if wanted else None


def _is(search: SavedSearch, name: str) -> bool:
    return search.name.casefold() == " ".join(name.split()).casefold()


def stamp(time: datetime) -> str:
    """A time as ISO 8601 in UTC, to the second."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
