from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
import system_packages
from console import SetUpFailed

LISTING = """\
installed\tlibegl1,\x20
installed\tlibglib2.0-0t64, libglib2.0-0 (= 2.80.0-6), libglib2.0-0-data
config-files\tlibgl1,\x20
"""


def programs(folder: Path, monkeypatch: pytest.MonkeyPatch, *, listing: str = LISTING, apt_status: int = 0) -> Path:
    """Put a dpkg-query and an apt-get on the PATH; return the file that tells how apt-get was called."""
    calls = folder / "calls"
    script = f"#!/bin/sh\ncat <<'END'\n{listing}END\n"
    apt = f'#!/bin/sh\necho the words of apt\necho "$DEBIAN_FRONTEND: $*" >>{calls}\nexit {apt_status}\n'
    for name, text in (("dpkg-query", script), ("apt-get", apt)):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    return calls


def test_a_package_that_stands_in_for_another_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs(tmp_path, monkeypatch)
    assert system_packages.missing(("libegl1", "libglib2.0-0", "libgl1", "libx11-6")) == ("libgl1", "libx11-6")


def test_where_there_is_no_dpkg_nothing_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert system_packages.missing(("libegl1",)) == ()


def test_root_gets_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    calls = programs(tmp_path, monkeypatch)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    system_packages.require(("libegl1", "libgl1"), "the window")
    update, install = calls.read_text().splitlines()
    assert update == "noninteractive: -qq update"
    assert install.endswith("install -y --no-install-recommends libgl1")
    assert capfd.readouterr().err == "coffer: installing what the window needs from the system: libgl1\n"


def test_nothing_is_asked_of_apt_when_nothing_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = programs(tmp_path, monkeypatch)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    system_packages.require(("libegl1",), "the window")
    assert not calls.exists()


def test_others_are_told_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    calls = programs(tmp_path, monkeypatch)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    command = "sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends libgl1'"
    with pytest.raises(SetUpFailed) as failure:
        system_packages.require(("libegl1", "libgl1"), "the window")
    assert command in str(failure.value)
    system_packages.recommend(("libgl1",), "the window")
    assert command in capsys.readouterr().err
    assert not calls.exists()


def test_an_apt_that_fails_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    programs(tmp_path, monkeypatch, apt_status=100)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(SetUpFailed, match="By hand, as root: apt-get update && apt-get install"):
        system_packages.require(("libgl1",), "the window")
    assert "the words of apt" in capfd.readouterr().err


def test_the_loader_has_the_last_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ldd = tmp_path / "ldd"
    ldd.write_text("#!/bin/sh\nprintf '\\tlibc.so.6 => /lib/libc.so.6 (0x0)\\n\\tlibxcb-cursor.so.0 => not found\\n'\n")
    ldd.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(SetUpFailed, match=r"lacks libxcb-cursor\.so\.0\. Install"):
        system_packages.require_qt_loads(tmp_path)


def test_a_mac_is_asked_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("PATH", str(tmp_path))
    system_packages.require_qt_loads(tmp_path)
    with pytest.raises(SetUpFailed, match="xcode-select --install"):
        system_packages.require_compiler()
