"""The shell scripts, run in a clone of their own whose set_up.py only pretends."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

SCRIPTS = ("run.sh", "test.sh", "setup.sh", "lock.sh")

PRETENDED_SET_UP = """\
import os, pathlib, sys
root = pathlib.Path(__file__).resolve().parent.parent
with (root / "set-ups").open("a") as log:
    log.write("set up\\n")
if (root / "broken").exists():
    sys.exit(3)
(root / ".venv" / "bin").mkdir(parents=True, exist_ok=True)
(root / ".venv" / "pyvenv.cfg").write_text("version = 3.11")
python = root / ".venv" / "bin" / "python"
python.write_text('#!/bin/sh\\nprintf "%s|" "$PWD" "${PYTHONSAFEPATH-}" "$@"\\n')
python.chmod(0o755)
"""


class Clone:
    """A clone with the real scripts, and a set-up that leaves a python which prints how it was called."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder = folder
        self.environment = {**os.environ, "COFFER_PYTHON": sys.executable}
        (folder / "packaging").mkdir(parents=True)
        (folder / "resources" / "models" / "small").mkdir(parents=True)
        (folder / "resources" / "models.toml").write_text("a list")
        self.model = folder / "resources" / "models" / "small" / "model.bin"
        self.model.write_text("weights")
        for name in ("run.sh", "setup.sh", "requirements.lock"):
            shutil.copyfile(root / "packaging" / name, folder / "packaging" / name)
        (folder / "packaging" / "set_up.py").write_text(PRETENDED_SET_UP)

    def start(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = ["sh", str(self.folder / "packaging" / "run.sh"), *arguments]
        return subprocess.run(command, cwd=self.folder.parent, env=self.environment, capture_output=True, text=True, check=False)

    @property
    def set_ups(self) -> int:
        log = self.folder / "set-ups"
        return len(log.read_text().splitlines()) if log.exists() else 0


@pytest.fixture
def clone(tmp_path: Path, root: Path) -> Clone:
    return Clone(tmp_path / "a clone's folder", root)


def test_arguments_pass_through_from_any_folder(clone: Clone) -> None:
    done = clone.start("import", "a report.pdf", "--json")
    assert done.stdout == f"{clone.folder.parent}|1|-m|desktop|import|a report.pdf|--json|"
    assert done.returncode == 0


def test_a_second_start_sets_nothing_up_and_says_nothing(clone: Clone) -> None:
    clone.start()
    start = time.monotonic()
    done = clone.start()
    assert time.monotonic() - start < 2
    assert (clone.set_ups, done.stderr) == (1, "")


@pytest.mark.parametrize("name", ["packaging/requirements.lock", "packaging/set_up.py", "packaging/setup.sh", "resources/models.toml"])
def test_what_decides_the_set_up_is_noticed_when_it_changes(clone: Clone, name: str) -> None:
    clone.start()
    with (clone.folder / name).open("a") as changed:
        changed.write("# changed\n")
    clone.start()
    assert clone.set_ups == 2
    clone.start()
    assert clone.set_ups == 2


def test_a_model_that_is_gone_or_touched_is_noticed(clone: Clone) -> None:
    clone.start()
    clone.model.write_text("damaged")
    clone.start()
    assert clone.set_ups == 2
    clone.model.unlink()
    clone.start()
    assert clone.set_ups == 3


def test_a_clone_that_was_moved_is_set_up_again(clone: Clone) -> None:
    clone.start()
    clone.folder = clone.folder.rename(clone.folder.with_name("moved"))
    clone.start()
    assert clone.set_ups == 2


def test_a_set_up_that_failed_is_not_taken_for_a_finished_one(clone: Clone) -> None:
    (clone.folder / "broken").touch()
    done = clone.start()
    assert (done.returncode, done.stdout) == (3, "")
    (clone.folder / "broken").unlink()
    assert clone.start().returncode == 0
    assert clone.set_ups == 2


def test_what_was_tried_is_said_when_there_is_no_python(clone: Clone) -> None:
    clone.environment["COFFER_PYTHON"] = "/no/such/python"
    done = clone.start()
    assert done.returncode == 1
    assert "needs Python 3.11 or newer, and found none. Tried: /no/such/python." in done.stderr
    assert clone.set_ups == 0


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_scripts_are_plain_sh(root: Path, name: str) -> None:
    script = root / "packaging" / name
    shells = [shell for shell in ("sh", "dash", "bash") if shutil.which(shell)]
    for shell in shells:
        options = ["--posix", "-n"] if shell == "bash" else ["-n"]
        assert subprocess.run([shell, *options, script], capture_output=True, text=True, check=True).stderr == ""
    text = script.read_text(encoding="utf-8")
    for bashism in ("[[", "((", "<<<", "local ", "function ", "source ", "&>", "readlink -f", "$'", "declare ", "pushd"):
        assert bashism not in text, f"{name}: {bashism} is not POSIX"


def test_the_machine_that_checks_runs_the_same_tests(root: Path) -> None:
    script = root / ".ci" / "run"
    assert subprocess.run(["bash", "-n", script], capture_output=True, text=True, check=True).stderr == ""
    assert "sh packaging/test.sh" in script.read_text(encoding="utf-8")
