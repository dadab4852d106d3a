"""The doctor: runs the whole line in a temporary vault with the real engines."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from desktop.application.ingest.extracting import ExtractionReport
from desktop.application.job import JobContext, Progress
from desktop.application.offline import Offline
from desktop.application.services import Services, VaultOpener
from desktop.domain.answer import AnswerKind
from desktop.domain.errors import Cancelled, CofferError
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import Ledger, Outcome
from desktop.domain.passage import Mode, Query

SAMPLE_NAME = "sample-report.md"
SAMPLE = """# Sample report

The group Velvet Heron sent spear-phishing mails to three ministries in May 2024.
The mails delivered the loader BRASSKETTLE, which fetched its second stage from 198.51.100.23.

Afterwards the intruders exploited CVE-2024-11111 on an unpatched mail gateway to return.
"""
QUESTION = "Which loader did the mails of Velvet Heron deliver?"
QUERIES = {
    Mode.GREP: r"198\.51\.100\.\d+",
    Mode.KEYWORD: "BRASSKETTLE loader",
    Mode.VECTOR: "malicious e-mail sent to government offices",
    Mode.HYBRID: "CVE-2024-11111",
    Mode.BLENDED: "What did Velvet Heron do?",
}


class CheckFailed(CofferError):
    """A step of the line ran but did not give what it must."""

    code = "check_failed"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing the doctor looked at; `detail` says what was seen, or what to do."""

    name: str
    ok: bool
    detail: str


def examine(context: JobContext, opener: VaultOpener) -> tuple[Check, ...]:
    """Import, search in every mode, ask, rebuild and verify in a vault that is thrown away afterwards.

    Whatever goes wrong is a check that failed; Cancelled is raised.
    """
    checks: list[Check] = []
    opened: list[Services] = []

    def carry_out(name: str, step: Callable[[], str]) -> None:
        context.report(Progress("check", len(checks), None, name))
        checks.append(_run(name, step))

    with ExitStack() as made:
        carry_out("vault", lambda: _make_vault(opener, made, opened))
        for services in opened:
            for name, step in _steps(context, services):
                carry_out(name, step)
        carry_out("network", lambda: _stay_off(context, opener.offline))
    return tuple(checks)


def _make_vault(opener: VaultOpener, made: ExitStack, opened: list[Services]) -> str:
    folder = Path(made.enter_context(tempfile.TemporaryDirectory(prefix="coffer-doctor-", ignore_cleanup_errors=True)))
    (folder / SAMPLE_NAME).write_text(SAMPLE, encoding="utf-8")
    opener.create(folder / "vault")
    services = opener.open(folder / "vault", write=True)
    made.callback(services.close)
    opened.append(services)
    return f"made and opened in {folder.parent}"


def _steps(context: JobContext, services: Services) -> Iterator[tuple[str, Callable[[], str]]]:
    sample = services.paths.root.parent / SAMPLE_NAME
    yield "engines", lambda: _warnings(services)
    yield "import", lambda: _import(services.importer.import_paths(context, [sample], ImportOptions()))
    yield "extract", lambda: _extract(services.extraction.extract_pending(context))
    yield "embed", lambda: f"{services.backlog.embed_pending(context).embedded} chunks embedded"
    for mode, query in QUERIES.items():
        yield f"search {mode}", lambda mode=mode, query=query: _search(context, services, mode, query)  # type: ignore[misc]
    yield "answer without a model", lambda: _ask(context, services, use_model=False)
    yield "answer with the model", lambda: _ask(context, services, use_model=True)
    yield "rebuild", lambda: f"{services.maintenance.reindex(context, full=True).documents} documents from their files"
    yield "verify", lambda: _verify(services.maintenance.verify(context))


def _run(name: str, step: Callable[[], str]) -> Check:
    try:
        return Check(name, True, step())
    except Cancelled:
        raise
    except CofferError as error:
        return Check(name, False, f"{error.message} {error.hint}".strip())
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        return Check(name, False, f"The machine would not let it: {error.strerror or error}{where}.")
    except Exception as error:  # noqa: BLE001 -- whatever it is, the doctor is there to tell it
        return Check(name, False, f"An error in Coffer itself ({type(error).__name__}: {error}); please report it.")


def _stay_off(context: JobContext, offline: Offline) -> str:
    trials = offline.try_out(context)
    reached = [f"{trial.component}: {trial.detail}" for trial in trials if not trial.refused]
    attempts = [f"{each.component} reached for {each.what}" for each in offline.attempts()]
    if reached or attempts:
        raise CheckFailed(" ".join([*reached, *attempts]))
    return "refused to every part of the program, attempted by none"


def _warnings(services: Services) -> str:
    if services.warnings:
        raise CheckFailed(" ".join(services.warnings))
    return "all in place"


def _import(ledger: Ledger) -> str:
    (row,) = ledger.rows
    if row.outcome is not Outcome.IMPORTED:
        raise CheckFailed(f"The sample was {row.outcome}: {row.reason}")
    return f"{row.document_id}, {row.chunks} chunks by {row.converter}"


def _extract(report: ExtractionReport) -> str:
    if report.failed or not report.extracted:
        raise CheckFailed("No entities could be found in the sample.")
    return f"{report.extracted} document read for entities"


def _search(context: JobContext, services: Services, mode: Mode, query: str) -> str:
    result = services.searcher.search(context, Query(query, mode))
    if result.fallback:
        raise CheckFailed(f"Searched by {result.fallback} instead: {result.notice}")
    if not result.hits:
        raise CheckFailed(f"Nothing found for {query!r}.")
    hit = result.hits[0]
    body = services.library.read(hit.document_id).body
    if body[hit.start : hit.end] != hit.text:
        raise CheckFailed("The hit is not what stands in the document.")
    return f"{len(result.hits)} hits in {result.seconds:.3f} s"


def _ask(context: JobContext, services: Services, *, use_model: bool) -> str:
    answer = services.answerer.ask(context, QUESTION, use_model=use_model)
    if answer.kind is AnswerKind.NOT_FOUND or "BRASSKETTLE" not in answer.text:
        raise CheckFailed(f"The answer does not name the loader: {answer.text!r} {answer.notice}".strip())
    if use_model and answer.timing.first_token is None:
        raise CheckFailed(f"The language model said nothing. {answer.notice}".strip())
    return f"{answer.kind} in {answer.timing.total:.2f} s" + (f" by {answer.model}" if answer.model else "")


def _verify(problems: tuple[str, ...]) -> str:
    if problems:
        raise CheckFailed(" ".join(problems))
    return "files, index, hashes and audit chain agree"
