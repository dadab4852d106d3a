"""Working on one case of an open vault: which one it is, and who must know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QInputDialog

from desktop.application.job import JobContext
from desktop.domain.changes import Changes
from desktop.domain.marking import Marking
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.workspace import Workspace

if TYPE_CHECKING:
    from desktop.application.services import Services

SETTLING_MS = 700


class Scoped(Protocol):
    """Whatever shows or finds only what belongs to the case."""

    def scope_to(self, case: str) -> None:
        """Keep to what carries the tag of this case; to nothing less than everything if it is empty."""
        ...


class Casework(QObject):
    """Holds the case; a case is a tag, and everything that lists, searches or looks up is scoped to it."""

    noticed = Signal(object)
    chosen = Signal(str)
    offered = Signal(object, str)  # the tags there are, and the case

    def __init__(
        self,
        services: Services,
        workspace: Workspace,
        scoped: Sequence[Scoped],
        lane: RunsJobs,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.case = ""
        self.tags: tuple[str, ...] = ()
        self._services = services
        self._workspace = workspace
        self._scoped = scoped
        self._reading = LatestJob(lane, self)
        self._reading.succeeded.connect(self._offer)
        self._reading.failed.connect(self._fail)
        self._settling = QTimer(self, singleShot=True, interval=SETTLING_MS)
        self._settling.timeout.connect(self.reload)
        workspace.case_band.left.connect(self.leave)

    @property
    def default_marking(self) -> Marking:
        """How what is imported next is marked unless the person chooses otherwise."""
        return self._services.settings.imports.default_for(self._tags_of_case)

    @Slot(str)
    def choose(self, case: str) -> None:
        """Work on this case; on all if it is empty."""
        case = " ".join(case.split())
        if case == self.case:
            return
        self.case = case
        for each in self._scoped:
            each.scope_to(case)
        own = self._services.settings.imports.default_for(self._tags_of_case) if self._marked else ""
        self._workspace.case_band.show_case(case, str(own))
        self.offered.emit(self.tags, case)
        self.chosen.emit(case)

    @Slot()
    def leave(self) -> None:
        """Work on all cases."""
        self.choose("")

    @Slot()
    def ask(self) -> None:
        """Ask for a tag that is not offered, or a new one."""
        named, given = QInputDialog.getItem(
            self._workspace.window(), "Case", "A case is a tag. Choose one, or write a new one:", list(self.tags), editable=True
        )
        if given:
            self.choose(named)

    @Slot()
    def reload(self) -> None:
        """Read which tags there are."""
        self._reading.start(self._read)

    @Slot(object)
    def take_changes(self, _changes: Changes) -> None:
        """Tags may have come or gone."""
        self._settling.start()

    def close(self) -> None:
        """Ask for nothing more."""
        self._settling.stop()
        self._reading.drop()

    @property
    def _tags_of_case(self) -> tuple[str, ...]:
        return (self.case,) if self.case else ()

    @property
    def _marked(self) -> bool:
        """Whether a marking is set for the case."""
        marked = self._services.settings.imports.default_for(())
        return bool(self.case) and self.default_marking is not marked

    def _read(self, _: JobContext) -> tuple[str, ...]:
        found = (*self._services.library.facets().tags, *self._services.memory.tags())
        return tuple(sorted(dict.fromkeys(found), key=str.casefold))

    @Slot(object)
    def _offer(self, tags: object) -> None:
        self.tags = cast("tuple[str, ...]", tags)
        self.offered.emit(self.tags, self.case)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="cases"))
