"""What the trial of the built program takes for a surprise; the trial itself is run by build.sh."""

from __future__ import annotations

from pathlib import Path

import frozen_smoke
import pytest


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ('12 openat(AT_FDCWD, "/tmp/x", O_WRONLY|O_CREAT|O_CLOEXEC, 0600) = 3', "/tmp/x"),
        ('12 openat(AT_FDCWD, "/etc/ld.so.cache", O_RDONLY|O_CLOEXEC) = 3', None),
        ('12 mkdir("/root/.cache/x", 0777) = 0', "/root/.cache/x"),
        ('12 mkdir("/root/.cache/x", 0777) = -1 EEXIST (File exists)', None),
        ('12 rename("/a/b", "/a/c") = 0', "/a/b"),
        ('12 unlink("/a/b") = 0', "/a/b"),
        ("12 +++ exited with 0 +++", None),
    ],
)
def test_a_trace_tells_what_was_written(line: str, path: str | None) -> None:
    assert frozen_smoke.written_path(line) == path


@pytest.mark.parametrize(
    ("line", "reaches"),
    [
        ("7 socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = 3", True),
        ("7 socket(AF_INET6, SOCK_DGRAM|SOCK_CLOEXEC, IPPROTO_IP) = 3", True),
        ("7 socket(AF_UNIX, SOCK_STREAM, 0) = 3", False),
        ('7 connect(3, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("9.9.9.9")}, 16) = 0', True),
    ],
)
def test_a_trace_tells_who_reached_for_a_network(line: str, reaches: bool) -> None:
    assert bool(frozen_smoke.SOCKET.search(line)) is reaches


@pytest.mark.parametrize(
    ("line", "progress"), [("convert …", True), ("embed …", True), ("Traceback (most recent call last):", False), ("qt.qpa: no", False)]
)
def test_anything_but_progress_is_a_surprise(line: str, progress: bool) -> None:
    assert bool(frozen_smoke.PROGRESS.match(line)) is progress


def test_every_sample_of_the_trial_is_there() -> None:
    assert [name for name in frozen_smoke.FILES if not (frozen_smoke.SAMPLES / name).is_file()] == []
    assert len({Path(name).suffix for name in frozen_smoke.FILES}) >= 10


OPENED = "17 socket(AF_INET, SOCK_STREAM|SOCK_CLOEXEC, IPPROTO_IP) = 5"
REFUSED = "18 socket(AF_INET, SOCK_STREAM, IPPROTO_IP) = -1 EACCES (Permission denied)"
CONNECTED = '17 connect(5, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("192.0.2.1")}, 16) = -1 EINPROGRESS'


def test_a_trial_may_have_the_one_socket_of_the_providers_worker_and_no_connection() -> None:
    assert frozen_smoke.reaching([OPENED, REFUSED, REFUSED], trial=True) == []
    assert frozen_smoke.reaching([OPENED, OPENED], trial=True) == [OPENED, OPENED]
    assert frozen_smoke.reaching([OPENED, CONNECTED], trial=True) == [CONNECTED]


def test_whatever_is_no_trial_has_no_socket_at_all() -> None:
    assert frozen_smoke.reaching([OPENED], trial=False) == [OPENED]
    assert frozen_smoke.reaching([REFUSED], trial=False) == [REFUSED]
    assert frozen_smoke.reaching(["3 socket(AF_UNIX, SOCK_STREAM, 0) = 3"], trial=False) == []


def test_a_call_that_another_process_came_into_is_judged_by_its_end() -> None:
    lines = frozen_smoke.whole_calls(
        [
            '31 mkdir("/opt/model", 0777 <unfinished ...>',
            '32 openat(AT_FDCWD, "/etc/passwd", O_RDONLY) = 3',
            '32 openat(AT_FDCWD, "/opt/new", O_WRONLY|O_CREAT, 0666 <unfinished ...>',
            "31 <... mkdir resumed>) = -1 EEXIST (File exists)",
            "32 <... openat resumed>) = 4",
            "33 connect(3, {sa_family=AF_INET, <unfinished ...>",
        ]
    )
    assert [frozen_smoke.written_path(line) for line in lines] == [None, None, "/opt/new", None]
    assert frozen_smoke.reaching(lines, trial=False) == ["33 connect(3, {sa_family=AF_INET,"]
