"""Searching in one open vault: the controllers around the search pane, and what leads from one to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.changes import Changes
from desktop.domain.document import Facets
from desktop.ui.controllers.answer_controller import AnswerController
from desktop.ui.controllers.busy import Busy
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.picking_controller import PickingController
from desktop.ui.controllers.search_controller import SearchController, remembered_mode
from desktop.ui.controllers.waking_controller import WakingController
from desktop.ui.jobs.lane import Lanes
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.workspace import Workspace

if TYPE_CHECKING:
    from desktop.application.services import Services


class Searching(QObject):
    """Connects what a vault can be asked with the panes that ask.

    What a person waits for at every key runs on the query lane; what takes longer, beside it on the answer lane.
    """

    noticed = Signal(object)
    mode_used = Signal(object)
    open_requested = Signal(object)

    def __init__(self, services: Services, workspace: Workspace, lanes: Lanes, last_mode: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._workspace = workspace
        pane, busy = workspace.search, Busy(workspace.search)
        self.search = SearchController(pane, busy, services.searcher, lanes.query, self)
        use_model = services.settings.answer.use_model
        self.answers = AnswerController(pane, busy, services.answerer, lanes.answer, use_model=use_model, parent=self)
        self._picking = PickingController(services.library, lanes.query, self)
        self._waking = WakingController(services.searcher, lanes.answer, self)
        self._facets = LatestJob(lanes.query, self)
        self._connect()
        pane.set_default_mode(remembered_mode(last_mode, services.settings.search.default_mode))

    def begin(self) -> None:
        """Get ready to search."""
        self._learn_facets()
        self._waking.wake()

    def close(self) -> None:
        """Ask for nothing more."""
        self._facets.drop()
        for each in (self.search, self.answers, self._picking, self._waking):
            each.close()

    @Slot(object)
    def take_changes(self, _changes: Changes) -> None:
        """Documents came, changed or went."""
        self._learn_facets()
        self._waking.wake()

    @Slot()
    def take_vectors(self) -> None:
        """What waited in the vault is done: what could not be searched as asked perhaps now can."""
        self.search.repeat_if_limited()
        self._waking.wake()

    # --- inside

    def _connect(self) -> None:
        pane = self._workspace.search
        for each in (self.search, self.answers, self._picking, self._waking):
            each.noticed.connect(self.noticed)
        self.search.mode_used.connect(self.mode_used)
        pane.open_requested.connect(self.open_requested)
        pane.document_wanted.connect(self._pick_filter)
        self._picking.picked.connect(pane.limit_to_document)
        self._facets.succeeded.connect(self._show_facets)
        self._facets.failed.connect(self._fail)

    def _learn_facets(self) -> None:
        library = self._services.library

        def read(_: JobContext) -> Facets:
            return library.facets()

        self._facets.start(read)

    @Slot(object)
    def _show_facets(self, facets: object) -> None:
        self._workspace.search.show_facets(cast("Facets", facets))

    @Slot()
    def _pick_filter(self) -> None:
        self._picking.pick("Search in one document", "Search in it", self._workspace.window())

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="facets"))
