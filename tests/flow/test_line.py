"""File to answer, with the real engines."""

import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery
from desktop.application.services import Services
from desktop.bootstrap import Opener, read_environment
from desktop.domain.answer import AnswerKind
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import Ledger, Outcome
from desktop.domain.passage import Mode, Query, Route
from tests.flow.conftest import fill

ROOT = Path(__file__).parents[2]

HOSTILE_QUERIES = [
    "", " ", '"unbalanced', "CVE-2023-23397", "10.0.0.1", "C:\\Windows\\System32", "🦦", "AND", "(", "*", "a* OR", "NEAR(", "don't",
    "--help", "\x00", "[", "^$", "evil-heron[.]example", "'; DROP TABLE chunks; --", "x" * 5000,
]  # fmt: skip


def search(services: Services, text: str, mode: Mode) -> list[str]:
    result = services.searcher.search(JobContext(), Query(text, mode))
    assert result.fallback is None, result.notice
    return [hit.document_id for hit in result.hits]


def test_every_given_file_is_one_row_of_the_ledger(filled: tuple[Services, Ledger]) -> None:
    rows = filled[1].rows
    assert sorted(Path(row.path).name for row in rows) == ["grey-otter.txt", "notiz.txt", "velvet-heron.md"]
    assert {row.outcome for row in rows} == {Outcome.IMPORTED}


def test_each_mode_finds_the_passage(services: Services) -> None:
    heron = next(row.document.id for row in services.library.rows(DocumentQuery()) if "heron" in row.document.id)
    assert search(services, r"198\.51\.\d+\.23", Mode.GREP) == [heron]
    assert search(services, "CVE-2023-23397", Mode.KEYWORD)[0] == heron
    assert search(services, "malicious e-mail sent to government offices", Mode.VECTOR)[0] == heron
    assert search(services, "evil-heron.example", Mode.HYBRID)[0] == heron
    assert search(services, "What did Velvet Heron do?", Mode.BLENDED)[0] == heron


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("text", HOSTILE_QUERIES)
def test_any_text_is_a_legal_query_and_hits_are_exact(services: Services, mode: Mode, text: str) -> None:
    for hit in services.searcher.search(JobContext(), Query(text, mode)).hits:
        assert services.library.read(hit.document_id).body[hit.start : hit.end] == hit.text


def test_hybrid_says_which_routes_found_a_hit(services: Services) -> None:
    hit = services.searcher.search(JobContext(), Query("PEBBLESKIP credentials", Mode.HYBRID)).hits[0]
    assert hit.routes[Route.KEYWORD].rank == 1
    assert Route.VECTOR in hit.routes


def test_an_answer_cites_the_sentence_it_came_from(services: Services) -> None:
    answer = services.answerer.ask(JobContext(), "Which loader did the mails of Velvet Heron deliver?", use_model=False)
    assert answer.kind is AnswerKind.EXTRACT
    assert "BRASSKETTLE" in answer.text
    for sentence in answer.sentences:
        for citation in sentence.citations:
            assert services.library.read(citation.document_id).body[citation.start : citation.end] == citation.quote


def test_what_no_document_says_is_not_answered(services: Services) -> None:
    answer = services.answerer.ask(JobContext(), "Which ransomware did Copper Walrus use against Brazilian banks?", use_model=False)
    assert answer.kind is AnswerKind.NOT_FOUND
    assert answer.sentences == ()


def test_a_rebuilt_index_finds_the_same(opener: Opener, reports: Path, tmp_path: Path) -> None:
    services, _ = fill(opener, tmp_path / "vault", reports)
    queries = [Query(text, mode) for text in ("BRASSKETTLE", "stolen credentials") for mode in Mode]
    before = [services.searcher.search(JobContext(), query).hits for query in queries]
    services.close()
    for file in tmp_path.glob("vault/coffer.db*"):
        file.unlink()
    services = opener.open(tmp_path / "vault", write=True)
    services.maintenance.reindex(JobContext(), full=True)
    services.backlog.embed_pending(JobContext())
    after = [services.searcher.search(JobContext(), query).hits for query in queries]
    assert services.maintenance.verify(JobContext()) == ()
    services.close()
    assert after == before


@pytest.fixture
def own(opener: Opener, reports: Path, tmp_path: Path) -> Iterator[Services]:
    services, _ = fill(opener, tmp_path / "vault", reports)
    yield services
    services.close()


def test_a_deleted_document_leaves_every_mode_and_comes_back(own: Services) -> None:
    otter = next(row.document.id for row in own.library.rows(DocumentQuery()) if "otter" in row.document.id)
    own.library.delete(otter)
    assert all(otter not in search(own, "PEBBLESKIP", mode) for mode in Mode)
    own.library.restore(otter)
    own.backlog.embed_pending(JobContext())
    assert all(otter in search(own, "PEBBLESKIP", mode) for mode in Mode)


def test_the_same_bytes_again_are_a_duplicate_of_the_first(own: Services, reports: Path) -> None:
    again = own.importer.import_paths(JobContext(), [reports / "notiz.txt"], ImportOptions())
    first = next(row.document.id for row in own.library.rows(DocumentQuery()) if row.document.source_filename == "notiz.txt")
    assert [(row.outcome, row.document_id) for row in again.rows] == [(Outcome.DUPLICATE, first)]


