"""Surroundings to services: where things lie, and what is said where something is not there."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop import bootstrap
from desktop.adapters.index_register import IndexRegister
from desktop.adapters.state_file import StateFile
from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery, LedgerQuery
from desktop.application.services import Services
from desktop.bootstrap import Opener, read_environment, start
from desktop.bootstrap.surroundings import account, session_bus
from desktop.domain.answer import AnswerKind
from desktop.domain.errors import VaultNotFound
from desktop.domain.import_job import ImportOptions
from desktop.domain.passage import Mode, Query
from tests.fakes.environment import an_environment


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_DOCUMENTS_DIR", "COFFER_VAULT"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_on_the_first_start_the_vault_is_ours_among_the_documents(home: Path) -> None:
    environment = read_environment()
    assert environment.default_vault == home / "Documents" / "Coffer"
    assert environment.default_vault_is_ours
    assert home in environment.state_file.parents


def test_the_last_vault_is_opened_again(home: Path) -> None:
    StateFile(read_environment().state_file).write({"vault": "/cases/heron"})
    environment = read_environment()
    assert environment.default_vault == Path("/cases/heron")
    assert not environment.default_vault_is_ours


def test_the_variable_wins_over_the_last_vault(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    StateFile(read_environment().state_file).write({"vault": "/cases/heron"})
    monkeypatch.setenv("COFFER_VAULT", "~/otter")
    assert read_environment().default_vault == home / "otter"


def test_a_home_that_nobody_has_is_said_in_a_line(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COFFER_VAULT", "~nosuchuser/otter")
    assert bootstrap.start(["verify"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("coffer: Could not determine home directory.")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "settings",
    [
        f"[{section}]\n{name} = {value}\n"
        for section, name in (("index", "embedder"), ("answer", "model_file"), ("recognition", "models"))
        for value in ('"~nosuchuser/x"', f'"{"a" * 300}"', '"a\\u0000b"')
    ],
)
def test_a_setting_that_names_no_model_keeps_no_vault_shut(settings: str, tmp_path: Path) -> None:
    opener = Opener(read_environment())
    opener.create(tmp_path / "vault")
    (tmp_path / "vault" / "coffer.toml").write_text(settings, encoding="utf-8")
    services = opener.open(tmp_path / "vault", write=True)
    services.close()
    assert len(services.warnings) == 1


@pytest.mark.parametrize("arguments", [["--worker"], ["--worker", "nonsense"]])
def test_a_worker_that_is_not_there_is_named(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.start(arguments) == 2
    assert "there is no worker process" in capsys.readouterr().err


def test_a_folder_without_a_vault_says_how_to_make_one(tmp_path: Path) -> None:
    for write in (True, False):
        with pytest.raises(VaultNotFound) as caught:
            Opener(read_environment()).open(tmp_path, write=write)
        assert "coffer init" in caught.value.hint


@pytest.mark.parametrize("sample", sorted((Path(__file__).parent / "data" / "schemas").glob("*.db")), ids=lambda path: path.stem)
def test_a_vault_of_an_older_coffer_can_be_read_at_once(sample: Path, tmp_path: Path) -> None:
    environment = an_environment(read_environment().resources, tmp_path)
    opener = Opener(environment)
    opener.create(tmp_path / "vault")
    index = tmp_path / "vault" / "coffer.db"
    shutil.copy(sample, index)
    IndexRegister(environment.state_file.parent / "indexes").note_closed(index, seal="")
    services = opener.open(tmp_path / "vault", write=False)
    try:
        assert [row.path for row in services.library.ledger(LedgerQuery())] == ["one.md", "two.md"]
        assert services.library.count(DocumentQuery()) == 0  # their files are not there
    finally:
        services.close()


def test_without_lancedb_a_vault_that_wants_it_says_so_and_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.adapters.lance_vectors.is_installed", lambda: False)
    opener = Opener(read_environment())
    opener.create(tmp_path / "vault")
    (tmp_path / "vault" / "coffer.toml").write_text('[index]\nvectors = "lancedb"\n', encoding="utf-8")
    services = opener.open(tmp_path / "vault", write=True)
    try:
        assert [each for each in services.warnings if "LanceDB" in each and "packaging/lancedb.sh" in each]
        assert services.maintenance.verify(JobContext()) == ()
    finally:
        services.close()


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Services]:
    """A vault opened by a Coffer that came without its models."""
    environment = read_environment()
    resources = tmp_path / "resources"
    resources.mkdir()
    (resources / "models.toml").write_bytes((environment.resources / "models.toml").read_bytes())
    opener = Opener(replace(environment, resources=resources))
    opener.create(tmp_path / "vault")
    services = opener.open(tmp_path / "vault", write=True)
    report = tmp_path / "report.md"
    report.write_text("# Report\n\nThe mails of Velvet Heron delivered the loader BRASSKETTLE.\n", encoding="utf-8")
    services.importer.import_paths(JobContext(), [report], ImportOptions())
    yield services
    services.close()


def test_without_models_each_loss_is_said(bare: Services) -> None:
    about_meaning, about_answers = bare.warnings
    assert "Search by meaning is off" in about_meaning
    assert "language model" in about_answers


def test_without_models_words_are_still_found_and_questions_answered(bare: Services) -> None:
    found = bare.searcher.search(JobContext(), Query("BRASSKETTLE", Mode.HYBRID))
    assert (found.fallback, len(found.hits)) == (Mode.KEYWORD, 1)
    answer = bare.answerer.ask(JobContext(), "Which loader did the mails of Velvet Heron deliver?")
    assert answer.kind is AnswerKind.EXTRACT
    assert "BRASSKETTLE" in answer.text


def test_what_a_process_of_coffer_writes_is_for_this_person_alone(tmp_path: Path) -> None:
    run = ("-m", "desktop", "init", str(tmp_path / "vault"))
    subprocess.run([sys.executable, *run], check=True, capture_output=True, preexec_fn=lambda: os.umask(0))
    subprocess.run([sys.executable, *run[:2], "--vault", str(tmp_path / "vault"), "remember", "Kept."], check=True, capture_output=True)
    written = [tmp_path / "vault", *(tmp_path / "vault").rglob("*")]
    assert len(written) > 10
    assert [path for path in written if path.stat().st_mode & 0o077] == []


def test_a_fault_of_a_command_leaves_a_report_without_its_words(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> int:
        raise RuntimeError("velvet heron")

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr("desktop.cli.main.run", fail)
    monkeypatch.setattr("desktop.bootstrap.Opener.offline", None)
    umask = os.umask(0o022)
    try:
        with pytest.raises(RuntimeError):
            start(["doctor"])
    finally:
        os.umask(umask)
    path = Path(capsys.readouterr().err.strip().rpartition(" ")[2])
    assert home in path.parents
    assert "RuntimeError" in path.read_text()
    assert "heron" not in path.read_text()


def test_the_account_is_named_without_asking_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = tmp_path / "passwd"
    table.write_text(f"+\nnobody:x:65534:\nana:x:{os.getuid()}:1::/home/ana:/bin/sh\n")
    monkeypatch.delenv("LOGNAME", raising=False)
    monkeypatch.setenv("USER", "berta")
    assert account(table) == "berta"
    monkeypatch.delenv("USER")
    assert account(table) == "ana"
    assert account(tmp_path / "none") == f"account {os.getuid()}"


@pytest.mark.parametrize(
    ("address", "sockets"),
    [
        ("", ()),
        ("unix:path=/run/user/1000/bus", ("/run/user/1000/bus",)),
        ("unix:abstract=/tmp/dbus-x%2cy,guid=ab;tcp:host=localhost,port=1", ("\0/tmp/dbus-x,y",)),
        ("nonsense;unix:;unix:path", ()),
    ],
)
def test_the_bus_of_the_session_is_where_the_session_says(address: str, sockets: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    assert session_bus() == sockets
