"""What the set-up scripts share: saying what happens, and running a command that must succeed."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path


class SetUpFailed(Exception):
    """The set-up cannot go on; the message says why and what to do."""


def say(text: str) -> None:
    """Tell the person, on standard error: standard output belongs to the command that the set-up is for."""
    print(f"coffer: {text}", file=sys.stderr, flush=True)


def run(command: Sequence[str | Path], failure: str, environment: Mapping[str, str] = os.environ, *, quiet: bool = False) -> None:
    """Run a command that must succeed; ``failure`` is what to say if it does not.

    Its words go to standard error: as they come, or, from a quiet one, only when it fails.
    """
    words = subprocess.PIPE if quiet else sys.stderr
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=words, stderr=subprocess.STDOUT, env=environment, check=False)
    if done.returncode != 0:
        if quiet:
            print(done.stdout.decode(errors="replace"), file=sys.stderr, end="")
        raise SetUpFailed(failure)


def pip(python: Path, *arguments: str | Path, failure: str, environment: Mapping[str, str] = os.environ) -> None:
    """Run an environment's pip as the person configured it: which index it asks is theirs to say."""
    # -qq: errors alone. -P: no module of the folder they stand in. PIP_USER: their own folder is closed to a virtual environment.
    command = [python, "-P", "-m", "pip", *arguments, "-qq", "--no-input", "--disable-pip-version-check"]
    run(command, failure, {**environment, "PIP_USER": "0"})


@contextmanager
def exclusively(folder: Path, waiting: str) -> Iterator[None]:
    """Hold a folder against other set-ups; the system lets go of it however this process ends."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(waiting)
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