def test_an_edit_with_another_program_is_noticed(own: Services) -> None:
    otter = next(row.document.id for row in own.library.rows(DocumentQuery()) if "otter" in row.document.id)
    file = own.paths.document(otter)
    file.write_text(file.read_text(encoding="utf-8") + "\nAdded by hand: QUARTZLAMP.\n", encoding="utf-8")
    changes = own.maintenance.synchronise(JobContext())
    assert changes.documents == {otter}
    assert search(own, "QUARTZLAMP", Mode.KEYWORD) == [otter]


def test_an_edit_is_found_by_whoever_opens_the_vault_next(opener: Opener, own: Services) -> None:
    otter = next(row.document.id for row in own.library.rows(DocumentQuery()) if "otter" in row.document.id)
    file = own.paths.document(otter)
    file.write_text(file.read_text(encoding="utf-8") + "\nAdded by hand: AMBERGATE.\n", encoding="utf-8")
    own.close()
    reading = opener.open(own.paths.root, write=False)
    assert search(reading, "AMBERGATE", Mode.KEYWORD) == [otter]
    reading.close()


def test_a_lost_index_is_made_again_for_whoever_reads(opener: Opener, own: Services) -> None:
    own.close()
    for file in own.paths.root.glob("coffer.db*"):
        file.unlink()
    reading = opener.open(own.paths.root, write=False)
    assert search(reading, "PEBBLESKIP", Mode.KEYWORD) != []
    hybrid = reading.searcher.search(JobContext(), Query("PEBBLESKIP", Mode.HYBRID))
    assert (hybrid.fallback, len(hybrid.hits)) == (Mode.KEYWORD, 1)
    assert hybrid.notice
    reading.close()


@pytest.mark.parametrize("write", [True, False])
def test_a_damaged_index_is_set_aside_and_made_again(opener: Opener, own: Services, write: bool) -> None:
    own.close()
    own.paths.index.write_bytes(b"no database" * 1000)
    services = opener.open(own.paths.root, write=write)
    assert "set aside" in services.warnings[0]
    if write:
        services.maintenance.synchronise(JobContext())
    assert search(services, "PEBBLESKIP", Mode.KEYWORD) != []
    services.close()


def test_a_vault_without_models_is_read_by_words_right_after_an_edit(own: Services, tmp_path: Path) -> None:
    otter = next(row.document.id for row in own.library.rows(DocumentQuery()) if "otter" in row.document.id)
    file = own.paths.document(otter)
    file.write_text(file.read_text(encoding="utf-8") + "\nAdded by hand: AMBERGATE.\n", encoding="utf-8")
    own.close()
    environment = read_environment()
    shutil.copy(environment.resources / "models.toml", tmp_path)
    reading = Opener(replace(environment, resources=tmp_path)).open(own.paths.root, write=False)
    assert search(reading, "AMBERGATE", Mode.KEYWORD) == [otter]
    reading.close()


def test_a_second_process_is_told_who_writes_and_can_read(opener: Opener, own: Services) -> None:
    other = opener.open(own.paths.root, write=True)
    try:
        assert "process" in other.writer
        assert search(other, "PEBBLESKIP", Mode.KEYWORD)
    finally:
        other.close()


@pytest.mark.slow
def test_the_doctor_finds_the_whole_line_sound() -> None:
    # In a process of its own: the guard against the network stays for as long as its process runs.
    done = subprocess.run([sys.executable, "-m", "desktop", "doctor", "--json"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert [check for check in json.loads(done.stdout)["checks"] if not check["ok"]] == []
    assert done.returncode == 0


def test_a_zip_in_a_mail_in_a_folder_is_three_documents_each_with_its_row(opener: Opener, tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("notes/otter.txt", "The otter left the word MARBLEQUILL in the registry.\n")
        archive.writestr("__MACOSX/._otter.txt", "junk")
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "a@example.org", "b@example.org", "Findings of the otter case"
    mail["Date"] = "Mon, 30 Nov 2026 12:00:00 +0000"
    mail.set_content("The findings are attached.")
    mail.add_attachment(packed.getvalue(), maintype="application", subtype="zip", filename="findings.zip")
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / "findings.eml").write_bytes(mail.as_bytes())
    opener.create(tmp_path / "vault")
    services = opener.open(tmp_path / "vault", write=True)
    ledger = services.importer.import_paths(JobContext(), [folder], ImportOptions())
    paths = [row.path.removeprefix(f"{folder}/") for row in ledger.rows]
    assert sorted(paths) == [
        "findings.eml",
        "findings.eml!/findings.zip",
        "findings.eml!/findings.zip!/__MACOSX/._otter.txt",
        "findings.eml!/findings.zip!/notes/otter.txt",
    ]
    rows = dict(zip(paths, ledger.rows, strict=True))
    outer, inner, note, junk = (rows[name] for name in (paths[0], paths[1], sorted(paths)[3], sorted(paths)[2]))
    assert [row.outcome for row in (outer, inner, note, junk)] == [Outcome.IMPORTED, Outcome.IMPORTED, Outcome.IMPORTED, Outcome.SKIPPED]
    assert (outer.parent, inner.parent, note.parent) == (None, outer.document_id, inner.document_id)
    assert search(services, "MARBLEQUILL", Mode.KEYWORD) == [note.document_id]
    assert services.library.read(note.document_id or "").document.parent == inner.document_id
    again = services.importer.import_paths(JobContext(), [folder], ImportOptions())
    assert [row.path for row in again.rows] == [row.path for row in ledger.rows]
    assert again.totals()[Outcome.DUPLICATE] == 3
    assert services.maintenance.verify(JobContext()) == ()
    assert not (tmp_path / "vault" / ".staging").exists()
    services.close()
