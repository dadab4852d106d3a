"""A real child process: what it answers, how it fails, and that nothing of it stays behind."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from desktop.adapters.worker_process.client import WorkerProcess, worker_command
from desktop.adapters.worker_process.faults import WorkerCrashed, WorkerOutgrew, WorkerTimedOut
from desktop.adapters.worker_process.limits import WorkerLimits
from desktop.application.job import CancelToken
from desktop.domain.errors import Cancelled, ConversionFailed, WorkerDied

CHILD = (sys.executable, str(Path(__file__).with_name("child.py")))


@pytest.fixture
def worker() -> Iterator[WorkerProcess]:
    worker = WorkerProcess(CHILD)
    yield worker
    worker.close()


def pid_of(worker: WorkerProcess) -> int:
    return int(worker.call("echo").result["pid"])


def ended(pid: int, seconds: float = 5) -> bool:
    try:
        psutil.Process(pid).wait(seconds)
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:
        return False
    return True


def test_arguments_and_blob_come_back_whatever_the_engine_prints(worker: WorkerProcess) -> None:
    blob = os.urandom(3_000_000)
    reply = worker.call("echo", {"text": "ключ \ud800 🔑"}, blob)
    assert reply.result["args"] == {"text": "ключ \ud800 🔑"}
    assert reply.blob == blob[::-1]
    assert reply.result["stdin"] == ""


def test_one_child_answers_many_calls(worker: WorkerProcess) -> None:
    assert not worker.running
    assert pid_of(worker) == pid_of(worker)
    assert worker.running


def test_pieces_come_in_order_before_the_reply(worker: WorkerProcess) -> None:
    pieces: list[int] = []
    reply = worker.call("count", {"to": 500}, on_piece=lambda piece: pieces.append(piece["number"]))
    assert pieces == list(range(500))
    assert reply.result == {"done": True}


def test_an_error_that_the_child_names_arrives_as_itself_and_the_child_lives_on(worker: WorkerProcess) -> None:
    pid = pid_of(worker)
    with pytest.raises(ConversionFailed, match=r"No such thing\.") as caught:
        worker.call("refuse")
    assert caught.value.hint == "Bring another."
    assert pid_of(worker) == pid


def test_an_unexpected_error_replaces_the_child(worker: WorkerProcess) -> None:
    pid = pid_of(worker)
    with pytest.raises(WorkerCrashed, match="KeyError: 'engine'"):
        worker.call("break_down")
    assert pid_of(worker) != pid
    assert ended(pid)


def test_a_dead_child_says_how_it_ended_and_the_next_call_has_a_new_one(worker: WorkerProcess) -> None:
    pid = pid_of(worker)
    with pytest.raises(WorkerCrashed, match=r"by SIGSEGV.*last words"):
        worker.call("end")
    assert pid_of(worker) != pid


@pytest.mark.parametrize("method", ["sleep", "sleep_holding_the_gil"])
def test_a_hang_ends_at_the_time_limit(worker: WorkerProcess, method: str) -> None:
    pid = pid_of(worker)
    started = time.monotonic()
    with pytest.raises(WorkerTimedOut, match=r"within 0\.3 seconds"):
        worker.call(method, timeout=0.3)
    assert time.monotonic() - started < 3
    assert ended(pid)


def test_cancel_ends_a_child_that_is_given_no_grace(worker: WorkerProcess) -> None:
    pid = pid_of(worker)
    cancel = CancelToken()
    with pytest.raises(Cancelled):
        worker.call("sleep", cancel=cancel, on_piece=lambda _: cancel.cancel())
    assert ended(pid)


def test_cancel_keeps_a_child_that_stops_within_the_grace() -> None:
    worker = WorkerProcess(CHILD, cancel_grace=10)
    try:
        pid = pid_of(worker)
        cancel = CancelToken()
        with pytest.raises(Cancelled):
            worker.call("wait_politely", cancel=cancel, on_piece=lambda _: cancel.cancel())
        assert pid_of(worker) == pid
    finally:
        worker.close()


def test_cancel_ends_a_child_that_does_not_listen() -> None:
    worker = WorkerProcess(CHILD, cancel_grace=0.2)
    try:
        pid = pid_of(worker)
        cancel = CancelToken()
        with pytest.raises(Cancelled):
            worker.call("sleep", cancel=cancel, on_piece=lambda _: cancel.cancel())
        assert ended(pid)
    finally:
        worker.close()


def test_a_call_that_is_cancelled_before_it_begins_starts_nothing(worker: WorkerProcess) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        worker.call("echo", cancel=cancel)
    assert not worker.running


@pytest.mark.parametrize(
    "limits",
    [
        WorkerLimits(memory_bytes=200 * 2**20),
        pytest.param(
            WorkerLimits(address_space_bytes=300 * 2**20), marks=pytest.mark.skipif(sys.platform != "linux", reason="Linux enforces it")
        ),
    ],
)
def test_a_child_that_outgrows_its_memory_is_ended(limits: WorkerLimits) -> None:
    worker = WorkerProcess(CHILD, limits)
    try:
        pid = pid_of(worker)
        with pytest.raises(WorkerOutgrew, match="MB it may have"):
            worker.call("grow", timeout=30)
        assert ended(pid)
        assert pid_of(worker) != pid
    finally:
        worker.close()


def test_limits_hold_in_the_child_and_nothing_heavy_is_loaded() -> None:
    wanted = WorkerLimits(file_bytes=2**20, nice=7, address_space_bytes=2**31)
    worker = WorkerProcess(CHILD, wanted)
    try:
        found = worker.call("limits").result
    finally:
        worker.close()
    assert (found["core"], found["file"], found["session"], found["loaded"]) == (0, 2**20, True, [])
    assert found["nice"] >= 7
    assert found["space"] == 2**31 or sys.platform != "linux"


def test_a_child_has_no_network(worker: WorkerProcess) -> None:
    result = worker.call("connect").result
    assert result["refused"] == [True, True, True]
    assert not result["reports"]
    assert sys.platform != "linux" or not result["by_machine_code"]


def test_a_child_that_writes_much_to_standard_error_is_not_stuck(worker: WorkerProcess) -> None:
    assert worker.call("babble", timeout=20).result == {"said": 2**20}


def test_threads_share_one_child(worker: WorkerProcess) -> None:
    pids: list[int] = []
    threads = [threading.Thread(target=lambda: pids.append(pid_of(worker))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(pids) == 8
    assert len(set(pids)) == 1


def test_close_ends_a_call_in_progress_and_nothing_starts_after_it() -> None:
    worker = WorkerProcess(CHILD)
    asleep = threading.Event()
    caught: list[BaseException] = []

    def call() -> None:
        try:
            worker.call("sleep", on_piece=lambda _: asleep.set())
        except WorkerDied as error:
            caught.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    assert asleep.wait(20)
    worker.close()
    thread.join(5)
    worker.close()
    assert [str(error) for error in caught] == ["The worker was closed."]
    with pytest.raises(WorkerDied, match="closed"):
        worker.call("echo")
    assert not worker.running


def test_an_error_of_the_one_who_listens_does_not_leave_a_busy_child(worker: WorkerProcess) -> None:
    def stumble(_: object) -> None:
        raise RuntimeError("listener")

    pid = pid_of(worker)
    with pytest.raises(RuntimeError, match="listener"):
        worker.call("sleep", on_piece=stumble)
    assert ended(pid)
    assert pid_of(worker) != pid


def test_a_program_that_is_not_there_is_a_known_error() -> None:
    worker = WorkerProcess(["/nowhere/at/all"])
    with pytest.raises(WorkerCrashed, match="could not be started"):
        worker.call("echo")
    worker.close()


@pytest.mark.parametrize("method", ["sleep", "sleep_holding_the_gil"])
def test_a_child_ends_with_its_parent(method: str) -> None:
    code = (
        "import sys\n"
        "from desktop.adapters.worker_process.client import WorkerProcess\n"
        "worker = WorkerProcess(sys.argv[2:])\n"
        "pid = worker.call('echo').result['pid']\n"
        "worker.call(sys.argv[1], timeout=2, on_piece=lambda _: print(pid, flush=True))\n"
    )
    root = Path(__file__).parents[3]
    with subprocess.Popen([sys.executable, "-c", code, method, *CHILD], stdout=subprocess.PIPE, cwd=root) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert psutil.pid_exists(pid)
        parent.kill()
        assert ended(pid)


def test_no_thread_and_no_descriptor_stays(worker: WorkerProcess) -> None:
    def held() -> tuple[int, int, set[psutil.Process]]:
        this = psutil.Process()
        return threading.active_count(), this.num_fds(), set(this.children())

    pid_of(worker)
    before = held()
    for _ in range(3):
        other = WorkerProcess(CHILD)
        other.call("echo")
        other.close()
    assert held() == before


def test_the_command_starts_this_program_as_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    assert worker_command("convert", "x") == (sys.executable, "-P", "-m", "desktop", "--worker", "convert", "x")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert worker_command("convert") == (sys.executable, "--worker", "convert")


def test_at_rest_there_is_no_child_but_one_that_works_is_let_finish(worker: WorkerProcess) -> None:
    first = pid_of(worker)
    worker.rest()
    assert not worker.running
    assert worker.call("count", {"to": 3}, on_piece=lambda _: worker.rest()).result == {"done": True}
    assert worker.running
    assert pid_of(worker) != first


def test_a_built_programs_worker_looks_for_libraries_where_the_program_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/coffer/_internal")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]))  # this worker is a script, after all
    worker = WorkerProcess(CHILD)
    environment = psutil.Process(pid_of(worker)).environ()
    worker.close()
    assert environment["LD_LIBRARY_PATH"] == "/opt/coffer/_internal"
