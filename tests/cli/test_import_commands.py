"""Imports and their ledger on the command line, with stand-ins for the use cases."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.ingest.reconversion import ReconversionReport, Refused
from desktop.application.job import JobContext
from desktop.application.ports import LedgerQuery
from desktop.application.services import Services
from desktop.application.settings import Settings
from desktop.cli import import_commands, main
from desktop.cli.arguments import parse
from desktop.domain.changes import Changes
from desktop.domain.errors import ModelUnavailable, StorageProblem, TextEdited
from desktop.domain.import_job import ImportJob, ImportOptions
from desktop.domain.ledger import Ledger, LedgerRow, Outcome
from desktop.domain.marking import Marking

JOB = "2026-11-30T12:00:00Z-abc123"


@dataclass
class Vault:
    """Imports give `rows`; what the vault keeps of them afterwards is in `kept`."""

    rows: tuple[LedgerRow, ...] = ()
    kept: tuple[LedgerRow, ...] = ()
    jobs: tuple[ImportJob, ...] = ()
    writer: str = ""
    fault: Exception | None = None
    given: list[Any] = field(default_factory=list)
    queries: list[LedgerQuery] = field(default_factory=list)

    def create(self, root: Path) -> None:
        raise NotImplementedError

    def open(self, root: Path, *, write: bool) -> Services:
        parts = SimpleNamespace(settings=Settings(), warnings=(), close=list, writer=self.writer)
        parts.maintenance = SimpleNamespace(synchronise=lambda _: self.given.append("synchronise"))
        parts.importer = SimpleNamespace(
            import_paths=self.import_paths,
            resume=self.resume,
            unfinished=lambda: self.jobs,
            abandon=lambda job: Ledger(self.rows, 0.5, job),
            link_versions=lambda *ids: self.given.append(("link", *ids)),
            unlink_versions=lambda *ids: self.given.append(("unlink", *ids)),
        )
        parts.reconversion = SimpleNamespace(convert_again=self.convert_again)
        read = SimpleNamespace(pages=2, with_text=1, failed=0, remaining=0)
        parts.recognition = SimpleNamespace(read_pending=lambda _: self.work("recognise", read), pending=lambda: 5)
        extracted = SimpleNamespace(extracted=4, failed=(), remaining=0)
        parts.extraction = SimpleNamespace(extract_pending=lambda _: self.work("extract", extracted), pending=lambda: 6)
        embedded = SimpleNamespace(embedded=3, remaining=0)
        parts.backlog = SimpleNamespace(embed_pending=lambda _: self.work("embed", embedded), pending=lambda: 7)
        count = 13  # of all cases
        parts.library = SimpleNamespace(ledger=self.ledger, jobs=self.jobs_of, count_ledger=lambda query: 1 if query.case else count)
        return cast(Services, parts)

    def import_paths(self, _: JobContext, paths: list[Path], options: ImportOptions) -> Ledger:
        self.given += [paths, options]
        return Ledger(self.rows, 0.5, JOB)

    def resume(self, _: JobContext, job: str, passwords: tuple[str, ...]) -> Ledger:
        self.given.append((job, passwords))
        return Ledger(tuple(row for row in self.rows if row.job == job), 0.5, job)

    def convert_again(self, _: JobContext, ids: list[str], *, discard_edits: bool, passwords: tuple[str, ...]) -> ReconversionReport:
        self.given.append(("reconvert", ids, discard_edits, passwords))
        refused = [Refused(each, TextEdited(f"The text of {each} was edited by hand.", "Say so.")) for each in ids if each == "edited"]
        return ReconversionReport(Changes(frozenset(ids) - {"edited"}), () if discard_edits else tuple(refused))

    def work(self, stage: str, report: object) -> object:
        self.given.append(stage)
        if self.fault is not None:
            raise self.fault
        return report

    def jobs_of(self, case: str) -> tuple[ImportJob, ...]:
        return tuple(each for each in self.jobs if case in ("", *each.options.tags))

    def ledger(self, query: LedgerQuery) -> tuple[LedgerRow, ...]:
        self.queries.append(query)
        return self.kept


def run(vault: Vault, *arguments: str) -> int:
    return main.run(parse(arguments), vault, Path("/default/vault"))


def row(path: str, outcome: Outcome = Outcome.IMPORTED, **fields: Any) -> LedgerRow:
    return LedgerRow(path, outcome, job=fields.pop("job", JOB), **fields)


def test_scans_are_read_before_vectors_are_made_and_the_rows_are_those_kept_by_then(capsys: pytest.CaptureFixture[str]) -> None:
    before = row("/cases/scan.pdf", reason="No text was found in it; it is read by OCR afterwards.")
    after = replace(before, reason="It had no text and was read by OCR.", ocr_pages=1)
    vault = Vault((before,), (after,))
    assert run(vault, "import", "/cases/scan.pdf", "--tlp", "amber", "--tag", "case-7", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert vault.given == [
        "synchronise",
        [Path("/cases/scan.pdf")],
        ImportOptions(Marking.AMBER, ("case-7",)),
        "recognise",
        "extract",
        "embed",
    ]
    (shown,) = said["files"]
    assert (shown["reason"], shown["ocr_pages"], shown["job"], shown["problem"]) == (after.reason, 1, JOB, "")
    assert said["totals"]["imported"] == 1
    assert said["job"] == JOB
    assert said["recognition"] == {"pages": 2, "with_text": 1, "failed": 0, "remaining": 0}
    assert said["vectors"] == {"embedded": 3, "remaining": 0}


def test_paths_are_said_as_they_were_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    names = ["in/a.zip", "in/a.zip!/x.txt", "b.eml", "b.eml!/y.txt", "b.eml.txt"]
    vault = Vault(tuple(row(f"{tmp_path}/{name}") for name in names))
    run(vault, "import", "in/", "sub/../b.eml", str(tmp_path / "b.eml.txt"), "--json")
    shown = [each["path"] for each in json.loads(capsys.readouterr().out)["files"]]
    assert shown == ["in/a.zip", "in/a.zip!/x.txt", "sub/../b.eml", "sub/../b.eml!/y.txt", f"{tmp_path}/b.eml.txt"]
    run(vault, "import", ".", "--json")
    assert [each["path"] for each in json.loads(capsys.readouterr().out)["files"]] == names


@pytest.mark.parametrize(("option", "update"), [([], None), (["--update"], True), (["--keep-both"], False)])
def test_what_becomes_of_changed_files_can_be_said(option: list[str], update: bool | None) -> None:
    vault = Vault()
    run(vault, "import", "a", *option, "--json")
    assert vault.given[2] == ImportOptions(update=update)


def test_passwords_come_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "passwords"
    path.write_text("infected\n\nhyphen - word \ninfected\n", encoding="utf-8")
    vault = Vault()
    run(vault, "import", "a", "--password-file", str(path), "--json")
    assert vault.given[2] == ImportOptions(passwords=("infected", "hyphen - word "))
    assert run(vault, "import", "a", "--password-file", str(tmp_path / "none"), "--json") == 2
    assert "one password a line" in capsys.readouterr().out


def test_every_stopped_import_is_resumed_the_oldest_first(capsys: pytest.CaptureFixture[str]) -> None:
    jobs = (ImportJob("job-2", "", ()), ImportJob("job-1", "", ()))
    vault = Vault((row("/a", job="job-1"), row("/b", job="job-2")), jobs=jobs)
    assert run(vault, "import", "--resume", "--json") == 0
    assert vault.given[1:3] == [("job-1", ()), ("job-2", ())]
    said = json.loads(capsys.readouterr().out)
    assert [each["path"] for each in said["files"]] == ["/a", "/b"]
    assert said["seconds"] == 1.0


def test_an_import_is_of_files_or_resumes() -> None:
    assert run(Vault(), "import", "--json") == 2
    assert run(Vault(), "import", "a", "--resume", "--json") == 2


def test_an_import_with_a_failed_file_is_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Vault((row("/a.pdf", Outcome.FAILED, reason="damaged"),)), "import", "/a.pdf", "--json") == 1
    assert json.loads(capsys.readouterr().out)["files"][0]["reason"] == "damaged"
    assert run(Vault((row("/a.pdf", Outcome.SKIPPED, reason="empty"),)), "import", "/a.pdf", "--json") == 0


def test_an_import_into_a_vault_that_another_process_holds_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Vault(writer="Coffer (process 7)"), "import", "a.pdf", "--json") == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "vault_locked"


@pytest.mark.parametrize(("fault", "status"), [(ModelUnavailable("No model."), 0), (StorageProblem("The disk is full."), 1)])
def test_what_cannot_be_worked_off_is_said_and_waits(fault: Exception, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Vault((row("/a"),), fault=fault), "import", "/a", "--json") == status
    said = json.loads(capsys.readouterr().out)
    assert said["notice"] == (
        f"Scanned pages were not read: {fault} Entities were not looked for: {fault} Searchable by keyword only: {fault}"
    )
    assert [said[stage]["remaining"] for stage in ("recognition", "extraction", "vectors")] == [5, 6, 7]


def test_imports_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    job = ImportJob(JOB, "2026-11-30T12:00:00Z", ("/cases",), ImportOptions(), None, 3, 1, {Outcome.IMPORTED: 2})
    assert run(Vault(jobs=(job,)), "imports", "--json") == 0
    assert json.loads(capsys.readouterr().out)["imports"] == [
        {
            "job": JOB,
            "started": "2026-11-30T12:00:00Z",
            "ended": None,
            "given": ["/cases"],
            "files": 3,
            "waiting": 1,
            "totals": {"imported": 2, "duplicate": 0, "updated": 0, "skipped": 0, "failed": 0},
        }
    ]
    run(Vault(jobs=(job,)), "imports")
    assert capsys.readouterr().out == f"{JOB}  3 files: 2 imported; 1 still wait (`coffer import --resume`)  /cases\n"


def test_the_ledger_is_shown_by_import_outcome_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    vault = Vault(kept=(row("/a.pdf", Outcome.FAILED, reason="It needs a password.", problem="password_needed"),))
    options = ("--job", JOB, "--outcome", "failed", "--outcome", "skipped", "--text", "password")
    assert run(vault, "ledger", *options, "--json") == 0
    (query,) = vault.queries
    assert (query.job, query.outcomes, query.text) == (JOB, (Outcome.FAILED, Outcome.SKIPPED), "password")
    assert json.loads(capsys.readouterr().out)["files"][0]["problem"] == "password_needed"
    run(vault, "ledger")
    assert capsys.readouterr().out == "failed: /a.pdf (It needs a password.)\n1 failed\n"


def test_in_a_case_the_ledger_is_that_of_the_case_and_says_how_much_it_leaves_out(capsys: pytest.CaptureFixture[str]) -> None:
    job = ImportJob(JOB, "2026-11-30T12:00:00Z", ("/cases",), ImportOptions(tags=("alpha",)))
    vault = Vault(kept=(row("/a.pdf"),), jobs=(job,))
    assert run(vault, "--case", " alpha ", "ledger") == 0
    assert vault.queries[-1].case == "alpha"
    assert capsys.readouterr().out == "imported: /a.pdf\n1 imported\n12 of other cases are not shown.\n"
    run(vault, "--case", "alpha", "ledger", "--json")
    assert json.loads(capsys.readouterr().out)["of_other_cases"] == 12
    run(vault, "--case", "alpha", "imports")
    assert capsys.readouterr().out.startswith(JOB)
    run(vault, "--case", "beta", "imports")
    assert capsys.readouterr().out == "Nothing was imported to the case beta.\n"


def test_an_import_is_given_up(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Vault((row("/a", Outcome.SKIPPED, reason="given up"),)), "imports", "--give-up", JOB, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["job"], said["totals"]["skipped"]) == (JOB, 1)


@pytest.mark.parametrize("command", ["link", "unlink"])
def test_versions_are_linked_and_parted(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    vault = Vault()
    assert run(vault, command, "old-1", "new-2", "--json") == 0
    assert vault.given == [(command, "old-1", "new-2")]
    assert json.loads(capsys.readouterr().out) == {f"{command}ed": ["old-1", "new-2"]}


def test_originals_are_converted_again_and_what_was_refused_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    vault = Vault()
    (tmp_path / "passwords").write_text("infected\n", encoding="utf-8")
    assert run(vault, "reconvert", "a", "edited", "--password-file", str(tmp_path / "passwords"), "--json") == 1
    assert vault.given == ["synchronise", ("reconvert", ["a", "edited"], False, ("infected",)), "recognise", "extract", "embed"]
    said = json.loads(capsys.readouterr().out)
    assert said["reconverted"] == ["a"]
    error = {"code": "text_edited", "message": "The text of edited was edited by hand.", "hint": "Say so."}
    assert said["refused"] == [{"document_id": "edited", "error": error}]
    assert run(vault, "reconvert", "a", "edited", "--discard-edits") == 0
    assert vault.given[6] == ("reconvert", ["a", "edited"], True, ())
    assert "1 converted again." in capsys.readouterr().out


def test_what_takes_long_is_said_with_what_can_be_done_meanwhile(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_commands, "_SOON", 6)
    run(Vault((row("/in/a.md"),)), "import", "/in/a.md")
    said = capsys.readouterr().err
    assert "5 scanned pages are read now; everything else can be found by its words already." in said
    assert "7 passages can be found by their words now, and by meaning when this is done. Ctrl-C stops it" in said
    monkeypatch.setattr(import_commands, "_SOON", 7)
    run(Vault((row("/in/a.md"),)), "import", "/in/a.md")
    assert "by meaning" not in capsys.readouterr().err
