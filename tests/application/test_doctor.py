"""The doctor tells what does not work; it does not stumble over it."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.doctor import examine
from desktop.application.ingest.extracting import ExtractionReport
from desktop.application.job import JobContext
from desktop.application.services import Services
from desktop.domain.answer import Answer, AnswerKind, Timing
from desktop.domain.errors import Cancelled, ModelUnavailable, StorageProblem
from desktop.domain.ledger import Ledger, LedgerRow, Outcome
from desktop.domain.passage import Mode, Query, SearchResult
from desktop.domain.vault import VaultPaths
from tests.fakes.network import OFFLINE


class SickOpener:
    offline = OFFLINE
    """Opens a vault in which everything runs and nothing works."""

    closed = False

    def create(self, root: Path) -> None:
        root.mkdir()

    def open(self, root: Path, *, write: bool) -> Services:
        return cast(Services, self.services())

    def services(self) -> Any:
        def embed(_: JobContext) -> object:
            raise ModelUnavailable("The model is damaged.", "Fetch it again.")

        def search(_: JobContext, query: Query) -> SearchResult:
            fallback = Mode.KEYWORD if query.mode is Mode.VECTOR else None
            return SearchResult(query.text, query.mode, (), 0.0, fallback, "no vectors")

        return SimpleNamespace(
            paths=VaultPaths(Path("/nowhere/vault")),
            warnings=("Search by meaning is off.",),
            importer=SimpleNamespace(import_paths=lambda *_: Ledger((LedgerRow("x", Outcome.FAILED, "needs a password"),), 0.0)),
            extraction=SimpleNamespace(extract_pending=lambda _: ExtractionReport(1, 0, ("sample",))),
            backlog=SimpleNamespace(embed_pending=embed),
            searcher=SimpleNamespace(search=search),
            answerer=SimpleNamespace(ask=lambda *_, **__: Answer("q", AnswerKind.NOT_FOUND, (), 0.0, None, (), (), Timing(0, None, 0))),
            maintenance=SimpleNamespace(reindex=lambda *_, **__: SimpleNamespace(documents=0), verify=lambda _: ("The index is damaged.",)),
            close=self.close,
        )

    def close(self) -> None:
        self.closed = True


def test_every_step_is_tried_and_each_fault_is_named() -> None:
    opener = SickOpener()
    checks = {check.name: check for check in examine(JobContext(), opener)}
    assert [name for name, check in checks.items() if check.ok] == ["vault", "rebuild", "network"]
    assert checks["engines"].detail == "Search by meaning is off."
    assert checks["import"].detail == "The sample was failed: needs a password"
    assert checks["extract"].detail == "No entities could be found in the sample."
    assert checks["embed"].detail == "The model is damaged. Fetch it again."
    assert checks["search keyword"].detail.startswith("Nothing found for")
    assert checks["search vector"].detail == "Searched by keyword instead: no vectors"
    assert "does not name the loader" in checks["answer with the model"].detail
    assert checks["verify"].detail == "The index is damaged."
    assert opener.closed


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (OSError(28, "No space left on device", "/tmp/x"), "The machine would not let it: No space left on device (/tmp/x)."),
        (KeyError("model"), "An error in Coffer itself (KeyError: 'model'); please report it."),
        (StorageProblem("The disk is full.", "Free some space."), "The disk is full. Free some space."),
    ],
)
def test_a_vault_that_cannot_even_be_made_is_a_check_that_failed(fault: Exception, said: str) -> None:
    class Unable(SickOpener):
        def create(self, root: Path) -> None:
            raise fault

    check, network = examine(JobContext(), Unable())
    assert (network.name, network.detail) == ("network", "refused to every part of the program, attempted by none")
    assert (check.name, check.ok, check.detail) == ("vault", False, said)


def test_a_step_that_trips_is_a_check_that_failed() -> None:
    class Tripping(SickOpener):
        def services(self) -> Any:
            def trip(*_: object) -> object:
                raise PermissionError(13, "Permission denied")

            services = super().services()
            services.importer = SimpleNamespace(import_paths=trip)
            return services

    checks = {check.name: check for check in examine(JobContext(), Tripping())}
    assert checks["import"].detail == "The machine would not let it: Permission denied."
    assert "embed" in checks


def test_a_person_may_stop_the_doctor() -> None:
    context = JobContext()

    class Stopping(SickOpener):
        def create(self, root: Path) -> None:
            raise Cancelled

    with pytest.raises(Cancelled):
        examine(context, Stopping())
