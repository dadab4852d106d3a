"""What a person does about rows of the ledger: another try, a password, the folder they lie in, a list to hand on."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject, QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QWidget

from desktop.application.ingest.candidates import real_path
from desktop.application.job import JobContext
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow
from desktop.ui.controllers.import_controller import ImportController
from desktop.ui.controllers.ledger_controller import LedgerController
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.models.ledger_model import file_name
from desktop.ui.notifier import Notice, Severity
from desktop.ui.panes.imports import ImportsPane, LedgerListing


class ImportDesk(QObject):
    """Carries out what the imports pane asks for."""

    noticed = Signal(object)

    def __init__(
        self, pane: ImportsPane, imports: ImportController, ledger: LedgerController, lane: RunsJobs, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._looking = LatestJob(lane, self)
        self._looking.succeeded.connect(self._show_folder)
        self._pane = pane
        self._imports = imports
        self._ledger = ledger
        pane.retry_requested.connect(self._retry)
        pane.retry_failed_requested.connect(ledger.fetch_failed)
        ledger.failed_fetched.connect(self._retry_all)
        pane.password_requested.connect(self._ask_password)
        pane.reveal_requested.connect(self.reveal)
        pane.export_requested.connect(self._export)
        pane.progress.pause_requested.connect(imports.pause)
        pane.progress.stop_requested.connect(imports.cancel)
        pane.progress.resume_requested.connect(imports.resume)
        pane.progress.abandon_requested.connect(imports.abandon)
        imports.activity_changed.connect(pane.progress.show_activity)
        imports.recorded.connect(ledger.take_rows)
        ledger.jobs_fetched.connect(self._offer_waiting)

    @Slot(object)
    def _retry(self, row: LedgerRow) -> None:
        self._imports.import_again([row])

    @Slot(object)
    def _retry_all(self, rows: object) -> None:
        self._imports.import_again(cast("tuple[LedgerRow, ...]", rows))

    @Slot(object)
    def _ask_password(self, row: LedgerRow) -> None:
        asked = f"{file_name(row.path)} is protected by a password.\nIt is used for this import and kept nowhere."
        password, given = QInputDialog.getText(self._window(), "Password", asked, QLineEdit.EchoMode.Password)
        if given and password:
            self._imports.import_again([row], (password,))

    @Slot(object)
    def reveal(self, path: Path) -> None:
        """Show the folder of a file; whether it is there is looked at on a lane, for the disk may be slow, or gone."""
        self._looking.start(_looking(path))

    @Slot(object)
    def _show_folder(self, found: tuple[Path, bool]) -> None:
        path, there = found
        if not there or not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent))):
            said = f"{path.parent} could not be shown." if there else f"{path.name} is no longer in {path.parent}."
            hint = "Open it in your file manager." if there else "The vault keeps its own copy of what was imported."
            self.noticed.emit(Notice(Severity.WARNING, said, hint, key="reveal"))

    @Slot(object)
    def _export(self, listing: LedgerListing) -> None:
        name, _ = QFileDialog.getSaveFileName(self._window(), "Export the list", str(Path.home() / "imports.csv"), "CSV (*.csv)")
        if name:
            self._ledger.export(listing, Path(name))

    @Slot(object)
    def _offer_waiting(self, jobs: object) -> None:
        at_work = self._imports.jobs
        waiting = next((job for job in cast("tuple[ImportJob, ...]", jobs) if job.waiting and job.id not in at_work), None)
        self._pane.progress.show_waiting(waiting, changeable=self._pane.changeable)

    def _window(self) -> QWidget:
        return self._pane.window()


def _looking(path: Path) -> UseCase:
    def look(_: JobContext) -> tuple[Path, bool]:
        found = real_path(str(path))
        try:
            return found, found.exists()
        except OSError:
            return found, False

    return look
