"""One open vault at work: its services, the lanes they run on, and the controllers between them and the panes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.domain.candidate import Candidate, Verdict
from desktop.domain.changes import Changes
from desktop.domain.document import Document
from desktop.domain.fact import fact_id_of
from desktop.domain.graph_export import ExportFormat
from desktop.domain.import_job import NOTHING_SAID, ImportOptions
from desktop.domain.marking import Marking
from desktop.domain.reading import OpenRequest
from desktop.ui.casework import Casework
from desktop.ui.controllers.audit_controller import AuditController
from desktop.ui.controllers.backlog_controller import BacklogController, backlogs_of
from desktop.ui.controllers.backup_controller import BackupController
from desktop.ui.controllers.board_controller import BoardController
from desktop.ui.controllers.bundle_controller import BundleController
from desktop.ui.controllers.documents_controller import DocumentsController
from desktop.ui.controllers.editing_controller import EditingController
from desktop.ui.controllers.exits_controller import ExitsController
from desktop.ui.controllers.graph_controller import GraphController
from desktop.ui.controllers.graph_export_controller import GraphExportController
from desktop.ui.controllers.history_controller import HistoryController
from desktop.ui.controllers.import_controller import ImportController
from desktop.ui.controllers.import_desk import ImportDesk
from desktop.ui.controllers.ledger_controller import LedgerController
from desktop.ui.controllers.maintenance_controller import MaintenanceController
from desktop.ui.controllers.marking_controller import MarkingController
from desktop.ui.controllers.memory_controller import MemoryController
from desktop.ui.controllers.merging_controller import MergingController
from desktop.ui.controllers.models_controller import ModelsController
from desktop.ui.controllers.presence_controller import PresenceController
from desktop.ui.controllers.reader_controller import ReaderController
from desktop.ui.controllers.reconversion_controller import ReconversionController
from desktop.ui.controllers.report_controller import ReportController
from desktop.ui.controllers.review_controller import ReviewController
from desktop.ui.controllers.sample_controller import SampleController
from desktop.ui.controllers.settings_controller import SettingsController
from desktop.ui.controllers.stick_controller import StickController
from desktop.ui.controllers.undo_stack import UndoStack
from desktop.ui.controllers.upkeep_controller import UpkeepController
from desktop.ui.controllers.versions_controller import VersionsController
from desktop.ui.controllers.watching_controller import WatchingController
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.edit_documents import DocumentEdit
from desktop.ui.jobs.lane import Lanes
from desktop.ui.notifier import Notice, Severity
from desktop.ui.searching import Searching
from desktop.ui.workspace import Workspace

if TYPE_CHECKING:
    from desktop.application.services import Services


class Session(QObject):
    """Connects a vault's services with a workspace, for as long as the vault is open."""

    noticed = Signal(object)
    mode_used = Signal(object)

    def __init__(self, services: Services, workspace: Workspace, lanes: Lanes, last_mode: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.services = services
        self._workspace = workspace
        self._lanes = lanes
        self.writing = Writing(lanes.ingest, backlogs_of(services), self)
        self.backlogs = BacklogController(self.writing, limited=bool(services.warnings), parent=self)
        self.imports = ImportController(services.importer, self.writing, services.writer, self)
        self._ledger = LedgerController(workspace.imports, services.library, lanes.query, self)
        self.desk = ImportDesk(workspace.imports, self.imports, self._ledger, lanes.view, self)
        self._versions = VersionsController(services.importer, self.writing, self)
        self.documents = DocumentsController(workspace.documents, services.library, lanes.query, self.writing, self)
        self.editing = EditingController(services.library, services.document_history, services.trash, lanes.query, self.writing, self)
        self.reconversion = ReconversionController(workspace.documents, services.reconversion, self.writing, self)
        self.searching = Searching(services, workspace, lanes, last_mode, self)
        self._reader = ReaderController(workspace.reader, services.library, services.originals, lanes.query, lanes.view, self)
        self._maintenance = None if self.read_only else MaintenanceController(services.maintenance, services.paths.docs, self.writing, self)
        self.memory = MemoryController(workspace.memory, services.memory, services.fact_history, lanes.query, self.writing, self)
        self.graph = GraphController(workspace.graph, services.graph, services.library, lanes.query, lanes.view, self)
        self.review = ReviewController(workspace.review, services.graph.review, lanes.query, self.writing, self)
        self._merging = MergingController(services.graph.explorer, lanes.query, self)
        self._exporting = GraphExportController(services.graph.exports, services.library, services.gate, lanes.query, self.writing, self)
        self._marking = MarkingController(workspace.marking_bar, services.gate, services.library, lanes.query, self)
        self.backup = BackupController(services.backups, services.paths.root, self.writing, self)
        self._exits = ExitsController(services.gate, lanes.query, self)
        self._watching = None if self.read_only else WatchingController(services.watched, self.writing, self)
        self.history = HistoryController(
            services.library, services.document_history, lanes.query, workspace, changeable=not self.read_only, parent=self
        )
        self.undoing = UndoStack(self)
        self.reports = ReportController(services.reports, lanes.query, self.writing, workspace, self)
        self.boards = BoardController(
            services.boards,
            services.board_exports,
            services.memory,
            lanes.query,
            self.writing,
            workspace,
            changeable=not self.read_only,
            parent=self,
        )
        self.audit = AuditController(services.audit, lanes.query, workspace, self)
        self.settings = SettingsController(services, self.writing, self)
        self.models = ModelsController(services, self.settings, lanes.view, lanes.answer, self)
        self.presence = PresenceController(services.paths.docs, lanes.view, self)
        self.sample = SampleController(services.sample, self.writing, self)
        self.upkeep = UpkeepController(services.maintenance, self.writing, self)
        scoped = (self.documents, self.memory, self.searching, self.graph, self.review, self.boards, self.reports, self._ledger)
        self.casework = Casework(services, workspace, scoped, lanes.query, self)
        self.bundles = BundleController(services, workspace, lanes.view, self.writing, self)
        self.stick = StickController(services, self.settings, lanes.view, self.writing, workspace, self)
        self._connect()
        workspace.reader.allow_changes(not self.read_only)
        workspace.documents.allow_changes(not self.read_only)
        workspace.imports.allow_changes(not self.read_only)
        workspace.memory.allow_changes(not self.read_only)
        workspace.review.allow_changes(not self.read_only)
        workspace.graph.allow_changes(not self.read_only)

    @property
    def busy(self) -> tuple[ImportController | BacklogController | UpkeepController | ReconversionController | MaintenanceController, ...]:
        """Whatever says by `activity_changed` how far its work on the vault is."""
        parts = (self.imports, self.backlogs, self.upkeep, self.reconversion, self._maintenance)
        return tuple(each for each in parts if each is not None)

    @property
    def read_only(self) -> bool:
        """Whether another process holds the vault."""
        return bool(self.services.writer)

    @property
    def limits(self) -> tuple[Notice, ...]:
        """What does not work in this vault as it stands."""
        read_only = Notice(
            Severity.WARNING,
            f"This vault is open for reading only: it is held by {self.services.writer}.",
            "Everything can be searched and read. To import, close it there and open the vault again.",
            key="read-only",
        )
        warnings = (Notice(Severity.WARNING, each, key=f"limit: {each}") for each in self.services.warnings)
        return (*([read_only] if self.read_only else []), *warnings)

    def begin(self) -> None:
        """Show the documents, with the keyboard in their list, and look for files that changed while nobody looked."""
        self._workspace.documents.enter_list()
        self.documents.reload()
        self._ledger.reload()
        self.memory.reload()
        self.graph.begin()
        self.searching.begin()
        self.casework.reload()
        if self._maintenance:
            self._maintenance.synchronise()
            self.imports.go_on_with_unfinished()
        if self._watching:
            self._watching.begin()
        self.presence.begin()

    @Slot(object)
    def open(self, request: OpenRequest) -> None:
        """Open a document in the reader, or a fact in the memory."""
        fact_id = fact_id_of(request.document_id)
        if fact_id is None:
            self._reader.open(request)
            return
        self._workspace.show_memory()
        self.memory.show_fact(fact_id)

    @Slot(str)
    def open_document(self, document_id: str) -> None:
        """Open a document from its beginning, or a fact (`memory/<fact id>`) in the memory."""
        self.open(OpenRequest(document_id))

    @Slot()
    def make_bundle(self) -> None:
        """Make a bundle, of the case that is worked on unless the person chooses otherwise."""
        self.bundles.make(self.casework.tags, self.casework.case)

    def import_paths(self, paths: Sequence[Path], options: ImportOptions = NOTHING_SAID) -> None:
        """Import files and folders."""
        self.imports.import_paths(paths, options)

    def close(self) -> Callable[[], bool]:
        """Begin nothing more and cancel everything; returns what waits for the lanes and then closes the services.

        That may be called in any thread but the lanes' own.
        """
        for each in (
            self.documents,
            self.searching,
            self._reader,
            self._ledger,
            self.editing,
            self.memory,
            self.graph,
            self.review,
            self._merging,
            self._exporting,
            self._exits,
            self.audit,
            self.history,
            self.reports,
            self.boards,
            self._marking,
            self.reconversion,
            self.models,
            self.presence,
            self.casework,
            self.bundles,
            self.stick,
            self._watching,
            self._maintenance,
            self.upkeep,
            self.writing,
        ):
            if each is not None:
                each.close()
        self._lanes.quit()
        lanes, services = self._lanes, self.services

        def finish() -> bool:
            ended = lanes.wait()
            if ended:
                services.close()
            return ended

        return finish

    def _connect(self) -> None:
        self._hear_notices()
        self._hear_changes()
        self._hear_wishes()

    def _hear_notices(self) -> None:
        places = (self.documents, self.searching, self._reader, self._ledger, self.memory, self.graph, self.review, self._marking)
        work = (self.imports, self.backlogs, self.reconversion, self._watching, self.upkeep, self._maintenance, self.backup, self.sample)
        changes = (self.editing, self._versions, self.undoing, self.history, self._merging, self.settings, self.models, self.presence)
        exits = (self._exits, self._exporting, self.bundles, self.stick, self.reports, self.boards, self.audit, self.desk, self.casework)
        for each in (*places, *work, *changes, *exits):
            if each is not None:
                each.noticed.connect(self.noticed)

    def _hear_changes(self) -> None:
        """What one part did to the vault, and who shows it."""
        for each in (self.imports, self.bundles, self.backlogs, self.reconversion, self._versions, self._maintenance, self._watching):
            if each is not None:
                each.changed.connect(self._take_changes)
        self.sample.changed.connect(self._take_sample)
        self.review.changed.connect(self._take_judged)
        self.memory.changed.connect(self._take_facts)
        self.editing.changed.connect(self._take_edits)
        self.documents.changed.connect(self._take_removals)
        for doer in (self.documents, self.editing, self.memory, self.review, self.graph, self.boards):
            doer.undoable.connect(self.undoing.push)
            doer.undone.connect(self.undoing.forget)
        self._versions.changed.connect(self._ledger.take_rows)
        self.backlogs.changed.connect(self._ledger.take_rows)
        if self._watching:
            self._watching.recorded.connect(self._ledger.reload)
        self.writing.backlogs_ended.connect(self.searching.take_vectors)
        if self._maintenance:
            self._maintenance.indexed.connect(self.documents.take_changes)
        self.backlogs.named.connect(self._take_names)
        self.upkeep.rebuilt.connect(self._show_anew)
        self.searching.mode_used.connect(self.mode_used)

    def _hear_wishes(self) -> None:
        """What a person asks of one part that another does."""
        workspace = self._workspace
        for opener in (workspace.documents, workspace.imports, workspace.memory, workspace.graph, workspace.review, self.searching):
            opener.open_requested.connect(self.open)
        for lister in (self.boards, self.audit):
            lister.open_requested.connect(self.open_document)
        self.boards.source_opened.connect(self.open)
        self.boards.undo_requested.connect(self.undoing.undo)
        self._reader.opened.connect(workspace.show_reader)
        workspace.graph.graph_export_requested.connect(self._export_graph_as)
        workspace.review_entered.connect(self.review.enter)
        self.review.merge_requested.connect(self._choose_whom)
        self._merging.chosen.connect(self._merge)
        self.history.version_requested.connect(self.editing.put_back)
        workspace.history_requested.connect(self.history.show)
        workspace.report_requested.connect(self.reports.show)
        workspace.boards_requested.connect(self.boards.show)
        self._marking.mark_requested.connect(self._mark_documents)
        workspace.screen_changed.connect(self._look_at_screen)
        workspace.search.results.model().modelReset.connect(self._look_at_screen)
        for pane in (workspace.imports, workspace.reader):
            pane.link_requested.connect(self._versions.link)
            pane.unlink_requested.connect(self._versions.unlink)
        workspace.reader.members_requested.connect(workspace.show_members)
        workspace.documents.edit_requested.connect(self._edit_documents)
        workspace.reader.mark_requested.connect(self._mark_document)
        workspace.reader.save_requested.connect(self.editing.save_text)
        self.editing.text_saved.connect(workspace.reader.end_editing)

    @Slot(object)
    def _take_changes(self, changes: Changes) -> None:
        self.documents.take_changes(changes)
        self.memory.take_changes(changes)
        self.graph.take_changes(changes)
        self.review.take_changes(changes)
        self.searching.take_changes(changes)
        self.casework.take_changes(changes)
        self._reader.take_changes(changes.documents)

    @Slot(object)
    def _take_names(self, changes: Changes) -> None:
        """What documents mention can be asked for now."""
        self.graph.take_changes(changes)
        self.review.take_changes(changes)

    @Slot()
    def _show_anew(self) -> None:
        """The index is another than the one that everything was shown from."""
        self.documents.reload()
        self.memory.reload()
        self.graph.renew()
        self.review.forget()
        self.casework.reload()
        self.searching.search.repeat()

    @Slot(object)
    def _take_sample(self, changes: Changes) -> None:
        self._take_changes(changes)
        self._ledger.reload()

    @Slot()
    def _look_at_screen(self) -> None:
        self._marking.look_at(self._workspace.on_screen)

    @Slot(object)
    def _take_facts(self, changes: Changes) -> None:
        self.graph.take_changes(changes)
        self.searching.take_changes(changes)
        self.searching.search.repeat()
        self.casework.take_changes(changes)

    @Slot()
    def export_graph(self) -> None:
        """Ask which part of the graph is to be given out."""
        self._exporting.choose(self._workspace.graph.drawn_entities, self._workspace.window())

    @Slot(object)
    def _export_graph_as(self, form: ExportFormat) -> None:
        self._exporting.choose(self._workspace.graph.drawn_entities, self._workspace.window(), form)

    @Slot(object)
    def _take_judged(self, changes: Changes) -> None:
        self.memory.take_changes(changes)
        self._take_facts(changes)

    @Slot(object)
    def _choose_whom(self, candidate: Candidate) -> None:
        self._merging.choose(candidate, self._workspace.window())

    @Slot(object, str)
    def _merge(self, candidate: Candidate, other: str) -> None:
        self.review.judge((candidate,), Verdict.MERGED, other)

    @Slot(object)
    def _take_edits(self, changes: Changes) -> None:
        self._take_changes(changes)
        self.history.take_changes(changes)
        self.searching.search.repeat()

    @Slot(object, object)
    def _mark_documents(self, document_ids: tuple[str, ...], marking: Marking) -> None:
        self.editing.update(document_ids, DocumentEdit(tlp=marking))

    @Slot(str, object)
    def _mark_document(self, document_id: str, marking: Marking) -> None:
        self.editing.update((document_id,), DocumentEdit(tlp=marking))

    @Slot(object)
    def _edit_documents(self, documents: tuple[Document, ...]) -> None:
        self.editing.edit_documents(documents, self._workspace.window())

    @Slot(object)
    def _take_removals(self, changes: Changes) -> None:
        if self._reader.forget_if_shown(changes.documents):
            self._workspace.hide_reader()
        self.memory.take_changes(changes)
        self.review.take_changes(changes)
        self.casework.take_changes(changes)
        self.graph.take_changes(changes)
        self.searching.search.repeat()
        self.searching.take_changes(changes)
