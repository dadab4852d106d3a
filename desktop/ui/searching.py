"""Searching in one open vault: the controllers around the search pane, and what leads from one to the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.changes import Changes
from desktop.domain.document import Facets
from desktop.domain.provider import Purpose
from desktop.ui.controllers.answer_controller import AnswerController, ThreadKeeper
from desktop.ui.controllers.busy import Busy
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.keeping_controller import KeepingController
from desktop.ui.controllers.likeness_controller import LikenessController
from desktop.ui.controllers.lookup_controller import LookupController
from desktop.ui.controllers.picking_controller import PickingController
from desktop.ui.controllers.quality_controller import QualityController
from desktop.ui.controllers.search_controller import TYPING_MS, TYPING_MS_ELSEWHERE, SearchController, remembered_mode
from desktop.ui.controllers.waking_controller import WakingController
from desktop.ui.controllers.why_controller import WhyController
from desktop.ui.jobs.lane import Lanes
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.notifier import Notice, Severity
from desktop.ui.workspace import Workspace

if TYPE_CHECKING:
    from desktop.application.services import Services


SECONDS = 8.0
SETTLING_MS = 700


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
        elsewhere = any(each.purpose is Purpose.VECTORS for each in services.reaches)
        typing = TYPING_MS_ELSEWHERE if elsewhere else TYPING_MS
        self.search = SearchController(pane, busy, services.searcher, lanes.query, self, typing_ms=typing)
        writable, answering = not services.writer, services.settings.answer
        keeper = ThreadKeeper(services.desk.threads, lanes.query) if writable and answering.keep_threads else None
        self.answers = AnswerController(pane, busy, services.answerer, lanes.answer, keeper, use_model=answering.use_model, parent=self)
        self.keeping = KeepingController(pane, services.desk, lanes.query, lanes.answer, writable=writable, parent=self)
        self._likeness = LikenessController(pane, busy, services.desk.similar, lanes.query, self)
        self._why = WhyController(services.desk.why, lanes.query, workspace, writable=writable, parent=self)
        self._lookup = LookupController(workspace.lookup, services.desk.lookup, services.gate, lanes.answer, self)
        self.quality = QualityController(
            workspace.quality, services.desk.golden, services.library, lanes.query, lanes.answer, writable=writable, parent=self
        )
        self._expecting = PickingController(services.library, lanes.query, self)
        self._expected_of = ""
        self._outdated = False
        self._filtering = PickingController(services.library, lanes.query, self)
        self._missing = PickingController(services.library, lanes.query, self)
        self._waking = WakingController(services.searcher, lanes.answer, self)
        self._facets = LatestJob(lanes.query, self)
        self._settling = QTimer(self, singleShot=True, interval=SETTLING_MS)
        self._controllers = (
            self.search, self.answers, self.keeping, self._likeness, self._why, self._lookup, self.quality,
            self._filtering, self._missing, self._expecting, self._waking,
        )  # fmt: skip
        self._connect()
        pane.set_default_mode(remembered_mode(last_mode, services.settings.search.default_mode))

    def begin(self) -> None:
        """Get ready to search."""
        self.keeping.begin()
        self.quality.begin()
        self._learn_facets()
        self._waking.wake()

    def scope_to(self, case: str) -> None:
        """Search, ask, look up and measure only in what carries the tag of this case; everywhere if it is empty."""
        self._workspace.search.steering.scope_to(case)
        self.keeping.scope_to(case)
        self._lookup.scope_to(case)
        self.quality.scope_to(case)

    def close(self) -> None:
        """Ask for nothing more."""
        self._settling.stop()
        self._facets.drop()
        for each in self._controllers:
            each.close()

    @Slot(object)
    def take_changes(self, changes: Changes) -> None:
        """Documents came, changed or went; of many changes in a row the last counts."""
        self._outdated = self._outdated or bool(changes.documents)
        self._settling.start()

    @Slot()
    def take_vectors(self) -> None:
        """What waited in the vault is done: what could not be searched as asked perhaps now can, and what is new is found."""
        if self._outdated:
            self._outdated = False
            self.search.repeat()
        else:
            self.search.repeat_if_limited()
        self._waking.wake()

    # --- inside

    def _connect(self) -> None:
        pane = self._workspace.search
        for each in self._controllers:
            each.noticed.connect(self.noticed)
        self.search.mode_used.connect(self.mode_used)
        for opening in (pane, self.keeping, self._why, self._workspace.lookup, self._workspace.quality):
            opening.open_requested.connect(self.open_requested)
        self.answers.kept.connect(self.keeping.reload)
        self.keeping.thread_opened.connect(self.answers.show_thread)
        self.keeping.thread_forgotten.connect(self.answers.leave_thread)
        self.keeping.news_changed.connect(self._workspace.navigation.show_news)
        pane.document_wanted.connect(self._pick_filter)
        self._filtering.picked.connect(pane.limit_to_document)
        pane.why_requested.connect(self._pick_missing)
        self._missing.picked.connect(self._explain)
        self._workspace.documents.why_requested.connect(self._explain)
        pane.expect_requested.connect(self.quality.expect)
        self._why.expect_requested.connect(self.quality.expect)
        self._expecting.picked.connect(self._expect)
        page = self._workspace.quality
        page.expect_requested.connect(self._pick_expected)
        page.expect_current_requested.connect(self._pick_expected_of_current)
        page.search_requested.connect(self._search_golden)
        self._settling.timeout.connect(self._settle)
        self._facets.succeeded.connect(self._show_facets)
        self._facets.failed.connect(self._fail)

    @Slot()
    def _settle(self) -> None:
        self.keeping.begin()
        self.quality.begin()
        self._learn_facets()
        self._waking.wake()

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
        self._filtering.pick("Search in one document", "Search in it", self._workspace.window())

    @Slot()
    def _pick_missing(self) -> None:
        self._missing.pick("Which document did you expect?", "Why is it not shown?", self._workspace.window())

    @Slot(str, str)
    @Slot(str)
    def _explain(self, document_id: str, _title: str = "") -> None:
        query = self._workspace.search.query
        if query.text.strip():
            self._why.explain(query, document_id)
        else:
            said = "Search for something first: it is explained for the query that stands in the search box."
            self.noticed.emit(Notice(Severity.INFO, said, key="why", seconds=SECONDS, made_of=()))

    @Slot(str)
    def _pick_expected(self, query: str) -> None:
        self._expected_of = query
        self._expecting.pick(f"Which document should “{query}” find?", "Expect it", self._workspace.window())

    @Slot()
    def _pick_expected_of_current(self) -> None:
        text = self._workspace.search.query.text.strip()
        if text:
            self._pick_expected(text)
        else:
            said = "Search for something first: what stands in the search box becomes the golden query."
            self.noticed.emit(Notice(Severity.INFO, said, key="quality", seconds=SECONDS, made_of=()))

    @Slot(str, str)
    def _expect(self, document_id: str, _title: str) -> None:
        self.quality.expect(self._expected_of, document_id)

    @Slot(str)
    def _search_golden(self, query: str) -> None:
        self._workspace.show_search()
        self._workspace.search.box.setText(query)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="facets"))
