"""A vault that was carried here: its index is not opened but made anew, and what was imported is still known."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from desktop.adapters.ledger_file import LedgerFile
from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery, ImportBegun, LedgerQuery
from desktop.application.services import Services
from desktop.bootstrap import Opener, read_environment
from desktop.domain.errors import StorageProblem
from desktop.domain.import_job import NOTHING_SAID, ImportJob
from tests.fakes.environment import an_environment


def an_analyst(tmp_path: Path, name: str) -> Opener:
    """Somebody with a configuration of their own."""
    return Opener(an_environment(read_environment().resources, tmp_path / f"own-{name}"))


@contextmanager
def opened(opener: Opener, vault: Path, *, write: bool = True) -> Iterator[Services]:
    services = opener.open(vault, write=write)
    try:
        yield services
    finally:
        services.close()


@pytest.fixture
def mine(tmp_path: Path) -> Opener:
    return an_analyst(tmp_path, "mine")


@pytest.fixture
def vault(tmp_path: Path, mine: Opener) -> Path:
    """A vault with a document, and a file that nobody could read."""
    given = tmp_path / "given"
    given.mkdir()
    (given / "report.md").write_text("# Heron\n\nHeron exploits CVE-2023-23397.\n", encoding="utf-8")
    (given / "broken.pdf").write_bytes(b"%PDF-1.4\nnothing")
    vault = tmp_path / "vault"
    mine.create(vault)
    with opened(mine, vault) as services:
        services.importer.import_paths(JobContext(), [given], NOTHING_SAID)
    return vault


def ledger(services: Services) -> dict[str, str]:
    return {Path(row.path).name: str(row.outcome) for row in services.library.ledger(LedgerQuery())}


IMPORTED = {"report.md": "imported", "broken.pdf": "failed"}


def told(services: Services) -> list[str]:
    return [each for each in services.warnings if "elsewhere" in each]


def test_my_own_vault_keeps_its_index(mine: Opener, vault: Path) -> None:
    for write in (True, False):
        with opened(mine, vault, write=write) as services:
            assert (told(services), ledger(services)) == ([], IMPORTED)
    assert not (vault / "coffer.db.from-elsewhere").exists()


def test_a_vault_from_elsewhere_is_indexed_anew_with_its_ledger_and_only_once(tmp_path: Path, vault: Path) -> None:
    theirs, carried = an_analyst(tmp_path, "theirs"), tmp_path / "stick" / "vault"
    shutil.copytree(vault, carried)
    came = (carried / "coffer.db").read_bytes()
    with opened(theirs, carried) as services:
        assert len(told(services)) == 1
        services.maintenance.synchronise(JobContext())
        assert services.library.count(DocumentQuery()) == 1
        assert ledger(services) == IMPORTED
    assert (carried / "coffer.db.from-elsewhere").read_bytes() == came
    with opened(theirs, carried) as services:
        assert (told(services), ledger(services)) == ([], IMPORTED)


def test_whoever_only_reads_has_it_made_anew_first(tmp_path: Path, vault: Path) -> None:
    theirs, carried = an_analyst(tmp_path, "theirs"), tmp_path / "stick"
    shutil.copytree(vault, carried)
    with opened(theirs, carried, write=False) as services:
        assert services.library.count(DocumentQuery()) == 1
        assert ledger(services) == IMPORTED
        assert len(told(services)) == 1


def test_an_import_that_waited_in_a_vault_from_elsewhere_does_not_go_on_by_itself(tmp_path: Path, mine: Opener, vault: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("Mine alone.", encoding="utf-8")
    job = ImportJob("2026-05-04T10:00:00Z-1", "2026-05-04T10:00:00Z", (str(secret),), files=1)
    LedgerFile(vault / "imports.jsonl").add(ImportBegun(job, (str(secret),)))
    with opened(an_analyst(tmp_path, "theirs"), vault) as services:
        assert services.importer.unfinished() == ()
        assert ledger(services)["secret.txt"] == "failed"


def test_an_index_of_an_earlier_coffer_which_alone_holds_the_ledger_is_kept_and_that_is_said(tmp_path: Path, vault: Path) -> None:
    (vault / "imports.jsonl").unlink()
    first = (vault / "coffer.db").read_bytes()
    for name in ("one", "two"):
        with opened(an_analyst(tmp_path, name), vault) as services:
            assert ["The list of past imports stood only in it" in each for each in told(services)] == [True]
            assert ledger(services) == {}
    kept = sorted(vault.glob("coffer.db.from-elsewhere*"))
    assert len(kept) == 2
    assert kept[0].read_bytes() == first


def test_a_ledger_that_was_put_back_in_part_when_the_program_ended_is_put_back_whole(
    tmp_path: Path, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = an_analyst(tmp_path, "theirs")
    with monkeypatch.context() as patched:

        def ends(*_: object) -> None:
            raise KeyboardInterrupt

        patched.setattr("desktop.adapters.sqlite.index_writer.SqliteIndexWriter.put_ledger", ends)
        with pytest.raises(KeyboardInterrupt):
            theirs.open(vault, write=True)
    with opened(theirs, vault) as services:
        assert ledger(services) == IMPORTED


def planted(index: Path) -> None:
    connection = apsw.Connection(str(index))
    connection.execute("CREATE TABLE documents (x); CREATE TRIGGER t AFTER INSERT ON documents BEGIN SELECT 1; END")
    connection.close()


def bomb(index: Path) -> None:
    with index.open("wb") as content:
        content.write(b"SQLite format 3\0" + b"\xff" * 84)
        content.truncate(1 << 40)  # a terabyte, of which nothing is on the disk


def pipe(index: Path) -> None:
    os.mkfifo(index)


def folder(index: Path) -> None:
    index.mkdir()


def link(index: Path) -> None:
    index.symlink_to("/etc/passwd")


@pytest.mark.parametrize("hostile", [planted, bomb, pipe, folder, link])
def test_whatever_a_stranger_puts_in_the_place_of_the_index_is_not_opened(
    mine: Opener, vault: Path, hostile: Callable[[Path], None]
) -> None:
    index = vault / "coffer.db"
    index.unlink()
    hostile(index)
    with opened(mine, vault) as services:
        assert len(told(services)) == 1
        services.maintenance.synchronise(JobContext())
        assert services.library.count(DocumentQuery()) == 1
        assert ledger(services) == IMPORTED
        assert services.maintenance.verify(JobContext()) == ()
    assert [each.name for each in vault.iterdir() if "from-elsewhere" in each.name]


def test_where_nothing_may_be_written_it_is_refused_with_what_to_do(tmp_path: Path, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.adapters.vault_lock.VaultLock.try_acquire", bool)
    with pytest.raises(StorageProblem) as refused:
        an_analyst(tmp_path, "theirs").open(vault, write=False)
    assert "not written by this Coffer" in refused.value.message
    assert "Copy the vault" in refused.value.hint
