from __future__ import annotations

from pathlib import Path

import bare_root
import pytest
from console import SetUpFailed


@pytest.mark.parametrize(
    ("lists", "mirror"),
    [
        ("# a note\ndeb [signed-by=/k.gpg] http://one.invalid/debian bookworm main\n", "http://one.invalid/debian"),
        (
            "Types: deb\nURIs: http://x.invalid/node\nSuites: nodistro\n\n"
            "Types: deb\nURIs: http://sec.invalid/debian-security\nSuites: bookworm-security\n\n"
            "Types: deb\n# older\nURIs: http://two.invalid/debian\nSuites: bookworm bookworm-updates\nComponents: main\n",
            "http://two.invalid/debian",
        ),
        ("deb http://x.invalid/apt cloud-bookworm main\ndeb http://y.invalid/debian bookworm-updates main\n", ""),
    ],
)
def test_the_mirror_is_the_one_from_which_apt_has_this_release(lists: str, mirror: str) -> None:
    assert bare_root.mirror_in(lists) == mirror


def test_where_it_cannot_run_it_says_so_and_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bare_root.shutil.which", lambda _: None)
    monkeypatch.setattr("bare_root.os.geteuid", lambda: 0)
    assert bare_root.main([str(tmp_path / "coffer.deb")]) == 0
    assert "NOT TRIED in a bare Debian 12: debootstrap is not installed" in capsys.readouterr().err


def refuse(*_: object) -> None:
    raise SetUpFailed("a Python came with the package")


def test_a_root_that_cannot_be_made_is_no_fault_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bare_root, "what_hinders", str)
    monkeypatch.setattr(bare_root, "make_root", refuse)
    assert bare_root.main([str(tmp_path / "coffer.deb")]) == 0
    assert "NOT TRIED" in capsys.readouterr().err


def test_a_step_that_fails_fails_the_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bare_root, "what_hinders", str)
    monkeypatch.setattr(bare_root, "make_root", lambda _: None)
    monkeypatch.setattr(bare_root, "install", refuse)
    assert bare_root.main([str(tmp_path / "coffer.deb")]) == 1
    assert "a Python came with the package" in capsys.readouterr().err
