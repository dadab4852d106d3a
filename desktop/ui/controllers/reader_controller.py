"""The reader: opens documents at a place, and fetches what of the original is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.document import page_starts
from desktop.domain.errors import CofferError
from desktop.domain.reading import Box, OpenRequest, OriginalKind, PageImage, ReadingDocument
from desktop.ui.controllers.failures import as_known_error, describe_failure
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.panes.reader import ReaderPane

if TYPE_CHECKING:
    from desktop.application.library import Library
    from desktop.application.originals import Originals

MOST_TEXT = 2_000_000


class ReaderController(QObject):
    """Answers the reader pane: documents by the query lane, their originals by the view lane."""

    opened = Signal()
    noticed = Signal(object)

    def __init__(
        self, pane: ReaderPane, library: Library, originals: Originals, query: RunsJobs, view: RunsJobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pane = pane
        self._library = library
        self._originals = originals
        self._view = view
        self._request: OpenRequest | None = None
        self._shown: ReadingDocument | None = None
        self._changed_while_edited = False
        self._fetches: list[Fetch] = []
        self._reading = LatestJob(query, self)
        self._reading.succeeded.connect(self._show_document)
        self._reading.failed.connect(self._fail)
        pane.original_page_requested.connect(self._fetch_page)
        pane.locate_requested.connect(self._fetch_boxes)
        pane.document_requested.connect(self._open_other)
        pane.editing_ended.connect(self._catch_up)
        pane.closed.connect(self.forget)

    @Slot(object)
    def open(self, request: OpenRequest) -> None:
        """Open a document at a place; if it is open already, go there. What is being edited is not left without asking."""
        leaves = not self._shown or self._shown.document.id != request.document_id
        if leaves and not self._pane.may_leave():
            return
        self._request = request
        if self._shown and self._shown.document.id == request.document_id:
            self._reading.drop()
            self._show_place(self._shown)
            self.opened.emit()
        else:
            self._reading.start(_reading(self._library, self._originals, request.document_id))

    @Slot(str)
    def _open_other(self, document_id: str) -> None:
        self.open(OpenRequest(document_id))

    @Slot()
    def forget(self) -> None:
        """Let go of the document that is shown."""
        self._shown = None
        self._drop_fetches()

    def forget_if_shown(self, document_ids: frozenset[str]) -> bool:
        """Let go of the document that is shown if it is one of these; whether it was."""
        shown = self._shown is not None and self._shown.document.id in document_ids
        if shown:
            self.forget()
        return shown

    @Slot(object)
    def take_changes(self, document_ids: frozenset[str]) -> None:
        """Read the document that is shown anew if it is one of these; while somebody edits its text, once they are done."""
        if self._shown is None or self._shown.document.id not in document_ids:
            return
        self._changed_while_edited = self._pane.editing
        if not self._pane.editing:
            self._request = OpenRequest(self._shown.document.id)
            self._reading.start(_reading(self._library, self._originals, self._request.document_id))

    @Slot()
    def _catch_up(self) -> None:
        """Read what changed while its text was edited."""
        if self._shown and self._changed_while_edited:
            self.take_changes(frozenset({self._shown.document.id}))

    def close(self) -> None:
        """Ask for nothing more."""
        self._reading.drop()
        self.forget()

    @Slot(object)
    def _show_document(self, document: object) -> None:
        shown = self._shown = cast("ReadingDocument", document)
        self._drop_fetches()
        self._pane.show_document(shown)
        self._show_place(shown)
        self.opened.emit()

    def _show_place(self, shown: ReadingDocument) -> None:
        request = self._request
        if request is None:
            return
        if request.start is not None:
            self._pane.show_place(request.start, request.end if request.end is not None else request.start)
        elif request.page is not None:
            start = next((offset for offset, page in page_starts(shown.body) if page == request.page), None)
            if start is not None:
                self._pane.show_place(start, start)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="reader"))

    # --- the original

    @Slot(str, int, int)
    def _fetch_page(self, document_id: str, page: int, width: int) -> None:
        if self._shown and self._shown.original is OriginalKind.TEXT:
            fetch = self._fetch(document_id, _bytes(self._originals, document_id))
            fetch.job.succeeded.connect(self._show_text)
        else:
            fetch = self._fetch(document_id, _page(self._originals, document_id, page, width))
            fetch.job.succeeded.connect(self._show_page)
        self._view.submit(fetch.job)

    @Slot(str, int, str)
    def _fetch_boxes(self, document_id: str, page: int, quote: str) -> None:
        fetch = self._fetch(document_id, _boxes(self._originals, document_id, page, quote))
        fetch.job.succeeded.connect(self._show_boxes)
        self._view.submit(fetch.job)

    def _fetch(self, document_id: str, use_case: UseCase) -> Fetch:
        fetch = Fetch(document_id, use_case, self)
        fetch.failed.connect(self._original_fails)
        fetch.job.ended.connect(self._forget_ended)
        self._fetches.append(fetch)
        return fetch

    @Slot(object)
    def _show_page(self, found: object) -> None:
        document_id, page, image = cast("tuple[str, int, PageImage]", found)
        self._pane.show_original_page(document_id, page, image)

    @Slot(object)
    def _show_boxes(self, found: object) -> None:
        document_id, page, boxes = cast("tuple[str, int, tuple[Box, ...]]", found)
        self._pane.show_boxes(document_id, page, boxes)

    @Slot(object)
    def _show_text(self, found: object) -> None:
        document_id, content = cast("tuple[str, bytes]", found)
        self._pane.show_original_text(document_id, readable_text(content))

    @Slot(str, object)
    def _original_fails(self, document_id: str, failure: object) -> None:
        self._pane.show_original_failure(document_id, as_known_error(failure))

    @Slot()
    def _forget_ended(self) -> None:
        for fetch in [each for each in self._fetches if each.job.task.ended]:
            self._fetches.remove(fetch)
            fetch.deleteLater()

    def _drop_fetches(self) -> None:
        for fetch in self._fetches:
            fetch.job.silence()
            fetch.deleteLater()
        self._fetches.clear()


class Fetch(QObject):
    """Something of the original of one document, on its way."""

    failed = Signal(str, object)

    def __init__(self, document_id: str, use_case: UseCase, parent: QObject) -> None:
        super().__init__(parent)
        self._document_id = document_id
        self.job = QtJob(use_case)
        self.job.failed.connect(self._fail)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.failed.emit(self._document_id, failure)


def readable_text(content: bytes) -> str:
    """The text of an original; undecodable bytes are shown as such, and a very long text says that it goes on."""
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    text = content.decode(encoding, errors="backslashreplace")
    if len(text) <= MOST_TEXT:
        return text
    return (
        f"{text[:MOST_TEXT]}\n\n[The first {MOST_TEXT:,} of {len(text):,} characters are shown. The original is kept whole in the vault.]"
    )


def _reading(library: Library, originals: Originals, document_id: str) -> UseCase:
    def read(_: JobContext) -> ReadingDocument:
        stored = library.read(document_id)
        kind = originals.kind(document_id)
        pages = _page_count(originals, document_id, kind)
        return ReadingDocument(stored.document, stored.body, kind, pages, library.around(stored.document))

    return read


def _page_count(originals: Originals, document_id: str, kind: OriginalKind) -> int | None:
    """Pages of a PDF or an image; None where the original cannot be opened, which must not keep anyone from reading."""
    if kind not in (OriginalKind.PDF, OriginalKind.IMAGE):
        return None
    try:
        return originals.page_count(document_id)
    except CofferError:
        return None


def _page(originals: Originals, document_id: str, page: int, width: int) -> UseCase:
    def render(_: JobContext) -> tuple[str, int, PageImage]:
        return document_id, page, originals.render(document_id, page, width)

    return render


def _boxes(originals: Originals, document_id: str, page: int, quote: str) -> UseCase:
    def locate(_: JobContext) -> tuple[str, int, tuple[Box, ...]]:
        return document_id, page, originals.locate(document_id, page, quote)

    return locate


def _bytes(originals: Originals, document_id: str) -> UseCase:
    def read(_: JobContext) -> tuple[str, bytes]:
        return document_id, originals.read_bytes(document_id)

    return read
