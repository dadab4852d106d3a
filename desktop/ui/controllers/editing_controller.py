"""What a person changes in documents: their text, title, marking, grade and tags; and the trash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop.application.job import JobContext
from desktop.domain.changes import Changes
from desktop.domain.document import Document
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.edit_documents import DocumentEdit, EditDocumentsDialog
from desktop.ui.dialogs.trash import TrashDialog, TrashEntry
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, NoticeAction, Severity

if TYPE_CHECKING:
    from desktop.application.document_history import DocumentHistory
    from desktop.application.library import Library
    from desktop.application.trash_bin import TrashBin

SAID_SECONDS, UNDO_SECONDS = 8.0, 20.0


class EditingController(QObject):
    """Carries out edits on the writing lane and says which documents they changed."""

    changed = Signal(object)
    text_saved = Signal(str)
    noticed = Signal(object)
    undoable = Signal(object)
    undone = Signal(object)

    def __init__(
        self, library: Library, history: DocumentHistory, trash: TrashBin, lane: RunsJobs, writing: Writing, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._history = history
        self._writing = writing
        self._bin = trash
        self._trash: TrashDialog | None = None
        self._listing = LatestJob(lane, self)
        self._listing.succeeded.connect(self._show_trash)
        self._listing.failed.connect(self._fail)

    def edit_documents(self, documents: tuple[Document, ...], window: QWidget) -> None:
        """Ask what to change in documents."""
        if documents:
            Asking(documents, window, self).open()

    def show_trash(self, window: QWidget) -> None:
        """Show what was deleted."""
        if self._trash is None:
            self._trash = TrashDialog(window)
            self._trash.restore_requested.connect(self._restore)
            self._trash.remove_requested.connect(self._remove)
        self._trash.open()
        self._listing.start(_listing(self._bin))

    @Slot(str, str, str)
    def save_text(self, document_id: str, body: str, begun_from: str) -> None:
        """Keep what a person made of a document's text; `begun_from` is the hash of the text they began with."""
        job = QtJob(_saving(self._library, document_id, body, begun_from), self)
        job.succeeded.connect(self._tell_saved)  # before whoever reads the text anew, which is not done while it is edited
        self._submit(job)

    def put_back(self, document_id: str, body_sha256: str) -> None:
        """Make an earlier text of a document the present one."""
        job = QtJob(_putting_back(self._library, document_id, body_sha256), self)
        job.succeeded.connect(self._tell_put_back)
        self._submit(job)

    def undo(self, document_ids: tuple[str, ...]) -> None:
        """Take back what was last done to these documents."""
        self.undone.emit(Undo(document_ids, self))
        self.noticed.emit(Notice(Severity.INFO, "It is taken back in a moment.", key="edit", seconds=UNDO_SECONDS, made_of=()))
        job = QtJob(_undoing(self._history, document_ids), self)
        job.succeeded.connect(self._tell_undone)
        self._submit(job)

    def close(self) -> None:
        """Ask for nothing more."""
        self._listing.drop()

    def update(self, document_ids: tuple[str, ...], edit: DocumentEdit) -> None:
        """Change title, marking, grade and tags of documents."""
        job = QtJob(_updating(self._library, document_ids, edit), self)
        job.succeeded.connect(self._tell_updated)
        self._submit(job)

    @Slot(object)
    def _restore(self, document_ids: tuple[str, ...]) -> None:
        job = QtJob(_restoring(self._bin, document_ids), self)
        job.ended.connect(self._list_again)
        self._submit(job)

    @Slot(object)
    def _remove(self, document_ids: tuple[str, ...] | None) -> None:
        job = QtJob(_removing(self._bin, document_ids), self)
        job.failed.connect(self._fail)
        job.ended.connect(self._list_again)
        self._writing.submit(job)

    @Slot()
    def _list_again(self) -> None:
        self._listing.start(_listing(self._bin))

    @Slot(object)
    def _show_trash(self, entries: object) -> None:
        if self._trash:
            self._trash.show_trash(cast("tuple[TrashEntry, ...]", entries))

    def _submit(self, job: QtJob) -> None:
        job.succeeded.connect(self._take_changes)
        job.failed.connect(self._fail)
        self._writing.submit(job)

    @Slot(object)
    def _take_changes(self, result: object) -> None:
        changes = cast("Changes", result)
        if changes:
            self.changed.emit(changes)
        for problem in changes.problems:
            self.noticed.emit(Notice(Severity.WARNING, problem, key=problem))

    @Slot(object)
    def _tell_saved(self, result: object) -> None:
        for document_id in cast("Changes", result).documents:
            self.text_saved.emit(document_id)
        self._offer_undo(cast("Changes", result), "The text was saved and can be searched.")

    @Slot(object)
    def _tell_put_back(self, result: object) -> None:
        self._offer_undo(cast("Changes", result), "That text is the present one again.")

    @Slot(object)
    def _tell_updated(self, result: object) -> None:
        count = len(cast("Changes", result).documents)
        self._offer_undo(cast("Changes", result), "1 document was changed." if count == 1 else f"{count:,} documents were changed.")

    @Slot(object)
    def _tell_undone(self, result: object) -> None:
        documents = tuple(sorted(cast("Changes", result).documents))
        alone = documents if len(documents) == 1 else ()
        said = f"The last change of {alone[0] if alone else f'each of {len(documents):,} documents'} was taken back."
        self.noticed.emit(Notice(Severity.SUCCESS, said, seconds=SAID_SECONDS, key="edit", made_of=alone))

    def _offer_undo(self, changes: Changes, said: str) -> None:
        """Say what was done, and offer to take it back."""
        if not changes.documents:
            return
        undo = Undo(tuple(sorted(changes.documents)), self)
        self.undoable.emit(undo)
        self.noticed.emit(Notice(Severity.SUCCESS, said, "", (NoticeAction("Undo", undo),), "edit", UNDO_SECONDS, made_of=()))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="edit"))


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back what was last done to some documents."""

    document_ids: tuple[str, ...]
    controller: EditingController

    def __call__(self) -> None:
        """Do it."""
        self.controller.undo(self.document_ids)


class Asking(QObject):
    """One question what to change in some documents."""

    def __init__(self, documents: tuple[Document, ...], window: QWidget, controller: EditingController) -> None:
        super().__init__(controller)
        self._ids = tuple(document.id for document in documents)
        self._controller = controller
        self._dialog = EditDocumentsDialog(documents, window)
        self._dialog.edited.connect(self._carry_out)
        self._dialog.finished.connect(self.deleteLater)

    def open(self) -> None:
        """Ask."""
        self._dialog.open()

    @Slot(object)
    def _carry_out(self, edit: DocumentEdit) -> None:
        self._controller.update(self._ids, edit)


def _updating(library: Library, document_ids: tuple[str, ...], edit: DocumentEdit) -> UseCase:
    def update(_: JobContext) -> Changes:
        changes = Changes()
        if (edit.tlp, edit.grade, edit.add_tags, edit.remove_tags) != (None, None, (), ()):
            changes = library.update(document_ids, tlp=edit.tlp, grade=edit.grade, add_tags=edit.add_tags, remove_tags=edit.remove_tags)
        return changes | library.rename(document_ids[0], edit.title) if edit.title else changes

    return update


def _saving(library: Library, document_id: str, body: str, begun_from: str) -> UseCase:
    def save(_: JobContext) -> Changes:
        return library.edit(document_id, body, begun_from=begun_from)

    return save


def _putting_back(library: Library, document_id: str, body_sha256: str) -> UseCase:
    def put_back(_: JobContext) -> Changes:
        return library.put_back(document_id, body_sha256)

    return put_back


def _undoing(history: DocumentHistory, document_ids: tuple[str, ...]) -> UseCase:
    def undo(_: JobContext) -> Changes:
        return history.undo(document_ids)

    return undo


def _restoring(trash: TrashBin, document_ids: tuple[str, ...]) -> UseCase:
    def restore(_: JobContext) -> Changes:
        return trash.restore(*document_ids)

    return restore


def _removing(trash: TrashBin, document_ids: tuple[str, ...] | None) -> UseCase:
    def remove(_: JobContext) -> object:
        return trash.empty(document_ids)

    return remove


def _listing(trash: TrashBin) -> UseCase:
    def fetch(_: JobContext) -> tuple[TrashEntry, ...]:
        return tuple(TrashEntry(each.id, each.title, each.deleted_at, each.size) for each in trash.entries())

    return fetch
