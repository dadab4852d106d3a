"""Pins: passages that a person wants to find again, whatever becomes of the index."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from desktop.application.ports import AuditLog, IndexReader, SearchStore, StoredDocument, TextReader
from desktop.application.searches.saved_searches import now, stamp
from desktop.domain.document import page_at
from desktop.domain.errors import DocumentNotFound, UsageError
from desktop.domain.passage import Passage
from desktop.domain.saved_search import Pin, PinnedPassage

_ID_LENGTH = 12


class Pins:
    """Keeps pins in a file of the vault, and finds their passages in the documents as they are today."""

    def __init__(
        self, searches: SearchStore, texts: TextReader, reader: IndexReader, audit: AuditLog, clock: Callable[[], datetime] = now
    ) -> None:
        self._searches = searches
        self._texts = texts
        self._reader = reader
        self._audit = audit
        self._clock = clock

    def all(self) -> tuple[PinnedPassage, ...]:
        """Every pin with its passage, in the order they were pinned."""
        return tuple(map(self._pinned, self._searches.pins()))

    def pin(self, document_id: str, start: int, end: int, *, query: str = "", note: str = "") -> Pin:
        """Pin the body of a document from `start` to `end`; the same place again only changes the note.

        Raises DocumentNotFound, and UsageError where nothing is written there.
        """
        stored = self._texts.read(document_id)
        quote = stored.body[start:end]
        if not 0 <= start < end <= len(stored.body) or not quote.strip():
            raise UsageError(f"{document_id} has no text from {start} to {end}.", f"Its body has {len(stored.body)} characters.")
        made = Pin(
            pin_id_of(document_id, start, quote), document_id, stored.document.title, start, end, quote, query, stamp(self._clock()), note
        )
        kept = list(self._searches.pins())
        places = [place for place, each in enumerate(kept) if each.id == made.id]
        if places:
            made = replace(kept[places[0]], note=note)
            kept[places[0]] = made
        else:
            kept.append(made)
        self._searches.keep_pins(kept)
        self._audit.append("pinned", document_id, start=start, end=end)
        return made

    def unpin(self, pin_id: str) -> None:
        """Take a pin away; UsageError if there is none of this id."""
        kept = self._searches.pins()
        gone = next((each for each in kept if each.id == pin_id), None)
        if gone is None:
            raise UsageError(f"There is no pin {pin_id!r}.", "`coffer pins list` names them all.")
        self._searches.keep_pins([each for each in kept if each.id != pin_id])
        self._audit.append("unpinned", gone.document_id, start=gone.start, end=gone.end)

    def _pinned(self, pin: Pin) -> PinnedPassage:
        try:
            stored = self._texts.read(pin.document_id)
        except (DocumentNotFound, UsageError):  # it is gone, or what a file brought is no document's id
            return PinnedPassage(pin, None)
        return PinnedPassage(pin, self._passage(pin, stored), stored.document.tags)

    def _passage(self, pin: Pin, stored: StoredDocument) -> Passage | None:
        """Where the pinned words stand today: at their old place, else at the one nearest to it."""
        start = _nearest(stored.body, pin)
        if start is None:
            return None
        chunk = self._reader.chunk_at(pin.document_id, start)
        position = chunk.chunk.position if chunk else 0
        end = start + len(pin.quote)
        return Passage(
            pin.document_id, stored.document.title, position, page_at(stored.body, start), start, end, stored.body[start:end], score=0.0
        )


def _nearest(body: str, pin: Pin) -> int | None:
    after = body.find(pin.quote, pin.start)
    if after == pin.start:
        return after
    before = body.rfind(pin.quote, 0, pin.start + len(pin.quote))
    found = [each for each in (before, after) if each >= 0]
    return min(found, key=lambda each: abs(each - pin.start), default=None)


def pin_id_of(document_id: str, start: int, quote: str) -> str:
    """What tells the pin of a place from every other, in any vault."""
    return hashlib.sha256(f"{document_id}\n{start}\n{quote}".encode("utf-8", "surrogatepass")).hexdigest()[:_ID_LENGTH]
