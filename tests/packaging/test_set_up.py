from __future__ import annotations

import json
import subprocess
import sys
import venv
from pathlib import Path

import build_llama
import pytest
import set_up
import system_packages
from console import SetUpFailed, exclusively


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the set-up work on an environment that is not this clone's."""
    folder = tmp_path / ".venv"
    monkeypatch.setattr(set_up, "ENVIRONMENT", folder)
    monkeypatch.setattr(set_up, "PYTHON", folder / "bin" / "python")
    monkeypatch.setattr(set_up, "UNFINISHED", folder / "coffer-unfinished")
    return folder


def working(environment: Path) -> Path:
    """Make something that passes for an environment with pip, holding a file that a new one would not."""
    (environment / "bin").mkdir(parents=True)
    python = environment / "bin" / "python"
    python.write_text("#!/bin/sh\nexit 0\n")
    python.chmod(0o755)
    (environment / "old").touch()
    return environment / "old"


def made_anew(environment: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(venv, "create", lambda folder, **_: (folder / "new").touch())
    set_up.make_environment()
    return (environment / "new").exists()


def test_an_environment_that_works_is_kept(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = working(environment)
    assert not made_anew(environment, monkeypatch)
    assert old.exists()


def test_an_environment_that_was_left_unfinished_is_made_anew(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = working(environment)
    set_up.UNFINISHED.touch()
    assert made_anew(environment, monkeypatch)
    assert not old.exists()
    assert set_up.UNFINISHED.exists(), "nothing is installed yet"


def test_an_environment_whose_python_is_gone_is_made_anew(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = working(environment)
    set_up.PYTHON.unlink()
    set_up.PYTHON.symlink_to("/no/such/python")
    assert made_anew(environment, monkeypatch)
    assert not old.exists()


def test_an_installation_that_is_cut_off_is_remembered(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    working(environment)

    def pip(*_: object, **__: object) -> None:
        assert set_up.UNFINISHED.exists()
        raise SetUpFailed("cut off")

    monkeypatch.setattr(set_up, "pip", pip)
    with pytest.raises(SetUpFailed):
        set_up.install_packages()
    assert set_up.UNFINISHED.exists()


def test_packages_come_by_hash_and_as_wheels_alone(environment: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    working(environment)
    packages = environment / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(set_up, "pip", lambda *arguments, **_: calls.append(arguments))
    monkeypatch.setattr(build_llama, "wheel", lambda: tmp_path / "llama.whl")
    set_up.install_packages()
    assert "--require-hashes" in calls[0]
    assert calls[0][3:5] == ("--only-binary", ":all:")
    assert tmp_path / "llama.whl" in calls[1]
    assert (packages / "coffer.pth").read_text() == f"{set_up.ROOT}\n"
    assert not set_up.UNFINISHED.exists()


def test_a_wheel_that_is_installed_is_not_installed_again(environment: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record = environment / "lib" / "python3.11" / "site-packages" / "llama_cpp_python-0.3.36.dist-info" / "direct_url.json"
    record.parent.mkdir(parents=True)
    record.write_text(json.dumps({"url": (tmp_path / "one" / "llama.whl").as_uri(), "archive_info": {}}))
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(set_up, "pip", lambda *arguments, **_: calls.append(arguments))
    set_up.install_llama(tmp_path / "one" / "llama.whl")
    assert calls == []
    set_up.install_llama(tmp_path / "other" / "llama.whl")
    assert len(calls) == 1


def test_what_stands_in_the_way_is_said_without_a_traceback(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(*_: object) -> None:
        raise SetUpFailed("install it first")

    monkeypatch.setattr(system_packages, "require", fail)
    assert set_up.main() == 1
    assert capsys.readouterr().err.splitlines()[-1] == "coffer: install it first"


def test_two_set_ups_do_not_meet(tmp_path: Path, root: Path) -> None:
    program = (
        "import sys, pathlib; sys.path.insert(0, sys.argv[1]); from console import exclusively\n"
        "with exclusively(pathlib.Path(sys.argv[2]), 'waiting'): print('mine')"
    )
    with exclusively(tmp_path, "waiting"):
        command = [sys.executable, "-c", program, str(root / "packaging"), str(tmp_path)]
        other = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert other.stderr is not None
        assert other.stderr.readline() == "coffer: waiting\n"
        assert other.poll() is None
    said, _ = other.communicate(timeout=30)
    assert said == "mine\n"
