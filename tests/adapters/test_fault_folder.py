"""Reports of faults on disk, of processes that really crash."""

from __future__ import annotations

import logging
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.fault_folder import MOST_KEPT, FaultFolder
from desktop.adapters.worker_process.client import WorkerProcess
from desktop.domain.errors import StorageProblem, WorkerDied
from desktop.domain.fault import FaultKind

CRASHING = """
import faulthandler, logging, sys
from pathlib import Path
from desktop.adapters.fault_folder import FaultFolder
FaultFolder(Path(sys.argv[1])).begin()
logging.getLogger("coffer.test").warning("reading %s", "velvet-heron.pdf")
{end}
"""


@pytest.fixture
def faults(tmp_path: Path) -> Iterator[FaultFolder]:
    faults = FaultFolder(tmp_path / "faults")
    faults.begin()
    yield faults
    faults.end()


def run(folder: Path, end: str) -> int:
    script = textwrap.dedent(CRASHING).format(end=end)
    return subprocess.run([sys.executable, "-c", script, str(folder)], capture_output=True, check=False).returncode


def test_a_crash_in_machine_code_is_told_of_at_the_next_start(tmp_path: Path) -> None:
    assert run(tmp_path, "faulthandler._sigsegv()") < 0
    faults = FaultFolder(tmp_path)
    faults.begin()
    (report,) = faults.reports()
    faults.end()
    assert (report.kind, report.summary, report.told) == (FaultKind.CRASH, "Segmentation fault", False)
    assert "WARNING coffer.test: reading %s" in report.text
    assert "heron" not in report.text
    assert "Python: 3." in report.text
    faults.tell([report.name])
    assert [each.told for each in faults.reports()] == [True]


def test_who_was_killed_or_came_to_the_end_has_not_crashed(tmp_path: Path) -> None:
    run(tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    faults = FaultFolder(tmp_path)
    faults.begin()
    assert faults.reports() == ()
    faults.end()
    assert list(tmp_path.iterdir()) == []


def test_another_that_still_runs_is_left_alone(faults: FaultFolder, tmp_path: Path) -> None:
    other = FaultFolder(tmp_path / "faults")
    other._take_leftovers()
    assert len(list((tmp_path / "faults").glob("running-*"))) == 1
    assert faults.reports() == ()


def test_reports_are_private(faults: FaultFolder, tmp_path: Path) -> None:
    faults.keep_exception(ValueError("x"))
    assert (tmp_path / "faults").stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o077 for path in (tmp_path / "faults").iterdir()} == {0}


def test_an_exception_that_is_logged_is_kept(faults: FaultFolder) -> None:
    logging.getLogger("coffer.window").error("Uncaught exception", exc_info=KeyError("velvet heron"))
    (report,) = faults.reports()
    assert (report.kind, report.summary, report.told) == (FaultKind.EXCEPTION, "KeyError", True)
    assert "ERROR coffer.window: Uncaught exception" in report.text
    assert "heron" not in report.text


def test_a_worker_that_crashes_is_kept_with_its_trace(faults: FaultFolder) -> None:
    script = (
        "import faulthandler, sys; from desktop.adapters.worker_process.server import serve;"
        "serve({'crash': lambda _: (print('velvet heron', file=sys.stderr), faulthandler._sigsegv())})"
    )
    worker = WorkerProcess([sys.executable, "-c", script])
    with pytest.raises(WorkerDied, match="ended by SIGSEGV"):
        worker.call("crash")
    worker.close()
    (report,) = faults.reports()
    assert report.kind is FaultKind.WORKER
    assert report.summary.endswith("ended by SIGSEGV (Segmentation fault)")
    assert "desktop/adapters/worker_process/server.py" in report.text
    assert "heron" not in report.text


def test_only_the_newest_are_kept_and_any_can_be_removed(faults: FaultFolder) -> None:
    for number in range(MOST_KEPT + 3):
        faults.keep_exception(ValueError(number))
    names = [each.name for each in faults.reports()]
    assert len(names) == MOST_KEPT
    assert names == sorted(names, reverse=True)
    faults.forget(names[1:])
    assert [each.name for each in faults.reports()] == names[:1]


def test_a_report_that_was_damaged_is_passed_over(faults: FaultFolder, tmp_path: Path) -> None:
    (tmp_path / "faults" / "fault-1.json").write_text("{")
    assert faults.reports() == ()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageProblem, match="Reports of faults cannot be kept"):
        FaultFolder(tmp_path / "file" / "faults").begin()


def test_on_a_full_disk_whoever_logs_goes_on(tmp_path: Path) -> None:
    script = textwrap.dedent("""
        import logging, resource, sys
        from pathlib import Path
        from desktop.adapters.fault_folder import FaultFolder

        faults = FaultFolder(Path(sys.argv[1]))
        faults.begin()
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, most := resource.getrlimit(resource.RLIMIT_FSIZE)[1]))  # no file takes anything more
        for number in range(3):
            logging.getLogger("coffer.test").warning("reading %s", number)
        faults.end()
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
        print(faults.keep_exception(ValueError("x")).text.count("WARNING coffer.test: reading %s"))
    """)
    ended = subprocess.run([sys.executable, "-c", script, str(tmp_path / "faults")], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "3\n"), ended.stderr
