"""Converting originals again: asks before edits are lost, and for the passwords of those that are locked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QInputDialog, QLineEdit, QMessageBox

from desktop.application.job import JobContext, Progress
from desktop.domain.changes import Changes
from desktop.domain.errors import PasswordNeeded, TextEdited
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.problems import ProblemsDialog
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, NoticeAction, Severity
from desktop.ui.panes.documents import DocumentsPane
from desktop.ui.widgets.import_status import Activity

if TYPE_CHECKING:
    from desktop.application.ingest.reconversion import Reconversion, ReconversionReport, Refused

SAID_SECONDS = 10.0
NAMED = 6


@dataclass(frozen=True, slots=True)
class Wish:
    """Which documents to convert again, and what the person allowed for that."""

    document_ids: tuple[str, ...]
    discard_edits: bool = False
    passwords: tuple[str, ...] = ()


class ReconversionController(QObject):
    """Carries out what the documents pane asks for, one wish after the other."""

    activity_changed = Signal(object)
    changed = Signal(object)
    noticed = Signal(object)

    def __init__(self, pane: DocumentsPane, reconversion: Reconversion, writing: Writing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._reconversion = reconversion
        self._writing = writing
        self._waiting: list[Wish] = []
        self._job: QtJob | None = None
        self._wish = Wish(())
        pane.reconvert_requested.connect(self.convert_again)

    @Slot(object)
    def convert_again(self, document_ids: tuple[str, ...]) -> None:
        """Convert the originals of these documents again."""
        self._begin(Wish(document_ids))

    @Slot()
    def cancel(self) -> None:
        """Stop; what is finished is kept."""
        self._waiting.clear()
        if self._job:
            self._job.cancel()

    def close(self) -> None:
        """Ask for nothing more."""
        self._waiting.clear()
        if self._job:
            self._job.silence()

    def _begin(self, wish: Wish) -> None:
        if self._job:
            self._waiting.append(wish)
            return
        self._wish = wish
        job = self._job = QtJob(_converting(self._reconversion, wish), self)
        job.progressed.connect(self._show_progress)
        job.partial.connect(self._take_changes)
        job.succeeded.connect(self._tell)
        job.failed.connect(self._fail)
        job.ended.connect(self._end)
        self.activity_changed.emit(Activity("Converting", "documents", total=len(wish.document_ids)))
        self._writing.submit(job)

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self.activity_changed.emit(Activity("Converting", "documents", progress.done, progress.total, progress.detail))

    @Slot(object)
    def _take_changes(self, partials: tuple[object, ...]) -> None:
        changes = Changes()
        for each in partials:
            changes |= cast("Changes", each)
        self.changed.emit(changes)

    @Slot(object)
    def _tell(self, result: object) -> None:
        report = cast("ReconversionReport", result)
        edited = [each for each in report.refused if isinstance(each.error, TextEdited)]
        locked = [each for each in report.refused if isinstance(each.error, PasswordNeeded)]
        others = [each for each in report.refused if each not in edited and each not in locked]
        self._tell_done(len(report.changes.documents), others)
        if edited and self._may_discard(edited):
            self._waiting.append(replace(self._wish, document_ids=_ids(edited), discard_edits=True))
        if locked and (password := self._ask_password(locked)):
            self._waiting.append(replace(self._wish, document_ids=_ids(locked), passwords=(password,)))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self._waiting.clear()
        self.noticed.emit(describe_failure(failure, key="reconvert"))

    @Slot()
    def _end(self) -> None:
        self._job = None
        self.activity_changed.emit(None)
        if self._waiting:
            self._begin(self._waiting.pop(0))

    def _tell_done(self, count: int, refused: Sequence[Refused]) -> None:
        if count:
            said = f"{_documents(count)} converted again."
            self.noticed.emit(Notice(Severity.SUCCESS, said, seconds=SAID_SECONDS, key="reconvert"))
        if len(refused) == 1:
            error = refused[0].error
            self.noticed.emit(Notice(Severity.WARNING, error.message, error.hint, key="not reconverted"))
        elif refused:
            sentences = tuple(f"{each.document_id}: {each.error.message} {each.error.hint}".strip() for each in refused)
            show = NoticeAction("Show which…", ShowRefused(sentences, self._pane))
            said = f"{len(refused):,} documents could not be converted again and stayed as they were."
            self.noticed.emit(Notice(Severity.WARNING, said, actions=(show,), key="not reconverted"))

    def _may_discard(self, edited: Sequence[Refused]) -> bool:
        one = len(edited) == 1
        asked = (
            f"The text of {'this document was' if one else f'these {len(edited):,} documents was'} edited by hand:\n\n{_named(edited)}\n\n"
            f"Converting {'it' if one else 'them'} again discards those edits for good. Discard them?"
        )
        buttons = QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No
        answer = QMessageBox.question(self._pane.window(), "Convert again", asked, buttons, QMessageBox.StandardButton.No)
        return answer == QMessageBox.StandardButton.Yes

    def _ask_password(self, locked: Sequence[Refused]) -> str:
        """A password from the person; empty if they would rather not."""
        wrong = "The password given does not open it.\n" if self._wish.passwords else ""
        asked = f"{wrong}Protected by a password:\n{_named(locked)}\n\nIt is used this once and kept nowhere."
        password, given = QInputDialog.getText(self._pane.window(), "Password", asked, QLineEdit.EchoMode.Password)
        return password if given else ""


@dataclass(frozen=True, slots=True)
class ShowRefused:
    """Lists what could not be converted again."""

    sentences: tuple[str, ...]
    pane: DocumentsPane

    def __call__(self) -> None:
        """Do it."""
        heading = f"{len(self.sentences):,} documents stayed as they were"
        text = "Their text and everything you said about them is untouched."
        ProblemsDialog(self.sentences, self.pane.window(), title="Convert again", heading=heading, text=text).open()


def _converting(reconversion: Reconversion, wish: Wish) -> UseCase:
    def convert(context: JobContext) -> ReconversionReport:
        return reconversion.convert_again(context, wish.document_ids, discard_edits=wish.discard_edits, passwords=wish.passwords)

    return convert


def _ids(refused: Sequence[Refused]) -> tuple[str, ...]:
    return tuple(each.document_id for each in refused)


def _named(refused: Sequence[Refused]) -> str:
    """A line a document, the first few of them."""
    more = len(refused) - NAMED
    return "\n".join([*_ids(refused)[:NAMED], *([f"… and {more:,} more"] if more > 0 else [])])


def _documents(count: int) -> str:
    return "1 document was" if count == 1 else f"{count:,} documents were"
