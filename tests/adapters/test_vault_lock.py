"""One process writes a vault."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.adapters.vault_lock import VaultLock
from desktop.domain.errors import StorageProblem, VaultLocked

HOLD = """
import sys
from pathlib import Path
from desktop.adapters.vault_lock import VaultLock
lock = VaultLock(Path(sys.argv[1]))
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "coffer.lock"


def test_the_second_is_told_who_writes(path: Path) -> None:
    first, second = VaultLock(path), VaultLock(path)
    assert first.try_acquire()
    assert first.try_acquire()
    assert (first.held, first.holder) == (True, "")
    assert not second.try_acquire()
    assert re.fullmatch(rf"Coffer \(process {os.getpid()} on \S+, since 20\d\d-\d\d-\d\d \d\d:\d\d\)", second.holder)
    with pytest.raises(VaultLocked, match=f"process {os.getpid()}"):
        second.acquire()
    first.release()
    first.release()
    assert second.try_acquire()
    assert second.holder == ""
    second.release()


def test_a_killed_process_leaves_no_lock(path: Path) -> None:
    root = Path(__file__).parents[2]
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        lock = VaultLock(path)
        assert not lock.try_acquire()
        assert f"process {holder.pid} " in lock.holder
        holder.kill()
        holder.wait()
        assert lock.try_acquire()
        lock.release()


def test_a_holder_that_cannot_be_read_is_somebody(path: Path) -> None:
    first, second = VaultLock(path), VaultLock(path)
    first.acquire()
    path.write_text("[]", encoding="utf-8")
    assert not second.try_acquire()
    assert second.holder == "another Coffer"
    first.release()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_can_only_be_read_has_no_writer(path: Path) -> None:
    path.parent.chmod(0o555)
    lock = VaultLock(path)
    assert not lock.try_acquire()
    assert "only be read" in lock.holder
    path.parent.chmod(0o755)


def test_a_vault_that_is_gone_cannot_be_locked(tmp_path: Path) -> None:
    with pytest.raises(StorageProblem):
        VaultLock(tmp_path / "gone" / "coffer.lock").try_acquire()
